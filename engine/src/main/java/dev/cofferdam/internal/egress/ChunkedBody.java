package dev.cofferdam.internal.egress;

import java.nio.ByteBuffer;

/**
 * A body in chunks. Only its plainest form is understood: what programs read differently, such as extensions of chunks,
 * trailers, and lines that end in a bare LF, is refused.
 */
final class ChunkedBody implements Body {
    private static final int MAX_DIGITS = 15;

    private enum State {
        SIZE,
        SIZE_LF,
        DATA,
        DATA_CR,
        DATA_LF,
        LAST_CR,
        LAST_LF,
        DONE
    }

    private State state = State.SIZE;
    private long size;
    private int digits;

    @Override
    public int accept(ByteBuffer data) throws BadRequestException {
        int position = data.position();
        while (position < data.limit() && state != State.DONE) {
            if (state == State.DATA) {
                int count = (int) Math.min(size, data.limit() - position);
                position += count;
                size -= count;
                state = size == 0 ? State.DATA_CR : State.DATA;
            } else {
                step(data.get(position++));
            }
        }
        return position - data.position();
    }

    private void step(byte b) throws BadRequestException {
        switch (state) {
            case SIZE -> size(b);
            case SIZE_LF -> {
                require(b, '\n');
                state = size == 0 ? State.LAST_CR : State.DATA;
                digits = 0;
            }
            case DATA_CR -> move(b, '\r', State.DATA_LF);
            case DATA_LF -> move(b, '\n', State.SIZE);
            case LAST_CR -> {
                if (b != '\r' && b != '\n') {
                    throw new BadRequestException(
                            "the body has trailers, which the proxy of the sandbox does not hand on;"
                                    + " send it without");
                }
                move(b, '\r', State.LAST_LF);
            }
            case LAST_LF -> move(b, '\n', State.DONE);
            case DATA, DONE -> throw new IllegalStateException("data is not read byte by byte");
        }
    }

    private void size(byte b) throws BadRequestException {
        int digit = b > 0 ? Character.digit((char) b, 16) : -1;
        if (digit >= 0 && digits < MAX_DIGITS) {
            size = size * 16 + digit;
            digits++;
        } else if (digits > 0 && (b == ';' || b == ' ' || b == '\t')) {
            throw new BadRequestException(
                    "a chunk of the body has an extension, which the proxy of the sandbox does not"
                            + " hand on; send the body without");
        } else if (digits > 0) {
            move(b, '\r', State.SIZE_LF);
        } else {
            throw malformed();
        }
    }

    private void move(byte b, char expected, State next) throws BadRequestException {
        require(b, expected);
        state = next;
    }

    private static void require(byte b, char expected) throws BadRequestException {
        if (b != expected) {
            throw malformed();
        }
    }

    private static BadRequestException malformed() {
        return new BadRequestException("a chunk of the body is malformed");
    }

    @Override
    public boolean done() {
        return state == State.DONE;
    }
}
