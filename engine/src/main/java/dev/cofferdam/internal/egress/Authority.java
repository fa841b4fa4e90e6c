package dev.cofferdam.internal.egress;

import dev.cofferdam.workspace.WorkspaceException;

/**
 * A host and a port, as a request names them.
 *
 * @param host the host
 * @param port its port, 1 to 65535
 */
record Authority(Host host, int port) {
    /**
     * Read {@code host:port}.
     *
     * @param text the text
     * @param defaultPort the port when the text has none, 0 when it must have one
     * @throws WorkspaceException {@code INVALID_ARGUMENT} saying what is wrong, without the text
     */
    static Authority parse(String text, int defaultPort) {
        int end = HostPattern.endOfHost(text);
        Host host = Host.parse(text.substring(0, end));
        boolean without = end == text.length() && defaultPort != 0;
        return new Authority(
                host, without ? defaultPort : HostPattern.port(text.substring(Math.min(end + 1, text.length()))));
    }

    /** Return it as the field {@code Host} has it. */
    String field(int defaultPort) {
        return port == defaultPort ? host.toString() : toString();
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
