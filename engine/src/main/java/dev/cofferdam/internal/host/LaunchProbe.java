package dev.cofferdam.internal.host;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;

/** Starts a program to see with which session, umask and signals it finds itself. */
public final class LaunchProbe {
    private static final String SCRIPT = """
            #!/bin/sh
            while IFS= read -r line; do printf '%s\\n' "$line"; done < /proc/self/status
            read -r line < /proc/self/stat && printf 'Stat: %s\\n' "$line"
            """;
    private static final int SECONDS = 20;

    private final String clientPath;

    public LaunchProbe(String clientPath) {
        this.clientPath = clientPath;
    }

    public Launch run(Path scratch) throws IOException, InterruptedException {
        List<String> missing = new ArrayList<>();
        String setsid = program("setsid").orElse("");
        if (setsid.isEmpty()) {
            missing.add("the program setsid (install util-linux)");
        }
        String shell = program("sh").orElse("");
        if (shell.isEmpty()) {
            missing.add("the program sh");
        }
        if (!missing.isEmpty()) {
            throw Host.unavailable("commands need " + String.join(" and ", missing));
        }
        String env = program("env").orElse("");
        Path script = write(scratch);
        try {
            Map<String, String> status = start(script, List.of(setsid, script.toString()));
            Launch launch =
                    new Launch(setsid, env, wrongSignals(status), !umask(status).equals("0022"), shell);
            return launch.signals().isEmpty() ? launch : mended(script, launch);
        } finally {
            Files.deleteIfExists(script);
        }
    }

    /** Keep {@code env} only when it does what it is there for: not every one knows the option. */
    private static Launch mended(Path script, Launch launch) throws InterruptedException {
        if (!launch.env().isEmpty()) {
            try {
                Map<String, String> status =
                        start(script, launch.words(List.of(script.toString()), new HashMap<>(Map.of())));
                if (wrongSignals(status).isEmpty()) {
                    return launch;
                }
            } catch (IOException e) {
                // An env without --default-signal: go without.
                return new Launch(launch.setsid(), "", "", launch.wrongUmask(), launch.shell());
            }
        }
        return new Launch(launch.setsid(), "", "", launch.wrongUmask(), launch.shell());
    }

    private static Path write(Path scratch) throws IOException {
        Path script = scratch.resolve("probe");
        Files.deleteIfExists(script);
        Files.createFile(script, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(script, SCRIPT, StandardOpenOption.TRUNCATE_EXISTING);
        return script;
    }

    private static Map<String, String> start(Path script, List<String> words) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectInput(new File("/dev/null"))
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().keySet().retainAll(List.of("PATH"));
        Process process = builder.start();
        try {
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                throw Host.unavailable("a shell script did not end in " + SECONDS + " s on this host");
            }
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            Map<String, String> status = new HashMap<>();
            text.lines().forEach(line -> {
                int colon = line.indexOf(':');
                if (colon > 0) {
                    status.put(
                            line.substring(0, colon), line.substring(colon + 1).strip());
                }
            });
            check(process.exitValue(), process.pid(), status, script);
            return status;
        } finally {
            process.destroyForcibly();
        }
    }

    private static void check(int exit, long pid, Map<String, String> status, Path script) throws IOException {
        if (exit == 126 || (exit != 0 && !Files.isExecutable(script))) {
            throw Host.unavailable(
                    "no program can be run in the temporary directory (java.io.tmpdir): it may be mounted"
                            + " with noexec; set -Djava.io.tmpdir to another one");
        }
        if (exit != 0) {
            throw new IOException("a shell script failed with exit code " + exit + " when it was tried");
        }
        long session = ProcStat.parse(status.getOrDefault("Stat", ""))
                .map(ProcStat::session)
                .orElse(-1L);
        if (session != pid) {
            throw Host.unavailable("setsid does not start programs in a session of their own on this host");
        }
    }

    private static String umask(Map<String, String> status) {
        return status.getOrDefault("Umask", "0022");
    }

    private static String wrongSignals(Map<String, String> status) {
        long wrong = mask(status, "SigIgn") | mask(status, "SigBlk");
        StringJoiner numbers = new StringJoiner(",");
        for (int signal = 1; signal <= 31; signal++) {
            if ((wrong >>> (signal - 1) & 1) == 1) {
                numbers.add(Integer.toString(signal));
            }
        }
        return numbers.toString();
    }

    private static long mask(Map<String, String> status, String name) {
        return Long.parseUnsignedLong(status.getOrDefault(name, "0"), 16);
    }

    private Optional<String> program(String name) {
        for (String directory : ("/usr/bin:/bin:" + clientPath).split(":", -1)) {
            if (directory.startsWith("/") && Files.isExecutable(Path.of(directory, name))) {
                return Optional.of(directory + "/" + name);
            }
        }
        return Optional.empty();
    }
}
