package dev.cofferdam.provider.docker;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.Ports;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A container that runs. */
final class Container implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Container.class);
    private static final Duration SHORT_PROGRAM = Duration.ofSeconds(30);
    private static final int MOST_OUTPUT = 1 << 20;
    private static final String END = "- end\n";

    private final Daemon daemon;
    private final String id;
    private final String name;
    private final Lifeline lifeline;
    private final boolean endsWithUs;
    private final ExecEnds ends;

    /**
     * Create the view of a container that runs.
     *
     * @param endsWithUs whether it ends when the lifeline does
     */
    Container(Daemon daemon, String id, String name, Lifeline lifeline, boolean endsWithUs) {
        this.daemon = daemon;
        this.id = id;
        this.name = name;
        this.lifeline = lifeline;
        this.endsWithUs = endsWithUs;
        this.ends = ExecEnds.of(daemon, id);
    }

    String id() {
        return id;
    }

    String name() {
        return name;
    }

    Daemon daemon() {
        return daemon;
    }

    /** Return what the daemon tells of the ends of execs here. */
    ExecEnds ends() {
        return ends;
    }

    /** Tell whether there is no sign of its end, without asking anybody. */
    boolean isHeld() {
        return lifeline.isWhole();
    }

    /** Tell whether it runs still; asks nobody while the lifeline is whole. */
    boolean isAlive() throws IOException, InterruptedException {
        return isHeld() || daemon.isRunning(id);
    }

    /**
     * Signal the session of a command, or tell only who is in it.
     *
     * @param leader the pid of its leader
     * @param started when the leader started
     * @param signal the name of the signal, or "-"
     * @return the pid and the name of each process that was there
     */
    List<String> session(String leader, String started, String signal) throws IOException, InterruptedException {
        Optional<List<String>> answer = lifeline.ask(leader + " " + started + " " + signal);
        if (answer.isPresent()) {
            return answer.get();
        }
        return output(List.of("/bin/sh", "-c", Scripts.SESSION, "sh", "-", leader, started, signal))
                .lines()
                .map(line -> line.replaceFirst("^- ", ""))
                .toList();
    }

    /** Make an exec. */
    ExecRecord exec(List<String> words, List<String> env, boolean input) throws IOException, InterruptedException {
        try {
            return new ExecRecord(
                    daemon,
                    daemon.call(
                            "make a command",
                            () -> daemon.client()
                                    .execCreateCmd(id)
                                    .withCmd(words.toArray(new String[0]))
                                    // Whatever became of the root, which is the container's own.
                                    .withWorkingDir("/")
                                    .withEnv(env)
                                    .withAttachStdin(input)
                                    .withAttachStdout(true)
                                    .withAttachStderr(true)
                                    .exec()
                                    .getId()));
        } catch (IOException e) {
            if (Daemon.isMissing(e) || Daemon.isConflict(e)) {
                throw Daemon.gone().causedBy(e);
            }
            throw e;
        }
    }

    /**
     * Run a short program of our own and return what it printed before {@code - end}, which is to be its last line: the
     * daemon tells the end of programs late, when that of another one keeps it waiting.
     */
    String output(List<String> words) throws IOException, InterruptedException {
        return output(exec(words, List.of(), false));
    }

    private static String output(ExecRecord exec) throws IOException, InterruptedException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        FrameReader frames = new FrameReader((stream, bytes, length) -> {
            if (output.size() < MOST_OUTPUT) {
                output.write(bytes, 0, length);
            }
        });
        Deadline deadline = Deadline.after(SHORT_PROGRAM, Machine::nanos);
        try (HttpConnection connection = exec.start()) {
            int read = connection.readSome();
            while (read >= 0 && !output.toString(StandardCharsets.ISO_8859_1).endsWith(END)) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                if (read > 0) {
                    frames.add(connection.buffered());
                } else {
                    connection.wire().await(false, deadline.left());
                }
                read = connection.readSome();
            }
        }
        String text = output.toString(StandardCharsets.ISO_8859_1);
        if (!text.endsWith(END)) {
            throw new IOException("a program of ours failed in the container: " + Daemon.text(text));
        }
        return text.substring(0, text.length() - END.length());
    }

    /** Return where a published port is reached. */
    URI endpoint(int port) throws IOException, InterruptedException {
        InspectContainerResponse answer = daemon.call(
                "look at a container",
                () -> daemon.client().inspectContainerCmd(id).exec());
        Map<ExposedPort, Ports.Binding[]> bindings =
                answer.getNetworkSettings().getPorts().getBindings();
        Ports.Binding[] found = bindings.get(ExposedPort.tcp(port));
        if (found == null || found.length == 0) {
            throw Refusals.invalid("the port " + port + " is not published; name it in the option ports");
        }
        String host = daemon.transport().endpoint().isLocal()
                ? "127.0.0.1"
                : daemon.transport().endpoint().host();
        return URI.create("http://" + host + ":" + found[0].getHostPortSpec());
    }

    /** Have the root there, and writable for who commands run as. */
    void prepareRoot(Settings settings, boolean create) throws IOException, InterruptedException {
        if (create && settings.user().isEmpty()) {
            // The daemon made it, as the container's working directory.
            return;
        }
        String found = output(List.of(
                "/bin/sh",
                "-c",
                "if [ ! -d \"$1\" ]; then echo missing; elif [ ! -w \"$1\" ]; then echo closed; fi; echo - end",
                "sh",
                settings.root()));
        if (found.startsWith("missing") && !create) {
            throw Refusals.unavailable(
                    "the root does not exist in the container",
                    "make the directory in the image, or allow it to be made");
        }
        if (!found.isEmpty() && create) {
            openRoot(settings.root());
        }
    }

    /** Have a directory that the daemon made open for the user, who is not root and whom root cannot give it to. */
    private void openRoot(String root) throws IOException, InterruptedException {
        String exec = daemon.call(
                "prepare the root",
                () -> daemon.client()
                        .execCreateCmd(id)
                        .withCmd("/bin/sh", "-c", "mkdir -p \"$1\" && chmod 0777 \"$1\" && echo - end", "sh", root)
                        .withUser("0")
                        .withWorkingDir("/")
                        .withAttachStdout(true)
                        .withAttachStderr(true)
                        .exec()
                        .getId());
        output(new ExecRecord(daemon, exec));
    }

    /** Start it again after a stop. */
    static void resume(Daemon daemon, String id) throws IOException, InterruptedException {
        daemon.call(
                "start the container",
                () -> daemon.client().startContainerCmd(id).exec());
    }

    /** Stop it so that its files survive. */
    void stop() throws IOException, InterruptedException {
        ignoringGone(() -> daemon.call(
                "stop the container", () -> daemon.client().killContainerCmd(id).exec()));
    }

    /** Remove it with all that runs in it. */
    void remove() throws IOException, InterruptedException {
        try {
            remove(daemon, id);
        } catch (IOException e) {
            if (!endsWithUs || isHeld()) {
                throw e;
            }
            LOG.debug("The daemon is gone, and the container {} with its line", id, e);
        }
    }

    static void remove(Daemon daemon, String id) throws IOException, InterruptedException {
        ignoringGone(() -> daemon.call(
                "remove a container",
                () -> daemon.client()
                        .removeContainerCmd(id)
                        .withForce(true)
                        .withRemoveVolumes(true)
                        .exec()));
    }

    private interface Step {
        void run() throws IOException, InterruptedException;
    }

    /** A container that is gone, or is being removed by somebody, needs nothing more. */
    private static void ignoringGone(Step step) throws IOException, InterruptedException {
        try {
            step.run();
        } catch (IOException e) {
            if (!Daemon.isMissing(e) && !Daemon.isConflict(e)) {
                throw e;
            }
        }
    }

    @Override
    public void close() {
        try (ends) {
            lifeline.close();
        } catch (IOException e) {
            // A connection that is broken is as good as closed.
            return;
        } finally {
            daemon.close();
        }
    }

    /** Find a container of ours by its name. */
    static Optional<InspectContainerResponse> find(Daemon daemon, String name)
            throws IOException, InterruptedException {
        try {
            InspectContainerResponse answer = daemon.call(
                    "look for a container",
                    () -> daemon.client().inspectContainerCmd(name).exec());
            Map<String, String> labels = answer.getConfig().getLabels();
            return labels != null && "true".equals(labels.get(DockerProvider.LABEL))
                    ? Optional.of(answer)
                    : Optional.empty();
        } catch (IOException e) {
            if (Daemon.isMissing(e)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Return the environment in the form that the daemon takes. */
    static List<String> assignments(Map<String, String> env) {
        List<String> assignments = new ArrayList<>();
        env.forEach((name, value) -> assignments.add(name + "=" + value));
        return assignments;
    }
}
