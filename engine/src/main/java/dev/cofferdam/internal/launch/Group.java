package dev.cofferdam.internal.launch;

import dev.cofferdam.workspace.Signal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds and signals the processes of a command, after it has made sure that they still are (WS-EXEC-009): where a process
 * has the leader's pid it must be the leader, by its start time. The kernel does not give a number out anew while it is
 * that of a session, so whoever is in the session of a leader that is gone is the command's.
 *
 * <p>Signals go by the shell's own {@code kill -NAME -GROUP}: an external one may take a negative number for an option,
 * or for all processes of the user.
 */
public final class Group {
    /** Narrows the search down at the price of one program; whoever it finds is looked at again. */
    private static final String SEARCH = """
            \
             cdm_q=$(grep -ls ") [A-Z] [0-9-]* [0-9-]* $2 " /proc/[1-9]*/stat 2>/dev/null); [ $? -le 2 ] || cdm_q=$(echo /proc/[1-9]*);\
            """;

    private static final String SCRIPT = Launch.STAT + SEARCH + """
            \
             cdm_n=${IFS#??}; cdm_d=; cdm_s $2 && [ $cdm_b -ne $3 ] && { printf %s "$1 foreign$cdm_n"; exit 0; };\
             for cdm_i in $cdm_q; do cdm_i=${cdm_i#/proc/}; cdm_i=${cdm_i%/stat};\
             cdm_s $cdm_i && [ $cdm_e = $2 ] && [ $cdm_b -ge $3 ] &&\
             case $cdm_z in [ZX]) :;; *) printf %s "$1$cdm_l$cdm_n";\
             case "$cdm_d " in *" -$cdm_g "*) :;; *) cdm_d="$cdm_d -$cdm_g";; esac;; esac; done;\
             if [ "$4" ] && [ "$cdm_d" ]; then kill -$4 $cdm_d; case $4 in TERM) kill -CONT $cdm_d;; esac; fi 2>/dev/null;\
             printf %s "$1 end$cdm_n"\
            """;

    private Group() {}

    /**
     * Return the words that list a command's processes and, where asked, signal them. They need no input. After TERM
     * they send CONT by themselves, so that a stopped process takes it (WS-EXEC-016).
     *
     * @param leader who leads the command's session
     * @param signal what to send; empty to list only
     * @param token any letters and digits, for {@link #members}
     * @return a program and its arguments
     */
    public static List<String> words(Leader leader, Optional<Signal> signal, String token) {
        return List.of(
                "sh",
                "-c",
                SCRIPT,
                "sh",
                token,
                Long.toString(leader.pid()),
                Long.toString(leader.started()),
                signal.map(Signal::name).orElse(""));
    }

    /**
     * Read what the words printed.
     *
     * @param stdout their standard output
     * @param token the token that they were given
     * @return the processes that were there, before the signal if one was sent: pid and name of each, without arguments
     * @throws IOException when the output is not complete
     */
    public static List<String> members(String stdout, String token) throws IOException {
        List<String> members = new ArrayList<>();
        for (String line : (Iterable<String>) stdout.lines()::iterator) {
            // A login shell may have printed something without a newline before.
            int at = line.indexOf(token + " ");
            if (at < 0) {
                continue;
            }
            String rest = line.substring(at + token.length() + 1);
            if (rest.equals("end") || rest.equals("foreign")) {
                return members;
            }
            members.add(describe(rest));
        }
        throw new IOException("the processes of a command could not be listed in the sandbox");
    }

    private static String describe(String stat) throws IOException {
        int open = stat.indexOf('(');
        int close = stat.lastIndexOf(')');
        if (open < 1 || close < open) {
            throw new IOException("a process could not be read in the sandbox");
        }
        StringBuilder text = new StringBuilder(stat.substring(0, open).strip()).append(' ');
        stat.substring(open + 1, close).chars().forEach(c -> text.append(c < ' ' || c > '~' ? '?' : (char) c));
        return text.toString();
    }
}
