package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.Capability.EXEC;
import static dev.cofferdam.workspace.Capability.PORTS;
import static dev.cofferdam.workspace.Capability.RECONNECT;
import static dev.cofferdam.workspace.ErrorCode.ABORTED;
import static dev.cofferdam.workspace.ErrorCode.CLOSED;
import static dev.cofferdam.workspace.ErrorCode.GONE;
import static dev.cofferdam.workspace.ErrorCode.UNAVAILABLE;
import static dev.cofferdam.workspace.ErrorCode.UNSUPPORTED;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.OperationEvent;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.Secret;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Checks of the clauses LIFE. */
final class LifeChecks {

    @Requirement(value = "WS-LIFE-001", statements = "a", level = Level.FULL)
    void the_sandbox_is_made_when_it_is_first_needed(Probe ws) {
        String nowhere = ws.root() + "/no/such/root";
        Probe lazy = ws.open(options -> options.root(nowhere).createRoot(false));
        ws.expect.isTrue("capabilities before the start", lazy.capabilities().equals(ws.capabilities()));
        ws.expect.equal("isolation before the start", ws.isolation(), lazy.isolation());
        ws.expect.refused(UNAVAILABLE, "start with a root that is missing", lazy::start);
        ws.expect.refused(UNAVAILABLE, "a file operation on it", () -> lazy.writeText("f", "x"));
        Probe byFile = ws.open();
        byFile.writeText("f", "x");
        ws.expect.equal("an operation starts it", "x", byFile.readText("f"));
        Probe started = ws.open();
        started.start();
        started.start();
        started.writeText("f", "y");
        ws.expect.equal("start can be repeated", "y", started.readText("f"));
    }

    @Requirement(value = "WS-LIFE-001", statements = "b", level = Level.FULL)
    void of_sixteen_threads_one_makes_the_sandbox(Probe ws) throws InterruptedException {
        for (int round = 0; round < 3; round++) {
            Probe raced = ws.open();
            Set<String> ids = ConcurrentHashMap.newKeySet();
            List<Crowd.Attempt> attempts = Crowd.of(16, i -> () -> {
                if (i % 3 == 0) {
                    raced.start();
                } else {
                    raced.writeText("f" + i, "x");
                }
                ids.add(raced.id() + " " + raced.root());
                return null;
            });
            attempts.forEach(attempt -> ws.expect.equal("thread " + attempt.number(), null, attempt.failure()));
            ws.expect.equal("how many sandboxes there are", 1, ids.size());
            ws.expect.equal("files", 10, raced.tree().size());
        }
    }

    @Requirement(value = "WS-LIFE-002", statements = "ab", level = Level.FULL)
    void a_refusal_says_what_is_missing_and_what_to_do(Probe ws) {
        String nowhere = ws.root() + "/no/such/root";
        Probe refused = ws.open(options -> options.root(nowhere).createRoot(false));
        ws.expect.refused(UNAVAILABLE, "start", refused::start).ifPresent(e -> {
            String message = String.valueOf(e.getMessage());
            ws.expect.contains("message", message, "root");
            ws.expect.isTrue("the message says what to do: " + message, message.contains(";") || message.contains("."));
            ws.expect.isFalse("retryable", e.retryable());
        });
        ws.expect.isFalse("the root was made", ws.exists("no"));
        Probe allowed = ws.open();
        allowed.start();
        ws.expect.isFalse("another one works", allowed.root().isEmpty());
    }

    @Requirement(value = "WS-LIFE-003", statements = "a", level = Level.FULL, needs = EXEC)
    void close_ends_what_commands_left(Probe ws) {
        Probe other = ws.open();
        RunningCommand running = other.start(Command.shell("sleep 600 & echo $$ $!; sleep 600"));
        ws.eventually("it is up", () -> Pids.words(running.stdout().text()).size() == 2);
        List<String> pids = Pids.words(running.stdout().text());
        Pids.expectAlive(other, "before close", pids);
        String root = other.root();
        other.close();
        ws.expect.isFalse("it runs", running.isRunning());
        Pids.expectGone(ws, root, "after close", pids);
    }

    @Requirement(
            value = "WS-LIFE-003",
            statements = "ab",
            level = Level.FULL,
            needs = {RECONNECT})
    void what_close_does_with_the_sandbox_can_be_chosen(Probe ws) {
        Probe fresh = ws.open();
        fresh.writeText("f", "x");
        String gone = fresh.id();
        fresh.close();
        ws.expect.isTrue(
                "destroyed by default", ws.connect(gone, options -> options).isEmpty());
        for (OnClose how : List.of(OnClose.KEEP, OnClose.STOP)) {
            Probe kept = ws.open(options -> options.onClose(how));
            kept.writeText("f", how.name());
            String id = kept.id();
            kept.close();
            Optional<Probe> again = ws.connect(id, options -> options.onClose(OnClose.DESTROY));
            ws.expect.equal("after " + how, Optional.of(how.name()), again.map(found -> found.readText("f")));
            again.ifPresent(Probe::close);
            ws.expect.isTrue("destroyed", ws.connect(id, options -> options).isEmpty());
        }
    }

    @Requirement(value = "WS-LIFE-003", statements = "c", level = Level.FULL, needs = RECONNECT)
    void a_sandbox_that_was_connected_to_is_kept_by_default(Probe ws) {
        String id = keptSandbox(ws);
        for (int i = 0; i < 2; i++) {
            Optional<Probe> again = ws.connect(id, options -> options);
            ws.expect.equal("content", Optional.of("x"), again.map(found -> found.readText("f")));
            again.ifPresent(Probe::close);
        }
        destroy(ws, id);
    }

    private static String keptSandbox(Probe ws) {
        Probe kept = ws.open(Probe.kept());
        kept.writeText("f", "x");
        String id = kept.id();
        kept.close();
        return id;
    }

    private static void destroy(Probe ws, String id) {
        ws.connect(id, options -> options.onClose(OnClose.DESTROY)).ifPresent(found -> found.start());
    }

    @Requirement(value = "WS-LIFE-003", statements = "d", level = Level.FULL, needs = RECONNECT)
    void a_root_given_by_path_is_always_kept(Probe ws) {
        if (ws.isolation() != dev.cofferdam.workspace.Isolation.NONE) {
            throw Unshown.notApplicable("the paths of this sandbox lead nowhere once it is gone");
        }
        String root = ws.root() + "/given";
        Probe given = ws.open(options -> options.root(root).onClose(OnClose.DESTROY));
        given.writeText("f", "x");
        String id = given.id();
        given.close();
        ws.expect.equal("the file is there", "x", ws.readText("given/f"));
        Optional<Probe> again = ws.connect(id, options -> options.onClose(OnClose.DESTROY));
        ws.expect.equal("connected", Optional.of("x"), again.map(found -> found.readText("f")));
        again.ifPresent(Probe::close);
        ws.expect.equal("and it is still there", "x", ws.readText("given/f"));
    }

    @Requirement(value = "WS-LIFE-003", statements = "ef", level = Level.FULL)
    void after_close_every_operation_is_refused(Probe ws) {
        Probe other = ws.open();
        other.writeText("f", "x");
        other.close();
        other.close();
        List<Expect.Action> operations = new ArrayList<>(List.of(
                () -> other.read("f"),
                () -> other.writeText("g", "x"),
                () -> other.list(""),
                () -> other.stat("f"),
                () -> other.exists("f"),
                () -> other.mkdir("d"),
                () -> other.copy("f", "g"),
                () -> other.touch("f"),
                () -> other.remove("f"),
                () -> other.rename("f", "g"),
                other::start));
        if (ws.has(EXEC)) {
            operations.add(() -> other.exec("true"));
            operations.add(() -> other.start(Command.of("true")));
        }
        if (ws.has(dev.cofferdam.workspace.Capability.SNAPSHOTS)) {
            operations.add(other::snapshot);
            operations.add(() -> other.exportArchive("", new ByteArrayOutputStream()));
        }
        if (ws.has(dev.cofferdam.workspace.Capability.TRASH)) {
            operations.add(other::listTrash);
        }
        for (int i = 0; i < operations.size(); i++) {
            ws.expect.refused(CLOSED, "operation " + i, operations.get(i));
        }
        other.close();
        Probe never = ws.open();
        never.close();
        ws.expect.refused(CLOSED, "of one that was never started", () -> never.writeText("f", "x"));
        ws.writeText("f", "x");
        ws.expect.equal("another workspace goes on", "x", ws.readText("f"));
    }

    @Requirement(value = "WS-LIFE-003", statements = "g", level = Level.FULL, needs = EXEC)
    void a_close_aborts_what_is_under_way(Probe ws) throws InterruptedException {
        Probe other = ws.open();
        Elsewhere<CommandResult> exec = new Elsewhere<>(() -> other.exec("echo x > up; sleep 600"));
        ws.eventually("it is up", () -> other.exists("up"));
        RunningCommand running = other.start(Command.of("sleep", "600"));
        other.close();
        ws.expect.refused(ABORTED, "exec", exec::get);
        ws.expect.refused(EnumSet.of(ABORTED, CLOSED), "waitFor", running::waitFor);
        ws.expect.isFalse("the thread is interrupted", exec.interrupted());
    }

    @Requirement(value = "WS-LIFE-004", statements = "a", level = Level.FULL)
    void a_failed_start_leaves_nothing(Probe ws) {
        Probe refused = ws.open(options -> options.root(ws.root() + "/d/root").createRoot(false));
        ws.expect.refused(UNAVAILABLE, "start", refused::start);
        refused.close();
        Probe interrupted = ws.open();
        Thread.currentThread().interrupt();
        ws.expect.refused(ABORTED, "start of an interrupted thread", interrupted::start);
        ws.expect.isTrue("the thread is still interrupted", Thread.interrupted());
        ws.expect.equal("the tree", List.of(), ws.tree());
        interrupted.writeText("f", "x");
        ws.expect.equal("it can be started afterwards", "x", interrupted.readText("f"));
    }

    @Requirement(value = "WS-LIFE-006", statements = "ab", level = Level.FULL, needs = RECONNECT)
    void a_sandbox_of_before_is_reached_with_its_files(Probe ws) {
        Probe kept = ws.open(Probe.kept());
        kept.writeText("d/f", "x");
        String id = kept.id();
        String root = kept.root();
        kept.close();
        Optional<Probe> again = ws.connect(id, options -> options.onClose(OnClose.DESTROY));
        ws.expect.isTrue("it is there", again.isPresent());
        again.ifPresent(found -> {
            ws.expect.equal("content", "x", found.readText("d/f"));
            ws.expect.equal("id", id, found.id());
            ws.expect.equal("root", root, found.root());
            found.writeText("g", "y");
            if (ws.has(EXEC)) {
                ws.expect.equal("a command", "y", found.sh("cat g"));
            }
            found.close();
        });
        ws.expect.isTrue(
                "once it is destroyed", ws.connect(id, options -> options).isEmpty());
        ws.expect.isTrue(
                "one that never was",
                ws.connect("no-such-sandbox", options -> options).isEmpty());
    }

    @Requirement(value = "WS-LIFE-006", statements = "a", level = Level.FULL, absent = RECONNECT)
    void without_reconnecting_it_is_refused(Probe ws) {
        String id = ws.id();
        ws.expect.refused(UNSUPPORTED, "connect", () -> ws.connect(id, options -> options));
        ws.writeText("f", "x");
        ws.expect.equal("the sandbox goes on", "x", ws.readText("f"));
    }

    @Requirement(value = "WS-LIFE-006", statements = "def", level = Level.FULL, needs = EXEC)
    void a_root_that_vanished_is_gone_and_not_made_anew(Probe ws) {
        Probe other = ws.open();
        other.writeText("d/f", "x");
        String root = other.root();
        String name = root.substring(root.lastIndexOf('/') + 1);
        if (other.sh("cd -P .. && rm -rf '" + name + "'; [ -d '" + name + "' ] && echo stays; true")
                .contains("stays")) {
            throw Unshown.notApplicable("commands cannot remove the root of this sandbox, as it is mounted");
        }
        List<Expect.Action> operations = List.of(
                () -> other.read("d/f"),
                () -> other.writeText("f", "x"),
                () -> other.list(""),
                () -> other.mkdir("d"),
                () -> other.remove("d/f"),
                () -> other.exec("true"),
                () -> other.writeText("deep/er/f", "x"));
        for (int i = 0; i < operations.size(); i++) {
            ws.expect.refused(GONE, "operation " + i, operations.get(i));
        }
        ws.expectNoRoot("it was made anew", root);
        other.close();
        ws.expectNoRoot("close made it anew", root);
        ws.writeText("f", "x");
        ws.expect.equal("another workspace goes on", "x", ws.sh("cat f"));
    }

    @Requirement(value = "WS-LIFE-008", statements = "a", level = Level.FULL, absent = PORTS)
    void without_ports_an_address_is_refused(Probe ws) {
        ws.expect.refused(UNSUPPORTED, "endpoint", () -> ws.endpoint(8080));
        ws.writeText("f", "x");
        ws.expect.equal("the sandbox goes on", "x", ws.readText("f"));
    }

    private static List<OperationEvent> of(List<OperationEvent> events, String operation) {
        return List.copyOf(events).stream()
                .filter(event -> event.operation().equals(operation))
                .toList();
    }

    @Requirement(value = "WS-LIFE-009", statements = "a", level = Level.FULL, keyword = Keyword.SHOULD)
    void a_listener_sees_operations_with_their_outcome(Probe ws) {
        List<OperationEvent> events = Collections.synchronizedList(new ArrayList<>());
        Probe heard = ws.open(options -> options.listener(events::add).listener(event -> {
            throw new IllegalStateException("a listener that fails");
        }));
        heard.writeText("d/f", "x");
        heard.read("d/f");
        ws.expect.refused(ErrorCode.NOT_FOUND, "a missing file", () -> heard.read("missing"));
        heard.list("d");
        heard.rename("d/f", "g");
        heard.remove("g");
        for (String operation : List.of("write", "list", "rename", "remove")) {
            ws.expect.equal("events of " + operation, 1, of(events, operation).size());
        }
        List<OperationEvent> reads = of(events, "read");
        ws.expect.equal("events of read", 2, reads.size());
        ws.expect.now();
        ws.expect.equal("subject", Optional.of("d/f"), reads.get(0).subject());
        ws.expect.equal("outcome", Optional.empty(), reads.get(0).error());
        ws.expect.equal(
                "outcome of a failure",
                Optional.of(ErrorCode.NOT_FOUND),
                reads.get(1).error());
        ws.expect.equal("workspace", heard.id(), reads.get(0).workspaceId());
        ws.expect.isFalse("a negative duration", reads.get(0).duration().isNegative());
    }

    @Requirement(value = "WS-LIFE-009", statements = "ab", level = Level.FULL, keyword = Keyword.SHOULD, needs = EXEC)
    void a_listener_sees_commands_without_contents_and_secrets(Probe ws) {
        String secret = "hunter-" + Machine.unique();
        String content = "content-" + Machine.unique();
        List<OperationEvent> events = Collections.synchronizedList(new ArrayList<>());
        Probe heard = ws.open(options -> options.listener(events::add));
        heard.writeText("f", content);
        heard.exec(Command.shell("cat; cat f; exit 3")
                .stdin(content)
                .env("V", content)
                .env("S", Secret.of(secret)));
        heard.exec(Command.of("printf", "%s", secret).env("S", Secret.of(secret)));
        heard.exec(Command.of("sleep", "60").timeout(Duration.ofMillis(50)));
        List<OperationEvent> commands = of(events, "exec");
        ws.expect.equal("events of exec", 3, commands.size());
        ws.expect.now();
        ws.expect.equal("exit code", OptionalInt.of(3), commands.get(0).exitCode());
        ws.expect.equal(
                "exit code after a timeout",
                OptionalInt.of(124),
                commands.get(2).exitCode());
        ws.expect.isTrue(
                "the duration of the last: " + commands.get(2).duration(),
                commands.get(2).duration().compareTo(Duration.ofMillis(50)) >= 0);
        ws.expect.isTrue(
                "the words of a command: " + commands.get(0).subject(),
                commands.get(0).subject().orElse("").contains("cat f"));
        String all = List.copyOf(events).toString();
        ws.expect.isFalse("contents in " + all, all.contains(content));
        ws.expect.isFalse("a secret in an event", all.contains(secret));
    }
}
