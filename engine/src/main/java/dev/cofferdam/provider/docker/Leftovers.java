package dev.cofferdam.provider.docker;

import com.github.dockerjava.api.model.Container;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes the containers that killed processes of this host left (WS-LIFE-007). */
final class Leftovers {
    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

    private Leftovers() {}

    /** Remove them; what cannot be removed stays for the next time. */
    static void sweep(Daemon daemon, Owner owner) throws InterruptedException {
        try {
            List<Container> found = daemon.call(
                    "list containers",
                    () -> daemon.client()
                            .listContainersCmd()
                            .withShowAll(true)
                            .withLabelFilter(Map.of(DockerProvider.LABEL, "true", Owner.HOST, owner.host()))
                            .exec());
            for (Container container : found) {
                if (owner.hasAbandoned(container.getLabels())) {
                    LOG.debug("Removing a container that a killed process left: {}", container.getId());
                    dev.cofferdam.provider.docker.Container.remove(daemon, container.getId());
                }
            }
        } catch (IOException e) {
            LOG.debug("Leftovers could not be removed", e);
        }
    }
}
