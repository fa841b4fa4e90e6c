package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.Capability.SYMLINKS;
import static dev.cofferdam.workspace.ErrorCode.OUTSIDE_ROOT;

/** Checks of the clauses PATH. */
final class PathChecks {

    @Requirement(value = "WS-PATH-002", statements = "b")
    void a_path_that_leaves_the_root_is_refused(Probe ws) {
        ws.writeText("a.txt", "in");
        for (String path : new String[] {"..", "../a.txt", "d/../../a.txt", "/", "/etc/passwd", "a.txt/../../x"}) {
            ws.expect.refused(OUTSIDE_ROOT, "read " + path, () -> ws.read(path));
            ws.expect.refused(OUTSIDE_ROOT, "write " + path, () -> ws.writeText(path, "out"));
        }
        ws.expect.equal("read a.txt", "in", ws.readText("a.txt"));
    }

    @Requirement(
            value = "WS-PATH-004",
            statements = "d",
            needs = {SYMLINKS})
    void a_dangling_link_does_not_exist(Probe ws) {
        ws.symlink("link", "missing");
        ws.expect.isFalse("exists(link)", ws.exists("link"));
        ws.writeText("missing", "here now");
        ws.expect.isTrue("exists(link) once its target is there", ws.exists("link"));
    }
}
