package dev.cofferdam.provider.ssh;

import java.nio.file.Path;

class EmbeddedSandboxTests extends SandboxTests {
    @Override
    SshServer start(Path directory) throws Exception {
        return EmbeddedSsh.start(directory);
    }
}
