package dev.cofferdam.internal.nio;

import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.OwnDirectory;
import dev.cofferdam.internal.tree.Reserved;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** The workspace's own directory at an open root, made when it is first needed (WS-PATH-009). */
public final class OwnRoot implements OwnDirectory {
    private final Dir root;

    /** Create the door to it; nothing is made yet. */
    public OwnRoot(Dir root) {
        this.root = root;
    }

    @Override
    public Dir open(boolean create) throws IOException {
        try {
            return root.open(Reserved.OWN);
        } catch (NoSuchFileException e) {
            if (!create) {
                throw e;
            }
        } catch (NotDirectoryException e) {
            throw replaced(e);
        }
        try {
            root.mkdir(Reserved.OWN, 0700);
        } catch (FileAlreadyExistsException e) {
            // another workspace of this root was quicker
        }
        Dir own;
        try {
            own = root.open(Reserved.OWN);
        } catch (NotDirectoryException e) {
            throw replaced(e);
        }
        try {
            ignoreItself(own);
        } catch (IOException | RuntimeException e) {
            own.close();
            throw e;
        }
        return own;
    }

    private static void ignoreItself(Dir own) throws IOException {
        try (SeekableByteChannel channel = own.createFile(".gitignore", 0644)) {
            channel.write(ByteBuffer.wrap("*\n".getBytes(StandardCharsets.US_ASCII)));
        } catch (FileAlreadyExistsException e) {
            // written by whoever made the directory
        }
    }

    private static FileSystemException replaced(IOException cause) {
        FileSystemException failure = new FileSystemException(
                Reserved.OWN, null, "the workspace's own directory was replaced by something else; remove that first");
        failure.initCause(cause);
        return failure;
    }
}
