package dev.cofferdam.internal.shell;

import dev.cofferdam.spi.Sandbox;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Answers each request by one run of the script, for sandboxes whose programs take no streamed input. */
final class OneShots {
    private final Sandbox sandbox;
    private final AtomicLong serial = new AtomicLong();
    private @Nullable String staging;

    OneShots(Sandbox sandbox) {
        this.sandbox = sandbox;
    }

    /**
     * Run a request.
     *
     * @throws ShellLostException when the script did not come to its end
     */
    Answer ask(Request request, String token) throws IOException, InterruptedException {
        return run(request, token, request.content().length == 0 ? "-" : stage(request.content(), token));
    }

    private Answer run(Request request, String token, String content) throws IOException, InterruptedException {
        Inbox inbox = new Inbox();
        inbox.expect(token);
        int exit = sandbox.run(Script.once(token, request, content), inbox);
        Answer answer = inbox.poll();
        if (answer == null) {
            String complaints = inbox.complaints();
            throw new ShellLostException(
                    "the shell ended with code " + exit + (complaints.isEmpty() ? "" : ": " + complaints));
        }
        return answer;
    }

    /** Bring the content to where the script takes it from: a private directory that no swapped link leads out of. */
    private String stage(byte[] content, String token) throws IOException, InterruptedException {
        String path = directory(token) + "/c" + serial.incrementAndGet();
        sandbox.write(path, new ByteArrayInputStream(content), content.length);
        return path;
    }

    private synchronized String directory(String token) throws IOException, InterruptedException {
        String present = staging;
        if (present == null) {
            Answer answer = run(Request.of(Request.Effort.CHANGE, "stage"), token, "-");
            if (answer.status() != Answer.DONE) {
                throw ShellFailures.of(answer, "");
            }
            present = answer.text().strip();
            staging = present;
        }
        return present;
    }

    /** Remove what was made for the contents of requests. */
    synchronized void close(String token) throws IOException, InterruptedException {
        String present = staging;
        staging = null;
        if (present != null) {
            int slash = present.lastIndexOf('/');
            Request purge = Request.of(
                    Request.Effort.LONG_CHANGE, "purge", present.substring(0, slash), present.substring(slash + 1));
            run(purge, token, "-");
        }
    }
}
