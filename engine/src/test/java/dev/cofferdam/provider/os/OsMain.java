package dev.cofferdam.provider.os;

import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.util.Map;

/** Uses the provider in a Java process of its own: prints what a command over a root prints, as it comes. */
final class OsMain {
    private OsMain() {}

    public static void main(String[] arguments) throws Exception {
        WorkspaceOptions options = WorkspaceOptions.builder().root(arguments[0]).build();
        Sandbox sandbox = new OsProvider().create(new SandboxRequest(options, Map.of()));
        Inside.Running running = Inside.start(sandbox, Map.of(), "sh", "-c", arguments[1]);
        if (arguments.length > 2) {
            running.awaitOutput(arguments[2]);
            System.out.println(arguments[2]);
        }
        Inside ended = running.end();
        System.out.print(ended.stdout() + ended.stderr());
        sandbox.release(OnClose.DESTROY);
    }
}
