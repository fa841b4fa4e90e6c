package dev.cofferdam.internal.egress;

import java.nio.ByteBuffer;

/**
 * Where the body of a request ends. What comes after it is a second request, which is never forwarded: it could be meant
 * for another host.
 */
interface Body {
    /**
     * Look at bytes of the client.
     *
     * @param data the bytes; the position stays
     * @return how many of them, from the position on, belong to the body
     * @throws BadRequestException when the body is malformed
     */
    int accept(ByteBuffer data) throws BadRequestException;

    /** Tell whether the whole body was seen. */
    boolean done();

    /** Return a body without a byte. */
    static Body none() {
        return ofLength(0);
    }

    /** Return a body of a known length. */
    static Body ofLength(long length) {
        return new Body() {
            private long left = length;

            @Override
            public int accept(ByteBuffer data) {
                int count = (int) Math.min(left, data.remaining());
                left -= count;
                return count;
            }

            @Override
            public boolean done() {
                return left == 0;
            }
        };
    }

    /** Return everything that comes, as in a tunnel. */
    static Body endless() {
        return new Body() {
            @Override
            public int accept(ByteBuffer data) {
                return data.remaining();
            }

            @Override
            public boolean done() {
                return false;
            }
        };
    }
}
