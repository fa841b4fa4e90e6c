package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.ErrorCode.NOT_FOUND;

/** Checks of the clauses FILE. */
final class FileChecks {

    @Requirement(value = "WS-FILE-001", statements = "a")
    void a_file_comes_back_byte_for_byte(Probe ws) {
        byte[] every = new byte[512];
        for (int i = 0; i < every.length; i++) {
            every[i] = (byte) i;
        }
        ws.write("bytes.bin", every);
        ws.expect.equal("read", every, ws.read("bytes.bin"));
        ws.write("empty", new byte[0]);
        ws.expect.equal("read of an empty file", new byte[0], ws.read("empty"));
    }

    @Requirement(value = "WS-FILE-002", statements = "a")
    void a_missing_file_is_not_found(Probe ws) {
        ws.writeText("there", "x");
        ws.expect.refused(NOT_FOUND, "read missing", () -> ws.read("missing"));
        ws.expect.refused(NOT_FOUND, "read d/missing", () -> ws.read("d/missing"));
        ws.expect.equal("read there", "x", ws.readText("there"));
    }
}
