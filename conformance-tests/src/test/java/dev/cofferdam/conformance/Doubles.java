package dev.cofferdam.conformance;

import dev.cofferdam.spi.OptionSpec;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.Capabilities;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.EntryType;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Isolation;
import dev.cofferdam.workspace.Listing;
import dev.cofferdam.workspace.Output;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/** Workspaces and providers without anything behind them. */
final class Doubles {
    private Doubles() {}

    /** A provider that declares what it is told and creates nothing. */
    record DeclaringProvider(Capabilities capabilities, Isolation isolation) implements SandboxProvider {
        static DeclaringProvider ofEverything() {
            return new DeclaringProvider(Capabilities.everything(), Isolation.NONE);
        }

        @Override
        public String name() {
            return "declaring";
        }

        @Override
        public List<OptionSpec> options() {
            return List.of(OptionSpec.of("image", "An image."), new OptionSpec("token", "A token.", true));
        }

        @Override
        public Sandbox create(SandboxRequest request) {
            throw WorkspaceException.of(ErrorCode.UNAVAILABLE, "this provider creates nothing");
        }
    }

    static Opener opening(Function<WorkspaceOptions, Workspace> open) {
        return new Opener() {
            @Override
            public Workspace open(WorkspaceOptions options) {
                return open.apply(options);
            }

            @Override
            public Optional<Workspace> connect(String id, WorkspaceOptions options) {
                return Optional.of(open.apply(options));
            }
        };
    }

    /** A workspace whose every operation fails with one code, but for its declarations. */
    static Workspace refusing(ErrorCode code) {
        return workspace((proxy, method, args) -> switch (method.getName()) {
            case "capabilities" -> Capabilities.everything();
            case "isolation" -> Isolation.NONE;
            case "options" -> WorkspaceOptions.defaults();
            case "provider" -> "refusing";
            case "start" -> proxy;
            case "close" -> null;
            default -> throw WorkspaceException.of(code, "refused");
        });
    }

    /** A workspace that does nothing and claims success. */
    static Workspace idle() {
        CommandResult done = new CommandResult(
                0, Output.empty(), Output.empty(), Duration.ZERO, false, OptionalInt.empty(), Optional.empty());
        Entry nothing = new Entry("", EntryType.FILE, 0, Instant.EPOCH, 0644, Optional.empty(), false);
        return workspace((proxy, method, args) -> {
            Class<?> type = method.getReturnType();
            if (method.getName().equals("capabilities")) {
                return Capabilities.everything();
            }
            if (method.getName().equals("isolation")) {
                return Isolation.NONE;
            }
            if (method.getName().equals("options")) {
                return WorkspaceOptions.defaults();
            }
            if (type == Workspace.class) {
                return proxy;
            }
            if (type == byte[].class) {
                return new byte[0];
            }
            if (type == String.class) {
                return "";
            }
            if (type == boolean.class) {
                return false;
            }
            if (type == int.class) {
                return 0;
            }
            if (type == List.class) {
                return List.of();
            }
            if (type == Listing.class) {
                return new Listing(List.of(), false, List.of());
            }
            if (type == Entry.class) {
                return nothing;
            }
            return type == CommandResult.class ? done : null;
        });
    }

    static Workspace workspace(InvocationHandler handler) {
        return (Workspace)
                Proxy.newProxyInstance(Doubles.class.getClassLoader(), new Class<?>[] {Workspace.class}, handler);
    }
}
