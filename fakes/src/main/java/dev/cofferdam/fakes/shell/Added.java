package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs programs that a test added. */
final class Added {

    private Added() {}

    static int run(Computer computer, Task task, Program program, List<String> words, Map<String, String> environment)
            throws IOException {
        Call call = new Call(computer, task, words, environment);
        Map<String, String> env = new LinkedHashMap<>();
        environment.forEach((name, value) -> env.put(Bytes.decode(name), Bytes.decode(value)));
        List<String> args =
                words.subList(1, words.size()).stream().map(Bytes::decode).toList();
        Io io = new Io(
                call.in(), call.output(1), call.output(2), computer.disk().path("/", task.cwd()), env, task::isKilled);
        try {
            return Foreign.call(task, () -> program.run(args, io));
        } catch (IOException e) {
            task.checkpoint();
            call.error(Bytes.encode(String.valueOf(e.getMessage())));
            return 1;
        } finally {
            task.checkpoint();
        }
    }
}
