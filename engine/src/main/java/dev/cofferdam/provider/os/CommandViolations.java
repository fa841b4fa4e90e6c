package dev.cofferdam.provider.os;

import dev.cofferdam.internal.egress.EgressProxy;
import dev.cofferdam.internal.egress.EgressRules;
import dev.cofferdam.internal.egress.ParentProxies;
import dev.cofferdam.internal.egress.Refusal;
import dev.cofferdam.spi.ProcessRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What one command tried and was refused: facts from its proxy, which serves it alone, and about links; and advice from
 * its own errors.
 */
final class CommandViolations {
    private static final String HTTP = "http://127.0.0.1:" + BubblewrapCommand.PROXY_PORT;
    private static final String SOCKS = "socks5h://127.0.0.1:" + BubblewrapCommand.PROXY_PORT;

    private final EgressProxy proxy;
    private final WatchedLinks links;
    private final ViolationScan scan;
    private final IgnoredViolations ignored;
    private final String command;

    private CommandViolations(
            EgressProxy proxy, WatchedLinks links, ViolationScan scan, IgnoredViolations ignored, String command) {
        this.proxy = proxy;
        this.links = links;
        this.scan = scan;
        this.ignored = ignored;
        this.command = command;
    }

    /**
     * Return what the proxy of a command goes by.
     *
     * @param policy the policy of the workspace
     * @param request the command
     * @param clientEnvironment the environment of this Java process, which may itself be behind a proxy
     */
    static EgressRules rules(SandboxPolicy policy, ProcessRequest request, Map<String, String> clientEnvironment) {
        return EgressRules.of(PolicyHosts.of(policy, request), ParentProxies.of(clientEnvironment));
    }

    static CommandViolations of(
            EgressProxy proxy, Path root, MountPlan plan, SandboxPolicy policy, ProcessRequest request, String cwd)
            throws IOException {
        Path base = Path.of(cwd);
        ViolationScan scan = new ViolationScan(path -> isCovered(base, path, plan.covered()));
        return new CommandViolations(
                proxy,
                new WatchedLinks(root, plan.links()),
                scan,
                new IgnoredViolations(policy.ignoreViolations()),
                String.join(" ", request.argv()));
    }

    private static boolean isCovered(Path base, String path, List<Path> covered) {
        if (path.indexOf('\0') >= 0) {
            return false;
        }
        Path absolute = base.resolve(path).normalize();
        return covered.stream().anyMatch(absolute::startsWith);
    }

    /** Name the proxy to programs, unless the command names another one. */
    static void name(Map<String, String> environment) {
        for (String name : List.of("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy")) {
            environment.putIfAbsent(name, HTTP);
        }
        for (String name : List.of("ALL_PROXY", "all_proxy")) {
            environment.putIfAbsent(name, SOCKS);
        }
    }

    /** Tell whether programs were named this proxy, and not one of the command's own. */
    static boolean isNamed(Map<String, String> environment) {
        return HTTP.equals(environment.get("HTTPS_PROXY"));
    }

    /**
     * End the proxy, and tell what was refused.
     *
     * @param stderr the end of the command's errors
     */
    List<String> collect(byte[] stderr) throws IOException {
        List<String> found = new ArrayList<>();
        proxy.close();
        proxy.refusals().stream().map(Refusal::toString).forEach(found::add);
        found.addAll(links.restore());
        found.addAll(scan.scan(stderr));
        return ignored.told(command, found);
    }
}
