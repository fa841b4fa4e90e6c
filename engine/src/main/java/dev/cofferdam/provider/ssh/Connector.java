package dev.cofferdam.provider.ssh;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Secret;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.sshd.client.ClientBuilder;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.auth.keyboard.UserAuthKeyboardInteractiveFactory;
import org.apache.sshd.client.auth.keyboard.UserInteraction;
import org.apache.sshd.client.auth.password.PasswordIdentityProvider;
import org.apache.sshd.client.auth.password.UserAuthPasswordFactory;
import org.apache.sshd.client.auth.pubkey.UserAuthPublicKeyFactory;
import org.apache.sshd.client.config.hosts.HostConfigEntryResolver;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.NamedFactory;
import org.apache.sshd.common.cipher.Cipher;
import org.apache.sshd.common.config.keys.FilePasswordProvider;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.keyprovider.KeyIdentityProvider;
import org.apache.sshd.common.signature.Signature;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.apache.sshd.core.CoreModuleProperties;

/** Makes connections to one server. Its client has threads, which end with {@link #close()}. */
final class Connector implements AutoCloseable {
    private static final List<String> USUAL = List.of("id_ed25519", "id_ecdsa", "id_rsa");

    private final SshSettings settings;
    private final HostKeys hostKeys;
    private final SshClient client;
    private final List<String> tried = new ArrayList<>();

    private Connector(SshSettings settings, HostKeys hostKeys, SshClient client) {
        this.settings = settings;
        this.hostKeys = hostKeys;
        this.client = client;
    }

    /**
     * Create a connector; nothing is connected yet.
     *
     * @throws WorkspaceException {@code UNAVAILABLE} when a key file cannot be used
     */
    static Connector of(SshSettings settings, Machine machine) {
        HostKeys hostKeys = new HostKeys(settings);
        SshClient client = ClientBuilder.builder()
                .hostConfigEntryResolver(HostConfigEntryResolver.EMPTY)
                .serverKeyVerifier(hostKeys)
                .build();
        Connector connector = new Connector(settings, hostKeys, client);
        CoreModuleProperties.NIO_WORKERS.set(client, 1);
        // Requests are small and answers are waited for.
        CoreModuleProperties.TCP_NODELAY.set(client, true);
        CoreModuleProperties.IO_CONNECT_TIMEOUT.set(client, settings.connectTimeout());
        CoreModuleProperties.AUTH_TIMEOUT.set(client, settings.authTimeout());
        CoreModuleProperties.IDLE_TIMEOUT.set(client, Duration.ZERO);
        CoreModuleProperties.NIO2_READ_TIMEOUT.set(client, Duration.ZERO);
        if (!settings.keepAlive().isZero()) {
            CoreModuleProperties.HEARTBEAT_INTERVAL.set(client, settings.keepAlive());
            CoreModuleProperties.HEARTBEAT_REQUEST.set(client, "keepalive@openssh.com");
            CoreModuleProperties.HEARTBEAT_NO_REPLY_MAX.set(client, 2);
        }
        // Processors have instructions for it, and Java uses them.
        List<NamedFactory<Cipher>> ciphers = new ArrayList<>(client.getCipherFactories());
        ciphers.sort(Comparator.comparing(factory -> !factory.getName().contains("-gcm@")));
        client.setCipherFactories(ciphers);
        connector.authenticateWith(machine);
        client.setUserInteraction(UserInteraction.NONE);
        client.start();
        return connector;
    }

    SshSettings settings() {
        return settings;
    }

    private void authenticateWith(Machine machine) {
        List<KeyPair> keys = keys(machine);
        client.setKeyIdentityProvider(
                keys.isEmpty() ? KeyIdentityProvider.EMPTY_KEYS_PROVIDER : KeyIdentityProvider.wrapKeyPairs(keys));
        client.setFilePasswordProvider(FilePasswordProvider.EMPTY);
        settings.agent().filter(Files::exists).ifPresent(socket -> {
            client.setAgentFactory(Agent.at(socket));
            tried.add("the keys of the agent");
        });
        client.setPasswordIdentityProvider(PasswordIdentityProvider.EMPTY_PASSWORDS_PROVIDER);
        client.setUserAuthFactories(List.of(
                UserAuthPublicKeyFactory.INSTANCE,
                UserAuthKeyboardInteractiveFactory.INSTANCE,
                UserAuthPasswordFactory.INSTANCE));
        settings.password().ifPresent(secret -> tried.add("the password"));
    }

    private List<KeyPair> keys(Machine machine) {
        List<KeyPair> keys = new ArrayList<>();
        if (settings.identities().isEmpty()) {
            for (String name : USUAL) {
                Path file = machine.home().resolve(".ssh").resolve(name);
                // Of those that nobody named, what cannot be used is left out.
                if (Files.isReadable(file) && (!name.equals("id_ed25519") || SecurityUtils.isEDDSACurveSupported())) {
                    try {
                        keys.addAll(load(file));
                    } catch (IOException | GeneralSecurityException e) {
                        tried.add("not the key file " + name + ", which cannot be read or needs a password");
                    }
                }
            }
            return keys;
        }
        for (Path file : settings.identities()) {
            try {
                keys.addAll(load(file));
            } catch (IOException | GeneralSecurityException e) {
                throw WorkspaceException.of(ErrorCode.UNAVAILABLE, whyNot(file)).causedBy(e);
            }
        }
        return keys;
    }

    private String whyNot(Path file) {
        String name = "the key file " + file.getFileName() + " (option identity) ";
        if (!Files.isReadable(file)) {
            return name + "does not exist or cannot be read";
        }
        return name + "cannot be used: it is no private key, or it needs "
                + (settings.password().isPresent() ? "another" : "a") + " password"
                + (SecurityUtils.isEDDSACurveSupported()
                        ? ""
                        : ", or it is an Ed25519 key, for which org.bouncycastle:bcprov-jdk18on has to be on the class path");
    }

    private List<KeyPair> load(Path file) throws IOException, GeneralSecurityException {
        FilePasswordProvider password = settings.password()
                .map(secret -> FilePasswordProvider.of(secret.reveal()))
                .orElse(FilePasswordProvider.EMPTY);
        List<KeyPair> keys = new ArrayList<>();
        try (InputStream in = Files.newInputStream(file)) {
            Iterable<KeyPair> found =
                    SecurityUtils.loadKeyPairIdentities(null, () -> String.valueOf(file.getFileName()), in, password);
            if (found != null) {
                found.forEach(keys::add);
            }
        }
        if (keys.isEmpty()) {
            throw new GeneralSecurityException("no private key in the file");
        }
        tried.add("the key file " + file.getFileName());
        return keys;
    }

    /**
     * Connect and authenticate.
     *
     * @throws WorkspaceException {@code UNAVAILABLE} with the reason and the mend
     */
    Connection connect() throws IOException, InterruptedException {
        client.setSignatureFactories(preferred(hostKeys.knownTypes()));
        ClientSession session = null;
        boolean done = false;
        try {
            session = Connection.await(
                            client.connect(settings.user(), settings.host(), settings.port()),
                            settings.connectTimeout(),
                            "no connection to " + settings.server() + " in "
                                    + settings.connectTimeout().toMillis() + " ms (option connectTimeout)")
                    .getSession();
            settings.password().map(Secret::reveal).ifPresent(session::addPasswordIdentity);
            Connection.await(
                    session.auth(),
                    settings.authTimeout(),
                    "the server " + settings.server() + " did not finish the authentication in "
                            + settings.authTimeout().toMillis() + " ms (option authTimeout)");
            done = true;
            return new Connection(session, settings.maxSessions());
        } catch (IOException e) {
            throw translated(e, session != null);
        } catch (UnresolvedAddressException e) {
            throw unavailable("the name " + settings.host() + " cannot be resolved; look at the option host")
                    .causedBy(e);
        } finally {
            if (!done && session != null) {
                session.close(true);
            }
        }
    }

    private WorkspaceException translated(IOException failure, boolean connected) {
        Optional<String> refusal = hostKeys.refusal();
        if (refusal.isPresent()) {
            return unavailable(refusal.get()).causedBy(failure);
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException) {
                return unavailable("the name " + settings.host() + " cannot be resolved; look at the option host")
                        .causedBy(failure);
            }
            if (cause instanceof ConnectException || cause instanceof NoRouteToHostException) {
                return unavailable("nothing answers at " + settings.server()
                                + "; is the SSH server running there, and are" + " the options host and port right?")
                        .causedBy(failure)
                        .asRetryable();
            }
        }
        if (connected && String.valueOf(failure.getMessage()).contains("authentication methods")) {
            return unavailable("the server " + settings.server() + " refused the user " + settings.user() + "; tried "
                            + (tried.isEmpty()
                                    ? "nothing, as there is neither key nor agent nor password"
                                    : String.join(", ", tried))
                            + "; look at the options user, identity, agent and passwordFile")
                    .causedBy(failure);
        }
        return unavailable(
                        "the server " + settings.server() + " ended the connection before the user was authenticated")
                .causedBy(failure)
                .asRetryable();
    }

    private static WorkspaceException unavailable(String message) {
        return WorkspaceException.of(ErrorCode.UNAVAILABLE, message);
    }

    /** Put first what fits the keys that are known of the server: it may have others, which nobody has seen. */
    private List<NamedFactory<Signature>> preferred(Set<String> types) {
        List<NamedFactory<Signature>> all = new ArrayList<>(ClientBuilder.setUpDefaultSignatureFactories(false));
        all.sort(Comparator.comparing(factory -> !types.contains(KeyUtils.getCanonicalKeyType(factory.getName()))));
        return all;
    }

    @Override
    public void close() {
        client.stop();
    }
}
