package dev.cofferdam.conformance;

import dev.cofferdam.workspace.Capability;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a check: a package-private method of a {@code *Checks} class that takes a {@link Probe}. Its name is the
 * behaviour as a sentence, unique in the catalogue.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Requirement {
    /** The clause, such as {@code WS-PATH-003}. */
    String value();

    /** The letters of the statements that the check shows, such as {@code "ac"}. */
    String statements();

    /** The highest level of these statements. */
    Level level() default Level.CORE;

    /** The keyword of these statements. */
    Keyword keyword() default Keyword.MUST;

    /** The capabilities without which the check makes no sense. */
    Capability[] needs() default {};

    /** The capability whose absence the check is about; at most one. It runs only when that is not declared. */
    Capability[] absent() default {};

    /** Whether nothing else may run meanwhile, because the check measures time or counts what is left. */
    boolean alone() default false;

    /** After how many seconds the check has failed, before the subject's patience is applied. */
    int seconds() default 30;
}
