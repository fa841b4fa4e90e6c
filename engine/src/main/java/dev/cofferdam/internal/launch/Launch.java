package dev.cofferdam.internal.launch;

import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.spi.Shell;
import dev.cofferdam.workspace.Background;
import dev.cofferdam.workspace.WorkspaceException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * How commands are started in a sandbox: by a {@code sh} that leads a session of its own, waits for the command and
 * ends with the command's exit code, so that the provider's own record has it.
 *
 * <p>The shell reads three lines from its input before the command has it: a token ({@link Launch#greeting}), the way of
 * ending, and the command itself ({@link Launch#prologue}). So neither token nor words nor environment are in its command
 * line or in a record. After the first line it prints a header on both streams and may wait for its command as long as it
 * likes. It then runs the command, ends what the command left in its session, and prints the token as a mark on both
 * streams ({@link Marks}).
 *
 * <p>The script has no newline, no quote, no backslash and no exclamation mark: in single quotes every login shell hands
 * it on as it is, {@code csh} and {@code fish} included. Its variables begin with {@code cdm_} and are not exported.
 *
 * @param prefix the words before {@code sh} that were found to be needed, such as {@code setsid -w}
 */
public record Launch(List<String> prefix) {
    /** The exit code of a shell that ran nothing, as the directory of its command was not there. */
    public static final int MISPLACED = 125;

    /** Takes the fields of a process from /proc; its name may hold blanks, brackets and newlines. */
    static final String STAT = """
            cdm_f() { cdm_z=$1 cdm_g=$3 cdm_e=$4 cdm_b=${20}; };\
             cdm_s() { cdm_l=; { while read -r cdm_o; do cdm_l="$cdm_l $cdm_o"; done </proc/$1/stat; } 2>/dev/null;\
             [ "$cdm_l" ] && cdm_f ${cdm_l##*) }; };\
            """;

    /**
     * Ends the rest of the session of a shell that still leads it. Only pids that were given out since the command was
     * started can belong to it, unless these are too many or began anew from the lowest.
     */
    private static final String SWEEP = """
            \
             cdm_p() { { read -r cdm_x cdm_x cdm_x cdm_x cdm_x </proc/loadavg; } 2>/dev/null || cdm_x=0; };\
             cdm_k() { [ $1 = $$ ] || { cdm_s $1 && [ $cdm_e = $$ ] && case $cdm_z in [ZX]) :;;\
             *) kill -KILL $1; cdm_c=1;; esac; }; };\
             cdm_w() { cdm_r=0; while [ $cdm_r -lt 200 ]; do cdm_r=$((cdm_r+1)); cdm_c=0; cdm_p;\
             if [ $1 -ge $$ ] && [ $cdm_x -ge $1 ] && [ $((cdm_x-$1)) -lt 200 ];\
             then cdm_i=$1; while [ $cdm_i -le $cdm_x ]; do [ -d /proc/$cdm_i ] && cdm_k $cdm_i; cdm_i=$((cdm_i+1)); done;\
             else for cdm_i in /proc/[1-9]*; do cdm_k ${cdm_i#/proc/}; done; fi;\
             [ $cdm_c = 1 ] || return 0; done; };\
            """;

    private static final String RUN = """
            \
             umask 022; cdm_n=${IFS#??}; cdm_b=; cdm_s $$; IFS= read -r cdm_m || exit 125;\
             cdm_h="${cdm_m}h $$ ${cdm_b:-0}$cdm_n"; printf %s "$cdm_h"; printf %s "$cdm_h" >&2;\
             IFS= read -r cdm_a && IFS= read -r cdm_t || exit 125; cdm_d=e; eval "$cdm_a";\
             trap : HUP INT QUIT PIPE USR1 USR2; trap cdm_a=keep TERM; cdm_p; cdm_y=$cdm_x;\
             exec 3>&2 2>/dev/null; cdm_q=125; [ $cdm_d = d ] || { ( eval "$cdm_t" ) 2>&3 3>&-; cdm_q=$?; };\
             [ $cdm_a = keep ] || cdm_w $cdm_y; printf %s "$cdm_m$cdm_d"; printf %s "$cdm_m$cdm_d" >&3; exit $cdm_q\
            """;

    static final String SCRIPT = STAT + SWEEP + RUN;

    /** Copy the list. */
    public Launch {
        prefix = List.copyOf(prefix);
    }

    /** Return how commands are started where every program that is started leads a session of its own already. */
    public static Launch direct() {
        return new Launch(List.of());
    }

    /** Return the words that start a command; the same for every command. */
    public List<String> words() {
        return with("sh", "-c", SCRIPT);
    }

    /** Return words with the prefix before them. */
    List<String> with(String... words) {
        List<String> all = new ArrayList<>(prefix);
        all.addAll(List.of(words));
        return all;
    }

    /**
     * Return what has to be written to the input of the words before anything else.
     *
     * @param token the token that the output is marked with; of letters and digits, new for every command
     * @return a line
     */
    public static byte[] greeting(String token) {
        return (Marks.START + token + "\n").getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Return what has to be written after the greeting and before the command's own input.
     *
     * @param request the command
     * @return two lines
     * @throws WorkspaceException {@code INVALID_ARGUMENT} or {@code ENCODING} for what cannot be passed
     */
    public static byte[] prologue(ProcessRequest request) {
        String cwd = quote(request.cwd());
        return prologue(request, "", "; cd " + cwd + " || { [ -d " + cwd + " ] && exit 126; exit 127; }");
    }

    /**
     * Return what has to be written instead for a command that is only run when its directory is there, and no link is on
     * the way to it: otherwise the shell says so by its marks ({@link Marks#misplaced}).
     *
     * @param request the command
     * @return two lines
     * @throws WorkspaceException {@code INVALID_ARGUMENT} or {@code ENCODING} for what cannot be passed
     */
    public static byte[] placedPrologue(ProcessRequest request) {
        String cwd = quote(request.cwd());
        return prologue(request, "; cd -P " + cwd + " 2>/dev/null && [ \"$PWD\" = " + cwd + " ] || cdm_d=d", "");
    }

    private static byte[] prologue(ProcessRequest request, String before, String within) {
        Words.check(request.argv(), request.env());
        String end = "cdm_a=" + (request.background() == Background.KEEP ? "keep" : "end");
        String text = end + before + "\n" + program(request, within) + "\n";
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The command as a line of shell that ends by becoming it, with exit codes 126 and 127 as under a shell. */
    private static String program(ProcessRequest request, String enter) {
        List<String> argv = request.argv();
        String name = argv.get(0);
        StringBuilder line = new StringBuilder("set --");
        if (name.startsWith("-")) {
            // Not every shell lets a program after exec begin so.
            line.append(" env --");
        }
        argv.forEach(word -> line.append(' ').append(quote(word)));
        line.append(enter).append("; export");
        if (!request.env().containsKey("LANG")) {
            line.append(" LANG=C.UTF-8");
        }
        request.env()
                .forEach((variable, value) ->
                        line.append(' ').append(variable).append('=').append(quote(value)));
        return line.append(name.isEmpty() ? "; printf '%s: not found%s' sh \"$cdm_n\" >&2; exit 127" : "; exec \"$@\"")
                .toString();
    }

    /** Quote a word without a newline in the text: it is read as one line. */
    private static String quote(String word) {
        return Shell.shellQuote(word).replace("\n", "'\"$cdm_n\"'");
    }
}
