package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;

/** {@code diff}: tells whether files or trees differ; the differences themselves only line by line, without hunks. */
final class DiffTool {

    private final Call call;
    private boolean differ;

    DiffTool(Call call) {
        this.call = call;
    }

    int run() throws IOException {
        Options options = Options.parse(call, "qrsu", true, 2);
        List<String> operands = options.operands();
        if (operands.size() != 2) {
            throw new Usage("missing operand", 2);
        }
        try {
            compare(operands.get(0), operands.get(1), options);
        } catch (Errno e) {
            throw new Usage(operands.get(0) + ", " + operands.get(1) + ": " + e.text(), 2);
        }
        return differ ? 1 : 0;
    }

    private void compare(String left, String right, Options options) throws IOException {
        call.task().checkpoint();
        boolean leftTree = !left.equals("-") && call.disk().isDirectory(call.path(left));
        boolean rightTree = !right.equals("-") && call.disk().isDirectory(call.path(right));
        if (leftTree && rightTree) {
            trees(left, right, options);
        } else if (leftTree != rightTree) {
            differ = true;
            call.line("File " + left + " is a " + (leftTree ? "directory" : "regular file") + " while file " + right
                    + " is a " + (rightTree ? "directory" : "regular file"));
        } else {
            files(left, right, options);
        }
    }

    private void files(String left, String right, Options options) throws IOException {
        byte[] first = call.readAll(left);
        byte[] second = call.readAll(right);
        if (java.util.Arrays.equals(first, second)) {
            if (options.has('s')) {
                call.line("Files " + left + " and " + right + " are identical");
            }
            return;
        }
        differ = true;
        if (options.has('q')) {
            call.line("Files " + left + " and " + right + " differ");
            return;
        }
        call.line("--- " + left);
        call.line("+++ " + right);
        for (String line : StreamTools.split(Bytes.of(first), '\n')) {
            call.line("-" + TextTools.chomp(line));
        }
        for (String line : StreamTools.split(Bytes.of(second), '\n')) {
            call.line("+" + TextTools.chomp(line));
        }
    }

    private void trees(String left, String right, Options options) throws IOException {
        Path leftPath = call.path(left);
        Path rightPath = call.path(right);
        List<String> leftNames = call.disk().list(leftPath);
        List<String> rightNames = call.disk().list(rightPath);
        TreeSet<String> names = new TreeSet<>(leftNames);
        names.addAll(rightNames);
        for (String name : names) {
            if (!leftNames.contains(name) || !rightNames.contains(name)) {
                differ = true;
                call.line("Only in " + (leftNames.contains(name) ? left : right) + ": " + name);
            } else if (options.has('r') || !call.disk().isDirectory(leftPath.resolve(Bytes.decode(name)))) {
                compare(left + "/" + name, right + "/" + name, options);
            } else {
                call.line("Common subdirectories: " + left + "/" + name + " and " + right + "/" + name);
            }
        }
    }
}
