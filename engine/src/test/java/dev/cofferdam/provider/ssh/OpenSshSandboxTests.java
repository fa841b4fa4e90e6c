package dev.cofferdam.provider.ssh;

import java.nio.file.Path;

class OpenSshSandboxTests extends SandboxTests {
    @Override
    SshServer start(Path directory) throws Exception {
        return OpenSsh.start(directory);
    }
}
