package dev.cofferdam.internal.shell;

import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.workspace.Background;
import dev.cofferdam.workspace.Stdin;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The script that answers requests, and the ways to run it. */
final class Script {
    private static final String TEXT = load();

    private Script() {}

    private static String load() {
        try (InputStream in = Script.class.getResourceAsStream("helper.sh")) {
            if (in == null) {
                throw new IllegalStateException("the script of the shell engine is not in its package");
            }
            return bare(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Leave out what a shell does not need; no string in the script spans lines that this changes. */
    private static String bare(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    /** Return what starts a shell that serves requests from its input. */
    static ProcessRequest serve() {
        return process(List.of("serve"), Optional.empty());
    }

    /**
     * Return what does one request.
     *
     * @param content the path of a file with the content, {@code -} for none
     */
    static ProcessRequest once(String token, Request request, String content) {
        List<String> words = new ArrayList<>(
                List.of("once", token, request.operation(), Integer.toString(request.content().length), content));
        for (String word : request.words()) {
            words.add(Request.escaped(word));
        }
        return process(words, Optional.of(Stdin.none()));
    }

    private static ProcessRequest process(List<String> words, Optional<Stdin> stdin) {
        List<String> argv = new ArrayList<>(Arrays.asList("sh", "-c", TEXT, "sh"));
        argv.addAll(words);
        return new ProcessRequest(argv, "/", Map.of(), stdin, Background.KILL, Optional.empty(), Optional.empty());
    }
}
