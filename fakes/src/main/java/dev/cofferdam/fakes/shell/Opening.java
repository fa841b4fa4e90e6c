package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;

/** Opens files by name, with the few devices there are. */
final class Opening {

    private Opening() {}

    static OpenFile open(
            Disk disk, Descriptors table, String cwd, String name, Set<? extends OpenOption> options, int mode)
            throws IOException {
        switch (name) {
            case "/dev/null" -> {
                return Streams.nothing();
            }
            case "/dev/zero" -> {
                return Streams.zeros();
            }
            case "/dev/stdin", "/dev/fd/0" -> {
                return table.get(0).retain();
            }
            case "/dev/stdout", "/dev/fd/1" -> {
                return table.get(1).retain();
            }
            case "/dev/stderr", "/dev/fd/2" -> {
                return table.get(2).retain();
            }
            default -> {
                Path path = disk.path(cwd, name);
                if (name.endsWith("/") && disk.existsItself(path) && !disk.isDirectory(path)) {
                    throw new Errno(Errno.Code.ENOTDIR);
                }
                return disk.open(path, options, mode);
            }
        }
    }

    static boolean isDevice(String name) {
        return switch (name) {
            case "/dev/null", "/dev/zero", "/dev/stdin", "/dev/stdout", "/dev/stderr" -> true;
            default -> false;
        };
    }
}
