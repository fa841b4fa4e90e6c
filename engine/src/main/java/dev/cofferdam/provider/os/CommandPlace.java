package dev.cofferdam.provider.os;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The directory of one command: its own temporary directory, and the control files, which it does not see.
 *
 * @param directory the directory
 */
record CommandPlace(Path directory) {
    private static final FileAttribute<Set<PosixFilePermission>> OURS_ALONE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    static CommandPlace make(Path directory) throws IOException {
        CommandPlace place = new CommandPlace(directory);
        Files.createDirectory(directory, OURS_ALONE);
        Files.createDirectory(place.control(), OURS_ALONE);
        Files.createDirectory(place.tmp(), OURS_ALONE);
        Files.createFile(place.excludes(), PRIVATE_FILE);
        return place;
    }

    Path control() {
        return directory.resolve("c");
    }

    Path tmp() {
        return directory.resolve("tmp");
    }

    /** Return the file by which git overlooks the placeholders; the command may read it. */
    Path excludes() {
        return directory.resolve("excludes");
    }

    /** Return the socket of the proxy. */
    Path socket() {
        return control().resolve("p");
    }

    Path armed() {
        return control().resolve("armed");
    }

    /** Write what the inner {@code bwrap} reads. */
    void write(byte[] arguments, byte[] filter) throws IOException {
        write("args", arguments);
        write("filter", filter);
    }

    private void write(String name, byte[] bytes) throws IOException {
        Files.write(Files.createFile(control().resolve(name), PRIVATE_FILE), bytes);
    }

    /** Tell whether the command itself was started, as the inner {@code bwrap} reported at its end. */
    boolean commandRan() throws IOException {
        Path status = control().resolve("status");
        return Files.exists(status)
                && Files.readString(status, StandardCharsets.UTF_8).contains("\"exit-code\"");
    }
}
