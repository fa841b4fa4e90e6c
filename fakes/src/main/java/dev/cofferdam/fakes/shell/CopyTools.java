package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Set;

/** {@code cp} and {@code mv}. */
final class CopyTools {

    /** Moves or copies one file to a place. */
    @FunctionalInterface
    private interface Step {
        void run(String from, Path source, Path target) throws IOException;
    }

    private CopyTools() {}

    static int cp(Call call) throws IOException {
        Options options = Options.parse(call, "rRpfTadPLnvti");
        return each(call, options, (from, source, target) -> {
            boolean recursive = options.has('r') || options.has('R') || options.has('a');
            FileStat stat = call.disk().stat(source, !recursive || options.has('L'));
            if (stat.isDirectory() && !recursive) {
                call.error("-r not specified; omitting directory '" + from + "'");
                return;
            }
            if (stat.isDirectory() && target.startsWith(source)) {
                call.error("cannot copy a directory, '" + from + "', into itself, '" + Disk.name(target) + "'");
                return;
            }
            if (options.has('n') && call.disk().existsItself(target)) {
                return;
            }
            refuseSame(call, from, source, target);
            copy(call, source, target, options);
        });
    }

    private static void refuseSame(Call call, String from, Path source, Path target) throws IOException {
        if (call.disk().exists(target)
                && call.disk().stat(source, true).sameFile(call.disk().stat(target, true))) {
            throw new Usage("'" + from + "' and '" + Disk.name(target) + "' are the same file");
        }
    }

    private static int each(Call call, Options options, Step step) throws IOException {
        List<String> operands = options.operands();
        if (operands.isEmpty()) {
            throw new Usage("missing file operand");
        }
        if (operands.size() == 1) {
            throw new Usage("missing destination file operand after '" + operands.get(0) + "'");
        }
        String last = operands.get(operands.size() - 1);
        Path destination = call.path(last);
        boolean into = call.disk().isDirectory(destination) && !options.has('T');
        if (operands.size() > 2 && !into) {
            throw new Usage("target '" + last + "' is not a directory");
        }
        for (String from : operands.subList(0, operands.size() - 1)) {
            try {
                Path source = call.path(SystemTools.stripSlashes(from));
                if (last.endsWith("/")
                        && !into
                        && !call.disk().stat(source, true).isDirectory()) {
                    throw new Errno(Errno.Code.ENOTDIR);
                }
                Path name = source.normalize().getFileName();
                step.run(from, source, into && name != null ? destination.resolve(name) : destination);
            } catch (Usage e) {
                call.error(e.text());
            } catch (IOException e) {
                call.error(
                        "cannot " + (call.name().equals("mv") ? "move" : "copy") + " '" + from + "' to '" + last + "'",
                        e);
            }
        }
        return 0;
    }

    private static void copy(Call call, Path source, Path target, Options options) throws IOException {
        call.task().checkpoint();
        boolean follow = !(options.has('r') || options.has('R') || options.has('a') || options.has('P'));
        FileStat stat = call.disk().stat(source, follow || options.has('L'));
        if (stat.isLink()) {
            if (call.disk().existsItself(target)) {
                call.disk().delete(target);
            }
            call.disk().symlink(target, call.disk().readLink(source));
            return;
        }
        boolean preserve = options.has('p') || options.has('a');
        int mode = preserve ? stat.mode() : stat.mode() & ~call.task().umask();
        if (stat.isDirectory()) {
            boolean made = !call.disk().isDirectory(target);
            if (made) {
                call.disk().mkdir(target, mode | 0700);
            }
            for (String name : call.disk().list(source)) {
                copy(call, source.resolve(Bytes.decode(name)), target.resolve(Bytes.decode(name)), options);
            }
            if (made) {
                call.disk().chmod(target, mode);
            }
        } else {
            content(call, source, target, mode);
        }
        if (preserve) {
            call.disk().chmod(target, mode);
            Files.setLastModifiedTime(target, FileTime.from(stat.modified()));
        }
    }

    private static void content(Call call, Path source, Path target, int mode) throws IOException {
        if (call.disk().isDirectory(target)) {
            throw new Usage("cannot overwrite directory '" + Disk.name(target) + "' with non-directory");
        }
        OpenFile in = call.disk().open(source, Set.of(StandardOpenOption.READ), 0);
        try (InputStream input = new FileInput(call.task(), in)) {
            OpenFile out = call.disk()
                    .open(
                            target,
                            Set.of(
                                    StandardOpenOption.WRITE,
                                    StandardOpenOption.CREATE,
                                    StandardOpenOption.TRUNCATE_EXISTING),
                            mode);
            try {
                byte[] buffer = new byte[StreamTools.BLOCK];
                for (int n = input.read(buffer); n >= 0; n = input.read(buffer)) {
                    out.write(call.task(), buffer, 0, n);
                }
            } finally {
                out.release();
            }
        }
    }

    static int mv(Call call) throws IOException {
        Options options = Options.parse(call, "fnTvi");
        return each(call, options, (from, source, target) -> {
            FileStat stat = call.disk().stat(source, false);
            if (call.disk().existsItself(target)) {
                if (options.has('n')) {
                    return;
                }
                FileStat existing = call.disk().stat(target, false);
                if (existing.sameFile(stat) && source.normalize().equals(target.normalize())) {
                    throw new Usage("'" + from + "' and '" + from + "' are the same file");
                }
                if (existing.isDirectory() && !stat.isDirectory()) {
                    throw new Usage("cannot overwrite directory '" + Disk.name(target) + "' with non-directory");
                }
                if (!existing.isDirectory() && stat.isDirectory()) {
                    throw new Usage(
                            "cannot overwrite non-directory '" + Disk.name(target) + "' with directory '" + from + "'");
                }
            }
            if (stat.isDirectory() && target.normalize().startsWith(source.normalize())) {
                throw new Usage("cannot move '" + from + "' to a subdirectory of itself, '" + Disk.name(target) + "'");
            }
            try {
                // Whoever replaces a file by path counts on the directories standing still meanwhile.
                synchronized (source.getFileSystem()) {
                    Files.move(source, target, StandardCopyOption.REPLACE_EXISTING);
                }
            } catch (IOException e) {
                throw call.disk().explain(target, e);
            }
        });
    }
}
