package dev.cofferdam.conformance;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cofferdam.provider.os.OsProvider;
import dev.cofferdam.spi.Availability;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;

/** Certifies the provider {@code os}. */
class OsConformanceTests implements WorkspaceConformance {
    @BeforeAll
    static void find_the_sandbox() {
        Availability found = new OsProvider().probe(new SandboxRequest(WorkspaceOptions.defaults(), Map.of()));
        if (!found.ok() && System.getenv("CI") != null) {
            throw new AssertionError(found.reason() + "; " + found.mend());
        }
        assumeTrue(found.ok(), found.reason());
    }

    @Override
    public Subject subject() {
        return Subject.of(new OsProvider());
    }
}
