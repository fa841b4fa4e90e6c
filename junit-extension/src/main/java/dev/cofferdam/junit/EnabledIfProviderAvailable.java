package dev.cofferdam.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Run a test or class only where a provider works, and say why it does not where it is skipped.
 *
 * <p>The provider is probed once in a run. A name that no provider has is a failure, never a skip.
 */
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ExtendWith(ProviderAvailableExtension.class)
public @interface EnabledIfProviderAvailable {

    /**
     * Return the name of the provider.
     *
     * @return the name, such as {@code docker}
     */
    String value();

    /**
     * Return what happens where the provider does not work.
     *
     * @return the mode
     */
    Mode mode() default Mode.SKIP;

    /** What happens where a provider does not work. */
    enum Mode {
        /** The test is skipped. */
        SKIP,
        /**
         * The test is skipped, but fails when the environment variable {@code CI} is set, so that a build server that
         * lost its provider is not green.
         */
        FAIL_ON_CI
    }
}
