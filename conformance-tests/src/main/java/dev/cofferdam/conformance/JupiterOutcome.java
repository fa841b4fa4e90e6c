package dev.cofferdam.conformance;

import java.net.URI;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** Turns checks into JUnit's tests and results into its outcomes; the one class besides the interface that knows JUnit. */
final class JupiterOutcome {
    private JupiterOutcome() {}

    static DynamicTest test(CheckRunner runner, Check check) {
        return DynamicTest.dynamicTest(
                check.reference() + " " + check.title(),
                URI.create("method:" + check.source().replace(" ", "")),
                () -> report(runner.run(check)));
    }

    private static void report(CheckResult result) {
        String message = result.status() + " " + result.check() + "\n" + result.reason() + "\n"
                + result.check().location();
        switch (result.status()) {
            case PASS -> {}
            case FAIL, ERROR -> {
                if (result.warning()) {
                    throw new TestAbortedException("WARNING " + message);
                }
                throw new AssertionFailedError(message + "\n" + String.join("\n", result.transcript()));
            }
            case NOT_APPLICABLE, NOT_RUN, DEVIATION -> throw new TestAbortedException(message);
        }
    }
}
