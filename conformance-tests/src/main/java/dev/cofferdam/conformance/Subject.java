package dev.cofferdam.conformance;

import dev.cofferdam.spi.OptionSpec;
import dev.cofferdam.spi.SandboxProvider;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is certified: a provider, the options with which it is used, and what its author says about it. Immutable: each
 * method returns a changed copy.
 */
public final class Subject {
    private final SandboxProvider provider;
    private final String name;
    private final String version;
    private final Map<String, String> options;
    private final List<KnownDeviation> deviations;
    private final Patience patience;
    private final Opener opener;

    private Subject(
            SandboxProvider provider,
            String name,
            String version,
            Map<String, String> options,
            List<KnownDeviation> deviations,
            Patience patience,
            Optional<Opener> opener) {
        this.provider = provider;
        this.name = name;
        this.version = version;
        this.options = Collections.unmodifiableMap(new TreeMap<>(options));
        this.deviations = List.copyOf(deviations);
        this.patience = patience;
        this.opener = opener.orElseGet(() -> new ProviderOpener(provider, this.options));
    }

    /**
     * Create a subject from a provider.
     *
     * @param provider the provider
     * @return the subject, named as the provider, without options and deviations
     */
    public static Subject of(SandboxProvider provider) {
        String version = Optional.ofNullable(provider.getClass().getPackage().getImplementationVersion())
                .orElse("development");
        return new Subject(provider, provider.name(), version, Map.of(), List.of(), Patience.local(), Optional.empty());
    }

    /**
     * Return this subject under another name.
     *
     * @param text the name on the certificate
     * @return the changed subject
     */
    public Subject named(String text) {
        return new Subject(provider, text, version, options, deviations, patience, Optional.empty());
    }

    /**
     * Return this subject with another version.
     *
     * @param text the version on the certificate
     * @return the changed subject
     */
    public Subject version(String text) {
        return new Subject(provider, name, text, options, deviations, patience, Optional.empty());
    }

    /**
     * Return this subject with one more option of the provider.
     *
     * @param key the option's name
     * @param value its value
     * @return the changed subject
     */
    public Subject option(String key, String value) {
        Map<String, String> more = new TreeMap<>(options);
        more.put(key, value);
        return new Subject(provider, name, version, more, deviations, patience, Optional.empty());
    }

    /**
     * Return this subject with one more known deviation.
     *
     * @param deviation the check that is known to fail
     * @return the changed subject
     */
    public Subject deviating(KnownDeviation deviation) {
        List<KnownDeviation> more = new ArrayList<>(deviations);
        more.add(deviation);
        return new Subject(provider, name, version, options, more, patience, Optional.empty());
    }

    /**
     * Return this subject with another patience.
     *
     * @param times how long the suite waits
     * @return the changed subject
     */
    public Subject patience(Patience times) {
        return new Subject(provider, name, version, options, deviations, times, Optional.empty());
    }

    /** Return this subject with other workspaces than those of the provider; the last change to make. */
    Subject opening(Opener other) {
        return new Subject(provider, name, version, options, deviations, patience, Optional.of(other));
    }

    /**
     * Return the provider.
     *
     * @return the provider
     */
    public SandboxProvider provider() {
        return provider;
    }

    /**
     * Return the name on the certificate.
     *
     * @return the name
     */
    public String name() {
        return name;
    }

    /**
     * Return the version on the certificate.
     *
     * @return the version
     */
    public String version() {
        return version;
    }

    /**
     * Return the provider's options, secret ones included.
     *
     * @return an immutable map
     */
    public Map<String, String> options() {
        return options;
    }

    /**
     * Return what is known to deviate.
     *
     * @return an immutable list
     */
    public List<KnownDeviation> deviations() {
        return deviations;
    }

    /**
     * Return how long the suite waits.
     *
     * @return the times
     */
    public Patience patience() {
        return patience;
    }

    Opener opener() {
        return opener;
    }

    /** Return the values of secret options, which no report may show. */
    List<String> secrets() {
        return provider.options().stream()
                .filter(OptionSpec::secret)
                .flatMap(spec -> Optional.ofNullable(options.get(spec.name())).stream())
                .toList();
    }
}
