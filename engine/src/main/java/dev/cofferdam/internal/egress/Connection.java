package dev.cofferdam.internal.egress;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a client, from its first byte to the last. Everything here happens on the proxy's one thread.
 *
 * <p>A client says what it wants, the router decides, the server is connected to, a parent proxy is asked first where
 * there is one, and then bytes go both ways. A refused client gets an answer and is listened to a little longer, so that
 * the answer is not lost when the connection closes.
 */
final class Connection {
    private static final Duration FAREWELL = Duration.ofSeconds(2);
    /** After so many buffers others get their turn. */
    private static final int TURN = 16;

    private enum Phase {
        ASKING,
        ROUTING,
        CONNECTING,
        PARENT,
        OPEN,
        FAREWELL,
        CLOSED
    }

    private final ProxyLoop loop;
    private final Side client;
    private Phase phase = Phase.ASKING;
    private long deadline;
    private @Nullable Front front;
    private @Nullable Demand demand;
    private Optional<ParentProxy> parent = Optional.empty();
    private @Nullable Side server;
    private @Nullable Dialing dialing;
    private boolean serverSpoke;
    private ByteBuffer early = ByteBuffer.allocate(0);
    private ParentAnswer answer = new ParentAnswer(0);

    Connection(ProxyLoop loop, SocketChannel channel, SelectionKey key) {
        this.loop = loop;
        this.client = new Side(channel, key);
        renew(loop.limits().headTimeout());
    }

    private void renew(Duration time) {
        deadline = loop.now() + time.toNanos();
    }

    boolean isClosed() {
        return phase == Phase.CLOSED;
    }

    /** Go on after a channel of this connection became ready. */
    void ready(SelectionKey key) throws IOException {
        if (dialing != null && dialing.owns(key)) {
            dialed(dialing, dialing.finish(key));
        } else if (key.isWritable() && server != null && key.channel() == server.channel()) {
            flush(server);
        } else if (key.isWritable()) {
            client.flush();
        }
        step();
    }

    private void step() throws IOException {
        switch (phase) {
            case ASKING -> ask();
            case PARENT -> askParent();
            case OPEN -> pass();
            case FAREWELL -> sayFarewell();
            case ROUTING, CONNECTING, CLOSED -> {}
        }
        await();
    }

    private void await() throws IOException {
        if (phase == Phase.CLOSED) {
            return;
        }
        boolean open = phase == Phase.OPEN;
        client.await(phase == Phase.ASKING || phase == Phase.FAREWELL || (open && (server == null || server.isFree())));
        if (server != null) {
            server.await(phase == Phase.PARENT || (open && client.isFree()));
        }
    }

    private void ask() throws IOException {
        ByteBuffer buffer = loop.buffer();
        while (phase == Phase.ASKING && client.read(buffer)) {
            if (front == null) {
                front = loop.front(buffer.get(0));
            }
            while (phase == Phase.ASKING && buffer.hasRemaining()) {
                follow(front.take(buffer), buffer);
            }
        }
        if (phase == Phase.ASKING && client.inputEnded()) {
            close();
        }
    }

    private void follow(Front.Step step, ByteBuffer rest) throws IOException {
        if (step instanceof Front.More more) {
            client.send(more.answer());
        } else if (step instanceof Front.End end) {
            end.refusal().ifPresent(loop::report);
            leave(end.answer());
        } else if (step instanceof Front.Ready ready) {
            demand = ready.demand();
            early = ByteBuffer.allocate(rest.remaining()).put(rest).flip();
            phase = Phase.ROUTING;
            loop.route(this, ready.demand());
        }
    }

    /** Go on with what the router decided. */
    void routed(Demand wanted, Front speaking, Route route) throws IOException {
        if (phase != Phase.ROUTING) {
            return;
        }
        if (route instanceof Route.Refused refused) {
            loop.report(new Refusal(wanted.to().host().toString(), wanted.to().port(), refused.reason()));
            leave(speaking.refused(wanted.to(), refused.reason()));
        } else if (route instanceof Route.Failed failed) {
            leave(speaking.failed(wanted.to(), failed.problem()));
        } else if (route instanceof Route.Open open) {
            parent = open.parent();
            phase = Phase.CONNECTING;
            Dialing dial = new Dialing(loop, this, open.addresses());
            dialing = dial;
            dialed(dial, dial.next());
        }
        await();
    }

    void routed(Route route) throws IOException {
        if (demand != null && front != null) {
            routed(demand, front, route);
        }
    }

    private void dialed(Dialing dial, Optional<Side> connected) throws IOException {
        if (connected.isPresent()) {
            connected(connected.get());
        } else if (dial.failure().isPresent()) {
            fail(dial.failure().get());
        } else {
            renew(loop.limits().connectTimeout());
        }
    }

    private void connected(Side opened) throws IOException {
        Demand wanted = demand;
        server = opened;
        if (wanted == null) {
            close();
        } else if (parent.isPresent() && wanted.tunnel()) {
            phase = Phase.PARENT;
            answer = new ParentAnswer(loop.limits().maxHeadBytes());
            renew(loop.limits().connectTimeout());
            opened.send(ByteBuffer.wrap(ParentAnswer.question(wanted.to(), parent.get())));
        } else {
            open(wanted, opened);
        }
    }

    private void askParent() throws IOException {
        Side opened = server;
        Demand wanted = demand;
        ByteBuffer buffer = loop.buffer();
        while (opened != null && wanted != null && phase == Phase.PARENT && opened.read(buffer)) {
            Optional<String> problem = answer.take(buffer);
            if (problem.isPresent()) {
                fail(problem.get());
            } else if (answer.granted()) {
                ByteBuffer rest =
                        ByteBuffer.allocate(buffer.remaining()).put(buffer).flip();
                open(wanted, opened);
                client.send(rest);
            }
        }
        if (phase == Phase.PARENT && opened != null && opened.inputEnded()) {
            fail("the proxy of this machine closed the connection");
        }
    }

    private void open(Demand wanted, Side opened) throws IOException {
        phase = Phase.OPEN;
        renew(loop.limits().idleTimeout());
        if (wanted.request().isPresent()) {
            opened.send(ByteBuffer.wrap(wanted.request().get().forward(parent)));
        } else if (front != null) {
            client.send(front.opened());
        }
        toServer(wanted, opened, early);
        early = ByteBuffer.allocate(0);
    }

    private void pass() throws IOException {
        Side opened = server;
        Demand wanted = demand;
        if (opened == null || wanted == null) {
            close();
            return;
        }
        passToServer(wanted, opened);
        passToClient(opened);
        boolean answered = phase == Phase.OPEN && opened.inputEnded() && client.isFree();
        if (answered && wanted.tunnel() && client.inputEnded()) {
            close();
        } else if (answered && !wanted.tunnel()) {
            leave(ByteBuffer.allocate(0));
        }
    }

    private void passToServer(Demand wanted, Side opened) throws IOException {
        ByteBuffer buffer = loop.buffer();
        for (int i = 0; i < TURN && phase == Phase.OPEN && opened.isFree() && client.read(buffer); i++) {
            renew(loop.limits().idleTimeout());
            toServer(wanted, opened, buffer);
        }
        if (phase == Phase.OPEN && client.inputEnded()) {
            if (wanted.tunnel()) {
                opened.end();
            } else if (!wanted.body().done()) {
                close();
            }
        }
    }

    /** Hand on what belongs to the request and drop the rest. */
    private void toServer(Demand wanted, Side opened, ByteBuffer data) throws IOException {
        try {
            ByteBuffer part = data.slice();
            part.limit(wanted.body().accept(data));
            if (!opened.isDeaf()) {
                opened.send(part);
            }
        } catch (BadRequestException e) {
            // The server has the head, and maybe a part of the body, and answers to neither any more.
            if (serverSpoke || front == null) {
                close();
            } else {
                leave(front.malformed(String.valueOf(e.getMessage())));
            }
        } catch (IOException e) {
            answeredEarly(opened, e);
        }
    }

    /** Read from the server, and take a connection that it resets for the end of what it has to say. */
    private boolean readServer(Side opened, ByteBuffer buffer) throws IOException {
        try {
            return opened.read(buffer);
        } catch (IOException e) {
            answeredEarly(opened, e);
            opened.endInput();
            return false;
        }
    }

    private void flush(Side opened) throws IOException {
        try {
            opened.flush();
        } catch (IOException e) {
            answeredEarly(opened, e);
        }
    }

    /** A server that has answered, such as that it is too much, takes no more; its answer is still to be read. */
    private void answeredEarly(Side opened, IOException e) throws IOException {
        if (phase != Phase.OPEN || demand == null || demand.tunnel()) {
            throw e;
        }
        opened.deafen();
    }

    private void passToClient(Side opened) throws IOException {
        ByteBuffer buffer = loop.buffer();
        for (int i = 0; i < TURN && phase == Phase.OPEN && client.isFree() && readServer(opened, buffer); i++) {
            renew(loop.limits().idleTimeout());
            serverSpoke = true;
            client.send(buffer);
        }
        if (phase == Phase.OPEN && opened.inputEnded() && !client.outputEnded()) {
            client.end();
        }
    }

    private void fail(String problem) throws IOException {
        if (front != null && demand != null) {
            leave(front.failed(demand.to(), problem));
        }
    }

    private void leave(ByteBuffer last) throws IOException {
        closeServer();
        phase = Phase.FAREWELL;
        renew(FAREWELL);
        client.send(last);
        client.end();
    }

    private void sayFarewell() throws IOException {
        ByteBuffer buffer = loop.buffer();
        boolean more = true;
        for (int i = 0; i < TURN && more; i++) {
            more = client.read(buffer);
        }
        if (client.inputEnded() && client.outputEnded()) {
            close();
        }
    }

    /** End what took too long. */
    void endIfLate(long now) throws IOException {
        if (phase == Phase.CLOSED || phase == Phase.ROUTING || now - deadline < 0) {
            return;
        }
        switch (phase) {
            case ASKING -> {
                if (front == null) {
                    close();
                } else {
                    leave(front.late());
                }
            }
            case CONNECTING -> {
                if (dialing != null) {
                    dialed(dialing, dialing.late());
                }
            }
            case PARENT -> fail("the proxy of this machine did not answer in time");
            default -> close();
        }
        await();
    }

    private void closeServer() throws IOException {
        if (dialing != null) {
            dialing.close();
        }
        if (server != null) {
            server.channel().close();
            server = null;
        }
    }

    /** Close both ends at once. */
    void close() throws IOException {
        phase = Phase.CLOSED;
        try {
            closeServer();
        } finally {
            client.channel().close();
        }
    }
}
