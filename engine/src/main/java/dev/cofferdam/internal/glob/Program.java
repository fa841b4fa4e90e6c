package dev.cofferdam.internal.glob;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The states of a pattern and the steps between them. */
final class Program {
    private enum Kind {
        /** One given code point. */
        CHARACTER,
        /** One code point that is not {@code /}. */
        WITHIN_SEGMENT,
        /** Any code point. */
        ANY,
        /** One code point of a class. */
        CLASS,
        /** Go on at one or more other states. */
        SPLIT,
        /** The end. */
        ACCEPT
    }

    private static final class Step {
        private final Kind kind;
        private final int codePoint;
        private final @Nullable CharacterClass characters;
        private int[] targets;

        Step(Kind kind, int codePoint, @Nullable CharacterClass characters, int... targets) {
            this.kind = kind;
            this.codePoint = codePoint;
            this.characters = characters;
            this.targets = targets;
        }

        boolean matches(int c) {
            return switch (kind) {
                case CHARACTER -> c == codePoint;
                case WITHIN_SEGMENT -> c != '/';
                case ANY -> true;
                case CLASS -> characters != null && characters.matches(c);
                case SPLIT, ACCEPT -> false;
            };
        }
    }

    private final List<Step> steps = new ArrayList<>();

    /** The index that the next step gets. */
    int size() {
        return steps.size();
    }

    void character(int codePoint) {
        steps.add(new Step(Kind.CHARACTER, codePoint, null));
    }

    void withinSegment() {
        steps.add(new Step(Kind.WITHIN_SEGMENT, 0, null));
    }

    void any() {
        steps.add(new Step(Kind.ANY, 0, null));
    }

    void characters(CharacterClass characters) {
        steps.add(new Step(Kind.CLASS, 0, characters));
    }

    int split(int... targets) {
        steps.add(new Step(Kind.SPLIT, 0, null, targets));
        return steps.size() - 1;
    }

    void target(int split, int... targets) {
        steps.get(split).targets = targets;
    }

    void accept() {
        steps.add(new Step(Kind.ACCEPT, 0, null));
    }

    StateSet start() {
        StateSet states = new StateSet(steps.size());
        states.begin();
        reach(states, 0);
        states.advance();
        return states;
    }

    /** Let the states read a text, and tell whether any state is left. */
    boolean run(StateSet states, String text) {
        int i = 0;
        while (i < text.length()) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            states.begin();
            for (int s = 0; s < states.size(); s++) {
                int state = states.get(s);
                if (steps.get(state).matches(c)) {
                    reach(states, state + 1);
                }
            }
            if (!states.advance()) {
                return false;
            }
        }
        return true;
    }

    /** Add a state, or what it goes on at; without recursion, for patterns may be long. */
    private void reach(StateSet states, int state) {
        if (steps.get(state).kind != Kind.SPLIT) {
            arrive(states, state);
            return;
        }
        Deque<Integer> open = new ArrayDeque<>();
        open.push(state);
        while (!open.isEmpty()) {
            int next = open.pop();
            Step step = steps.get(next);
            if (step.kind != Kind.SPLIT) {
                arrive(states, next);
            } else if (states.mark(next)) {
                for (int target : step.targets) {
                    open.push(target);
                }
            }
        }
    }

    private void arrive(StateSet states, int state) {
        if (!states.mark(state)) {
            return;
        }
        if (steps.get(state).kind == Kind.ACCEPT) {
            states.accept();
        } else {
            states.add(state);
        }
    }
}
