package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Executes commands. */
final class Interpreter {

    /** The command is the last thing its process does, so a program may take the process over. */
    static final int TAIL = 1;

    /** Failure is being tested, so {@code set -e} does not apply. */
    static final int TESTED = 2;

    private static final int MAX_CALLS = 1000;

    private final Shell shell;
    private final Expander expander;
    private final Redirector redirector;
    private final CommandRunner commands;

    Interpreter(Shell shell) {
        this.shell = shell;
        this.expander = new Expander(shell, this);
        this.redirector = new Redirector(shell, expander);
        this.commands = new CommandRunner(shell, this, expander, redirector);
    }

    Shell shell() {
        return shell;
    }

    /** Runs expanded words without looking at functions. */
    int runPlain(List<String> words) {
        Node.Simple command = new Node.Simple(List.of(), List.of(), List.of(), shell.line());
        return commands.run(command, words, TESTED, false);
    }

    Expander expander() {
        return expander;
    }

    int eval(Node node, int flags) {
        shell.task().checkpoint();
        int status = dispatch(node, flags);
        shell.status(status);
        runTraps();
        return status;
    }

    private int dispatch(Node node, int flags) {
        if (node instanceof Node.Simple simple) {
            return checked(commands.run(simple, flags), flags);
        } else if (node instanceof Node.Sequence sequence) {
            return sequence(sequence, flags);
        } else if (node instanceof Node.AndOr andOr) {
            int left = eval(andOr.left(), TESTED);
            return andOr.and() == (left == 0) ? eval(andOr.right(), flags) : left;
        } else if (node instanceof Node.Not not) {
            return eval(not.command(), TESTED) == 0 ? 1 : 0;
        } else if (node instanceof Node.Pipeline pipeline) {
            return checked(pipeline(pipeline), flags);
        } else if (node instanceof Node.Background background) {
            return background(background);
        } else if (node instanceof Node.Subshell subshell) {
            return checked(subshell(subshell, List.of()), flags);
        } else if (node instanceof Node.Redirected redirected) {
            return redirected(redirected, flags);
        } else if (node instanceof Node.If conditional) {
            return conditional(conditional, flags);
        } else if (node instanceof Node.Loop loop) {
            return loop(loop, flags);
        } else if (node instanceof Node.For loop) {
            return forLoop(loop, flags);
        } else if (node instanceof Node.Case choice) {
            return choose(choice, flags);
        }
        Node.Function function = (Node.Function) node;
        shell.functions().put(function.name(), function.body());
        return 0;
    }

    private int checked(int status, int flags) {
        if (status != 0 && (flags & TESTED) == 0 && shell.option('e')) {
            throw Jump.exit(status);
        }
        return status;
    }

    private int sequence(Node.Sequence sequence, int flags) {
        int status = 0;
        List<Node> parts = sequence.parts();
        for (int i = 0; i < parts.size(); i++) {
            status = eval(parts.get(i), i == parts.size() - 1 ? flags : flags & ~TAIL);
        }
        return status;
    }

    private int conditional(Node.If conditional, int flags) {
        if (eval(conditional.condition(), TESTED) == 0) {
            return eval(conditional.then(), flags);
        }
        return conditional.otherwise() == null ? 0 : eval(conditional.otherwise(), flags);
    }

    private int loop(Node.Loop loop, int flags) {
        int status = 0;
        shell.loops(shell.loops() + 1);
        try {
            while ((eval(loop.condition(), TESTED) == 0) != loop.until()) {
                try {
                    status = eval(loop.body(), flags & TESTED);
                } catch (Jump jump) {
                    status = 0;
                    if (leaves(jump)) {
                        break;
                    }
                }
            }
        } catch (Jump jump) {
            // Out of the condition itself.
            status = 0;
            if (!leaves(jump)) {
                return loop(loop, flags);
            }
        } finally {
            shell.loops(shell.loops() - 1);
        }
        return status;
    }

    /** Tells whether a jump ends the loop it arrives at; throws it on if it goes farther. */
    private static boolean leaves(Jump jump) {
        if (jump.kind() != Jump.Kind.BREAK && jump.kind() != Jump.Kind.CONTINUE) {
            throw jump;
        }
        if (jump.value() > 1) {
            throw jump.outwards();
        }
        return jump.kind() == Jump.Kind.BREAK;
    }

    private int forLoop(Node.For loop, int flags) {
        List<String> values = loop.words() == null ? shell.parameters() : expander.fields(loop.words());
        int status = 0;
        shell.loops(shell.loops() + 1);
        try {
            for (String value : values) {
                shell.variables().set(loop.name(), value);
                try {
                    status = eval(loop.body(), flags & TESTED);
                } catch (Jump jump) {
                    status = 0;
                    if (leaves(jump)) {
                        break;
                    }
                }
            }
        } finally {
            shell.loops(shell.loops() - 1);
        }
        return status;
    }

    private int choose(Node.Case choice, int flags) {
        String subject = expander.text(choice.subject());
        for (Node.Branch branch : choice.branches()) {
            for (Word pattern : branch.patterns()) {
                if (expander.pattern(pattern).matches(subject)) {
                    return eval(branch.body(), flags);
                }
            }
        }
        return 0;
    }

    private int redirected(Node.Redirected redirected, int flags) {
        if (redirected.command() instanceof Node.Subshell subshell) {
            return checked(subshell(subshell, redirected.redirects()), flags);
        }
        Runnable undo;
        try {
            undo = redirector.applyFor(redirected.redirects());
        } catch (Redirector.Failure e) {
            shell.complain(e.text());
            return checked(2, flags);
        }
        try {
            return eval(redirected.command(), flags & ~TAIL);
        } finally {
            undo.run();
        }
    }

    private int subshell(Node.Subshell subshell, List<Node.Redirect> redirects) {
        Descriptors table = shell.task().descriptors().copy();
        try {
            redirector.apply(redirects, table);
        } catch (Redirector.Failure e) {
            table.closeAll();
            shell.complain(e.text());
            return 2;
        }
        Task child = fork(table);
        int status = shell.computer().table().host(shell.task(), child, body(subshell.body()));
        announceDeath(child);
        return status;
    }

    private Task fork(Descriptors table) {
        try {
            return shell.computer()
                    .table()
                    .fork(shell.task(), table, shell.task().command());
        } catch (Errno e) {
            throw new ShellError("Cannot fork");
        }
    }

    /** What a forked shell does with a command; its state is copied now. */
    private Task.Body body(Node node) {
        return child -> new Session(shell.fork(child)).runForked(node);
    }

    /** Forks for a command that runs beside the shell; the copy of the state must be made before it goes on. */
    private void launch(Task child, Node node) {
        Session session = new Session(shell.fork(child));
        shell.computer().table().launch(child, task -> session.runForked(node));
    }

    private int background(Node.Background background) {
        List<Node> members = background.command() instanceof Node.Pipeline pipeline
                ? pipeline.parts()
                : List.of(background.command());
        OpenFile input = Streams.nothing();
        for (int i = 0; i < members.size(); i++) {
            Descriptors table = shell.task().descriptors().copy();
            table.set(0, input);
            if (i < members.size() - 1) {
                Pipe pipe = new Pipe();
                table.set(1, pipe.sink());
                input = pipe.source();
            }
            Task child = fork(table);
            child.ignore(Signal.INT);
            child.ignore(Signal.QUIT);
            shell.jobs().put(child.pid(), child);
            shell.lastBackground(child.pid());
            launch(child, members.get(i));
        }
        return 0;
    }

    private int pipeline(Node.Pipeline pipeline) {
        List<Node> parts = pipeline.parts();
        List<Task> children = new ArrayList<>(parts.size());
        OpenFile input = null;
        for (int i = 0; i < parts.size(); i++) {
            Descriptors table = shell.task().descriptors().copy();
            if (input != null) {
                table.set(0, input);
            }
            if (i < parts.size() - 1) {
                Pipe pipe = new Pipe();
                table.set(1, pipe.sink());
                input = pipe.source();
                Task child = fork(table);
                children.add(child);
                launch(child, parts.get(i));
            } else {
                Task child = fork(table);
                int status = shell.computer().table().host(shell.task(), child, body(parts.get(i)));
                children.forEach(this::join);
                return status;
            }
        }
        return 0;
    }

    private void join(Task child) {
        ProcessTable table = shell.computer().table();
        // A pipeline is waited for to its end; handlers run after it.
        while (!table.joinFully(shell.task(), child)) {
            shell.task().checkpoint();
        }
    }

    /** Says that a signal ended a foreground command, as dash does. */
    void announceDeath(Task child) {
        Signal killer = shell.computer().table().killerOf(child);
        if (killer != null && !killer.message().isEmpty()) {
            shell.say(killer.message());
        }
    }

    /** Runs a command substitution. */
    String substitute(Node body) {
        Streams.Capture capture = new Streams.Capture();
        Descriptors table = shell.task().descriptors().copy();
        table.set(1, capture);
        Task child = fork(table);
        int status = shell.computer().table().host(shell.task(), child, body(body));
        shell.substitutionStatus(status);
        try {
            return capture.text(shell.task());
        } catch (IOException e) {
            throw new ShellError(Errno.of(e).text());
        }
    }

    int call(Node function, List<String> arguments, int flags) {
        if (shell.calls() >= MAX_CALLS) {
            throw new ShellError("Maximum function recursion depth (" + MAX_CALLS + ") reached");
        }
        List<String> outer = shell.parameters();
        int loops = shell.loops();
        shell.parameters(arguments);
        shell.calls(shell.calls() + 1);
        shell.loops(0);
        shell.variables().open();
        try {
            return eval(function, flags & TESTED);
        } catch (Jump jump) {
            if (jump.kind() != Jump.Kind.RETURN) {
                throw jump;
            }
            return jump.value();
        } finally {
            shell.variables().close();
            shell.loops(loops);
            shell.calls(shell.calls() - 1);
            shell.parameters(outer);
        }
    }

    /** Runs the handlers of signals that have come in; they leave the exit status as it was. */
    void runTraps() {
        while (shell.task().hasPending()) {
            Signal signal = shell.task().takePending();
            String action = signal == null ? null : shell.traps().action(signal);
            if (action != null && !action.isEmpty()) {
                int status = shell.status();
                evalText(action, 0);
                shell.status(status);
            }
        }
    }

    /** Runs text as a script, in this shell. */
    int evalText(String text, int flags) {
        return evalSource(new Source(text), flags);
    }

    int evalSource(Source source, int flags) {
        Parser parser = new Parser(source);
        int status = 0;
        while (true) {
            Node node;
            try {
                node = parser.next();
            } catch (SyntaxError e) {
                shell.line(e.line());
                throw new ShellError(e.text());
            }
            if (node == null) {
                return status;
            }
            status = eval(node, parser.ended() ? flags : flags & ~TAIL);
        }
    }
}
