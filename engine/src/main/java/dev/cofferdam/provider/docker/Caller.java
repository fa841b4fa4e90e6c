package dev.cofferdam.provider.docker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The user of this process. */
final class Caller {
    private Caller() {}

    /** Return uid and gid; empty where they mean nothing in a container, as on a Mac. */
    static Optional<String> ids() {
        Path self = Path.of("/proc/self");
        if (!Files.exists(self)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Files.getAttribute(self, "unix:uid") + ":" + Files.getAttribute(self, "unix:gid"));
        } catch (IOException e) {
            throw Refusals.unavailable("the user of this process cannot be found out", "set the option user")
                    .causedBy(e);
        }
    }
}
