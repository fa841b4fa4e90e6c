package dev.cofferdam.provider.os;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A file of settings.
 *
 * @param name how messages call it, without a path of the host
 * @param trust how far it may widen the sandbox
 * @param base what its relative paths are relative to, empty for the root
 * @param content what it holds
 */
record SettingsFile(String name, Trust trust, Optional<String> base, JsonNode content) {
    private static final int MAX_BYTES = 1 << 20;

    /** How far a file may widen the sandbox. */
    enum Trust {
        /** It may only deny. */
        NONE,
        /** Its lists may allow, too. */
        LISTS,
        /** All of it holds. */
        FULL
    }

    /**
     * Read a file.
     *
     * @return what it holds, empty when it does not exist
     */
    static Optional<SettingsFile> read(Path path, String name, Trust trust, Optional<String> base) {
        if (Files.notExists(path, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try {
            if (!Files.isRegularFile(path)) {
                throw new IOException("not a regular file");
            }
            return Optional.of(new SettingsFile(name, trust, base, parse(path, name)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (JsonProcessingException e) {
            // Its message quotes the file, which may hold secrets.
            throw invalid(name + " is not valid JSON, at line "
                    + (e.getLocation() == null ? "?" : e.getLocation().getLineNr())
                    + ": mend it, or the sandbox would miss what it denies");
        } catch (IOException e) {
            throw WorkspaceException.of(ErrorCode.IO, name + " cannot be read: make it a readable file, or remove it")
                    .causedBy(e);
        }
    }

    private static JsonNode parse(Path path, String name) throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(path)) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        }
        if (bytes.length > MAX_BYTES) {
            throw invalid(name + " is larger than " + MAX_BYTES + " bytes");
        }
        JsonMapper mapper = JsonMapper.builder()
                .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
        JsonNode node = mapper.readTree(bytes);
        if (node == null || !node.isObject()) {
            throw invalid(name + " does not hold a JSON object");
        }
        return node;
    }

    /** Return the sandbox section. */
    Optional<Section> sandbox() {
        return section(content, "sandbox");
    }

    private Optional<Section> section(JsonNode parent, String key) {
        JsonNode node = parent.get(key);
        if (node == null || node.isNull()) {
            return Optional.empty();
        }
        if (!node.isObject()) {
            throw invalid(name + ": " + key + " is not an object");
        }
        return Optional.of(new Section(this, key.equals("sandbox") ? "" : key + ".", node));
    }

    private static WorkspaceException invalid(String message) {
        return WorkspaceException.of(ErrorCode.INVALID_ARGUMENT, message);
    }

    /**
     * The sandbox section, or an object in it.
     *
     * @param file where it is
     * @param prefix what stands before its keys in messages
     * @param node what it holds
     */
    record Section(SettingsFile file, String prefix, JsonNode node) {
        List<String> keys() {
            List<String> keys = new ArrayList<>();
            node.fieldNames().forEachRemaining(keys::add);
            return keys;
        }

        Optional<Section> section(String key) {
            return file.section(node, key);
        }

        Optional<Boolean> flag(String key) {
            JsonNode value = node.get(key);
            if (value == null || value.isNull()) {
                return Optional.empty();
            }
            if (!value.isBoolean()) {
                throw wrong(key, "true or false");
            }
            return Optional.of(value.booleanValue());
        }

        List<String> texts(String key) {
            JsonNode value = node.get(key);
            if (value == null || value.isNull()) {
                return List.of();
            }
            if (!value.isArray()) {
                throw wrong(key, "a list of texts");
            }
            List<String> texts = new ArrayList<>();
            for (JsonNode each : value) {
                if (!each.isTextual()) {
                    throw wrong(key, "a list of texts");
                }
                texts.add(each.textValue());
            }
            return texts;
        }

        /** Read what is kept from commands: {@code {"path": …, "mode": "deny"}}, or the text alone. */
        List<String> denied(String key, String nameKey) {
            JsonNode value = node.get(key);
            if (value == null || value.isNull()) {
                return List.of();
            }
            if (!value.isArray()) {
                throw wrong(key, "a list");
            }
            List<String> denied = new ArrayList<>();
            for (JsonNode each : value) {
                JsonNode name = each.isTextual() ? each : each.path(nameKey);
                JsonNode mode = each.path("mode");
                if (!name.isTextual()) {
                    throw wrong(key, "a list of objects with " + nameKey + " and mode");
                }
                if (each.isObject() && !mode.asText().equals("deny")) {
                    throw unsupported(key + " with another mode than deny");
                }
                denied.add(name.textValue());
            }
            return denied;
        }

        WorkspaceException unsupported(String key) {
            return invalid(
                    file.name() + ": sandbox." + prefix + key
                            + " would make the sandbox tighter than it can be made here: remove it, or run the command elsewhere");
        }

        private WorkspaceException wrong(String key, String expected) {
            return invalid(file.name() + ": sandbox." + prefix + key + " is not " + expected);
        }
    }
}
