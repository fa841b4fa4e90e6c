package dev.cofferdam.provider.docker;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What of this host says where the daemon is.
 *
 * @param variables the environment
 * @param home the user's home
 * @param system where the daemon of the whole system listens
 */
record Surroundings(Map<String, String> variables, Path home, Path system) {
    /** Copy the map. */
    Surroundings {
        variables = Map.copyOf(variables);
    }

    /** Return a variable that is set to something. */
    Optional<String> variable(String name) {
        return Optional.ofNullable(variables.get(name)).filter(value -> !value.isBlank());
    }

    /** Return where the docker CLI keeps its configuration. */
    Path config() {
        return variable("DOCKER_CONFIG").map(Path::of).orElse(home.resolve(".docker"));
    }
}
