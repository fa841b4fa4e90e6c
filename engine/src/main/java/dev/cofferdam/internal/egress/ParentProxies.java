package dev.cofferdam.internal.egress;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Secret;
import dev.cofferdam.workspace.WorkspaceException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The proxies that this process itself must go through, as the variables {@code HTTP_PROXY}, {@code HTTPS_PROXY},
 * {@code ALL_PROXY} and {@code NO_PROXY} have it. What is let through goes through them; since they look names up, the
 * addresses behind these are theirs to judge. This machine and its networks are never reached through them.
 */
public final class ParentProxies {
    private static final ParentProxies NONE = new ParentProxies(Optional.empty(), Optional.empty(), List.of(), false);

    private final Optional<ParentProxy> http;
    private final Optional<ParentProxy> https;
    private final List<HostPattern> direct;
    private final boolean allDirect;

    private ParentProxies(
            Optional<ParentProxy> http, Optional<ParentProxy> https, List<HostPattern> direct, boolean allDirect) {
        this.http = http;
        this.https = https;
        this.direct = direct;
        this.allDirect = allDirect;
    }

    /**
     * Return no proxies: connections are made from here.
     *
     * @return none
     */
    public static ParentProxies none() {
        return NONE;
    }

    /**
     * Read the variables, in lower case first.
     *
     * @param environment the environment of this process
     * @return the proxies
     * @throws WorkspaceException {@code UNAVAILABLE} when a variable holds what is not an {@code http} proxy
     */
    public static ParentProxies of(Map<String, String> environment) {
        Optional<ParentProxy> all = proxy(environment, "ALL_PROXY");
        List<HostPattern> direct = new ArrayList<>();
        String exceptions = value(environment, "NO_PROXY").orElse("");
        boolean allDirect = false;
        for (String entry : exceptions.split("[,\\s]+", -1)) {
            allDirect |= entry.equals("*");
            direct.addAll(patterns(entry));
        }
        return new ParentProxies(
                proxy(environment, "HTTP_PROXY").or(() -> all),
                proxy(environment, "HTTPS_PROXY").or(() -> all),
                List.copyOf(direct),
                allDirect);
    }

    /** An entry names a host and what is below it, with or without a dot in front; others are not understood. */
    private static List<HostPattern> patterns(String entry) {
        String name = entry.startsWith("*.") ? entry.substring(2) : entry.startsWith(".") ? entry.substring(1) : entry;
        if (name.isEmpty() || name.equals("*")) {
            return List.of();
        }
        List<HostPattern> patterns = new ArrayList<>();
        for (String text : List.of(name, "*." + name)) {
            try {
                patterns.add(HostPattern.parse("NO_PROXY", text));
            } catch (WorkspaceException e) {
                // Such as a network, or a name below an address: it takes nothing past the proxy.
            }
        }
        return patterns;
    }

    private static Optional<ParentProxy> proxy(Map<String, String> environment, String name) {
        return value(environment, name).map(text -> proxy(name, text));
    }

    private static ParentProxy proxy(String name, String text) {
        int scheme = text.indexOf("://");
        if (scheme >= 0 && !text.substring(0, scheme).equalsIgnoreCase("http")) {
            throw unusable(name);
        }
        String rest = scheme >= 0 ? text.substring(scheme + 3) : text;
        int slash = rest.indexOf('/');
        String address = slash >= 0 ? rest.substring(0, slash) : rest;
        int at = address.lastIndexOf('@');
        Optional<Secret> credentials = at < 0 ? Optional.empty() : Optional.of(basic(name, address.substring(0, at)));
        try {
            return new ParentProxy(Authority.parse(address.substring(at + 1), 80), credentials);
        } catch (WorkspaceException e) {
            throw unusable(name).causedBy(e);
        }
    }

    private static Secret basic(String name, String userInformation) {
        try {
            // A plus is a plus here, not a blank.
            String decoded = URLDecoder.decode(userInformation.replace("+", "%2B"), StandardCharsets.UTF_8);
            return Secret.of("Basic " + Base64.getEncoder().encodeToString(decoded.getBytes(StandardCharsets.UTF_8)));
        } catch (IllegalArgumentException e) {
            throw unusable(name);
        }
    }

    private static WorkspaceException unusable(String name) {
        return WorkspaceException.of(
                ErrorCode.UNAVAILABLE,
                "the variable " + name + " of this process does not name a proxy of the form http://host:port, the only"
                        + " one that commands in the sandbox can be taken through: set it to one, or unset it");
    }

    private static Optional<String> value(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name.toLowerCase(Locale.ROOT)))
                .or(() -> Optional.ofNullable(environment.get(name)))
                .filter(text -> !text.isBlank());
    }

    /** Return the proxy for a host that is not of this machine or its networks. */
    Optional<ParentProxy> before(Host host, int port, boolean tunnel) {
        if (allDirect || direct.stream().anyMatch(pattern -> pattern.matches(host, port))) {
            return Optional.empty();
        }
        return tunnel ? https : http;
    }
}
