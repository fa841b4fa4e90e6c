package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.util.concurrent.Callable;

/** Calls of code that is not ours and may not notice that its process was killed. */
final class Foreign {

    private Foreign() {}

    static int call(Task task, Callable<Integer> code) throws IOException {
        task.foreign(true);
        if (!task.enterForeign()) {
            task.foreign(false);
            throw new Errno(Errno.Code.EINTR);
        }
        try {
            return code.call();
        } catch (IOException e) {
            throw e;
        } catch (InterruptedException e) {
            throw interrupted(task);
        } catch (Exception e) {
            throw new IOException(e.toString(), e);
        } finally {
            task.leaveForeign();
            task.foreign(false);
        }
    }

    private static Errno interrupted(Task task) {
        task.leaveForeign();
        task.checkpoint();
        return new Errno(Errno.Code.EINTR);
    }
}
