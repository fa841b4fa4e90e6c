package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Programs about the system and plain text: {@code echo printf seq sleep date id uname …}. */
final class SystemTools {

    private SystemTools() {}

    static void register(Map<String, Tool> tools) {
        tools.put("true", call -> 0);
        tools.put("false", call -> 1);
        tools.put("echo", call -> {
            call.print(Echo.program(call.args()));
            return 0;
        });
        tools.put("printf", SystemTools::printf);
        tools.put("test", call -> new TestExpression(call.computer(), call.task()).run(call.words()));
        tools.put("[", call -> new TestExpression(call.computer(), call.task()).run(call.words()));
        tools.put("pwd", call -> {
            call.line(Disk.name(call.disk().realPath(call.path("."), false)));
            return 0;
        });
        tools.put("sleep", SystemTools::sleep);
        tools.put("yes", SystemTools::yes);
        tools.put("seq", SystemTools::seq);
        tools.put("kill", SystemTools::kill);
        tools.put("basename", SystemTools::basename);
        tools.put("dirname", SystemTools::dirname);
        tools.put("date", SystemTools::date);
        tools.put("id", SystemTools::id);
        tools.put("whoami", call -> fact(call, "user"));
        tools.put("hostname", call -> fact(call, "memory"));
        tools.put("nproc", call -> fact(call, "1"));
        tools.put("uname", SystemTools::uname);
        tools.put("printenv", SystemTools::printenv);
    }

    private static int fact(Call call, String text) throws IOException {
        call.line(text);
        return 0;
    }

    private static int printf(Call call) throws IOException {
        Printf printf = new Printf();
        int status = printf.run(call.args());
        call.print(printf.output());
        printf.errors().forEach(call::error);
        return status == 2 ? 1 : status;
    }

    private static int sleep(Call call) throws IOException {
        Duration total = Duration.ZERO;
        for (String operand : Options.parse(call, "").operands(1)) {
            total = total.plus(duration(operand));
        }
        call.task().sleep(call.computer().time(), total);
        return 0;
    }

    /** Parses seconds, with a fraction and a unit if need be. */
    static Duration duration(String text) throws Usage {
        String digits = text;
        long unit = 1;
        if (!text.isEmpty()) {
            int at = "smhd".indexOf(text.charAt(text.length() - 1));
            if (at >= 0) {
                digits = text.substring(0, text.length() - 1);
                unit = new long[] {1, 60, 3600, 86_400}[at];
            }
        }
        if (digits.equals("infinity") || digits.equals("inf")) {
            return Duration.ofDays(36_500);
        }
        try {
            BigDecimal nanos = new BigDecimal(digits).multiply(BigDecimal.valueOf(unit * 1_000_000_000L));
            if (nanos.signum() < 0 || digits.length() > 18) {
                throw new Usage("invalid time interval '" + text + "'");
            }
            BigDecimal[] parts = nanos.divideAndRemainder(BigDecimal.valueOf(1_000_000_000L));
            return Duration.ofSeconds(
                    parts[0].min(BigDecimal.valueOf(3_000_000_000L)).longValue(), parts[1].longValue());
        } catch (NumberFormatException e) {
            throw new Usage("invalid time interval '" + text + "'");
        }
    }

    private static int yes(Call call) throws IOException {
        String text = call.args().isEmpty() ? "y" : String.join(" ", call.args());
        while (true) {
            call.line(text);
            call.task().checkpoint();
        }
    }

    private static int seq(Call call) throws IOException {
        List<String> args = call.args();
        String separator = "\n";
        boolean equalWidth = false;
        int i = 0;
        while (i < args.size() && args.get(i).matches("-[sw].*")) {
            String option = args.get(i++);
            equalWidth |= option.equals("-w");
            if (option.startsWith("-s")) {
                separator = option.length() > 2 ? option.substring(2) : i < args.size() ? args.get(i++) : "";
            }
        }
        List<String> numbers = args.subList(i, args.size());
        if (numbers.isEmpty() || numbers.size() > 3) {
            throw new Usage(numbers.isEmpty() ? "missing operand" : "extra operand '" + numbers.get(3) + "'");
        }
        BigDecimal first = numbers.size() > 1 ? decimal(numbers.get(0)) : BigDecimal.ONE;
        BigDecimal step = numbers.size() > 2 ? decimal(numbers.get(1)) : BigDecimal.ONE;
        BigDecimal last = decimal(numbers.get(numbers.size() - 1));
        if (step.signum() == 0) {
            throw new Usage("invalid Zero increment value: '" + numbers.get(1) + "'");
        }
        int scale = Math.max(first.scale(), step.scale());
        int width = equalWidth
                ? Math.max(
                        first.setScale(Math.max(0, scale)).toPlainString().length(),
                        last.setScale(Math.max(0, scale), RoundingMode.DOWN)
                                .toPlainString()
                                .length())
                : 0;
        boolean any = false;
        for (BigDecimal value = first;
                Integer.signum(value.compareTo(last)) * step.signum() <= 0;
                value = value.add(step)) {
            String text = value.setScale(Math.max(0, scale)).toPlainString();
            call.print((any ? separator : "") + "0".repeat(Math.max(0, width - text.length())) + text);
            any = true;
            call.task().checkpoint();
        }
        if (any) {
            call.print("\n");
        }
        return 0;
    }

    private static BigDecimal decimal(String text) throws Usage {
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw new Usage("invalid floating point argument: '" + text + "'");
        }
    }

    private static int kill(Call call) throws IOException {
        Killing killing = new Killing(call.computer(), call.task());
        int status = killing.run(call.args());
        call.print(killing.output());
        killing.errors().forEach(call::error);
        call.task().checkpoint();
        return status == 2 ? 1 : status;
    }

    private static int basename(Call call) throws IOException {
        List<String> operands = Options.parse(call, "").operands(1);
        String name = stripSlashes(operands.get(0));
        String base = name.equals("/") ? name : name.substring(name.lastIndexOf('/') + 1);
        if (operands.size() > 1 && base.endsWith(operands.get(1)) && !base.equals(operands.get(1))) {
            base = base.substring(0, base.length() - operands.get(1).length());
        }
        call.line(base);
        return 0;
    }

    private static int dirname(Call call) throws IOException {
        for (String operand : Options.parse(call, "").operands(1)) {
            String name = stripSlashes(operand);
            int slash = name.lastIndexOf('/');
            call.line(slash < 0 ? "." : slash == 0 ? "/" : stripSlashes(name.substring(0, slash)));
        }
        return 0;
    }

    static String stripSlashes(String name) {
        int end = name.length();
        while (end > 1 && name.charAt(end - 1) == '/') {
            end--;
        }
        return name.substring(0, end);
    }

    private static int date(Call call) throws IOException {
        Options options = Options.parse(call, "ud:R");
        String when = options.value('d', "");
        ZonedDateTime time = (when.startsWith("@")
                        ? FileTools.instant(when)
                        : call.computer().time().now())
                .atZone(ZoneOffset.UTC);
        String format = options.operands().isEmpty()
                ? "+%a %b %e %H:%M:%S UTC %Y"
                : options.operands().get(0);
        if (!format.startsWith("+")) {
            throw new Usage("invalid date '" + format + "'");
        }
        StringBuilder text = new StringBuilder();
        for (int i = 1; i < format.length(); i++) {
            char c = format.charAt(i);
            if (c == '%' && i + 1 < format.length()) {
                text.append(field(time, format.charAt(++i)));
            } else {
                text.append(c);
            }
        }
        call.line(text.toString());
        return 0;
    }

    private static String field(ZonedDateTime time, char field) {
        return switch (field) {
            case 's' -> Long.toString(time.toEpochSecond());
            case 'N' -> String.format(Locale.ROOT, "%09d", time.getNano());
            case 'n' -> "\n";
            case '%' -> "%";
            case 'z' -> "+0000";
            case 'Z' -> "UTC";
            case 'F' -> time.format(DateTimeFormatter.ofPattern("yyyy-MM-dd", Locale.ROOT));
            case 'T' -> time.format(DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT));
            case 'e' -> String.format(Locale.ROOT, "%2d", time.getDayOfMonth());
            default -> {
                int at = "YmdHMSjabBAy".indexOf(field);
                String[] patterns = {"yyyy", "MM", "dd", "HH", "mm", "ss", "DDD", "EEE", "MMM", "MMMM", "EEEE", "yy"};
                yield at < 0 ? "%" + field : time.format(DateTimeFormatter.ofPattern(patterns[at], Locale.ENGLISH));
            }
        };
    }

    private static int id(Call call) throws IOException {
        Options options = Options.parse(call, "ugnG");
        if (options.has('u') || options.has('g') || options.has('G')) {
            return fact(call, options.has('n') ? "user" : "1000");
        }
        return fact(call, "uid=1000(user) gid=1000(user) groups=1000(user)");
    }

    private static int uname(Call call) throws IOException {
        Options options = Options.parse(call, "asnrmvpo");
        if (options.has('a')) {
            return fact(call, "Linux memory 6.1.0 #1 SMP x86_64 GNU/Linux");
        }
        StringBuilder text = new StringBuilder();
        String[][] facts = {
            {"s", "Linux"}, {"n", "memory"}, {"r", "6.1.0"}, {"v", "#1 SMP"}, {"m", "x86_64"}, {"o", "GNU/Linux"}
        };
        for (String[] entry : facts) {
            if (options.has(entry[0].charAt(0))
                    || (entry[0].equals("s") && call.args().isEmpty())) {
                text.append(text.isEmpty() ? "" : " ").append(entry[1]);
            }
        }
        return fact(call, text.toString());
    }

    private static int printenv(Call call) throws IOException {
        List<String> names = Options.parse(call, "").operands();
        if (names.isEmpty()) {
            for (Map.Entry<String, String> entry : call.environment().entrySet()) {
                call.line(entry.getKey() + "=" + entry.getValue());
            }
            return 0;
        }
        int status = 0;
        for (String name : names) {
            String value = call.environment().get(name);
            if (value == null) {
                status = 1;
            } else {
                call.line(value);
            }
        }
        return status;
    }
}
