package dev.cofferdam.conformance;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs the suite in JUnit, a test for each check. Implement it in a test class:
 *
 * <pre>{@code
 * final class MyRunnerConformance implements WorkspaceConformance {
 *     @Override
 *     public Subject subject() {
 *         return Subject.of(new MyRunnerProvider("http://localhost:9000"));
 *     }
 * }
 * }</pre>
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
                        area.getKey(), area.getValue().stream().map(check -> JupiterOutcome.test(runner, check))));
    }
}
