package dev.cofferdam.provider.ssh;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.server.auth.password.UserAuthPasswordFactory;
import org.apache.sshd.server.auth.pubkey.UserAuthPublicKeyFactory;

/** The server of the library itself: it starts programs in another way than OpenSSH, within its own session. */
final class EmbeddedSsh implements SshServer {
    static final String PASSWORD = "correct horse";

    private final Path directory;
    private final org.apache.sshd.server.SshServer server;

    private EmbeddedSsh(Path directory, org.apache.sshd.server.SshServer server) {
        this.directory = directory;
        this.server = server;
    }

    static EmbeddedSsh start(Path directory) throws IOException, GeneralSecurityException {
        return start(directory, line -> line);
    }

    /** Start a server that runs other lines than it is given. */
    static EmbeddedSsh start(Path directory, UnaryOperator<String> login) throws IOException, GeneralSecurityException {
        KeyPair host = KeyUtils.generateKeyPair("ecdsa-sha2-nistp256", 256);
        KeyPair user = KeyUtils.generateKeyPair("ecdsa-sha2-nistp256", 256);
        org.apache.sshd.server.SshServer server = org.apache.sshd.server.SshServer.setUpDefaultServer();
        server.setHost("127.0.0.1");
        server.setPort(0);
        server.setKeyPairProvider(KeyPairProvider.wrap(host));
        server.setUserAuthFactories(List.of(UserAuthPublicKeyFactory.INSTANCE, UserAuthPasswordFactory.INSTANCE));
        server.setPasswordAuthenticator((name, password, session) -> password.equals(PASSWORD));
        server.setPublickeyAuthenticator((name, key, session) -> KeyUtils.compareKeys(key, user.getPublic()));
        server.setCommandFactory((channel, line) -> new ShellCommand(login.apply(line)));
        server.start();
        Files.writeString(
                directory.resolve("known_hosts"),
                "[127.0.0.1]:" + server.getPort() + " " + PublicKeyEntry.toString(host.getPublic()) + "\n");
        try (OutputStream out = Files.newOutputStream(directory.resolve("user"))) {
            OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(user, "test", null, out);
        }
        return new EmbeddedSsh(directory, server);
    }

    @Override
    public int port() {
        return server.getPort();
    }

    @Override
    public Path knownHosts() {
        return directory.resolve("known_hosts");
    }

    @Override
    public Path identity() {
        return directory.resolve("user");
    }

    @Override
    public void close() throws IOException {
        server.stop(true);
    }
}
