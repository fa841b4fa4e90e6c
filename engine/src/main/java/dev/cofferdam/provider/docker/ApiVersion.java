package dev.cofferdam.provider.docker;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version of the daemon's API.
 *
 * @param major before the point
 * @param minor after it
 */
record ApiVersion(int major, int minor) implements Comparable<ApiVersion> {
    /** What this provider needs: that of Docker 20.10. */
    static final ApiVersion OLDEST = new ApiVersion(1, 41);

    /** What this provider knows: that of Docker 29. A newer daemon is spoken to in this one. */
    static final ApiVersion NEWEST = new ApiVersion(1, 52);

    private static final Pattern FORM = Pattern.compile("v?([0-9]{1,4})\\.([0-9]{1,4})");

    static Optional<ApiVersion> parse(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        return matcher.matches()
                ? Optional.of(new ApiVersion(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
                : Optional.empty();
    }

    /**
     * Agree on a version.
     *
     * @param daemon the newest that the daemon speaks
     * @param asked what {@code DOCKER_API_VERSION} asks for
     */
    static ApiVersion agree(ApiVersion daemon, Optional<String> asked) {
        if (asked.isPresent()) {
            ApiVersion wanted = parse(asked.get())
                    .orElseThrow(() ->
                            Refusals.unavailable("DOCKER_API_VERSION is not of the form 1.44", "mend or unset it"));
            if (wanted.compareTo(daemon) > 0) {
                throw Refusals.unavailable(
                        "DOCKER_API_VERSION asks for API " + wanted + ", and the daemon speaks " + daemon + " at most",
                        "unset DOCKER_API_VERSION, or update Docker");
            }
            if (wanted.compareTo(OLDEST) < 0) {
                throw Refusals.unavailable(
                        "DOCKER_API_VERSION asks for API " + wanted + ", and Cofferdam needs " + OLDEST + " or newer",
                        "unset DOCKER_API_VERSION");
            }
            return wanted;
        }
        if (daemon.compareTo(OLDEST) < 0) {
            throw Refusals.unavailable(
                    "the Docker daemon speaks API " + daemon + ", and Cofferdam needs " + OLDEST + " or newer",
                    "update Docker to 20.10 or later");
        }
        return daemon.compareTo(NEWEST) > 0 ? NEWEST : daemon;
    }

    @Override
    public int compareTo(ApiVersion other) {
        return major != other.major ? Integer.compare(major, other.major) : Integer.compare(minor, other.minor);
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
