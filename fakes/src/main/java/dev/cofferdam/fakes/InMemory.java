package dev.cofferdam.fakes;

import dev.cofferdam.WorkspaceBuilder;
import dev.cofferdam.Workspaces;
import dev.cofferdam.fakes.shell.VirtualTime;
import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.workspace.Workspace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Workspaces in memory with programs of a test's own, a clock that the test moves, and a record of what was run.
 *
 * <pre>{@code
 * InMemory memory = Fakes.memory().program("git", (arguments, io) -> 0);
 * try (Workspace workspace = memory.open()) {
 *     workspace.exec("git status");
 * }
 * assertThat(memory.commands()).hasSize(1);
 * }</pre>
 *
 * <p>Describe it on one thread; what it opened is safe for use by several.
 */
public final class InMemory {
    private final Map<String, FakeProgram> programs = new LinkedHashMap<>();
    private final List<RecordedCommand> commands = new CopyOnWriteArrayList<>();
    private @Nullable ManualClock clock;

    InMemory() {}

    /**
     * Add a program to the machines that are opened from now on; it hides one of the same name.
     *
     * @param name the name under which commands run it
     * @param program what it does
     * @return this description
     */
    public InMemory program(String name, FakeProgram program) {
        programs.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(program, "program"));
        return this;
    }

    /**
     * Let {@code sleep} and {@code date} of the machines that are opened from now on go by a clock that the test moves.
     * The limits of commands and operations go by real time all the same.
     *
     * @param manual the clock
     * @return this description
     */
    public InMemory clock(ManualClock manual) {
        this.clock = Objects.requireNonNull(manual, "manual");
        return this;
    }

    /**
     * Return what was run, oldest first, in all workspaces that were opened through this description.
     *
     * @return a copy of the record
     */
    public List<RecordedCommand> commands() {
        return List.copyOf(commands);
    }

    /**
     * Return a provider of these machines, for what takes a provider.
     *
     * @return the provider, named {@code memory}
     */
    public SandboxProvider provider() {
        VirtualTime time = clock == null ? VirtualTime.system() : clock.time();
        return new MemoryProvider(new LinkedHashMap<>(programs), time, commands::add);
    }

    /**
     * Begin a workspace on such a machine.
     *
     * @return the builder
     */
    public WorkspaceBuilder workspace() {
        return Workspaces.over(provider());
    }

    /**
     * Open a workspace on such a machine with all defaults.
     *
     * @return the workspace, to be closed by the caller
     */
    public Workspace open() {
        return workspace().open();
    }
}
