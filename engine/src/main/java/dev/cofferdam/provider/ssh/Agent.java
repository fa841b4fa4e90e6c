package dev.cofferdam.provider.ssh;

import java.io.EOFException;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import org.apache.sshd.agent.SshAgent;
import org.apache.sshd.agent.SshAgentFactory;
import org.apache.sshd.agent.SshAgentServer;
import org.apache.sshd.agent.common.AbstractAgentProxy;
import org.apache.sshd.common.FactoryManager;
import org.apache.sshd.common.channel.ChannelFactory;
import org.apache.sshd.common.session.ConnectionService;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;

/** An SSH agent of this machine, over its Unix socket. It is asked for signatures and never forwarded. */
final class Agent extends AbstractAgentProxy {
    private static final int LARGEST = 1 << 18;

    private final SocketChannel socket;

    private Agent(SocketChannel socket) {
        super(null);
        this.socket = socket;
    }

    /** Return what connects to the agent of a socket whenever a connection authenticates. */
    static SshAgentFactory at(Path path) {
        return new Factory(path);
    }

    @Override
    public boolean isOpen() {
        return socket.isOpen();
    }

    @Override
    protected synchronized Buffer request(Buffer request) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(request.array(), request.rpos(), request.available());
        while (bytes.hasRemaining()) {
            socket.write(bytes);
        }
        int length = read(Integer.BYTES).getInt();
        if (length < 1 || length > LARGEST) {
            throw new IOException("the SSH agent gave an answer that cannot be read");
        }
        return new ByteArrayBuffer(read(length).array());
    }

    private ByteBuffer read(int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (socket.read(bytes) < 0) {
                throw new EOFException("the SSH agent closed the connection");
            }
        }
        return bytes.flip();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        super.close();
    }

    private record Factory(Path path) implements SshAgentFactory {
        @Override
        public SshAgent createClient(Session session, FactoryManager manager) throws IOException {
            return new Agent(SocketChannel.open(UnixDomainSocketAddress.of(path)));
        }

        @Override
        public List<ChannelFactory> getChannelForwardingFactories(FactoryManager manager) {
            return List.of();
        }

        @Override
        public SshAgentServer createServer(ConnectionService service) {
            throw new UnsupportedOperationException("agents are not forwarded");
        }
    }
}
