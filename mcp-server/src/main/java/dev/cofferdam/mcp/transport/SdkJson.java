package dev.cofferdam.mcp.transport;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cofferdam.mcp.tool.SchemaCheck;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.json.schema.jackson2.DefaultJsonSchemaValidator;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The JSON reader and the schema validator, made when they are first needed: together they cost a tenth of a start. */
final class SdkJson implements SchemaCheck {
    private final ObjectMapper mapper;
    private final McpJsonMapper sdkMapper;
    private @Nullable JsonSchemaValidator validator;

    SdkJson() {
        // The size of a message is bounded before it is parsed, so the length of one text in it need not be.
        StreamReadConstraints constraints = StreamReadConstraints.builder()
                .maxStringLength(Integer.MAX_VALUE)
                .build();
        mapper = new ObjectMapper(
                        JsonFactory.builder().streamReadConstraints(constraints).build())
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
        sdkMapper = new JacksonMcpJsonMapper(mapper);
    }

    ObjectMapper mapper() {
        return mapper;
    }

    McpJsonMapper sdkMapper() {
        return sdkMapper;
    }

    @Override
    public Optional<String> problem(Map<String, Object> schema, Object value) {
        JsonSchemaValidator.ValidationResponse response = validator().validate(schema, value);
        return response.valid() ? Optional.empty() : Optional.of(String.valueOf(response.errorMessage()));
    }

    private synchronized JsonSchemaValidator validator() {
        if (validator == null) {
            validator = new DefaultJsonSchemaValidator(mapper);
        }
        return validator;
    }
}
