package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** {@code sed}: options and files; {@link SedScript} has the commands, {@link SedRun} executes them. */
final class SedTool {

    private SedTool() {}

    static int run(Call call) throws IOException {
        boolean quiet = false;
        boolean extended = false;
        boolean inPlace = false;
        StringBuilder script = null;
        List<String> operands = new ArrayList<>();
        List<String> args = call.args();
        for (int i = 0; i < args.size(); i++) {
            String word = args.get(i);
            if (word.equals("--")) {
                operands.addAll(args.subList(i + 1, args.size()));
                break;
            } else if (word.length() < 2 || !word.startsWith("-")) {
                operands.add(word);
            } else if (word.matches("-[nErsu]*[ef].*")) {
                int at = word.replaceAll("^(-[nErsu]*)[ef].*", "$1").length();
                quiet |= word.substring(0, at).indexOf('n') > 0;
                extended |= word.substring(0, at).matches(".*[Er].*");
                String value =
                        at + 1 < word.length() ? word.substring(at + 1) : i + 1 < args.size() ? args.get(++i) : "";
                String text = word.charAt(at) == 'f' ? Bytes.of(call.readAll(value)) : value;
                script = script == null
                        ? new StringBuilder(text)
                        : script.append('\n').append(text);
            } else if (word.matches("-[nErsui]+|--posix")) {
                quiet |= word.indexOf('n') > 0;
                extended |= word.matches(".*[Er].*");
                inPlace |= word.indexOf('i') > 0 && !word.startsWith("--");
            } else {
                throw new Usage("unknown option -- '" + word + "'", 1);
            }
        }
        if (script == null) {
            if (operands.isEmpty()) {
                throw new Usage("no script specified");
            }
            script = new StringBuilder(operands.remove(0));
        }
        SedScript parsed = SedScript.parse(script.toString(), extended);
        return inPlace ? edit(call, parsed, quiet, operands) : filter(call, parsed, quiet, operands);
    }

    private static int filter(Call call, SedScript script, boolean quiet, List<String> operands) throws IOException {
        List<String> lines = new ArrayList<>();
        int status = 0;
        for (String name : operands.isEmpty() ? List.of("-") : operands) {
            try (InputStream in = call.open(name)) {
                if (!lines.isEmpty() && !lines.get(lines.size() - 1).endsWith("\n")) {
                    lines.add(lines.remove(lines.size() - 1) + "\n");
                }
                lines.addAll(StreamTools.lines(in));
            } catch (Errno e) {
                call.error("can't read " + name, e);
                status = 2;
            }
        }
        SedRun run = new SedRun(script, lines, quiet, call.task());
        int result = run.run();
        call.print(run.output());
        return result != 0 ? result : status;
    }

    private static int edit(Call call, SedScript script, boolean quiet, List<String> operands) throws IOException {
        for (String name : operands) {
            SedRun run;
            try (InputStream in = call.open(name)) {
                run = new SedRun(script, StreamTools.lines(in), quiet, call.task());
            } catch (Errno e) {
                call.error("can't read " + name, e);
                return 4;
            }
            run.run();
            OpenFile file = call.disk()
                    .open(
                            call.path(name),
                            Set.of(StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING),
                            0644);
            try {
                byte[] bytes = Bytes.raw(run.output());
                file.write(call.task(), bytes, 0, bytes.length);
            } finally {
                file.release();
            }
        }
        return 0;
    }
}
