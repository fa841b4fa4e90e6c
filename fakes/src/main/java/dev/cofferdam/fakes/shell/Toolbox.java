package dev.cofferdam.fakes.shell;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The programs of a machine, found by PATH; files win over programs that exist only here. */
final class Toolbox {

    static final String DEFAULT_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    private static final Set<String> DIRECTORIES = Set.of("/bin", "/usr/bin", "/usr/local/bin");

    private final Disk disk;
    private final Map<String, Program> added;

    Toolbox(Disk disk, Map<String, Program> added) {
        this.disk = disk;
        this.added = Map.copyOf(added);
    }

    /** Finds a program as exec does, with 127 or 126 when it cannot be run. */
    Executable find(String name, String path, String cwd) throws Launcher.NotFound {
        if (name.indexOf('/') >= 0) {
            return byName(name, cwd);
        }
        boolean denied = false;
        for (String directory : path.split(":", -1)) {
            String spelling = name.isEmpty() ? "" : (directory.isEmpty() ? "." : directory) + "/" + name;
            Path file = file(spelling, cwd);
            if (file != null && disk.isExecutable(file)) {
                return new Executable.File(file, spelling);
            }
            denied |= file != null && !disk.isDirectory(file);
            Executable own = DIRECTORIES.contains(directory) ? own(name) : null;
            if (own != null) {
                return own;
            }
        }
        throw denied ? Launcher.NotFound.denied() : Launcher.NotFound.missing();
    }

    private Executable byName(String name, String cwd) throws Launcher.NotFound {
        Path file = file(name, cwd);
        if (file != null) {
            if (!disk.isExecutable(file)) {
                throw Launcher.NotFound.denied();
            }
            return new Executable.File(file, name);
        }
        Executable own = virtual(name);
        if (own == null) {
            throw Launcher.NotFound.missing();
        }
        return own;
    }

    /** The program that an absolute name stands for where there is no such file. */
    @Nullable
    Executable virtual(String name) {
        int slash = name.lastIndexOf('/');
        return slash > 0 && DIRECTORIES.contains(name.substring(0, slash)) ? own(name.substring(slash + 1)) : null;
    }

    /** What {@code command -v} prints; null when there is no such program. */
    @Nullable
    String locate(String name, String path, String cwd) {
        if (name.indexOf('/') >= 0) {
            Path file = file(name, cwd);
            return (file != null && disk.isExecutable(file)) || (file == null && virtual(name) != null) ? name : null;
        }
        for (String directory : path.split(":", -1)) {
            String spelling = (directory.isEmpty() ? "." : directory) + "/" + name;
            Path file = name.isEmpty() ? null : file(spelling, cwd);
            if (file != null && disk.isExecutable(file)) {
                return spelling;
            }
            if (DIRECTORIES.contains(directory) && own(name) != null) {
                return spelling;
            }
        }
        return null;
    }

    private @Nullable Executable own(String name) {
        Program program = added.get(Bytes.decode(name));
        if (program != null) {
            return new Executable.Added(program);
        }
        Tool tool = Tools.ALL.get(name);
        return tool == null ? null : new Executable.Own(tool);
    }

    private @Nullable Path file(String spelling, String cwd) {
        try {
            Path file = disk.path(cwd, spelling);
            return disk.exists(file) ? file : null;
        } catch (Errno e) {
            return null;
        }
    }
}
