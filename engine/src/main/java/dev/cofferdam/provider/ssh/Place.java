package dev.cofferdam.provider.ssh;

import dev.cofferdam.internal.launch.LaunchProbe;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;

/**
 * The directories of a sandbox on the server.
 *
 * @param own the private directory, with the home and the temporary files of commands
 * @param root the root, without links; in the private directory when it is a fresh one
 * @param fresh whether the root was made for the sandbox
 */
record Place(String own, String root, boolean fresh) {
    private static final int MISSING = 10;
    private static final int NO_DIRECTORY = 11;
    private static final int CANNOT_MAKE = 12;
    private static final int NO_ENTRY = 13;
    private static final int NO_BASE = 14;

    /** Paths are printed with NUL after them; a dot keeps newlines at their ends from being cut off. */
    private static final String ENTER = """
            umask 077; cd "$HOME" 2>/dev/null || cd /; unset CDPATH
            real() { p=$(cd "$1" 2>/dev/null && pwd -P && echo .) || return 1; p=${p%??}; }
            own() {
              b=${3:-${TMPDIR:-/tmp}}
              # There already when this runs again after a lost connection.
              [ -O "$b/$2/tmp" ] || { mkdir -m 700 "$b/$2" && mkdir "$b/$2/home" "$b/$2/tmp"; } 2>/dev/null || exit 14
              real "$b/$2" || exit 14
              o=$p
            }
            f=
            case $1 in
              fresh)
                own "$@"; r=$o/root; f=1
                (umask 022; mkdir -p "$r") && true >"$o/fresh" || exit 14 ;;
              given)
                if [ ! -e "$4" ] && [ ! -L "$4" ]; then
                  [ "$5" ] || exit 10
                  (umask 022; mkdir -p "$4") 2>/dev/null || exit 12
                fi
                [ -d "$4" ] || exit 11
                real "$4" || exit 13
                r=$p; own "$@" ;;
              again)
                [ -d "$4" ] || exit 10
                r=$4
                if [ "${r%/root}" != "$r" ] && [ -f "${r%/root}/fresh" ]; then
                  o=${r%/root}; f=1
                else
                  own "$@"
                fi ;;
            esac
            printf '%s\\0' "$o" "$r" "$f"
            """;

    /** Ends what carries the workspace's name in its environment, and takes the directory away while something writes. */
    private static final String LEAVE = """
            for f in $(grep -lsz "^COFFERDAM_WORKSPACE=$2\\$" /proc/[0-9]*/environ 2>/dev/null); do
              f=${f#/proc/}; [ "${f%/environ}" = $$ ] || kill -KILL "${f%/environ}" 2>/dev/null
            done
            [ "$1" ] || exit 0
            i=0
            while [ -e "$1" ] && [ $i -lt 20 ]; do
              chmod -R u+rwX "$1" 2>/dev/null; rm -rf "$1" 2>/dev/null
              [ -e "$1" ] && sleep 0.1 2>/dev/null
              i=$((i+1))
            done
            [ ! -e "$1" ]
            """;

    /** What a workspace asks for. */
    enum Way {
        /** A fresh root. */
        FRESH,
        /** A root that is given by its path. */
        GIVEN,
        /** The root of a sandbox of before. */
        AGAIN
    }

    /**
     * Enter a root, and make the private directory.
     *
     * @param name the name of the private directory, new for every sandbox
     * @param path the root for all ways but a fresh one
     * @param create whether a root that is missing is made
     * @return the place; empty when the root of before is gone
     */
    static Optional<Place> enter(Remote remote, SshSettings settings, String name, Way way, String path, boolean create)
            throws IOException, InterruptedException {
        String root = path.isEmpty() || path.startsWith("/") ? path : "./" + path;
        String word = way.name().toLowerCase(java.util.Locale.ROOT);
        LaunchProbe.Outcome outcome = remote.run(
                List.of("sh", "-c", ENTER, "sh", word, name, settings.base().orElse(""), root, create ? "1" : ""));
        String[] paths = outcome.stdout().split("\0", -1);
        if (outcome.exitCode() == MISSING && way == Way.AGAIN) {
            return Optional.empty();
        }
        if (outcome.exitCode() != 0 || paths.length < 4) {
            throw refused(outcome, settings);
        }
        String own = paths[paths.length - 4];
        // A login shell may have printed something before.
        return Optional.of(new Place(
                own.substring(Math.max(0, own.indexOf('/'))),
                paths[paths.length - 3],
                !paths[paths.length - 2].isEmpty()));
    }

    private static WorkspaceException refused(LaunchProbe.Outcome outcome, SshSettings settings) {
        String user = settings.user() + " on " + settings.server();
        String message = switch (outcome.exitCode()) {
            case MISSING -> "the root does not exist; make the directory, or allow it to be made";
            case NO_DIRECTORY -> "the root is not a directory; give the path of one";
            case CANNOT_MAKE -> "the root cannot be made with the permissions of the user " + user;
            case NO_ENTRY -> "the root cannot be entered with the permissions of the user " + user;
            case NO_BASE ->
                "no private directory can be made by the user " + user
                        + " among the temporary files; give a directory that the user can write with the option base";
            default ->
                "the directories of the workspace could not be made by the user " + user + ": "
                        + outcome.stderr().strip();
        };
        return WorkspaceException.of(ErrorCode.UNAVAILABLE, message);
    }

    /** Return the name by which processes of the sandbox are found. */
    String name() {
        return own.substring(own.lastIndexOf('/') + 1);
    }

    /** Return the root as an id without blanks. */
    String id() {
        try {
            return new URI("file", "", root, null).getRawPath();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the path of a root is no path", e);
        }
    }

    /** Return the path of an id; empty when it is none. */
    static Optional<String> path(String id) {
        try {
            return Optional.ofNullable(new URI("file://" + id).getPath()).filter(path -> path.startsWith("/"));
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /** End what is left of the sandbox, and delete what is to go. */
    void leave(Remote remote, OnClose how) throws IOException, InterruptedException {
        boolean delete = !fresh || how == OnClose.DESTROY;
        LaunchProbe.Outcome outcome = remote.run(List.of("sh", "-c", LEAVE, "sh", delete ? own : "", name()));
        if (outcome.exitCode() != 0) {
            throw new IOException("a directory of the workspace could not be removed on the server: " + own);
        }
    }
}
