package dev.cofferdam.internal.snapshot;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cofferdam.internal.archive.TreeRecorder.Omission;
import dev.cofferdam.internal.tree.Names;
import dev.cofferdam.internal.tree.PathText;
import dev.cofferdam.workspace.SkippedPath;
import dev.cofferdam.workspace.Snapshot;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is written beside the archive of a snapshot (WS-SNAP-002).
 *
 * @param id the id
 * @param created when it was taken
 * @param label a name for people
 * @param metadata keys and values that were given with it
 * @param files how many files the archive holds
 * @param bytes the bytes of those files
 * @param exclude the globs of what was left out
 * @param maxFileBytes the largest file that was recorded
 * @param skipped what could not be recorded, by its bytes
 * @param entries how many entries the archive has
 * @param length how many bytes the archive has
 * @param checksum the CRC-32C of the archive
 */
record SnapshotRecord(
        String id,
        Instant created,
        Optional<String> label,
        Map<String, String> metadata,
        long files,
        long bytes,
        List<String> exclude,
        long maxFileBytes,
        List<Omission> skipped,
        long entries,
        long length,
        long checksum) {
    private static final int VERSION = 1;

    SnapshotRecord {
        metadata = Map.copyOf(metadata);
        exclude = List.copyOf(exclude);
        skipped = List.copyOf(skipped);
    }

    Snapshot snapshot() {
        List<SkippedPath> shown = skipped.stream()
                .map(path -> new SkippedPath(Names.display(path.path()), path.reason()))
                .toList();
        return new Snapshot(id, created, label, metadata, files, bytes, exclude, maxFileBytes, shown);
    }

    byte[] write(ObjectMapper json) throws JsonProcessingException {
        ObjectNode node = json.createObjectNode()
                .put("version", VERSION)
                .put("id", id)
                .put("created", created.toString())
                .put("files", files)
                .put("bytes", bytes)
                .put("maxFileBytes", maxFileBytes)
                .put("entries", entries)
                .put("length", length)
                .put("checksum", checksum);
        label.ifPresent(text -> node.put("label", text));
        ObjectNode pairs = node.putObject("metadata");
        metadata.forEach(pairs::put);
        exclude.forEach(node.putArray("exclude")::add);
        var array = node.putArray("skipped");
        skipped.forEach(path ->
                array.addObject().put("path", PathText.write(path.path())).put("reason", path.reason()));
        return json.writeValueAsBytes(node);
    }

    /** Return the record that these bytes hold, {@code null} when they hold none of this version. */
    static @Nullable SnapshotRecord read(ObjectMapper json, byte[] bytes) {
        try {
            JsonNode node = json.readTree(bytes);
            if (node.path("version").asInt() != VERSION) {
                return null;
            }
            return new SnapshotRecord(
                    node.path("id").asText(),
                    Instant.parse(node.path("created").asText()),
                    Optional.ofNullable(node.get("label")).map(JsonNode::asText),
                    metadata(node.path("metadata")),
                    node.path("files").asLong(),
                    node.path("bytes").asLong(),
                    texts(node.path("exclude")),
                    node.path("maxFileBytes").asLong(),
                    skipped(node.path("skipped")),
                    node.path("entries").asLong(-1),
                    node.path("length").asLong(-1),
                    node.path("checksum").asLong(-1));
        } catch (IOException | IllegalArgumentException | DateTimeException e) {
            return null; // not of our making
        }
    }

    private static Map<String, String> metadata(JsonNode node) {
        Map<String, String> metadata = new LinkedHashMap<>();
        node.properties()
                .forEach(field -> metadata.put(field.getKey(), field.getValue().asText()));
        return metadata;
    }

    private static List<String> texts(JsonNode node) {
        List<String> texts = new ArrayList<>();
        node.forEach(item -> texts.add(item.asText()));
        return texts;
    }

    private static List<Omission> skipped(JsonNode node) {
        List<Omission> skipped = new ArrayList<>();
        node.forEach(item -> skipped.add(new Omission(
                PathText.read(item.path("path").asText()), item.path("reason").asText())));
        return skipped;
    }
}
