package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Builtins about the working directory and the umask. */
final class DirectoryBuiltins {

    private DirectoryBuiltins() {}

    static int cd(Interpreter interpreter, List<String> words) throws IOException {
        Shell shell = interpreter.shell();
        int i = 1;
        boolean physical = false;
        while (i < words.size() && words.get(i).matches("-[LP-]")) {
            physical = words.get(i).equals("-P");
            i++;
        }
        String target = i < words.size() ? words.get(i) : shell.variables().get("HOME", "");
        boolean announce = target.equals("-");
        if (announce) {
            target = shell.variables().get("OLDPWD", "");
        }
        if (target.isEmpty()) {
            target = ".";
        }
        String directory = find(shell, target, physical);
        if (directory.isEmpty()) {
            shell.complain("cd: can't cd to " + target);
            return 2;
        }
        shell.variables().set("OLDPWD", shell.task().cwd());
        shell.task().chdir(directory);
        shell.variables().set("PWD", directory);
        if (announce) {
            shell.print(directory + "\n");
        }
        return 0;
    }

    /** The directory that a name stands for, or nothing; the logical spelling unless links are to be resolved. */
    private static String find(Shell shell, String target, boolean physical) {
        Disk disk = shell.computer().disk();
        try {
            Path path = disk.path(shell.task().cwd(), target);
            if (physical) {
                return disk.isDirectory(path) ? Disk.name(disk.realPath(path, false)) : "";
            }
            String logical = normalize(Disk.absolute(shell.task().cwd(), target));
            if (disk.isDirectory(disk.path("/", logical))) {
                return logical;
            }
            return "";
        } catch (IOException e) {
            return "";
        }
    }

    static String normalize(String path) {
        Deque<String> parts = new ArrayDeque<>();
        for (String part : path.split("/", -1)) {
            if (part.equals("..")) {
                parts.pollLast();
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.addLast(part);
            }
        }
        return "/" + String.join("/", parts);
    }

    static int pwd(Interpreter interpreter, List<String> words) throws IOException {
        Shell shell = interpreter.shell();
        String directory = shell.task().cwd();
        if (words.contains("-P")) {
            directory = Disk.name(
                    shell.computer().disk().realPath(shell.computer().disk().path("/", directory), false));
        }
        shell.print(directory + "\n");
        return 0;
    }

    static int umask(Interpreter interpreter, List<String> words) throws IOException {
        Shell shell = interpreter.shell();
        int mask = shell.task().umask();
        if (words.size() == 1) {
            shell.print(String.format(java.util.Locale.ROOT, "%04o%n", mask).replace("\r", ""));
            return 0;
        }
        String argument = words.get(words.size() - 1);
        if (argument.equals("-S")) {
            shell.print("u=" + letters(~mask >> 6) + ",g=" + letters(~mask >> 3) + ",o=" + letters(~mask) + "\n");
            return 0;
        }
        if (argument.matches("[0-7]{1,4}")) {
            shell.task().umask(Integer.parseInt(argument, 8) & 0777);
            return 0;
        }
        try {
            shell.task().umask(~ModeChange.parse(argument).apply(~mask & 0777, true, 0) & 0777);
            return 0;
        } catch (Usage e) {
            throw new ShellError("umask: Illegal mode: " + argument);
        }
    }

    private static String letters(int bits) {
        return ((bits & 4) == 0 ? "" : "r") + ((bits & 2) == 0 ? "" : "w") + ((bits & 1) == 0 ? "" : "x");
    }
}
