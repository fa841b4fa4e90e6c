package dev.cofferdam.provider.ssh;

import dev.cofferdam.internal.launch.LaunchProbe;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The directories of a sandbox on the server.
 *
 * @param own the private directory, with the home and the temporary files of commands
 * @param root the root, without links; in the private directory when it is a fresh one
 * @param fresh whether the root was made for the sandbox
 */
record Place(String own, String root, boolean fresh) {
    /** How private directories are called. */
    static final String NAMES = "cofferdam-[0-9a-f]{32}";

    /** Something that a login shell printed, and the paths. */
    private static final int LEAST = 4;

    private static final int MISSING = 10;
    private static final int NO_DIRECTORY = 11;
    private static final int CANNOT_MAKE = 12;
    private static final int NO_ENTRY = 13;
    private static final int NO_BASE = 14;

    /** Paths are printed with NUL around them; a dot keeps newlines at their ends from being cut off. */
    private static final String ENTER = """
            umask 077; cd "$HOME" 2>/dev/null || cd /; unset CDPATH
            real() { p=$(cd "$1" 2>/dev/null && pwd -P && echo .) || return 1; p=${p%??}; }
            own() {
              b=${3:-${TMPDIR:-/tmp}}
              # There already when this runs again after a lost connection.
              [ -O "$b/$2" ] || mkdir -m 700 "$b/$2" 2>/dev/null || exit 14
              mkdir -p "$b/$2/home" "$b/$2/tmp" 2>/dev/null && real "$b/$2" || lost "$b/$2"
              o=$p
              if [ "$6" ]; then printf '%s\\n' "$6" >"$o/owner" || lost "$o"; fi
            }
            lost() { rm -rf "$1"; exit 14; }
            # What else this user has there, and whose it is.
            others() {
              for d in "$b"/cofferdam-*; do
                if [ -O "$d" ] && [ ! -L "$d" ] && [ -f "$d/owner" ] && IFS= read -r l <"$d/owner"; then
                  printf '%s\\0' "${d##*/}" "$l"
                fi
              done 2>/dev/null
            }
            f= b=
            case $1 in
              fresh)
                own "$@"; r=$o/root; f=1
                (umask 022; mkdir -p "$r") && true >"$o/fresh" || lost "$o" ;;
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
                  rm -f "$o/owner"
                else
                  own "$@"
                fi ;;
            esac
            printf '\\0%s\\0%s\\0%s\\0' "$o" "$r" "$f"
            [ ! "$b" ] || others
            """;

    /** Ends what carries the workspace's name in its environment, and takes the directory away while something writes. */
    private static final String LEAVE = """
            for f in $(grep -lsz "^COFFERDAM_WORKSPACE=$2\\$" /proc/[0-9]*/environ 2>/dev/null); do
              f=${f#/proc/}; [ "${f%/environ}" = $$ ] || kill -KILL "${f%/environ}" 2>/dev/null
            done
            [ "$3" ] && { rm -f "$1/owner"; exit; }
            i=0
            while [ -e "$1" ] && [ $i -lt 20 ]; do
              chmod -R u+rwX "$1" 2>/dev/null; rm -rf "$1" 2>/dev/null
              [ -e "$1" ] && sleep 0.1 2>/dev/null
              i=$((i+1))
            done
            [ ! -e "$1" ]
            """;

    /** The kinds of roots. */
    enum Way {
        /** A fresh root. */
        FRESH,
        /** A root that is given by its path. */
        GIVEN,
        /** The root of a sandbox of before. */
        AGAIN
    }

    /**
     * What a workspace asks for.
     *
     * @param way what kind of root
     * @param path the root for all ways but a fresh one
     * @param create whether a root that is missing is made
     * @param kept whether what is fresh is to stay when this process is gone
     */
    record Asked(Way way, String path, boolean create, boolean kept) {}

    /**
     * Enter a root, make the private directory, and remove those that killed processes of this machine left beside it.
     *
     * @param name the name of the private directory, new for every sandbox
     * @param owner this process
     * @return the place; empty when the root of before is gone
     */
    static Optional<Place> enter(Remote remote, SshSettings settings, Asked asked, String name, Owner owner)
            throws IOException, InterruptedException {
        String path = asked.path();
        LaunchProbe.Outcome outcome = remote.run(List.of(
                "sh",
                "-c",
                ENTER,
                "sh",
                asked.way().name().toLowerCase(Locale.ROOT),
                name,
                settings.base().orElse(""),
                path.isEmpty() || path.startsWith("/") ? path : "./" + path,
                asked.create() ? "1" : "",
                asked.way() == Way.FRESH && asked.kept() ? "" : owner.line()));
        if (outcome.exitCode() == MISSING && asked.way() == Way.AGAIN) {
            return Optional.empty();
        }
        List<String> said = List.of(outcome.stdout().split("\0", -1));
        if (outcome.exitCode() != 0 || said.size() < LEAST) {
            throw refused(outcome, settings);
        }
        Place place = new Place(said.get(1), said.get(2), !said.get(3).isEmpty());
        Leftovers.among(place.own(), said.subList(LEAST, said.size()), owner).sweep(remote);
        return Optional.of(place);
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
        return nameOf(own);
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
        end(remote, own, !fresh || how == OnClose.DESTROY);
    }

    /** End what is left of a sandbox, and delete its private directory or let it be nobody's. */
    static void end(Remote remote, String own, boolean delete) throws IOException, InterruptedException {
        LaunchProbe.Outcome outcome = remote.run(List.of("sh", "-c", LEAVE, "sh", own, nameOf(own), delete ? "" : "1"));
        if (outcome.exitCode() != 0) {
            throw new IOException("a directory of the workspace could not be removed on the server: " + own);
        }
    }

    private static String nameOf(String own) {
        return own.substring(own.lastIndexOf('/') + 1);
    }
}
