package dev.cofferdam.internal.egress;

import dev.cofferdam.workspace.Secret;
import java.util.Optional;

/**
 * A proxy that stands between this machine and the others.
 *
 * @param authority where it listens
 * @param credentials the value of {@code Proxy-Authorization}, empty when it wants none
 */
record ParentProxy(Authority authority, Optional<Secret> credentials) {
    @Override
    public String toString() {
        return authority.toString();
    }
}
