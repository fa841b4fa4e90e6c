package dev.cofferdam.provider.docker;

import com.github.dockerjava.api.model.AuthConfig;
import com.github.dockerjava.api.model.AuthConfigurations;
import com.github.dockerjava.core.DockerClientConfig;
import com.github.dockerjava.core.DockerConfigFile;
import com.github.dockerjava.core.NameParser;
import com.github.dockerjava.core.RemoteApiVersion;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What docker-java is told; what it would find in the environment by itself is decided here already.
 *
 * @param endpoint where the daemon is
 * @param version the version of the API
 * @param config where the docker command keeps the credentials for registries
 */
record ClientConfig(Endpoint endpoint, ApiVersion version, Path config) implements DockerClientConfig {
    private static final String DEFAULT_REGISTRY = AuthConfig.DEFAULT_SERVER_ADDRESS;

    @Override
    public URI getDockerHost() {
        return URI.create(endpoint.isLocal() ? "unix:///var/run/docker.sock" : endpoint.url());
    }

    @Override
    public RemoteApiVersion getApiVersion() {
        return RemoteApiVersion.create(version.major(), version.minor());
    }

    @Override
    public @Nullable String getRegistryUsername() {
        return null;
    }

    @Override
    public @Nullable String getRegistryPassword() {
        return null;
    }

    @Override
    public @Nullable String getRegistryEmail() {
        return null;
    }

    @Override
    public String getRegistryUrl() {
        return DEFAULT_REGISTRY;
    }

    @Override
    public @Nullable AuthConfig effectiveAuthConfig(String image) {
        DockerConfigFile file = file();
        if (file == null) {
            return null;
        }
        return file.resolveAuthConfig(NameParser.resolveRepositoryName(image).hostname);
    }

    @Override
    public @Nullable AuthConfigurations getAuthConfigurations() {
        DockerConfigFile file = file();
        return file == null ? null : file.getAuthConfigurations();
    }

    private @Nullable DockerConfigFile file() {
        try {
            return Files.isRegularFile(config.resolve("config.json"))
                    ? DockerConfigFile.loadConfig(getObjectMapper(), config.toString())
                    : null;
        } catch (IOException e) {
            throw Refusals.unavailable("the credentials of the docker command cannot be read", "mend its config.json")
                    .causedBy(e);
        }
    }

    @Override
    @SuppressWarnings("deprecation") // the interface asks for it
    public com.github.dockerjava.core.@Nullable SSLConfig getSSLConfig() {
        return null;
    }
}
