package dev.cofferdam.junit;

import dev.cofferdam.spi.Availability;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Isolation;
import dev.cofferdam.workspace.WorkspaceException;

/** A provider that works nowhere. */
public final class BrokenProvider implements SandboxProvider {
    /** Create the provider. */
    public BrokenProvider() {}

    @Override
    public String name() {
        return "broken";
    }

    @Override
    public Isolation isolation() {
        return Isolation.NONE;
    }

    @Override
    public Availability probe(SandboxRequest request) {
        return Availability.missing("it is broken", "mend it");
    }

    @Override
    public Sandbox create(SandboxRequest request) {
        throw WorkspaceException.of(ErrorCode.UNAVAILABLE, "it is broken; mend it");
    }
}
