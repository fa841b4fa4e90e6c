package dev.cofferdam.internal.trash;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cofferdam.internal.tree.Names;
import dev.cofferdam.internal.tree.PathText;
import dev.cofferdam.internal.tree.Reserved;
import dev.cofferdam.workspace.EntryType;
import dev.cofferdam.workspace.TrashItem;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is written beside an entry in the trash.
 *
 * @param id the id, which is also the name of the directory that holds both
 * @param names the names of the original path
 * @param type what the entry is
 * @param size the bytes of its files
 * @param trashed when it came
 */
record TrashRecord(String id, List<String> names, EntryType type, long size, Instant trashed) {
    /** The version of the format (WS-TRASH-001). */
    private static final int VERSION = 1;

    TrashRecord {
        names = List.copyOf(names);
    }

    TrashItem item() {
        return new TrashItem(id, Names.display(path()), type, size, trashed);
    }

    String path() {
        return String.join("/", names);
    }

    byte[] write(ObjectMapper json) throws JsonProcessingException {
        return json.writeValueAsBytes(json.createObjectNode()
                .put("version", VERSION)
                .put("id", id)
                .put("path", PathText.write(path()))
                .put("type", type.name())
                .put("size", size)
                .put("trashed", trashed.toString()));
    }

    /** Return the record that these bytes hold, {@code null} when they hold none of this version (WS-TRASH-002). */
    static @Nullable TrashRecord read(ObjectMapper json, byte[] bytes) {
        try {
            JsonNode node = json.readTree(bytes);
            if (node.path("version").asInt() != VERSION) {
                return null;
            }
            List<String> names = PathText.names(PathText.read(node.path("path").asText()));
            if (Reserved.isOwn(names.get(0))) {
                return null;
            }
            return new TrashRecord(
                    node.path("id").asText(),
                    names,
                    EntryType.valueOf(node.path("type").asText()),
                    Math.max(0, node.path("size").asLong()),
                    Instant.parse(node.path("trashed").asText()));
        } catch (IOException | IllegalArgumentException | DateTimeException e) {
            return null; // not of our making: ignored, not trusted
        }
    }
}
