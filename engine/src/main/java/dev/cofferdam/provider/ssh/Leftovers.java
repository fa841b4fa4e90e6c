package dev.cofferdam.provider.ssh;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What killed Java processes of this machine left on a server (WS-LIFE-007): private directories of the same user, in the
 * same directory as a new one.
 *
 * @param directories their absolute paths on the server
 */
record Leftovers(List<String> directories) {
    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

    /** How many are removed at one start, so that it does not take for ever. */
    private static final int MOST = 50;

    /**
     * Find them among what the server lists.
     *
     * @param own the new private directory
     * @param listed for each directory beside it its name and then the line of its owner
     */
    static Leftovers among(String own, List<String> listed, Owner self) {
        String base = own.substring(0, own.lastIndexOf('/') + 1);
        List<String> found = new ArrayList<>();
        for (int i = 0; i + 1 < listed.size() && found.size() < MOST; i += 2) {
            if (listed.get(i).matches(Place.NAMES) && self.hasAbandoned(listed.get(i + 1))) {
                found.add(base + listed.get(i));
            }
        }
        return new Leftovers(found);
    }

    /** Remove them, and end what still runs in them; what cannot be removed stays for the next time. */
    void sweep(Remote remote) throws InterruptedException {
        for (String directory : directories) {
            try {
                LOG.debug("Removing a directory that a killed process left on the server: {}", directory);
                Place.end(remote, directory, true);
            } catch (IOException e) {
                LOG.debug("A leftover could not be removed", e);
            }
        }
    }
}
