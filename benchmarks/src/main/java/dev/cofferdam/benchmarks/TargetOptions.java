package dev.cofferdam.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * How the targets are measured.
 *
 * @param only the names of the targets to measure; empty for all
 * @param rounds how many rounds are measured; empty for what the target needs
 * @param quick whether to see only that everything works, on little data
 * @param directory the directory in which the trees are made
 * @param launcher the {@code cofferdam} command
 */
record TargetOptions(Set<String> only, OptionalInt rounds, boolean quick, Path directory, Path launcher) {
    static final String USAGE = """
            Usage: Targets [--only NAME[,NAME…]] [--rounds N] [--quick] [--dir DIRECTORY] [--launcher FILE]
            """;

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    static TargetOptions parse(List<String> words) throws IOException {
        Set<String> only = new LinkedHashSet<>();
        OptionalInt rounds = OptionalInt.empty();
        boolean quick = false;
        Path directory = usualDirectory();
        Path launcher = Path.of("cofferdam");
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (word.equals("--quick")) {
                quick = true;
                continue;
            }
            if (i + 1 == words.size()) {
                throw new IllegalArgumentException(word + " is no option, or its value is missing");
            }
            String value = words.get(++i);
            switch (word) {
                case "--only" -> only.addAll(List.of(value.split(",", -1)));
                case "--rounds" -> rounds = OptionalInt.of(positive(value));
                case "--dir" -> directory = Path.of(value);
                case "--launcher" -> launcher = Path.of(value);
                default -> throw new IllegalArgumentException("there is no option " + word);
            }
        }
        return new TargetOptions(Set.copyOf(only), rounds, quick, directory.toRealPath(), launcher.toAbsolutePath());
    }

    private static int positive(String value) {
        try {
            int number = Integer.parseInt(value);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--rounds takes a number, not " + value, e);
        }
        throw new IllegalArgumentException("--rounds takes a number over zero, not " + value);
    }

    /** Memory rather than a disk, when programs can be run there too. */
    private static Path usualDirectory() throws IOException {
        Path mounts = Path.of("/proc/mounts");
        if (Files.isWritable(SHARED_MEMORY) && Files.isReadable(mounts)) {
            for (String line : Files.readAllLines(mounts)) {
                String[] words = line.split(" ", -1);
                if (words[1].equals(SHARED_MEMORY.toString())
                        && words[2].equals("tmpfs")
                        && !List.of(words[3].split(",", -1)).contains("noexec")) {
                    return SHARED_MEMORY;
                }
            }
        }
        return Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
    }

    /** Return a full size, or a small one when only the working is to be seen. */
    int size(int full, int small) {
        return quick ? small : full;
    }

    /** Return the number of rounds to measure. */
    int rounds(int usual) {
        return rounds.orElse(quick ? 1 : usual);
    }

    boolean wants(String name) {
        return only.isEmpty() || only.contains(name);
    }
}
