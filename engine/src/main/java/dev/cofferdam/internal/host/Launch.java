package dev.cofferdam.internal.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How programs are started on this host: as leaders of sessions of their own, with the umask and the signals of
 * WS-EXEC-002 and WS-EXEC-016.
 *
 * @param setsid the path of {@code setsid}
 * @param env the path of {@code env}
 * @param signals the numbers of the signals that a program would find ignored or blocked, joined by commas; empty when
 *     there is nothing to mend
 * @param wrongUmask whether a program would find another umask than 022
 * @param shell the path of {@code sh}
 */
public record Launch(String setsid, String env, String signals, boolean wrongUmask, String shell) {
    private static final String DEFAULT_LANG = "C.UTF-8";
    /** The Java virtual machine keeps it blocked in all its threads, and so in what they start. */
    private static final String QUIT = "3";

    /**
     * Return the words that start a program of ours, which is around a command: in a session of its own, so that a
     * terminal does not signal it. That it cannot be ended by {@code SIGQUIT} does no harm, and mending that takes a
     * program more; a child that is ignored would.
     *
     * @param argv the program and its arguments
     * @param environment its environment, changed
     */
    public List<String> wordsAround(List<String> argv, Map<String, String> environment) {
        return signals.equals(QUIT)
                ? new Launch(setsid, env, "", wrongUmask, shell).words(argv, environment)
                : words(argv, environment);
    }

    /**
     * Return the words that start a program. Takes LANG from the environment when {@code env} can set it: the programs
     * that are run on the way then load no locale, which costs as much as running one.
     *
     * @param argv the program and its arguments
     * @param environment the command's environment, changed
     */
    public List<String> words(List<String> argv, Map<String, String> environment) {
        String program = argv.get(0);
        List<String> words = new ArrayList<>(argv.size() + 8);
        // To env a word with = is a variable; to setsid it is a program.
        boolean envFirst = program.indexOf('=') >= 0;
        if (!envFirst) {
            words.add(setsid);
        }
        if (!signals.isEmpty()) {
            words.add(env);
            words.add("--default-signal=" + signals);
            if (!envFirst && environment.remove("LANG", DEFAULT_LANG)) {
                words.add("LANG=" + DEFAULT_LANG);
            }
        }
        if (envFirst) {
            words.add(setsid);
        }
        if (wrongUmask) {
            words.addAll(List.of(shell, "-c", "umask 022; exec \"$@\"", "sh"));
        } else if (program.startsWith("-")) {
            words.add("--");
        }
        words.addAll(argv);
        return words;
    }
}
