package dev.cofferdam.junit;

import dev.cofferdam.WorkspaceBuilder;
import dev.cofferdam.Workspaces;
import dev.cofferdam.spi.OptionSpec;
import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Seed;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Owns one workspace from before its start to its end.
 *
 * <p>It lies in the store of its context before anything is started: were it put there afterwards, a start that fails
 * half-way would never be closed. Its own close decides whether the workspace is kept, since only then all failures are
 * known.
 */
final class WorkspaceHolder implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(WorkspaceHolder.class);

    private final Declaration declaration;
    private final AnnotatedElementContext element;
    private final ExtensionContext context;
    private final Verdict verdict;
    private final SandboxTap tap = new SandboxTap();
    private final Redaction redaction = new Redaction();
    private final CommandLog log = new CommandLog(redaction);
    private @Nullable Workspace opened;
    private @Nullable Workspace handedOut;

    WorkspaceHolder(Declaration declaration, AnnotatedElementContext element, ExtensionContext context) {
        this.declaration = declaration;
        this.element = element;
        this.context = context;
        this.verdict = Verdict.of(context);
    }

    /** Return the workspace, opened and started by the first call. */
    synchronized Workspace workspace() {
        if (handedOut == null) {
            handedOut = start();
        }
        return handedOut;
    }

    /** Return the root of the started workspace as a path of this machine. */
    synchronized Path path() {
        Workspace workspace = workspace();
        return tap.hostRoot()
                .orElseThrow(() -> new ExtensionConfigurationException("@SandboxWorkspace on " + declaration.where()
                        + " cannot be a Path: the files of the provider " + workspace.provider()
                        + " do not lie on this machine's default file system; use Workspace instead"));
    }

    private Workspace start() {
        try {
            Workspace workspace = open();
            opened = workspace;
            redaction.addFrom(workspace.options());
            workspace.start();
            declaration.files().ifPresent(files -> workspace.seed(Seed.classpath(files, loader(context))));
            return declaration.keep() == Keep.NEVER ? workspace : RecordingWorkspace.over(workspace, log);
        } catch (WorkspaceException e) {
            throw abandon(explained(e));
        } catch (RuntimeException e) {
            throw abandon(e);
        }
    }

    private Workspace open() {
        SandboxProvider provider = Providers.named(declaration.provider());
        for (OptionSpec option : provider.options()) {
            if (option.secret()) {
                redaction.add(declaration.options().getOrDefault(option.name(), ""));
            }
        }
        WorkspaceBuilder builder = Workspaces.over(tap.over(provider));
        declaration.options().forEach(builder::option);
        declaration.customizer().ifPresent(customizer -> customize(customizer, builder));
        return builder.open();
    }

    private void customize(WorkspaceCustomizer customizer, WorkspaceBuilder builder) {
        try {
            customizer.customize(builder, element, context);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            throw new ExtensionConfigurationException(
                    "The customizer " + customizer.getClass().getName() + " of @SandboxWorkspace on "
                            + declaration.where() + " failed: " + e.getMessage(),
                    e);
        }
    }

    static ClassLoader loader(ExtensionContext context) {
        ClassLoader loader = context.getRequiredTestClass().getClassLoader();
        return loader != null ? loader : ClassLoader.getSystemClassLoader();
    }

    /** Say which declaration is wrong, where the declaration is what is wrong. */
    private RuntimeException explained(WorkspaceException failure) {
        boolean fixture = opened != null && declaration.files().isPresent() && failure.code() == ErrorCode.NOT_FOUND;
        if (fixture) {
            return new ExtensionConfigurationException(
                    "@SandboxWorkspace on " + declaration.where() + ": the folder '"
                            + declaration.files().orElse("") + "' is not on the class path; put it under"
                            + " src/test/resources, or correct 'files'",
                    failure);
        }
        if (failure.code() == ErrorCode.UNAVAILABLE || failure.code() == ErrorCode.ABORTED) {
            return failure;
        }
        return new ExtensionConfigurationException(
                "@SandboxWorkspace on " + declaration.where() + ": " + failure.getMessage(), failure);
    }

    /** Leave nothing of a start that failed: there is nothing in it that would explain the failure. */
    private RuntimeException abandon(RuntimeException failure) {
        Workspace workspace = opened;
        opened = null;
        if (workspace != null) {
            try {
                workspace.close();
            } catch (RuntimeException e) {
                failure.addSuppressed(e);
            }
        }
        return failure;
    }

    @Override
    public synchronized void close() {
        Workspace workspace = opened;
        opened = null;
        if (workspace == null) {
            return;
        }
        Optional<RuntimeException> first = wantsKeeping() ? attempt(() -> keep(workspace)) : Optional.empty();
        Optional<RuntimeException> second = attempt(workspace::close);
        first.ifPresent(failure -> second.filter(other -> other != failure).ifPresent(failure::addSuppressed));
        first.or(() -> second).ifPresent(this::report);
    }

    private boolean wantsKeeping() {
        return declaration.keep() == Keep.ALWAYS || (declaration.keep() == Keep.ON_FAILURE && verdict.failed());
    }

    private void keep(Workspace workspace) {
        KeepBudget budget = KeepBudget.of(context);
        if (!budget.takeWorkspace()) {
            context.publishReportEntry(
                    SandboxWorkspace.NOT_KEPT_ENTRY,
                    budget.maxCount() + " workspaces are kept in this run already; raise "
                            + SandboxWorkspace.KEEP_COUNT_KEY + " to keep more");
            return;
        }
        // First of all, so that a full disk for the attachments does not cost the files too.
        Optional<Path> root = tap.hostRoot();
        root.ifPresent(path -> tap.keep());
        Attachments attachments = new Attachments(context, declaration, log, redaction, verdict.nextKept());
        Path published = attachments.publish(workspace, budget);
        Path kept = root.orElse(published);
        context.publishReportEntry(SandboxWorkspace.KEPT_ENTRY, kept.toString());
        LOGGER.info("Kept the workspace of {} ({}) in {}", context.getDisplayName(), declaration.where(), kept);
    }

    private static Optional<RuntimeException> attempt(Runnable action) {
        try {
            action.run();
            return Optional.empty();
        } catch (RuntimeException e) {
            return Optional.of(e);
        }
    }

    /** Fail a test that passed; never stand in front of a failure that the test has already. */
    private void report(RuntimeException problem) {
        if (!verdict.failed()) {
            throw problem;
        }
        verdict.failure().filter(failure -> failure != problem).ifPresent(failure -> failure.addSuppressed(problem));
        LOGGER.warn("Closing the workspace of {} ({}) failed", context.getDisplayName(), declaration.where(), problem);
    }
}
