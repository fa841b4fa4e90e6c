package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** {@code dd}. */
final class DdTool {

    private final Call call;
    private final Map<String, String> operands = new HashMap<>();
    private long fullIn;
    private long partialIn;
    private long fullOut;
    private long partialOut;
    private long bytes;

    DdTool(Call call) {
        this.call = call;
    }

    int run() throws IOException {
        for (String word : call.args()) {
            String[] parts = word.split("=", 2);
            if (parts.length < 2
                    || !Set.of(
                                    "if", "of", "bs", "ibs", "obs", "count", "seek", "skip", "status", "conv", "iflag",
                                    "oflag")
                            .contains(parts[0])) {
                throw new Usage("unrecognized operand '" + word + "'");
            }
            operands.put(parts[0], parts[1]);
        }
        int block = (int) Math.min(64 << 20, number("bs", number("ibs", 512)));
        if (block <= 0) {
            throw new Usage("invalid number: '" + operands.get("bs") + "'");
        }
        String in = operands.getOrDefault("if", "-");
        InputStream input;
        try {
            input = call.open(in);
        } catch (IOException e) {
            throw new Usage("failed to open '" + in + "': " + Errno.of(e).text());
        }
        try (input) {
            OpenFile output = output(block);
            try {
                copy(input, output, block);
            } finally {
                output.release();
            }
        }
        report();
        return 0;
    }

    private long number(String name, long otherwise) throws Usage {
        String value = operands.get(name);
        return value == null ? otherwise : Options.size(value);
    }

    private OpenFile output(int block) throws IOException {
        String name = operands.get("of");
        Task task = call.task();
        long seek = number("seek", 0) * block;
        if (name == null) {
            return task.descriptors().get(1).retain();
        }
        boolean keeps = operands.getOrDefault("conv", "").contains("notrunc");
        boolean appends = operands.getOrDefault("oflag", "").contains("append");
        Set<StandardOpenOption> options = new HashSet<>(Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE));
        if (!keeps && seek == 0 && !appends) {
            options.add(StandardOpenOption.TRUNCATE_EXISTING);
        } else if (appends) {
            options.add(StandardOpenOption.APPEND);
        }
        try {
            OpenFile file =
                    Opening.open(call.disk(), task.descriptors(), task.cwd(), name, options, 0666 & ~task.umask());
            if (seek > 0) {
                if (!keeps) {
                    file.truncate(seek);
                }
                file.seek(seek);
            }
            return file;
        } catch (IOException e) {
            throw new Usage("failed to open '" + name + "': " + Errno.of(e).text());
        }
    }

    private void copy(InputStream input, OpenFile output, int block) throws IOException {
        byte[] buffer = new byte[block];
        long skip = number("skip", 0);
        for (long i = 0; i < skip; i++) {
            if (input.readNBytes(buffer, 0, block) < block) {
                break;
            }
        }
        boolean whole = operands.getOrDefault("iflag", "").contains("fullblock");
        long count = number("count", Long.MAX_VALUE);
        for (long i = 0; i < count; i++) {
            call.task().checkpoint();
            int n = whole ? input.readNBytes(buffer, 0, block) : input.read(buffer, 0, block);
            if (n <= 0) {
                return;
            }
            fullIn += n == block ? 1 : 0;
            partialIn += n == block ? 0 : 1;
            output.write(call.task(), buffer, 0, n);
            fullOut += n == block ? 1 : 0;
            partialOut += n == block ? 0 : 1;
            bytes += n;
        }
    }

    private void report() {
        if (operands.getOrDefault("status", "").equals("none")) {
            return;
        }
        String text = fullIn + "+" + partialIn + " records in\n" + fullOut + "+" + partialOut + " records out\n";
        if (!operands.getOrDefault("status", "").equals("noxfer")) {
            text += bytes + " bytes copied, 0.001 s, 1.0 MB/s\n";
        }
        try {
            byte[] message = Bytes.raw(text);
            call.task().descriptors().write(call.task(), 2, message, 0, message.length);
        } catch (IOException e) {
            // The report is all that is lost.
            call.task().checkpoint();
        }
    }
}
