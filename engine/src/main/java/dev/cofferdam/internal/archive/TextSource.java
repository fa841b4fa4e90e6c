package dev.cofferdam.internal.archive;

import dev.cofferdam.internal.path.PathParser;
import dev.cofferdam.internal.path.WorkspacePath;
import dev.cofferdam.internal.tree.Names;
import dev.cofferdam.workspace.EntryType;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Text files from memory. */
final class TextSource implements EntrySource {
    private static final int NEW_FILE = 0644;

    private final Map<WorkspacePath, byte[]> files = new TreeMap<>();

    TextSource(Map<String, String> texts) {
        PathParser parser = new PathParser(List.of());
        texts.forEach((path, text) -> {
            WorkspacePath parsed = parser.parse(path);
            if (parsed.isRoot()) {
                throw WorkspaceException.at(ErrorCode.IS_DIRECTORY, path, "is the root, not a file.");
            }
            if (!Names.isEncodable(text)) {
                throw WorkspaceException.at(
                        ErrorCode.ENCODING, path, "the text has an unpaired surrogate, which no encoding can write.");
            }
            files.put(parsed, text.getBytes(StandardCharsets.UTF_8));
        });
    }

    @Override
    public boolean isForeign() {
        return false;
    }

    @Override
    public void forEach(Visitor visitor) throws IOException {
        for (Map.Entry<WorkspacePath, byte[]> file : files.entrySet()) {
            byte[] bytes = file.getValue();
            String path = String.join("/", file.getKey().names());
            visitor.take(
                    new SourceEntry(path, EntryType.FILE, NEW_FILE, null, bytes.length, "", false),
                    new ByteArrayInputStream(bytes));
        }
    }
}
