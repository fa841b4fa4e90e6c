package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** Programs that run other programs: {@code env nohup setsid timeout xargs}. */
final class ProcessTools {

    private static final int MAX_COMMAND = 100_000;

    private ProcessTools() {}

    static void register(Map<String, Tool> tools) {
        tools.put("env", ProcessTools::env);
        tools.put("nohup", ProcessTools::nohup);
        tools.put("setsid", ProcessTools::setsid);
        tools.put("timeout", ProcessTools::timeout);
        tools.put("xargs", ProcessTools::xargs);
    }

    private static int env(Call call) throws IOException {
        Map<String, String> environment = new LinkedHashMap<>(call.environment());
        List<String> args = call.args();
        int i = 0;
        for (; i < args.size() && args.get(i).startsWith("-"); i++) {
            switch (args.get(i)) {
                case "-i", "-", "--ignore-environment" -> environment.clear();
                case "-u" -> environment.remove(++i < args.size() ? args.get(i) : "");
                case "--" -> {}
                default -> throw new Usage("unrecognized option '" + args.get(i) + "'", 125);
            }
        }
        for (; i < args.size() && args.get(i).indexOf('=') > 0; i++) {
            String[] parts = args.get(i).split("=", 2);
            environment.put(parts[0], parts[1]);
        }
        if (i < args.size()) {
            return call.become(call.task(), args.subList(i, args.size()), environment);
        }
        for (Map.Entry<String, String> entry : environment.entrySet()) {
            call.line(entry.getKey() + "=" + entry.getValue());
        }
        return 0;
    }

    private static int nohup(Call call) throws IOException {
        Options options = Options.parse(call, "", false, 125);
        call.task().ignore(Signal.HUP);
        return call.become(call.task(), options.operands(1), call.environment());
    }

    private static int setsid(Call call) throws IOException {
        Options options = Options.parse(call, "wfc", false, 1);
        List<String> command = options.operands();
        if (command.isEmpty()) {
            throw new Usage("no command specified");
        }
        Task self = call.task();
        if (self.group() != self.pid() && !options.has('f')) {
            self.leadSession();
            return call.become(self, command, call.environment());
        }
        // The leader of a group cannot leave it; a child makes the session.
        Task child = call.computer().table().fork(self, self.descriptors().copy(), command.get(0));
        child.leadSession();
        call.computer().table().launch(child, running -> call.become(running, command, call.environment()));
        if (options.has('w')) {
            while (!call.computer().table().joinFully(self, child)) {
                self.checkpoint();
            }
            return call.computer().table().statusOf(child);
        }
        return 0;
    }

    private static int timeout(Call call) throws IOException {
        Options options = Options.parse(call, "s:k:fv", false, 125);
        List<String> operands = options.operands();
        if (operands.size() < 2) {
            throw new Usage("missing operand", 125);
        }
        Signal signal = Signal.parse(options.value('s', "TERM"));
        if (signal == null) {
            throw new Usage(options.value('s', "") + ": invalid signal", 125);
        }
        Duration limit = SystemTools.duration(operands.get(0));
        Duration grace = options.has('k') ? SystemTools.duration(options.value('k', "0")) : Duration.ZERO;
        ProcessTable table = call.computer().table();
        Task self = call.task();
        self.leadGroup();
        List<String> command = operands.subList(1, operands.size());
        Task child = table.fork(self, self.descriptors().copy(), command.get(0));
        table.onExit(self, () -> {
            Signal killer = table.killerOf(self);
            if (killer != null) {
                table.signal(task -> task == child, killer);
            }
        });
        AtomicBoolean expired = new AtomicBoolean();
        Runnable stopWatch = limit.isZero()
                ? () -> {}
                : table.alarm(
                        limit,
                        () -> {
                            expired.set(true);
                            table.signal(task -> task == child, signal);
                            table.signal(task -> task == child, Signal.CONT);
                            return grace;
                        },
                        () -> table.signal(task -> task == child, Signal.KILL));
        try {
            int status = table.host(self, child, running -> call.become(running, command, call.environment()));
            if (!expired.get()) {
                return status;
            }
            return status == 128 + Signal.KILL.number() ? status : 124;
        } finally {
            stopWatch.run();
        }
    }

    private static int xargs(Call call) throws IOException {
        Options options = Options.parse(call, "0n:rI:L:P:t", false, 1);
        List<String> command = options.operands().isEmpty() ? List.of("echo") : options.operands();
        String input = Bytes.of(call.in().readAllBytes());
        String placeholder = options.value('I', "");
        List<String> items;
        if (options.has('0')) {
            items = ended(input, '\0');
        } else if (placeholder.isEmpty()) {
            items = words(input);
        } else {
            items = ended(input, '\n').stream()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .toList();
        }
        if (items.isEmpty() && (options.has('r') || !placeholder.isEmpty())) {
            return 0;
        }
        long most = placeholder.isEmpty() ? Options.size(options.value('n', "5000")) : 1;
        int status = 0;
        int next = 0;
        do {
            List<String> words = new ArrayList<>(command);
            int size = 0;
            int end = next;
            while (end < items.size()
                    && end - next < most
                    && size + items.get(end).length() < MAX_COMMAND) {
                size += items.get(end++).length() + 1;
            }
            if (end == next && end < items.size()) {
                end++;
            }
            List<String> chunk = items.subList(next, end);
            if (placeholder.isEmpty()) {
                words.addAll(chunk);
            } else {
                words.replaceAll(word -> word.replace(placeholder, chunk.get(0)));
            }
            next = end;
            int result = call.spawn(words, call.environment());
            if (result == 127 || result == 126) {
                return result;
            }
            if (result == 255) {
                return 124;
            }
            status = result > 128 ? 125 : result != 0 ? 123 : status;
        } while (next < items.size());
        return status;
    }

    static List<String> ended(String input, char end) {
        List<String> items = new ArrayList<>();
        int start = 0;
        while (start < input.length()) {
            int at = input.indexOf(end, start);
            at = at < 0 ? input.length() : at;
            items.add(input.substring(start, at));
            start = at + 1;
        }
        return items;
    }

    /** Splits at blanks, with quotes and backslashes. */
    private static List<String> words(String input) throws Usage {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean open = false;
        int i = 0;
        while (i < input.length()) {
            char c = input.charAt(i++);
            if (c == ' ' || c == '\t' || c == '\n') {
                if (open) {
                    words.add(word.toString());
                }
                word.setLength(0);
                open = false;
            } else if (c == '\'' || c == '"') {
                int end = input.indexOf(c, i);
                if (end < 0) {
                    throw new Usage("unmatched " + (c == '"' ? "double" : "single") + " quote");
                }
                word.append(input, i, end);
                open = true;
                i = end + 1;
            } else {
                word.append(c == '\\' && i < input.length() ? input.charAt(i++) : c);
                open = true;
            }
        }
        if (open) {
            words.add(word.toString());
        }
        return words;
    }
}
