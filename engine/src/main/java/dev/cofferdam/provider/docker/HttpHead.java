package dev.cofferdam.provider.docker;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The status line and the headers of a response.
 *
 * @param status the status code
 * @param http11 whether the connection stays open unless it is said otherwise
 * @param headers the headers, their names in any case
 */
record HttpHead(int status, boolean http11, Map<String, List<String>> headers) {

    /** Parse the lines of a head, without the empty one at its end. */
    static HttpHead parse(List<String> lines) throws IOException {
        String[] words = lines.isEmpty() ? new String[0] : lines.get(0).split(" ", 3);
        if (words.length < 2 || !words[0].startsWith("HTTP/1.") || !words[1].matches("[1-5][0-9][0-9]")) {
            throw new IOException("what answers there is not a Docker daemon: it does not speak HTTP/1.1");
        }
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line : lines.subList(1, lines.size())) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.computeIfAbsent(line.substring(0, colon), name -> new ArrayList<>())
                        .add(line.substring(colon + 1).strip());
            }
        }
        return new HttpHead(Integer.parseInt(words[1]), words[0].equals("HTTP/1.1"), headers);
    }

    /** Copy the map so that nobody changes it. */
    HttpHead {
        headers = Collections.unmodifiableMap(headers);
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name)).map(values -> values.get(0));
    }

    boolean isChunked() {
        return has("Transfer-Encoding", "chunked");
    }

    boolean closes() {
        return has("Connection", "close") || (!http11 && !has("Connection", "keep-alive"));
    }

    private boolean has(String name, String token) {
        return header(name)
                .filter(value -> value.toLowerCase(Locale.ROOT).contains(token))
                .isPresent();
    }

    /** Return the length of the body; empty when it is chunked or ends with the connection. */
    Optional<Long> length() throws IOException {
        if (isChunked()) {
            return Optional.empty();
        }
        Optional<String> text = header("Content-Length");
        if (text.isPresent() && !text.get().matches("[0-9]{1,18}")) {
            throw new IOException("the Docker daemon sent a Content-Length that is no number");
        }
        return text.map(Long::parseLong);
    }
}
