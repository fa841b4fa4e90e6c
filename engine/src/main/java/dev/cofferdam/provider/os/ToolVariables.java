package dev.cofferdam.provider.os;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Variables for tools that do not go by the usual ones, so that what a policy allows works without more: build tools of
 * Java do not look at {@code HTTPS_PROXY}, and npm fails where it cannot write its cache.
 */
final class ToolVariables {
    private static final String PORT = Integer.toString(BubblewrapCommand.PROXY_PORT);
    private static final String JAVA_PROXY = "-Dhttp.proxyHost=127.0.0.1 -Dhttp.proxyPort=" + PORT
            + " -Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=" + PORT
            // Later versions of Maven look at the others only then.
            + " -Daether.connector.http.useSystemProperties=true";

    private ToolVariables() {}

    /**
     * Add the variables; what the command says itself stays and wins.
     *
     * @param environment the command's variables, with its home and its temporary directory
     * @param plan what it may write
     */
    static void add(Map<String, String> environment, MountPlan plan) {
        if (CommandViolations.isNamed(environment)) {
            for (String name : List.of("MAVEN_OPTS", "GRADLE_OPTS")) {
                environment.merge(name, JAVA_PROXY, (own, ours) -> ours + " " + own);
            }
        }
        Path cache = Path.of(environment.getOrDefault("HOME", "/")).resolve(".npm");
        if (!plan.writes(cache)) {
            environment.putIfAbsent("npm_config_cache", environment.getOrDefault("TMPDIR", "/tmp") + "/npm");
        }
    }
}
