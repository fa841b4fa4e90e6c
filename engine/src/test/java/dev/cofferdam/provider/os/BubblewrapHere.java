package dev.cofferdam.provider.os;

import dev.cofferdam.spi.Availability;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.util.Map;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** The sandbox that tests need: under CI there must be one. */
final class BubblewrapHere {
    private BubblewrapHere() {}

    static void require() {
        Availability found = new OsProvider().probe(new SandboxRequest(WorkspaceOptions.defaults(), Map.of()));
        String what = found.reason() + "; " + found.mend();
        if (!found.ok() && System.getenv("CI") != null) {
            Assertions.fail(what);
        }
        Assumptions.assumeTrue(found.ok(), what);
    }
}
