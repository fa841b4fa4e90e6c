package dev.cofferdam.conformance;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where one check is carried out: opens its workspaces, keeps its transcript, and clears up at its end. */
final class Bench {
    private final Subject subject;
    private final Redactor redactor;
    private final Transcript transcript = new Transcript();
    private final Expect expect = new Expect();
    private final Deque<Workspace> opened = new ArrayDeque<>();
    private final Deque<Expect.Action> atEnd = new ArrayDeque<>();

    Bench(Subject subject, Redactor redactor) {
        this.subject = subject;
        this.redactor = redactor;
    }

    Expect expect() {
        return expect;
    }

    Transcript transcript() {
        return transcript;
    }

    Patience patience() {
        return subject.patience();
    }

    WorkspaceOptions.Builder options() {
        return WorkspaceOptions.builder();
    }

    Workspace open(WorkspaceOptions options) {
        return keep(subject.opener().open(options));
    }

    Optional<Workspace> connect(String id, WorkspaceOptions options) {
        return subject.opener().connect(id, options).map(this::keep);
    }

    private synchronized Workspace keep(Workspace workspace) {
        opened.push(workspace);
        String name = opened.size() == 1 ? "" : "#" + opened.size() + ".";
        return Recording.of(workspace, name, transcript, this::note);
    }

    private void note(Command command) {
        for (String name : command.secretNames()) {
            redactor.add(command.env().getOrDefault(name, ""));
        }
    }

    synchronized void atEnd(Expect.Action action) {
        atEnd.push(action);
    }

    Path hostDirectory() throws IOException {
        Path directory = Files.createTempDirectory("cofferdam-check-");
        atEnd(() -> delete(directory));
        return directory;
    }

    /** Undo what the check did outside its roots and close its workspaces. The first failure is returned. */
    @Nullable
    Throwable clear() {
        Throwable first = null;
        while (true) {
            Expect.Action action = next();
            if (action == null) {
                return first;
            }
            try {
                action.run();
            } catch (Exception | AssertionError e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
    }

    private synchronized Expect.@Nullable Action next() {
        if (!atEnd.isEmpty()) {
            return atEnd.pop();
        }
        return opened.isEmpty() ? null : opened.pop()::close;
    }

    private static void delete(Path directory) throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
