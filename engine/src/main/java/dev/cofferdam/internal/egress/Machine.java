package dev.cofferdam.internal.egress;

import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What the proxy asks of the machine that it runs on. */
public interface Machine {
    /** Return the machine itself. */
    static Machine ours() {
        return new Ours();
    }

    /**
     * Find the addresses of a name, once.
     *
     * @param name the name
     * @return its addresses
     * @throws UnknownHostException when it has none
     */
    List<InetAddress> resolve(String name) throws UnknownHostException;

    /**
     * Return the addresses of this machine.
     *
     * @return the addresses of all interfaces
     * @throws SocketException when they cannot be found
     */
    Set<InetAddress> addresses() throws SocketException;

    /**
     * Return a time that only moves forward.
     *
     * @return nanoseconds
     */
    long nanos();

    /** The machine itself. */
    final class Ours implements Machine {
        private Ours() {}

        @Override
        public List<InetAddress> resolve(String name) throws UnknownHostException {
            return List.of(InetAddress.getAllByName(name));
        }

        @Override
        public Set<InetAddress> addresses() throws SocketException {
            return NetworkInterface.networkInterfaces()
                    .flatMap(each -> each.getInterfaceAddresses().stream())
                    .map(InterfaceAddress::getAddress)
                    .collect(Collectors.toSet());
        }

        @Override
        public long nanos() {
            return System.nanoTime();
        }
    }
}
