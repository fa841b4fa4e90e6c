package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** Programs that make, change and remove files: {@code mkdir rmdir rm ln touch chmod truncate mktemp readlink …}. */
final class FileTools {

    private static final String NAME_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

    private FileTools() {}

    static void register(Map<String, Tool> tools) {
        tools.put("mkdir", FileTools::mkdir);
        tools.put("rmdir", FileTools::rmdir);
        tools.put("rm", FileTools::rm);
        tools.put("ln", FileTools::ln);
        tools.put("touch", FileTools::touch);
        tools.put("chmod", FileTools::chmod);
        tools.put("truncate", FileTools::truncate);
        tools.put("mktemp", FileTools::mktemp);
        tools.put("readlink", FileTools::readlink);
        tools.put("realpath", FileTools::realpath);
        tools.put("mkfifo", FileTools::mkfifo);
        tools.put("cp", CopyTools::cp);
        tools.put("mv", CopyTools::mv);
        tools.put("ls", ListTools::ls);
        tools.put("stat", ListTools::stat);
        tools.put("find", call -> new FindTool(call).run());
        tools.put("dd", call -> new DdTool(call).run());
    }

    private static int mkdir(Call call) throws IOException {
        Options options = Options.parse(call, "pm:v");
        int umask = call.task().umask();
        int mode = options.has('m') ? ModeChange.parse(options.value('m', "")).apply(0777, true, umask) : 0777 & ~umask;
        for (String name : options.operands(1)) {
            try {
                if (options.has('p')) {
                    parents(call, call.path(name), mode);
                } else {
                    call.disk().mkdir(call.path(name), mode);
                }
            } catch (IOException e) {
                call.error("cannot create directory '" + name + "'", e);
            }
        }
        return 0;
    }

    private static void parents(Call call, Path path, int mode) throws IOException {
        Path parent = path.getParent();
        if (call.disk().isDirectory(path)) {
            return;
        }
        if (parent != null && !call.disk().isDirectory(parent)) {
            parents(call, parent, (0777 & ~call.task().umask()) | 0300);
        }
        try {
            call.disk().mkdir(path, mode);
        } catch (Errno e) {
            if (e.code() != Errno.Code.EEXIST || !call.disk().isDirectory(path)) {
                throw e;
            }
        }
    }

    private static int rmdir(Call call) throws IOException {
        Options options = Options.parse(call, "pv");
        for (String name : options.operands(1)) {
            try {
                Path path = call.path(name);
                if (!call.disk().stat(path, false).isDirectory()) {
                    throw new Errno(Errno.Code.ENOTDIR);
                }
                call.disk().delete(path);
            } catch (IOException e) {
                call.error("failed to remove '" + name + "'", e);
            }
        }
        return 0;
    }

    private static int rm(Call call) throws IOException {
        Options options = Options.parse(call, "rRfdiv");
        boolean force = options.has('f');
        if (options.operands().isEmpty() && !force) {
            throw new Usage("missing operand");
        }
        for (String name : options.operands()) {
            try {
                remove(call, name, options);
            } catch (Errno e) {
                if (!force || (e.code() != Errno.Code.ENOENT && e.code() != Errno.Code.ENOTDIR)) {
                    call.error("cannot remove '" + name + "'", e);
                }
            }
        }
        return 0;
    }

    private static void remove(Call call, String name, Options options) throws IOException {
        String stripped = SystemTools.stripSlashes(name);
        String last = stripped.substring(stripped.lastIndexOf('/') + 1);
        if (last.equals(".") || last.equals("..")) {
            call.error("refusing to remove '.' or '..' directory: skipping '" + name + "'");
            return;
        }
        if (stripped.equals("/")) {
            call.error("it is dangerous to operate recursively on '/'");
            return;
        }
        Path path = call.path(name);
        boolean directory = call.disk().stat(path, false).isDirectory();
        if (directory && (options.has('r') || options.has('R'))) {
            removeTree(call, path);
        } else if (directory && !options.has('d')) {
            throw new Errno(Errno.Code.EISDIR);
        } else {
            call.disk().delete(path);
        }
    }

    /** Removes a tree; what others remove at the same time is no error. */
    static void removeTree(Call call, Path path) throws IOException {
        call.task().checkpoint();
        try {
            if (call.disk().stat(path, false).isDirectory()) {
                for (String name : call.disk().list(path)) {
                    removeTree(call, path.resolve(Bytes.decode(name)));
                }
            }
            call.disk().delete(path);
        } catch (Errno e) {
            if (e.code() != Errno.Code.ENOENT) {
                throw e;
            }
        }
    }

    private static int ln(Call call) throws IOException {
        Options options = Options.parse(call, "sfnTv");
        List<String> operands = options.operands(1);
        String last = operands.size() == 1 ? "." : operands.get(operands.size() - 1);
        List<String> targets = operands.size() == 1 ? operands : operands.subList(0, operands.size() - 1);
        Path destination = call.path(last);
        boolean into = call.disk().isDirectory(destination)
                && !options.has('T')
                && !(options.has('n') && call.disk().isLink(destination));
        for (String target : targets) {
            String base = SystemTools.stripSlashes(target);
            Path link = into
                    ? destination.resolve(Bytes.decodeStrictly(base.substring(base.lastIndexOf('/') + 1)))
                    : destination;
            try {
                link(call, target, link, options);
            } catch (IOException e) {
                call.error("failed to create " + (options.has('s') ? "symbolic" : "hard") + " link '" + last + "'", e);
            }
        }
        return 0;
    }

    private static void link(Call call, String target, Path link, Options options) throws IOException {
        if (options.has('f')
                && call.disk().existsItself(link)
                && !call.disk().stat(link, false).isDirectory()) {
            call.disk().delete(link);
        }
        if (options.has('s')) {
            call.disk().symlink(link, target);
            return;
        }
        Path existing = call.path(target);
        if (call.disk().stat(existing, false).isDirectory()) {
            throw new Errno(Errno.Code.EPERM);
        }
        try {
            Files.createLink(link, existing);
        } catch (IOException e) {
            throw call.disk().explain(link, e);
        }
    }

    private static int touch(Call call) throws IOException {
        Options options = Options.parse(call, "d:t:r:acmh");
        Instant time = call.computer().time().now();
        if (options.has('d')) {
            time = instant(options.value('d', ""));
        } else if (options.has('r')) {
            time = call.disk().stat(call.path(options.value('r', "")), true).modified();
        }
        for (String name : options.operands(1)) {
            try {
                touch(call, call.path(name), time, options.has('c'));
            } catch (IOException e) {
                call.error("cannot touch '" + name + "'", e);
            }
        }
        return 0;
    }

    private static void touch(Call call, Path path, Instant time, boolean mustExist) throws IOException {
        if (!call.disk().exists(path)) {
            if (mustExist) {
                return;
            }
            call.disk()
                    .open(
                            path,
                            Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE),
                            0666 & ~call.task().umask())
                    .release();
        }
        Files.setLastModifiedTime(path, FileTime.from(time));
    }

    /** Parses {@code @seconds} or a date in ISO form. */
    static Instant instant(String text) throws Usage {
        try {
            if (text.startsWith("@")) {
                BigDecimal seconds = new BigDecimal(text.substring(1));
                long whole = seconds.setScale(0, java.math.RoundingMode.FLOOR).longValueExact();
                return Instant.ofEpochSecond(
                        whole,
                        seconds.subtract(BigDecimal.valueOf(whole))
                                .movePointRight(9)
                                .longValue());
            }
            String iso = text.strip().replace(' ', 'T');
            if (iso.length() == 10) {
                iso += "T00:00:00";
            }
            return Instant.parse(iso.endsWith("Z") ? iso : iso.replace("TUTC", "") + "Z");
        } catch (NumberFormatException | ArithmeticException | DateTimeParseException e) {
            throw new Usage("invalid date format '" + text + "'");
        }
    }

    private static int chmod(Call call) throws IOException {
        Options options = Options.parse(call.with(protectMode(call.words())), "Rvcf");
        List<String> operands = options.operands(2);
        ModeChange change = ModeChange.parse(operands.get(0).replace("\u0000", ""));
        for (String name : operands.subList(1, operands.size())) {
            try {
                chmod(call, call.path(name), change, options.has('R'));
            } catch (IOException e) {
                call.error("cannot access '" + name + "'", e);
            }
        }
        return 0;
    }

    /** A mode such as {@code -x} looks like an option; a NUL, which no argument can hold, hides that. */
    private static List<String> protectMode(List<String> words) {
        return words.stream()
                .map(word -> word.matches("-[rwxXst]+(,.*)?") ? "\u0000" + word : word)
                .toList();
    }

    private static void chmod(Call call, Path path, ModeChange change, boolean recursive) throws IOException {
        FileStat stat = call.disk().stat(path, true);
        call.disk()
                .chmod(
                        path,
                        change.apply(
                                stat.mode(), stat.isDirectory(), call.task().umask()));
        if (recursive && stat.isDirectory()) {
            for (String name : call.disk().list(path)) {
                Path child = path.resolve(Bytes.decode(name));
                if (!call.disk().isLink(child)) {
                    chmod(call, child, change, true);
                }
            }
        }
    }

    private static int truncate(Call call) throws IOException {
        Options options = Options.parse(call, "s:c");
        if (!options.has('s')) {
            throw new Usage("you must specify either '--size' or '--reference'");
        }
        String size = options.value('s', "");
        for (String name : options.operands(1)) {
            try {
                Path path = call.path(name);
                if (options.has('c') && !call.disk().exists(path)) {
                    continue;
                }
                OpenFile file = call.disk()
                        .open(
                                path,
                                Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE),
                                0666 & ~call.task().umask());
                try {
                    long old = call.disk().stat(path, true).size();
                    file.truncate(newSize(size, old));
                } finally {
                    file.release();
                }
            } catch (Usage e) {
                throw e;
            } catch (IOException e) {
                call.error("cannot open '" + name + "' for writing", e);
            }
        }
        return 0;
    }

    private static long newSize(String size, long old) throws Usage {
        if (size.startsWith("+")) {
            return old + Options.size(size.substring(1));
        }
        return size.startsWith("-") ? Math.max(0, old - Options.size(size.substring(1))) : Options.size(size);
    }

    private static int mktemp(Call call) throws IOException {
        Options options = Options.parse(call, "dqup:t");
        String directory = options.value('p', call.environment().getOrDefault("TMPDIR", "/tmp"));
        String template = options.operands().isEmpty()
                ? "tmp.XXXXXXXXXX"
                : options.operands().get(0);
        boolean inDirectory = options.operands().isEmpty() || options.has('p') || options.has('t');
        String prefix = template.replaceAll("X+$", "");
        int letters = template.length() - prefix.length();
        if (letters < 3) {
            throw new Usage("too few X's in template '" + template + "'");
        }
        while (true) {
            StringBuilder name = new StringBuilder(inDirectory ? directory + "/" + prefix : prefix);
            for (int i = 0; i < letters; i++) {
                name.append(NAME_LETTERS.charAt(ThreadLocalRandom.current().nextInt(NAME_LETTERS.length())));
            }
            try {
                Path path = call.path(name.toString());
                if (options.has('d')) {
                    call.disk().mkdir(path, 0700);
                } else {
                    call.disk()
                            .open(path, Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW), 0600)
                            .release();
                    call.disk().chmod(path, 0600);
                }
                call.line(name.toString());
                return 0;
            } catch (Errno e) {
                if (e.code() != Errno.Code.EEXIST) {
                    throw new Usage("failed to create " + (options.has('d') ? "directory" : "file") + " via template '"
                            + name + "': " + e.text());
                }
            }
        }
    }

    private static int readlink(Call call) throws IOException {
        Options options = Options.parse(call, "fenmqsvz");
        int status = 0;
        for (String name : options.operands(1)) {
            try {
                Path path = call.path(name);
                String target = options.has('f') || options.has('e')
                        ? Disk.name(call.disk().realPath(path, options.has('f')))
                        : call.disk().readLink(path);
                call.print(target + (options.has('n') ? "" : options.has('z') ? "\0" : "\n"));
            } catch (IOException e) {
                status = 1;
            }
        }
        return status;
    }

    private static int realpath(Call call) throws IOException {
        Options options = Options.parse(call, "emqsz");
        for (String name : options.operands(1)) {
            try {
                call.line(Disk.name(call.disk().realPath(call.path(name), !options.has('e'))));
            } catch (IOException e) {
                call.error(name, e);
            }
        }
        return 0;
    }

    private static int mkfifo(Call call) throws IOException {
        for (String name : Options.parse(call, "m:").operands(1)) {
            call.error("cannot create fifo '" + name + "': special files are not supported in memory");
        }
        return 1;
    }
}
