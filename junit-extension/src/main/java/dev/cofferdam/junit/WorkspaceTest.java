package dev.cofferdam.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Run a test once for each of several providers.
 *
 * <p>A {@link SandboxWorkspace} of the test that names no provider gets the one of the invocation; the name of the
 * provider is in the name of the invocation.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@TestTemplate
@ExtendWith(WorkspaceTestExtension.class)
public @interface WorkspaceTest {

    /**
     * Return the names of the providers.
     *
     * @return at least one name
     */
    String[] providers();
}
