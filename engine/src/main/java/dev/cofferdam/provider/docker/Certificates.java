package dev.cofferdam.provider.docker;

import dev.cofferdam.workspace.WorkspaceException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The certificates of a directory as {@code DOCKER_CERT_PATH} names it. */
final class Certificates {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----", Pattern.DOTALL);

    /** What stands before an RSA key of PKCS#1 in one of PKCS#8, but for the lengths. */
    private static final byte[] RSA = {
        0x02,
        0x01,
        0x00,
        0x30,
        0x0d,
        0x06,
        0x09,
        0x2a,
        (byte) 0x86,
        0x48,
        (byte) 0x86,
        (byte) 0xf7,
        0x0d,
        0x01,
        0x01,
        0x01,
        0x05,
        0x00
    };

    private Certificates() {}

    /** Make a context that trusts {@code ca.pem} and shows {@code cert.pem}, where these are there. */
    static SSLContext context(Path directory) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys(directory), trust(directory), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw unusable("the certificates for the Docker daemon cannot be used: " + e.getMessage(), e);
        } catch (java.nio.file.NoSuchFileException | java.nio.file.AccessDeniedException e) {
            throw unusable("a certificate for the Docker daemon cannot be read", e);
        }
    }

    private static WorkspaceException unusable(String what, Exception cause) {
        return Refusals.unavailable(
                        what,
                        "put ca.pem, cert.pem and key.pem where DOCKER_CERT_PATH points, or unset DOCKER_TLS_VERIFY")
                .causedBy(cause);
    }

    private static javax.net.ssl.KeyManager @org.jspecify.annotations.Nullable [] keys(Path directory)
            throws IOException, GeneralSecurityException {
        Path certificate = directory.resolve("cert.pem");
        if (!Files.exists(certificate)) {
            return null;
        }
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setKeyEntry(
                "client",
                key(Files.readString(directory.resolve("key.pem"), StandardCharsets.US_ASCII)),
                new char[0],
                certificates(certificate).toArray(new Certificate[0]));
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, new char[0]);
        return factory.getKeyManagers();
    }

    private static javax.net.ssl.TrustManager @org.jspecify.annotations.Nullable [] trust(Path directory)
            throws IOException, GeneralSecurityException {
        Path authority = directory.resolve("ca.pem");
        if (!Files.exists(authority)) {
            return null;
        }
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        for (Certificate certificate : certificates(authority)) {
            store.setCertificateEntry("ca" + store.size(), certificate);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static List<Certificate> certificates(Path file) throws IOException, GeneralSecurityException {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        return new ArrayList<>(factory.generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file))));
    }

    static PrivateKey key(String pem) throws GeneralSecurityException {
        Matcher block = BLOCK.matcher(pem);
        while (block.find()) {
            byte[] bytes = Base64.getMimeDecoder().decode(block.group(2));
            if (block.group(1).equals("PRIVATE KEY")) {
                return anyOf(bytes);
            }
            if (block.group(1).equals("RSA PRIVATE KEY")) {
                return anyOf(der(0x30, concat(RSA, der(0x04, bytes))));
            }
        }
        throw new InvalidKeySpecException("key.pem holds no key in PKCS#8 or PKCS#1 form;"
                + " openssl pkcs8 -topk8 -nocrypt makes one from others");
    }

    private static PrivateKey anyOf(byte[] pkcs8) throws GeneralSecurityException {
        PKCS8EncodedKeySpec spec = new PKCS8EncodedKeySpec(pkcs8);
        GeneralSecurityException last = new InvalidKeySpecException("key.pem holds no key");
        for (String algorithm : List.of("RSA", "EC", "Ed25519")) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(spec);
            } catch (InvalidKeySpecException e) {
                last = e;
            }
        }
        throw last;
    }

    private static byte[] der(int tag, byte[] content) {
        int length = content.length;
        byte[] head;
        if (length < 0x80) {
            head = new byte[] {(byte) tag, (byte) length};
        } else if (length < 0x100) {
            head = new byte[] {(byte) tag, (byte) 0x81, (byte) length};
        } else {
            // No key has 64 KiB.
            head = new byte[] {(byte) tag, (byte) 0x82, (byte) (length >> 8), (byte) length};
        }
        return concat(head, content);
    }

    private static byte[] concat(byte[] first, byte[] second) {
        byte[] all = java.util.Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }
}
