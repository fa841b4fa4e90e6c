package dev.cofferdam.provider.local;

import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.spi.ProcessSink;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.Background;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.Stdin;
import dev.cofferdam.workspace.WorkspaceException;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Uses the provider in a Java process of its own, started in a way that a test wants. */
final class LocalMain {
    private LocalMain() {}

    public static void main(String[] arguments) throws Exception {
        Sandbox sandbox = new LocalProvider().create(new SandboxRequest(WorkspaceOptions.defaults(), Map.of()));
        switch (arguments[0]) {
            case "env" -> run(sandbox, Map.of(), "env");
            case "signals" ->
                run(
                        sandbox,
                        Map.of(),
                        "sh",
                        "-c",
                        "m=$(grep SigIgn /proc/self/status | cut -f2); echo ignored $((0x$m & 0x7fffffff))");
            case "hang" -> {
                run(
                        sandbox,
                        Map.of(),
                        "sh",
                        "-c",
                        "setsid sh -c 'echo $$ > pid; exec sleep 600' & while [ ! -s pid ]; do :; done; cat pid");
                Thread.sleep(600_000);
            }
            default -> {
                refused("argv", () -> run(sandbox, Map.of(), "echo", "\u00e9"));
                refused("env", () -> run(sandbox, Map.of("NAME", "\u00e9"), "env"));
                run(sandbox, Map.of(), "echo", "ascii plain");
            }
        }
        sandbox.release(OnClose.DESTROY);
    }

    private interface Call {
        void run() throws Exception;
    }

    private static void refused(String what, Call call) throws Exception {
        try {
            call.run();
            System.out.println(what + " was not refused");
        } catch (WorkspaceException e) {
            String message = String.valueOf(e.getMessage());
            System.out.println(
                    what + " " + e.code() + (message.contains("LC_ALL=C.UTF-8") ? " LC_ALL=C.UTF-8" : " " + message));
        }
    }

    private static void run(Sandbox sandbox, Map<String, String> env, String... words) throws Exception {
        ProcessRequest request = new ProcessRequest(
                List.of(words),
                sandbox.root(),
                env,
                Optional.of(Stdin.none()),
                Background.KILL,
                Optional.empty(),
                Optional.empty());
        sandbox.run(request, new ProcessSink() {
            @Override
            public void stdout(byte[] buffer, int length) {
                System.out.write(buffer, 0, length);
                System.out.flush();
            }

            @Override
            public void stderr(byte[] buffer, int length) {
                System.out.write(buffer, 0, length);
                System.out.flush();
            }
        });
    }
}
