package dev.cofferdam.conformance;

import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Listing;
import dev.cofferdam.workspace.Secret;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Ways to break a workspace. */
final class Broken {
    private static final Set<String> WITHOUT_PATHS =
            Set.of("restoreFromTrash", "restore", "diff", "deleteSnapshot", "exec", "start", "provider", "id", "root");

    private Broken() {}

    /** What is done instead of an operation. */
    @FunctionalInterface
    interface Twist {
        Object call(Call call) throws Throwable;
    }

    /** An operation under way. */
    @SuppressWarnings("ArrayRecordComponent") // handed to Method.invoke as it is
    record Call(Workspace real, Method method, Object[] args) {
        String operation() {
            return method.getName();
        }

        boolean is(String... operations) {
            return List.of(operations).contains(operation());
        }

        String path() {
            return args.length > 0 && args[0] instanceof String path ? path : "";
        }

        Object proceed() throws Throwable {
            return with(args);
        }

        Object with(Object... others) throws Throwable {
            try {
                return method.invoke(real, others);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }

        Object nothing() {
            Class<?> type = method.getReturnType();
            if (type == byte[].class) {
                return new byte[0];
            }
            if (type == String.class) {
                return "";
            }
            return type == boolean.class ? (Object) false : null;
        }
    }

    static UnaryOperator<Workspace> twist(Twist twist) {
        return real -> Doubles.workspace(
                (proxy, method, args) -> twist.call(new Call(real, method, args == null ? new Object[0] : args)));
    }

    /** Claim success where an operation fails with a code. */
    static UnaryOperator<Workspace> forgiving(ErrorCode code, String... operations) {
        return twist(call -> {
            try {
                return call.proceed();
            } catch (WorkspaceException e) {
                if (e.code() == code && call.is(operations)) {
                    return call.nothing();
                }
                throw e;
            }
        });
    }

    /** Fail with another code, in some operations or in all. */
    static UnaryOperator<Workspace> recoding(ErrorCode code, ErrorCode other, String... operations) {
        return twist(call -> {
            try {
                return call.proceed();
            } catch (WorkspaceException e) {
                if (e.code() == code && (operations.length == 0 || call.is(operations))) {
                    throw WorkspaceException.of(other, String.valueOf(e.getMessage()));
                }
                throw e;
            }
        });
    }

    /** Take each path for another one. */
    static UnaryOperator<Workspace> paths(UnaryOperator<String> change) {
        return twist(call -> {
            Object[] changed = call.args().clone();
            if (!WITHOUT_PATHS.contains(call.operation())) {
                for (int i = 0; i < changed.length; i++) {
                    boolean path = i == 0 || (i == 1 && call.is("rename", "copy"));
                    if (path && changed[i] instanceof String text) {
                        changed[i] = change.apply(text);
                    }
                }
            }
            return call.with(changed);
        });
    }

    /** Refuse some paths. */
    static UnaryOperator<Workspace> refusing(ErrorCode code, java.util.function.Predicate<String> which) {
        return paths(path -> {
            if (which.test(path)) {
                throw WorkspaceException.at(code, path, "refused");
            }
            return path;
        });
    }

    /** What becomes of a result. */
    @FunctionalInterface
    interface Change {
        Object of(Call call, Object result);
    }

    /** Change the results of some operations. */
    static UnaryOperator<Workspace> results(Change change, String... operations) {
        return twist(call -> call.is(operations) ? change.of(call, call.proceed()) : call.proceed());
    }

    /** Change each entry of listings, and what stat gives; null leaves it out of a listing. */
    static UnaryOperator<Workspace> entries(UnaryOperator<Entry> change) {
        return results(
                (call, result) -> result instanceof Listing listing
                        ? new Listing(
                                listing.entries().stream()
                                        .map(change)
                                        .filter(java.util.Objects::nonNull)
                                        .toList(),
                                listing.truncated(),
                                listing.unreadable())
                        : change.apply((Entry) result),
                "list",
                "stat");
    }

    /** Do something more after some operations. */
    static UnaryOperator<Workspace> after(java.util.function.Consumer<Call> more, String... operations) {
        return twist(call -> {
            Object result = call.proceed();
            if (call.is(operations)) {
                more.accept(call);
            }
            return result;
        });
    }

    /** Open workspaces with other options than those that are asked for. */
    static UnaryOperator<Opener> options(
            java.util.function.BiFunction<WorkspaceOptions.Builder, WorkspaceOptions, WorkspaceOptions.Builder>
                    change) {
        return options(change, name -> true);
    }

    /** Open workspaces without a variable of theirs. */
    static UnaryOperator<Opener> optionsWithout(String variable) {
        return options((builder, options) -> builder, name -> !name.equals(variable));
    }

    private static UnaryOperator<Opener> options(
            java.util.function.BiFunction<WorkspaceOptions.Builder, WorkspaceOptions, WorkspaceOptions.Builder> change,
            java.util.function.Predicate<String> variables) {
        return opener -> new Opener() {
            @Override
            public Workspace open(WorkspaceOptions asked) {
                return opener.open(changed(asked));
            }

            @Override
            public java.util.Optional<Workspace> connect(String id, WorkspaceOptions asked) {
                return opener.connect(id, changed(asked));
            }

            private WorkspaceOptions changed(WorkspaceOptions asked) {
                return change.apply(copy(asked, variables), asked).build();
            }
        };
    }

    private static WorkspaceOptions.Builder copy(
            WorkspaceOptions options, java.util.function.Predicate<String> variables) {
        WorkspaceOptions.Builder copy = WorkspaceOptions.builder()
                .createRoot(options.createRoot())
                .cwd(options.cwd())
                .background(options.background())
                .limits(options.limits())
                .lifetime(options.lifetime());
        options.root().ifPresent(copy::root);
        options.onClose().ifPresent(copy::onClose);
        options.inheritHome().ifPresent(copy::inheritHome);
        options.maxTrashBytes().ifPresent(copy::maxTrashBytes);
        options.listeners().forEach(copy::listener);
        options.env().forEach((name, value) -> {
            if (!variables.test(name)) {
                return;
            }
            if (options.secretNames().contains(name)) {
                copy.env(name, Secret.of(value));
            } else {
                copy.env(name, value);
            }
        });
        return copy;
    }
}
