package dev.cofferdam.junit;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.cofferdam.workspace.Workspace;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sample classes, one for each place where a workspace can be declared; they fail where the workspace tells them to. */
final class ScopeSamples {
    private ScopeSamples() {}

    /** Use a workspace of a single test. */
    static void useFresh(Workspace workspace) {
        if (workspace.exists("used")) {
            throw new IllegalStateException("another test used this workspace");
        }
        use(workspace);
    }

    /** Use a workspace that other tests may have used. */
    static void use(Workspace workspace) {
        workspace.writeText("used", "yes");
        if (workspace.readText(ToyProvider.MODE_FILE).startsWith("body")) {
            throw new AssertionError("the body failed");
        }
    }

    static void afterEach(Workspace workspace) {
        if (workspace.readText(ToyProvider.MODE_FILE).startsWith("after")) {
            throw new AssertionError("the end failed");
        }
    }

    static class InstanceFieldTestCase {
        @SandboxWorkspace
        private Workspace workspace;

        @Test
        void first() {
            useFresh(workspace);
        }

        @Test
        void second() {
            useFresh(workspace);
        }

        @AfterEach
        void end() {
            afterEach(workspace);
        }
    }

    static class StaticFieldTestCase {
        @SandboxWorkspace
        private static Workspace workspace;

        @Test
        void first() {
            use(workspace);
        }

        @Test
        void second() {
            use(workspace);
        }

        @AfterEach
        void end() {
            afterEach(workspace);
        }
    }

    static class ConstructorTestCase {
        private final Workspace workspace;

        ConstructorTestCase(@SandboxWorkspace Workspace workspace) {
            this.workspace = workspace;
        }

        @Test
        void first() {
            useFresh(workspace);
        }

        @Test
        void second() {
            useFresh(workspace);
        }

        @AfterEach
        void end() {
            afterEach(workspace);
        }
    }

    static class MethodTestCase {
        private Workspace seen;

        @Test
        void first(@SandboxWorkspace Workspace workspace) {
            seen = workspace;
            useFresh(workspace);
        }

        @Test
        void two_in_one_test(@SandboxWorkspace Workspace workspace, @SandboxWorkspace Workspace other) {
            seen = workspace;
            other.writeText("other", "");
            useFresh(workspace);
        }

        @AfterEach
        void end() {
            afterEach(seen);
        }
    }

    static class BeforeAllTestCase {
        private static Workspace workspace;

        @BeforeAll
        static void begin(@SandboxWorkspace Workspace given) {
            workspace = given;
        }

        @Test
        void first() {
            use(workspace);
        }

        @Test
        void second(@SandboxWorkspace Workspace own) {
            useFresh(own);
        }

        @AfterEach
        void end() {
            afterEach(workspace);
        }
    }

    static class BeforeEachTestCase {
        private Workspace workspace;

        @BeforeEach
        void begin(@SandboxWorkspace Workspace given) {
            workspace = given;
        }

        @Test
        void first() {
            useFresh(workspace);
        }

        @Test
        void second() {
            useFresh(workspace);
        }

        @AfterEach
        void end() {
            afterEach(workspace);
        }
    }

    static class NestedTestCase {
        @SandboxWorkspace
        Workspace outer;

        @Nested
        class Inner {
            @SandboxWorkspace
            Workspace inner;

            @Test
            void both_are_fresh() {
                inner.writeText("inner", "");
                useFresh(outer);
            }

            @Test
            void both_are_fresh_again() {
                useFresh(outer);
                useFresh(inner);
            }
        }

        @AfterEach
        void end() {
            afterEach(outer);
        }
    }

    abstract static class BaseTestCase {
        @SandboxWorkspace
        private Workspace workspace;

        @Test
        void inherited() {
            useFresh(workspace);
        }

        @AfterEach
        void end() {
            afterEach(workspace);
        }
    }

    static class InheritedTestCase extends BaseTestCase {
        @SandboxWorkspace
        Workspace own;

        @Test
        void has_both() {
            own.writeText("own", "");
            useFresh(super.workspace);
        }
    }

    static class ParameterisedTestCase {
        private Workspace seen;

        @ParameterizedTest
        @ValueSource(strings = {"a", "b", "c"})
        void one_each(String argument, @SandboxWorkspace Workspace workspace) {
            seen = workspace;
            useFresh(workspace);
        }

        @AfterEach
        void end() {
            afterEach(seen);
        }
    }

    static class RepeatedTestCase {
        private Workspace seen;

        @RepeatedTest(3)
        void one_each(@SandboxWorkspace Workspace workspace) {
            seen = workspace;
            useFresh(workspace);
        }

        @AfterEach
        void end() {
            afterEach(seen);
        }
    }

    static class FactoryTestCase {
        private Workspace seen;

        @TestFactory
        Stream<DynamicTest> one_for_all_of_a_factory(@SandboxWorkspace Workspace workspace) {
            seen = workspace;
            return Stream.of("a", "b").map(name -> dynamicTest(name, () -> use(workspace)));
        }

        @AfterEach
        void end() {
            afterEach(seen);
        }
    }

    @TestInstance(Lifecycle.PER_CLASS)
    static class PerClassTestCase {
        private final Workspace shared;

        @SandboxWorkspace
        private Workspace workspace;

        PerClassTestCase(@SandboxWorkspace Workspace shared) {
            this.shared = shared;
        }

        @Test
        void first() {
            shared.writeText("shared", "");
            useFresh(workspace);
        }

        @Test
        void second() {
            shared.writeText("shared", "");
            useFresh(workspace);
        }

        @AfterEach
        void end() {
            afterEach(workspace);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    static class ConcurrentTestCase {
        @SandboxWorkspace
        private Workspace workspace;

        @RepeatedTest(8)
        void one_each(@SandboxWorkspace Workspace own) {
            own.writeText("own", "");
            useFresh(workspace);
        }

        @AfterEach
        void end() {
            afterEach(workspace);
        }
    }
}
