package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.util.List;

/** {@code sh}. */
final class ShProgram {

    private static final int BLOCK = 8192;

    private ShProgram() {}

    static int run(Call call) throws IOException {
        List<String> words = call.words();
        Shell shell = new Shell(call.computer(), call.task(), call.environment(), words.get(0), List.of());
        try {
            return start(call, shell, words);
        } catch (ShellError e) {
            shell.complain(e.text());
            return e.status();
        }
    }

    private static int start(Call call, Shell shell, List<String> words) throws IOException {
        boolean text = false;
        boolean standard = false;
        int i = 1;
        while (i < words.size()
                && words.get(i).length() > 1
                && "-+".indexOf(words.get(i).charAt(0)) >= 0) {
            String word = words.get(i);
            if (word.equals("--")) {
                i++;
                break;
            }
            if (word.startsWith("-") && (word.indexOf('c') > 0 || word.indexOf('s') > 0) && !word.startsWith("-o")) {
                text |= word.indexOf('c') > 0;
                standard |= word.indexOf('s') > 0;
                word = word.replace("c", "").replace("s", "").replace("l", "");
            }
            i = word.length() > 1 ? Math.max(i + 1, option(shell, words, i, word)) : i + 1;
        }
        List<String> operands = words.subList(i, words.size());
        if (text) {
            return command(shell, operands);
        }
        if (standard || operands.isEmpty()) {
            shell.parameters(operands);
            return new Session(shell).runScript(new Source(() -> block(call)), false);
        }
        return file(call, shell, operands);
    }

    private static int option(Shell shell, List<String> words, int index, String word) {
        if (word.endsWith("o") && index + 1 < words.size()) {
            return VariableBuiltins.options(shell, List.of(word, words.get(index + 1)), 0) + index;
        }
        VariableBuiltins.options(shell, List.of(word), 0);
        return index + 1;
    }

    private static int command(Shell shell, List<String> operands) {
        if (operands.isEmpty()) {
            throw new ShellError("-c requires an argument");
        }
        if (operands.size() > 1) {
            shell.rename(operands.get(1));
            shell.parameters(operands.subList(2, operands.size()));
        }
        return new Session(shell).runScript(new Source(operands.get(0)), true);
    }

    private static int file(Call call, Shell shell, List<String> operands) throws IOException {
        String name = operands.get(0);
        byte[] script;
        try {
            script = call.readAll(name);
        } catch (IOException e) {
            Errno errno = Errno.of(e);
            String reason = errno.code() == Errno.Code.ENOENT ? "No such file" : errno.text();
            throw new ShellError("cannot open " + name + ": " + reason);
        }
        shell.rename(name);
        shell.parameters(operands.subList(1, operands.size()));
        return new Session(shell).runScript(new Source(Bytes.of(script)), false);
    }

    private static @org.jspecify.annotations.Nullable String block(Call call) throws IOException {
        byte[] buffer = new byte[BLOCK];
        try {
            int n = call.in().read(buffer, 0, BLOCK);
            return n < 0 ? null : Bytes.of(buffer, 0, n);
        } catch (Errno e) {
            if (e.code() == Errno.Code.EBADF) {
                return null;
            }
            throw e;
        }
    }
}
