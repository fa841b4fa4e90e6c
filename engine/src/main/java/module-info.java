/**
 * Workspaces for files and commands behind one contract: the API, the SPI for providers, and the local provider.
 *
 * <p>Begin at {@link dev.cofferdam.workspace}.
 */
module dev.cofferdam {
    requires static transitive org.jspecify;
    requires static com.github.dockerjava.api;
    requires static com.github.dockerjava.core;
    requires static com.github.dockerjava.transport;
    requires com.fasterxml.jackson.databind;
    requires org.apache.commons.compress;
    requires org.slf4j;
    requires static org.apache.sshd.osgi;

    exports dev.cofferdam;
    exports dev.cofferdam.provider.docker;
    exports dev.cofferdam.provider.local;
    exports dev.cofferdam.provider.os;
    exports dev.cofferdam.provider.ssh;
    exports dev.cofferdam.spi;
    exports dev.cofferdam.workspace;

    uses dev.cofferdam.spi.SandboxProvider;

    provides dev.cofferdam.spi.SandboxProvider with
            dev.cofferdam.provider.docker.DockerProvider,
            dev.cofferdam.provider.local.LocalProvider,
            dev.cofferdam.provider.os.OsProvider,
            dev.cofferdam.provider.ssh.SshProvider;
}
