/**
 * Workspaces for JUnit tests.
 *
 * <p>Begin at {@link dev.cofferdam.junit.SandboxWorkspace}.
 */
module dev.cofferdam.junit {
    requires transitive dev.cofferdam;
    requires transitive org.junit.jupiter.api;
    requires static transitive org.jspecify;
    requires static transitive org.assertj.core;
    requires com.fasterxml.jackson.databind;
    requires org.slf4j;

    exports dev.cofferdam.junit;
    exports dev.cofferdam.junit.assertj;

    // JUnit makes the extensions, which nobody else sees.
    opens dev.cofferdam.junit to
            org.junit.platform.commons;
}
