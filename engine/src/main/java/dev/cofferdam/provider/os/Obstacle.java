package dev.cofferdam.provider.os;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.util.List;

/** What keeps the sandbox from running here, with the mend. */
enum Obstacle {
    NOT_LINUX("this system has no bubblewrap", "use Linux, or another provider"),
    NO_BWRAP(
            "the program bwrap was not found outside of the workspace", "install it: apt-get install bubblewrap socat"),
    TOOL_IN_ROOT(
            "bwrap or socat lies in the root of the workspace, where a command could replace it",
            "give a narrower root"),
    BWRAP_TOO_OLD("bwrap is older than 0.8.0, which cannot forbid new namespaces", "install bubblewrap 0.8.0 or later"),
    BWRAP_SETUID("bwrap is installed setuid and does not nest", "install a bubblewrap that is not setuid"),
    NO_SOCAT(
            "the program socat was not found outside of the workspace", "install it: apt-get install bubblewrap socat"),
    ARCH_NO_SECCOMP(
            "the filter for system calls knows x86_64 and arm64 only",
            "use such a machine, or set allowAllUnixSockets, which leaves the filter out"),
    APPARMOR(
            "AppArmor keeps bwrap from using its namespaces",
            "allow it by a profile for bwrap with the rule userns (Ubuntu 23.10 and later)"),
    USERNS_BLOCKED(
            "the system refuses user namespaces",
            "allow them (sysctl user.max_user_namespaces, kernel.unprivileged_userns_clone); in a container start it with"
                    + " --security-opt seccomp=unconfined --security-opt systempaths=unconfined, or use a provider that"
                    + " runs outside of it"),
    PIVOT_ROOT(
            "the system refuses bwrap the change of its root",
            "in a container start it with --security-opt seccomp=unconfined --security-opt systempaths=unconfined"),
    PROC_MASKED(
            "parts of /proc are covered, so the kernel refuses a new one",
            "in a container start it with --security-opt systempaths=unconfined"),
    OTHER("bwrap failed", "run bwrap --ro-bind / / --unshare-all true to see what it says");

    private final String reason;
    private final String mend;

    Obstacle(String reason, String mend) {
        this.reason = reason;
        this.mend = mend;
    }

    /** A text by which bwrap tells of an obstacle. */
    private record Sign(String text, Obstacle obstacle) {}

    private static final List<Sign> SIGNS = List.of(
            new Sign("RTM_NEWADDR", APPARMOR),
            new Sign("setting up uid map: Permission denied", APPARMOR),
            new Sign("No permissions to create new namespace", USERNS_BLOCKED),
            new Sign("Creating new namespace failed", USERNS_BLOCKED),
            new Sign("No space left on device", USERNS_BLOCKED),
            new Sign("Unexpected capabilities but not setuid", BWRAP_SETUID),
            new Sign("pivot_root", PIVOT_ROOT),
            new Sign("Can't mount proc", PROC_MASKED),
            new Sign("mount: /proc", PROC_MASKED),
            new Sign("Unknown option", BWRAP_TOO_OLD));

    /** Find out what stands behind the words of bwrap. */
    static Obstacle of(String words) {
        return SIGNS.stream()
                .filter(sign -> words.contains(sign.text))
                .map(Sign::obstacle)
                .findFirst()
                .orElse(OTHER);
    }

    String reason() {
        return name() + ": " + reason;
    }

    String mend() {
        return mend;
    }

    /** Return the failure that names the obstacle; what bwrap said may hold paths of the host and is its cause. */
    WorkspaceException failure(String what, String words) {
        WorkspaceException failure =
                WorkspaceException.of(ErrorCode.SANDBOX_UNAVAILABLE, what + ": " + reason() + "; " + mend);
        return words.isEmpty() ? failure : failure.causedBy(new IOException(words.strip()));
    }
}
