package dev.cofferdam.provider.docker;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.command.InspectImageResponse;
import com.github.dockerjava.api.command.PullImageResultCallback;
import com.github.dockerjava.api.model.AccessMode;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.LogConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import com.github.dockerjava.api.model.PullResponseItem;
import com.github.dockerjava.api.model.Volume;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a container and starts it; what goes wrong half-way leaves none (WS-LIFE-004).
 *
 * @param daemon where
 * @param settings how it is to be
 * @param owner whose it is
 * @param mounted the directory of the host that is its root, empty for files inside
 * @param createRoot whether the root is made when the image has none
 */
record ContainerStart(Daemon daemon, Settings settings, Owner owner, Optional<Path> mounted, boolean createRoot) {
    private static final Logger LOG = LoggerFactory.getLogger(ContainerStart.class);
    private static final Pattern ROOT = Pattern.compile("|(root|0+)(:.*)?");

    /** Make and start a container of a name. */
    Container run(String name) throws IOException, InterruptedException {
        if (settings.pull() == Settings.Pull.ALWAYS) {
            pull();
        }
        String id = create(name);
        Lifeline lifeline = null;
        boolean done = false;
        try {
            lifeline = Lifeline.attach(daemon, id);
            start(id);
            // Its answer tells that what it does before is done.
            lifeline.ask("");
            done = true;
            return new Container(daemon, id, name, lifeline, !settings.outlives());
        } finally {
            if (!done) {
                undo(id, lifeline);
            }
        }
    }

    private void start(String id) throws IOException, InterruptedException {
        try {
            daemon.call(
                    "start the container",
                    () -> daemon.client().startContainerCmd(id).exec());
        } catch (IOException e) {
            String message = String.valueOf(e.getMessage());
            if (message.contains("/bin/sh")) {
                throw Refusals.unavailable(
                                "the image " + settings.image() + " has no /bin/sh, which every command needs",
                                "choose an image with a shell")
                        .causedBy(e);
            }
            if (message.contains("unable to find user")) {
                throw Refusals.unavailable(
                                "the image " + settings.image() + " does not know the user of the option user",
                                "give a user that it knows, or uid:gid")
                        .causedBy(e);
            }
            throw e;
        }
    }

    private void undo(String id, @Nullable Lifeline lifeline) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            Container.remove(daemon, id);
            if (lifeline != null) {
                lifeline.close();
            }
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private String create(String name) throws IOException, InterruptedException {
        try {
            return createOnce(name);
        } catch (IOException e) {
            boolean noImage = Daemon.isMissing(e)
                    && String.valueOf(e.getMessage())
                            .toLowerCase(java.util.Locale.ROOT)
                            .contains("no such image");
            if (!noImage) {
                throw e;
            }
            if (settings.pull() == Settings.Pull.NEVER) {
                throw Refusals.unavailable(
                                "the image " + settings.image() + " is not there, and pull=never",
                                "docker pull " + settings.image() + ", or set pull=missing")
                        .causedBy(e);
            }
        }
        pull();
        return createOnce(name);
    }

    private String createOnce(String name) throws IOException, InterruptedException {
        CreateContainerCmd command = command(name);
        return daemon.call("make a container", () -> command.exec().getId());
    }

    /**
     * Tell whether the daemon is to leave the network out altogether. For {@code none} too it makes a namespace and a
     * sandbox of its own, and a program to join them, which takes longer than all the rest of the start; without, the
     * runtime makes the namespace with its loopback device alone, and only the file with the name of that is missing,
     * which the main process can write when it is root.
     */
    private boolean isBare() throws IOException, InterruptedException {
        boolean covered = settings.mounts().stream()
                .anyMatch(mount -> Path.of(mount.target()).normalize().startsWith("/etc"));
        if (!settings.network().equals(Settings.NO_NETWORK) || !settings.dns().isEmpty() || covered) {
            return false;
        }
        String user = settings.user().isPresent() ? settings.user().get() : imageUser();
        return ROOT.matcher(user).matches();
    }

    private String imageUser() throws IOException, InterruptedException {
        InspectImageResponse image = daemon.call(
                "look at the image",
                () -> daemon.client().inspectImageCmd(settings.image()).exec());
        String user = image.getConfig() == null ? null : image.getConfig().getUser();
        return user == null ? "" : user;
    }

    private CreateContainerCmd command(String name) throws IOException, InterruptedException {
        boolean bare = isBare();
        Map<String, String> labels = new HashMap<>(settings.labels());
        labels.putAll(owner.labels(
                settings.outlives(), Owner.digest(mounted.map(Path::toString).orElse(name))));
        CreateContainerCmd command = daemon.client()
                .createContainerCmd(settings.image())
                .withName(name)
                .withEntrypoint("/bin/sh", "-c", bare ? Scripts.HOSTS + Scripts.SESSION : Scripts.SESSION)
                .withNetworkDisabled(bare)
                .withCmd(List.of())
                .withStdinOpen(true)
                .withStdInOnce(!settings.outlives())
                .withAttachStdin(!settings.outlives())
                .withAttachStdout(false)
                .withAttachStderr(false)
                .withTty(false)
                // The daemon makes a working directory that is missing.
                .withWorkingDir(createRoot ? settings.root() : "/")
                .withLabels(labels)
                .withEnv(Container.assignments(settings.env()))
                .withHostConfig(hostConfig())
                .withExposedPorts(
                        settings.ports().stream().map(ExposedPort::tcp).toList());
        settings.user().ifPresent(command::withUser);
        return command;
    }

    private HostConfig hostConfig() {
        List<Bind> binds = new ArrayList<>();
        mounted.ifPresent(path -> binds.add(new Bind(path.toString(), new Volume(settings.root()), AccessMode.rw)));
        settings.mounts()
                .forEach(mount -> binds.add(new Bind(
                        mount.source(), new Volume(mount.target()), mount.writable() ? AccessMode.rw : AccessMode.ro)));
        HostConfig config = HostConfig.newHostConfig()
                .withInit(true)
                .withAutoRemove(!settings.outlives())
                // Nobody reads what the main process says but who asks it.
                .withLogConfig(new LogConfig(LogConfig.LoggingType.NONE))
                .withCapDrop(Capability.ALL)
                .withSecurityOpts(List.of("no-new-privileges"))
                .withMemory(settings.memory())
                // Without more of it as swap.
                .withMemorySwap(settings.memory())
                .withNanoCPUs(settings.nanoCpus())
                .withPidsLimit(settings.pidsLimit())
                .withNetworkMode(settings.network())
                .withBinds(binds)
                .withPortBindings(settings.ports().stream()
                        .map(port -> new PortBinding(Ports.Binding.bindIp("127.0.0.1"), ExposedPort.tcp(port)))
                        .toList());
        if (settings.cpuShares() > 0) {
            config.withCpuShares(settings.cpuShares());
        }
        if (!settings.dns().isEmpty()) {
            config.withDns(settings.dns());
        }
        return config;
    }

    private void pull() throws IOException, InterruptedException {
        String image = settings.image();
        // Without a tag the daemon would pull all of them.
        boolean tagged = image.indexOf('@') >= 0 || image.lastIndexOf(':') > image.lastIndexOf('/');
        LOG.info("Pulling the image {}", image);
        Progress progress = new Progress(image);
        try {
            daemon.call(
                    "pull the image " + image,
                    () -> daemon.client()
                            .pullImageCmd(tagged ? image : image + ":latest")
                            .exec(progress));
            daemon.call("pull the image " + image, () -> {
                try {
                    return progress.awaitCompletion();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
        } catch (IOException | com.github.dockerjava.api.exception.DockerClientException e) {
            throw Refusals.unavailable(
                            "the image " + image + " is not there and could not be pulled: "
                                    + Daemon.text(String.valueOf(e.getMessage())),
                            "check its name and the credentials for its registry (docker login), or docker pull it yourself")
                    .causedBy(e);
        } finally {
            progress.close();
        }
        LOG.info("Pulled the image {}", image);
    }

    /** Tells the log how far a pull is. */
    private static final class Progress extends PullImageResultCallback {
        private final String image;

        Progress(String image) {
            this.image = image;
        }

        @Override
        public void onNext(PullResponseItem item) {
            super.onNext(item);
            if (item.getId() != null) {
                LOG.debug("Pulling {}: {} {}", image, item.getId(), item.getStatus());
            } else {
                LOG.info("Pulling {}: {}", image, item.getStatus());
            }
        }
    }
}
