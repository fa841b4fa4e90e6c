package dev.cofferdam.provider.os;

import dev.cofferdam.spi.FileGuard;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Has the policy of commands hold for file operations on the root, which an agent asks for as well. */
final class PolicyGuard implements FileGuard {
    private final OsHost os;
    private final Layout layout;
    private final boolean hides;

    /** Only the user changes what lies outside of the root, and hardly while a workspace is open. */
    private final Map<Path, FileFacts.Kind> outside = new ConcurrentHashMap<>();

    private PolicyGuard(OsHost os, Layout layout) {
        this.os = os;
        this.layout = layout;
        this.hides = layout.hides();
    }

    /** Return the guard of a workspace, empty where nothing in the root is kept from its commands. */
    static Optional<FileGuard> of(OsHost os, Layout layout) {
        FilesystemPolicy files = layout.policy().filesystem();
        boolean free = files.disabled()
                || (!layout.guarded() && !layout.hides() && files.denyWrite().isEmpty());
        return free ? Optional.empty() : Optional.of(new PolicyGuard(os, layout));
    }

    @Override
    public boolean allows(Use use, Path path) throws IOException {
        boolean reading = use == Use.READ || use == Use.READ_ALL;
        if (reading && !hides) {
            return true;
        }
        boolean below = use == Use.READ_ALL || use == Use.WRITE_ALL;
        MountPlan plan = layout.plan(new NarrowFacts(os.placeholders().facts(), path, below, layout.root(), outside));
        return reading ? !plan.hides(path, below) : plan.isWritable(path, below);
    }
}
