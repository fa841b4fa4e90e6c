package dev.cofferdam.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;

/**
 * What the rules know of the code base by name. Names are relative to the root package, so that the fixtures, which
 * live under roots of their own, meet the same rules as the product.
 */
record Layout(String root) {
    static final Layout PRODUCT = new Layout("dev.cofferdam");

    /** The packages whose public types are API; {@code api/} holds their text. */
    private static final List<String> EXPORTED = List.of(
            "",
            "workspace",
            "spi",
            "provider.docker",
            "provider.local",
            "provider.os",
            "provider.ssh",
            "fakes",
            "conformance",
            "junit",
            "junit.assertj");

    /** Packages that are nobody's API although some of their types are public for their siblings. */
    private static final List<String> MACHINERY = List.of("internal..", "fakes.shell..", "mcp..");

    /** The only classes that start processes. */
    private static final List<String> PROCESS_STARTERS = List.of("internal.host..", "provider.os.Spawner");

    /** The only classes that ask the machine for time, sleep, randomness, environment or properties. */
    private static final List<String> PORTS = List.of(
            // Reads the encoding of file names once; a process cannot change it.
            "internal.tree.Names",
            // Knows the environment, the properties and the encoding of the host.
            "internal.host.Host",
            // Knows the environment, the time and the dice for the Docker provider.
            "provider.docker.Machine",
            // Wait for real processes and directories, so their limits are real time.
            "internal.host.Waiting",
            "internal.host.Session",
            "internal.host.PrivateDirectory",
            // Knows the kind of the machine, and makes names that nobody can guess.
            "provider.os.OsHost",
            "provider.os.OsProvider",
            // Wait for real processes, so their limits are real time.
            "provider.os.ProcessTree",
            "provider.os.Placeholders",
            "provider.os.Proof",
            // Knows names, addresses and time for the proxy of a sandbox.
            "internal.egress.Machine",
            // Knows the user, the environment and the clock of the machine that connects.
            "provider.ssh.Machine",
            // Bounds commands, which run in real time.
            "internal.exec.Execution",
            // Make names that nobody can guess.
            "provider.local.LocalProvider",
            "internal.engine.DirEngine",
            "internal.engine.ShellFiles",
            // Hand the machine's clock to the engine.
            "internal.engine.EngineWorkspace",
            "internal.engine.Session",
            "internal.engine.Watchdog",
            // Is the machine's time for the shell in memory, which also has a manual one.
            "fakes.shell.SystemTime",
            // Waits for the threads of the shell in memory, so its limits are real time.
            "fakes.shell.ProcessTable",
            // Makes the names of mktemp, which scripts expect to differ.
            "fakes.shell.FileTools",
            // Measures the subjects of the suite, which live in real time.
            "conformance.Machine",
            // Reads the configuration keys from the environment.
            "junit.Settings",
            // Waits on a monitor, so its limit is real time.
            "mcp.transport.Waiting",
            // The clock, the dice and the system's name for the tools.
            "mcp.workspace.Machine",
            // Spaces the messages that a client shows to a person.
            "mcp.transport.CallProgress");

    /** Tests that the documents show, written as a user writes them. */
    private static final List<String> DOCUMENTED = List.of("junit.docs..", "examples..");

    /** The only classes that print. */
    private static final List<String> CONSOLES = List.of("mcp.cli..");

    DescribedPredicate<JavaClass> exported() {
        return anyOf(EXPORTED, "in an exported package");
    }

    DescribedPredicate<JavaClass> machinery() {
        return anyOf(MACHINERY, "in a package known as machinery");
    }

    DescribedPredicate<JavaClass> processStarters() {
        return anyOf(PROCESS_STARTERS, "allowed to start processes");
    }

    DescribedPredicate<JavaClass> ports() {
        return anyOf(PORTS, "a port to the machine");
    }

    DescribedPredicate<JavaClass> documented() {
        return anyOf(DOCUMENTED, "shown by the documents");
    }

    DescribedPredicate<JavaClass> consoles() {
        return anyOf(CONSOLES, "a console class");
    }

    List<String> exportedPackages() {
        return EXPORTED.stream().map(this::named).toList();
    }

    /** Return the absolute name of a package or class, or a package pattern with its {@code ..}. */
    String named(String relative) {
        return relative.isEmpty() ? root : root + "." + relative;
    }

    boolean owns(JavaClass type) {
        return type.getPackageName().equals(root) || type.getPackageName().startsWith(root + ".");
    }

    /** Match {@code p..} as a package with its sub-packages, and anything else as one package or one class. */
    DescribedPredicate<JavaClass> anyOf(List<String> relatives, String description) {
        return DescribedPredicate.describe(
                description, type -> relatives.stream().anyMatch(relative -> matches(type, relative)));
    }

    private boolean matches(JavaClass type, String relative) {
        if (relative.endsWith("..")) {
            String tree = named(relative.substring(0, relative.length() - 2));
            return type.getPackageName().equals(tree) || type.getPackageName().startsWith(tree + ".");
        }
        String name = named(relative);
        return type.getPackageName().equals(name)
                || type.getName().equals(name)
                || type.getName().startsWith(name + "$");
    }
}
