package dev.cofferdam.conformance;

import dev.cofferdam.workspace.Capability;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Isolation;
import dev.cofferdam.workspace.ListOptions;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * What a check holds: a workspace with a fresh root, everything that is recorded, and helpers. What a check opens
 * through it is closed at its end.
 */
final class Probe extends ForwardingWorkspace {
    /** Collects what is wrong. */
    final Expect expect;

    private final Bench bench;

    Probe(Workspace workspace, Bench bench) {
        super(workspace);
        this.bench = bench;
        this.expect = bench.expect();
    }

    /** Tell whether the subject declares a capability. */
    boolean has(Capability capability) {
        return capabilities().has(capability);
    }

    /** Open one more workspace in a fresh sandbox, with changed options. */
    Probe open(UnaryOperator<WorkspaceOptions.Builder> change) {
        return new Probe(bench.open(change.apply(bench.options()).build()), bench);
    }

    /** Open one more workspace in a fresh sandbox. */
    Probe open() {
        return open(options -> options);
    }

    /** Open a workspace in a sandbox of before. */
    Optional<Probe> connect(String id, UnaryOperator<WorkspaceOptions.Builder> change) {
        return bench.connect(id, change.apply(bench.options()).build()).map(found -> new Probe(found, bench));
    }

    /** Run a shell line that must succeed and return what it printed. */
    String sh(String line) {
        CommandResult result = exec(Command.shell(line));
        if (result.exitCode() != 0) {
            throw new Misbehaviour("`" + line + "` ended with exit code " + result.exitCode() + ": "
                    + Expect.show(result.stderr().text()));
        }
        return result.stdout().text();
    }

    /** Run a program that must succeed and return the bytes that it printed. */
    byte[] run(String... argv) {
        CommandResult result = exec(Command.of(List.of(argv)));
        if (result.exitCode() != 0) {
            throw new Misbehaviour(String.join(" ", argv) + " ended with exit code " + result.exitCode() + ": "
                    + Expect.show(result.stderr().text()));
        }
        return result.stdout().bytes();
    }

    /** Return the paths of the whole tree, hidden ones and those in skipped directories included. */
    List<String> tree() {
        return list("", everything()).paths();
    }

    static ListOptions everything() {
        return ListOptions.recursive().includeHidden(true).skipDirs(java.util.Set.of());
    }

    /**
     * Return the absolute path of a new directory in the sandbox and outside the root, in which a file {@code secret}
     * holds {@code outside}. Removed at the end of the check.
     */
    String outside() {
        String name = "/cofferdam-outside-" + Machine.unique();
        String made = outside("${TMPDIR:-/tmp}" + name);
        if (!exec(Command.of("test", "-d", made)).succeeded()) {
            // Each command has a temporary directory of its own.
            made = outside("$HOME" + name);
        }
        if ((made + "/").startsWith(root() + "/")) {
            throw new Misbehaviour("TMPDIR lies in the root: " + made);
        }
        String directory = made;
        bench.atEnd(() -> exec(Command.of("rm", "-rf", directory)));
        return directory;
    }

    private String outside(String path) {
        return sh("d=" + path + "; mkdir -p \"$d\" && cd -P \"$d\" && printf outside > secret && pwd -P")
                .stripTrailing();
    }

    /** Return a new directory of the client's own machine. Removed at the end of the check. */
    Path hostDirectory() {
        try {
            return bench.hostDirectory();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Do something at the end of the check, whatever happens. */
    void atEnd(Expect.Action action) {
        bench.atEnd(action);
    }

    /** Wait until something has come true, and otherwise note that it has not. */
    boolean eventually(String what, BooleanSupplier condition) {
        boolean came = bench.patience().await(condition);
        expect.isTrue(what, came);
        return came;
    }

    Patience patience() {
        return bench.patience();
    }

    private boolean readingIsRefused(String path) {
        try {
            read(path);
            return false;
        } catch (WorkspaceException e) {
            return e.code() == ErrorCode.ACCESS_DENIED;
        }
    }

    /** Leave the check when the system refuses nothing to the commands and operations here, as it does to root. */
    void needsRefusals() {
        write("refused-probe", "x".getBytes(StandardCharsets.UTF_8));
        setMode("refused-probe", 0);
        // A sandbox may take from root's commands what root's own file operations still have.
        boolean refused = readingIsRefused("refused-probe")
                && (!has(Capability.EXEC)
                        || !exec(Command.of("cat", "refused-probe")).succeeded());
        remove("refused-probe");
        if (!refused && isolation() == Isolation.MEMORY) {
            throw Unshown.notApplicable("this sandbox keeps modes and enforces none");
        }
        if (!refused) {
            throw Unshown.notRun("commands run as a user to whom the system refuses nothing; run as another user");
        }
    }

    /** Leave the check because the environment cannot show the clause. */
    Unshown notRun(String reason) {
        return Unshown.notRun(reason);
    }

    /** Expect the root of another workspace, of the same machine as this one's, to be gone. */
    void expectNoRoot(String what, String root) {
        if (root.equals(root())) {
            // A machine of its own went with its root: what this one has of that name is this one's.
            expect.isTrue("the root of the other one is there", exists(""));
            return;
        }
        expect.isFalse(what, exec(Command.of("test", "-e", root)).succeeded());
    }

    /** Return the entry of a path in the listing of its parent. */
    Entry listed(String path) {
        int slash = path.lastIndexOf('/');
        return list(
                        slash < 0 ? "" : path.substring(0, slash),
                        ListOptions.defaults().includeHidden(true))
                .entries()
                .stream()
                .filter(entry -> entry.path().equals(path))
                .findFirst()
                .orElseThrow(() -> new Misbehaviour(path + " is not in the listing of its parent"));
    }

    /** Return options that keep the sandbox at close. */
    static UnaryOperator<WorkspaceOptions.Builder> kept() {
        return options -> options.onClose(OnClose.KEEP);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
