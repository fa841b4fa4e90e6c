package dev.cofferdam.internal.exec;

import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.spi.ProcessSink;
import dev.cofferdam.spi.SandboxProcess;
import java.io.IOException;

/** A program that finds out itself whether it would start in the directory that was meant. */
public interface PlacedProcess extends SandboxProcess {
    /** A sandbox that starts programs so, which saves asking it for the directory before. */
    interface Starter {
        /**
         * Start a program, if its directory is there and no link is on the way to it.
         *
         * @param request what to start
         * @param sink takes the output
         * @return the process; when it ends it knows whether the program was run
         * @throws IOException when something underneath fails
         * @throws InterruptedException when the thread is interrupted; then nothing runs
         */
        PlacedProcess startPlaced(ProcessRequest request, ProcessSink sink) throws IOException, InterruptedException;
    }

    /**
     * Tell, once the process ended, whether the program was not run since its directory was not there, or is reached by
     * a link.
     *
     * @return whether nothing was run
     */
    boolean wasMisplaced();
}
