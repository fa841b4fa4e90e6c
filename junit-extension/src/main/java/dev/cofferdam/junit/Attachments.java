package dev.cofferdam.junit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.MediaType;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What is attached to the report for a workspace that is kept. */
final class Attachments {
    private static final JsonMapper JSON = new JsonMapper();
    private static final MediaType JSON_LINES = MediaType.create("application", "jsonl");

    private final ExtensionContext context;
    private final Declaration declaration;
    private final CommandLog log;
    private final Redaction redaction;
    private final String suffix;

    /**
     * Create attachments.
     *
     * @param number 1 for the first workspace that is kept for the context, whose attachments have the plain names
     */
    Attachments(ExtensionContext context, Declaration declaration, CommandLog log, Redaction redaction, int number) {
        this.context = context;
        this.declaration = declaration;
        this.log = log;
        this.redaction = redaction;
        this.suffix = number == 1 ? "" : "-" + number;
    }

    /** Publish files, commands and description, and return the directory with the files. */
    Path publish(Workspace workspace, KeepBudget budget) {
        FileCopy copy = new FileCopy(workspace, budget, redaction);
        AtomicReference<Path> published = new AtomicReference<>(Path.of(""));
        context.publishDirectory("workspace" + suffix, directory -> {
            published.set(directory.toAbsolutePath());
            copy.into(directory);
        });
        context.publishFile("commands" + suffix + ".jsonl", JSON_LINES, file -> Files.write(file, lines()));
        context.publishFile(
                "workspace" + suffix + ".json",
                MediaType.APPLICATION_JSON,
                file -> Files.writeString(
                        file,
                        JSON.writerWithDefaultPrettyPrinter().writeValueAsString(describe(workspace, copy)) + "\n"));
        return Objects.requireNonNull(published.get());
    }

    private List<String> lines() throws JsonProcessingException {
        List<String> lines = new ArrayList<>();
        for (Map<String, Object> entry : log.entries()) {
            lines.add(JSON.writeValueAsString(entry));
        }
        return lines;
    }

    private Map<String, Object> describe(Workspace workspace, FileCopy copy) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("declaredOn", declaration.where());
        map.put("test", context.getDisplayName());
        map.put("uniqueId", context.getUniqueId());
        map.put("provider", workspace.provider());
        map.put("isolation", workspace.isolation().name());
        map.put("id", answer(workspace::id));
        map.put("root", answer(workspace::root));
        Map<String, String> options = new LinkedHashMap<>();
        declaration.options().forEach((name, value) -> options.put(name, redaction.apply(value)));
        map.put("options", options);
        map.put("envNames", workspace.options().env().keySet());
        map.put("capabilities", workspace.capabilities().declared());
        map.put("capabilitiesLeftOut", workspace.capabilities().leftOut());
        map.put("commandsForgotten", log.dropped());
        map.put("filesCopied", copy.copied());
        map.put("leftOut", copy.leftOut());
        return map;
    }

    private String answer(Supplier<String> question) {
        try {
            return redaction.apply(question.get());
        } catch (WorkspaceException e) {
            return "(" + e.code() + ")";
        }
    }
}
