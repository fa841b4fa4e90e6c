package dev.cofferdam.provider.docker;

/** The provider {@code docker}. */
public final class DockerProvider {
    /** The label of every container that the provider makes; its value is {@code true}. */
    public static final String LABEL = "dev.cofferdam.sandbox";

    private DockerProvider() {}
}
