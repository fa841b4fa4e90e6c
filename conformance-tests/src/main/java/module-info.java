/**
 * The contract as runnable checks: certifies a provider, in JUnit or from a program.
 *
 * <p>Begin at {@link dev.cofferdam.conformance.WorkspaceConformance} or
 * {@link dev.cofferdam.conformance.Certification}.
 */
module dev.cofferdam.conformance {
    requires transitive dev.cofferdam;
    requires static transitive org.junit.jupiter.api;
    requires static transitive org.jspecify;
    requires static org.opentest4j;
    requires com.fasterxml.jackson.databind;

    exports dev.cofferdam.conformance;
}
