package dev.cofferdam.mcp.cli;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cofferdam.Workspaces;
import dev.cofferdam.spi.Availability;

/** The sandbox of the operating system, which tests of the default provider need: under CI there must be one. */
public final class SystemSandbox {
    private SystemSandbox() {}

    /** Require it: a missing one is a failure under CI, and otherwise a reason not to run the test. */
    public static void require() {
        Availability found = Workspaces.provider("os").probe();
        String what = "NOT RUN: " + found.reason() + "; " + found.mend();
        if (!found.ok() && System.getenv("CI") != null) {
            fail(what);
        }
        assumeTrue(found.ok(), what);
    }
}
