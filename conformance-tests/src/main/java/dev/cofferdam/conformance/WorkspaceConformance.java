package dev.cofferdam.conformance;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/**
 * Runs the suite in JUnit, a test for each check. Implement it in a test class:
 *
 * <pre>
 * final class MyRunnerConformance implements WorkspaceConformance {
 *     public Subject subject() {
 *         return Subject.of(new MyRunnerProvider("http://localhost:9000"));
 *     }
 * }
 * </pre>
 */
public interface WorkspaceConformance {
    /**
     * Return what is certified.
     *
     * @return the subject
     */
    Subject subject();

    /**
     * Return how the suite is run; every check of every level, unless overridden. Checks run one at a time here, or as
     * JUnit is told to.
     *
     * @return the options
     */
    default SuiteOptions suiteOptions() {
        return SuiteOptions.defaults();
    }

    /**
     * Return a test for each check, by area. A check that does not apply or was not run is aborted with its reason.
     *
     * @return the tests
     */
    @TestFactory
    default Stream<DynamicNode> conformance() {
        CheckRunner runner = new CheckRunner(subject(), suiteOptions());
        Map<String, List<Check>> areas = ConformanceSuite.catalogue().stream()
                .collect(Collectors.groupingBy(Check::area, TreeMap::new, Collectors.toList()));
        return areas.entrySet().stream()
                .map(area -> DynamicContainer.dynamicContainer(
                        area.getKey(), area.getValue().stream().map(check -> test(runner, check))));
    }

    private static DynamicTest test(CheckRunner runner, Check check) {
        return DynamicTest.dynamicTest(
                check.reference() + " " + check.title(),
                URI.create("method:" + check.source()),
                () -> report(runner.run(check)));
    }

    private static void report(CheckResult result) {
        String message = result.status() + " " + result.check() + "\n" + result.reason() + "\n"
                + result.check().location();
        if (result.status() == Status.PASS) {
            return;
        }
        if (result.blocking()) {
            throw new AssertionFailedError(message + "\n" + String.join("\n", result.transcript()));
        }
        throw new TestAbortedException(message);
    }
}
