package dev.cofferdam.internal.activity;

import dev.cofferdam.internal.tree.Dirs;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Does in another process what lines on its input say. */
final class PeerMain {
    private PeerMain() {}

    public static void main(String[] arguments) throws Exception {
        Path own = Path.of(arguments[0]);
        Activity activity = new Activities().open("root", create -> Dirs.open(own));
        Activity.Hold hold = () -> {};
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            try {
                switch (line) {
                    case "command" -> hold = activity.command("peer");
                    case "exclusive" -> hold = activity.exclusive("peer");
                    default -> hold.close();
                }
                System.out.println("ok");
            } catch (WorkspaceException e) {
                System.out.println(e.code());
            }
        }
    }
}
