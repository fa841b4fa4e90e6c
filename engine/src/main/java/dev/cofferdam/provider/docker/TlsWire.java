package dev.cofferdam.provider.docker;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLParameters;

/** A connection through TLS. The end of our side is a close_notify, after which the daemon can go on sending. */
final class TlsWire implements Wire {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final PlainWire plain;
    private final SSLEngine engine;
    /** From the daemon, not decrypted yet; between position and limit. */
    private ByteBuffer netIn;
    /** Decrypted and not handed out yet; between position and limit. */
    private ByteBuffer appIn;
    /** Encrypted and not sent yet; between position and limit. */
    private ByteBuffer netOut;

    private boolean netEnded;

    private TlsWire(PlainWire plain, SSLEngine engine) {
        this.plain = plain;
        this.engine = engine;
        int packet = engine.getSession().getPacketBufferSize();
        this.netIn = ByteBuffer.allocate(2 * packet).flip();
        this.netOut = ByteBuffer.allocate(2 * packet).flip();
        this.appIn = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize())
                .flip();
    }

    /** Agree on keys with the daemon, whose certificate must be for the endpoint's host. */
    static TlsWire handshake(PlainWire plain, SSLContext context, Endpoint endpoint, Deadline deadline)
            throws IOException {
        SSLEngine engine = context.createSSLEngine(endpoint.host(), endpoint.port());
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        engine.setSSLParameters(parameters);
        TlsWire wire = new TlsWire(plain, engine);
        boolean done = false;
        try {
            engine.beginHandshake();
            while (engine.getHandshakeStatus() != SSLEngineResult.HandshakeStatus.NOT_HANDSHAKING) {
                if (!wire.step()) {
                    deadline.requireNotInterrupted();
                    if (wire.netEnded) {
                        throw new EOFException("the Docker daemon closed the connection instead of agreeing on TLS;"
                                + " is it a port for TLS?");
                    }
                    wire.await(false, deadline.left());
                }
            }
            done = true;
            return wire;
        } finally {
            if (!done) {
                plain.close();
            }
        }
    }

    /** Do what TLS itself has to do; tell whether anything happened. */
    private boolean step() throws IOException {
        boolean moved = flush();
        switch (engine.getHandshakeStatus()) {
            case NEED_TASK -> {
                for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                    task.run();
                }
                return true;
            }
            case NEED_WRAP -> {
                return wrap(NOTHING) || moved;
            }
            case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                boolean read = fill();
                return unwrap() || read || moved;
            }
            default -> {
                return moved;
            }
        }
    }

    private boolean flush() throws IOException {
        return netOut.hasRemaining() && plain.write(netOut) > 0;
    }

    private boolean wrap(ByteBuffer source) throws IOException {
        if (netOut.hasRemaining()) {
            return false;
        }
        netOut.clear();
        SSLEngineResult result;
        try {
            result = engine.wrap(source, netOut);
        } finally {
            netOut.flip();
        }
        if (result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW) {
            netOut = ByteBuffer.allocate(2 * netOut.capacity()).flip();
            return true;
        }
        flush();
        return result.bytesProduced() > 0 || result.bytesConsumed() > 0;
    }

    private boolean fill() throws IOException {
        netIn.compact();
        int read;
        try {
            read = netIn.hasRemaining() ? plain.read(netIn) : 0;
        } finally {
            netIn.flip();
        }
        netEnded |= read < 0;
        return read > 0;
    }

    private boolean unwrap() throws IOException {
        if (appIn.hasRemaining() || !netIn.hasRemaining()) {
            return false;
        }
        appIn.clear();
        SSLEngineResult result;
        try {
            result = engine.unwrap(netIn, appIn);
        } finally {
            appIn.flip();
        }
        switch (result.getStatus()) {
            case BUFFER_OVERFLOW -> {
                appIn = ByteBuffer.allocate(2 * appIn.capacity()).flip();
                return true;
            }
            case BUFFER_UNDERFLOW -> {
                if (netIn.limit() == netIn.capacity() && netIn.position() == 0) {
                    netIn = ByteBuffer.allocate(2 * netIn.capacity()).put(netIn).flip();
                    return true;
                }
                return false;
            }
            default -> {
                return result.bytesConsumed() > 0 || result.bytesProduced() > 0;
            }
        }
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        while (true) {
            if (appIn.hasRemaining()) {
                int length = Math.min(target.remaining(), appIn.remaining());
                ByteBuffer part = appIn.slice(appIn.position(), length);
                target.put(part);
                appIn.position(appIn.position() + length);
                return length;
            }
            if (engine.isInboundDone()) {
                return -1;
            }
            boolean filled = fill();
            boolean moved = unwrap() || filled;
            // The other side may change its keys, to which something is to be answered.
            if (engine.getHandshakeStatus() != SSLEngineResult.HandshakeStatus.NOT_HANDSHAKING) {
                moved |= step();
            }
            if (!moved && !appIn.hasRemaining()) {
                if (netEnded) {
                    return -1;
                }
                return 0;
            }
        }
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        flush();
        int before = source.remaining();
        wrap(source);
        return before - source.remaining();
    }

    @Override
    public void await(boolean toWrite, long nanos) throws IOException {
        if (appIn.hasRemaining()) {
            return;
        }
        plain.await(toWrite || netOut.hasRemaining(), nanos);
        flush();
    }

    @Override
    public void wakeup() {
        plain.wakeup();
    }

    @Override
    public void shutdownOutput() throws IOException {
        engine.closeOutbound();
        while (!engine.isOutboundDone() || netOut.hasRemaining()) {
            if (!flush() && !wrap(NOTHING) && netOut.hasRemaining()) {
                plain.awaitWritable(1_000_000_000L);
            }
        }
    }

    @Override
    public boolean isOpen() {
        return plain.isOpen();
    }

    @Override
    public void close() throws IOException {
        plain.close();
    }
}
