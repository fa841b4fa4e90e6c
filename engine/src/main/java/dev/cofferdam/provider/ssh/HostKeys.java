package dev.cofferdam.provider.ssh;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.sshd.client.config.hosts.KnownHostEntry;
import org.apache.sshd.client.keyverifier.ServerKeyVerifier;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.config.keys.AuthorizedKeyEntry;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.config.keys.PublicKeyEntryResolver;
import org.apache.sshd.common.digest.BuiltinDigests;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a server is the one that was meant: its key is in the file of known hosts, or is the pinned one.
 * Nothing is ever accepted because it is new, and nothing is written.
 */
final class HostKeys implements ServerKeyVerifier {
    private final SshSettings settings;
    private volatile @Nullable String refusal;

    HostKeys(SshSettings settings) {
        this.settings = settings;
    }

    /** Return why the server was refused last, in a sentence with the mend. */
    Optional<String> refusal() {
        return Optional.ofNullable(refusal);
    }

    /** Return the types of the keys that are known of the server, so that it is asked for one of these. */
    Set<String> knownTypes() {
        return settings.fingerprint().isPresent()
                ? Set.of()
                : entries().stream()
                        .map(entry ->
                                KeyUtils.getCanonicalKeyType(entry.getKeyEntry().getKeyType()))
                        .collect(Collectors.toSet());
    }

    @Override
    public boolean verifyServerKey(ClientSession session, SocketAddress address, PublicKey key) {
        refusal = reason(key).orElse(null);
        return refusal == null;
    }

    private Optional<String> reason(PublicKey key) {
        String shown = KeyUtils.getFingerPrint(BuiltinDigests.sha256, key);
        String type = KeyUtils.getKeyType(key);
        Optional<String> pinned = settings.fingerprint();
        if (pinned.isPresent()) {
            return pinned.get().equals(shown)
                    ? Optional.empty()
                    : Optional.of("the server " + settings.server() + " shows the " + type + " key " + shown
                            + ", and the option fingerprint accepts only " + pinned.get()
                            + ": somebody may be in between; ask whoever runs the server");
        }
        List<KnownHostEntry> entries = entries();
        boolean other = false;
        boolean known = false;
        for (KnownHostEntry entry : entries) {
            boolean same = isKey(entry.getKeyEntry(), key);
            if (same && "revoked".equals(entry.getMarker())) {
                return Optional.of("the key " + shown + " of the server " + settings.server()
                        + " is marked as revoked in the file of known hosts");
            }
            known |= same && entry.getMarker() == null;
            other |= !same && entry.getMarker() == null;
        }
        if (known) {
            return Optional.empty();
        }
        return Optional.of(
                other
                        ? "THE KEY OF THE SERVER " + settings.server() + " HAS CHANGED: it shows the " + type + " key "
                                + shown
                                + ", and the file of known hosts (option knownHosts) has another one: somebody may"
                                + " be in between, or the server was set up anew; ask whoever runs it before you replace"
                                + " the line"
                        : "the server " + settings.server() + " is not known: it shows the " + type + " key " + shown
                                + "; compare that with what whoever runs it says, and then add this line to the file of"
                                + " known hosts (option knownHosts): " + line(key));
    }

    private String line(PublicKey key) {
        String host = settings.port() == 22 ? settings.host() : "[" + settings.host() + "]:" + settings.port();
        return host + " " + PublicKeyEntry.toString(key);
    }

    /** Return the lines that speak of the server; as with OpenSSH, what cannot be read says nothing. */
    private List<KnownHostEntry> entries() {
        return lines(settings.knownHosts()).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .flatMap(line -> parse(line).stream())
                .filter(entry -> entry.isHostMatch(settings.host(), settings.port()))
                .toList();
    }

    private static Optional<KnownHostEntry> parse(String line) {
        try {
            return Optional.ofNullable(KnownHostEntry.parseKnownHostEntry(line))
                    .filter(entry -> entry.getKeyEntry() != null);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            // No file knows no host.
            return List.of();
        }
    }

    private static boolean isKey(AuthorizedKeyEntry entry, PublicKey key) {
        try {
            PublicKey known = entry.resolvePublicKey(null, PublicKeyEntryResolver.IGNORING);
            return known != null && KeyUtils.compareKeys(known, key);
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            // A key of a kind that cannot be read is not the one that was shown.
            return false;
        }
    }
}
