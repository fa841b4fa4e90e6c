package dev.cofferdam.internal.egress;

import java.util.Optional;

/**
 * What a client wants.
 *
 * @param to the host and port
 * @param request the request to hand on, empty for a tunnel
 * @param body where what the client sends ends
 */
record Demand(Authority to, Optional<RequestHead> request, Body body) {
    boolean tunnel() {
        return request.isEmpty();
    }
}
