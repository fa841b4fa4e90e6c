package dev.cofferdam.provider.docker;

import dev.cofferdam.spi.Availability;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.util.HashMap;
import java.util.Map;

/** Uses the provider in a Java process of its own, which a test kills or gives another class path. */
final class DockerMain {
    private DockerMain() {}

    public static void main(String[] arguments) throws Exception {
        Map<String, String> options = new HashMap<>(Map.of("image", "sandbox-test:busybox", "pull", "never"));
        if (arguments[0].equals("directories")) {
            options.put("host", "fresh");
        }
        SandboxRequest request = new SandboxRequest(WorkspaceOptions.defaults(), options);
        DockerProvider provider = new DockerProvider();
        if (arguments[0].equals("probe")) {
            Availability found = provider.probe(request);
            System.out.println(found.ok() + " " + found.reason() + "; " + found.mend());
            return;
        }
        for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
            System.out.println(provider.create(request).id());
        }
        System.out.println("ready");
        Thread.sleep(600_000);
    }
}
