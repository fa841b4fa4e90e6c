package dev.cofferdam.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Inject a fresh workspace into a field or parameter of a test class.
 *
 * <p>The type is {@link dev.cofferdam.workspace.Workspace}, or {@link java.nio.file.Path} for the root of a provider
 * whose files lie on this machine's default file system. The workspace is started before it is injected and closed at
 * the end of its scope:
 *
 * <ul>
 *   <li>an instance field, and a parameter of a constructor, of a {@code @BeforeEach} method or of a test: one for each
 *       test;
 *   <li>a {@code static} field and a parameter of a {@code @BeforeAll} method: one for the class;
 *   <li>a constructor parameter of a class with {@code Lifecycle.PER_CLASS}: one for the class.
 * </ul>
 *
 * <p>Every declaration has a workspace of its own. A field must not be {@code final} and may be {@code private}. The
 * annotation registers the extension by itself and works as a meta-annotation.
 *
 * <p>What an attribute leaves open is taken from a configuration key: a JUnit configuration parameter (which includes
 * system properties and {@code junit-platform.properties}), then an environment variable of the same name in upper case
 * with {@code _} for each dot; then the default holds.
 */
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@ExtendWith(SandboxWorkspaceExtension.class)
public @interface SandboxWorkspace {

    /** The configuration key of {@link #provider()}: {@value}. */
    String PROVIDER_KEY = "cofferdam.provider";

    /** The configuration key of {@link #files()}: {@value}. */
    String FILES_KEY = "cofferdam.junit.files";

    /** The configuration key of {@link #options()}, pairs separated by commas: {@value}. */
    String OPTIONS_KEY = "cofferdam.junit.options";

    /** The configuration key of {@link #keep()}, a name of {@link Keep} in any case: {@value}. */
    String KEEP_KEY = "cofferdam.junit.keep";

    /** The configuration key of {@link #customizer()}, the name of a class: {@value}. */
    String CUSTOMIZER_KEY = "cofferdam.junit.customizer";

    /**
     * The configuration key of what happens when the provider does not work here, {@code fail} (the default) or
     * {@code skip}: {@value}.
     */
    String UNAVAILABLE_KEY = "cofferdam.junit.unavailable";

    /** The configuration key of how many workspaces are kept in one run, 20 unless set: {@value}. */
    String KEEP_COUNT_KEY = "cofferdam.junit.keep.count";

    /** The configuration key of how many bytes of files are attached in one run, 100 MiB unless set: {@value}. */
    String KEEP_BYTES_KEY = "cofferdam.junit.keep.bytes";

    /** The key of the report entry that says where a workspace was kept: {@value}. */
    String KEPT_ENTRY = "cofferdam.kept";

    /** The key of the report entry that says why a workspace was not kept although it should have been: {@value}. */
    String NOT_KEPT_ENTRY = "cofferdam.notKept";

    /**
     * Return the folder on the class path whose contents the workspace begins with.
     *
     * @return the folder, such as {@code fixtures/parser}; {@code ""} for what {@link #FILES_KEY} says, otherwise none
     */
    String files() default "";

    /**
     * Return the name of the provider.
     *
     * @return the name; {@code ""} for what {@link #PROVIDER_KEY} says, otherwise {@code local}
     */
    String provider() default "";

    /**
     * Return the options of the provider.
     *
     * @return pairs such as {@code image=node:24}; none for what {@link #OPTIONS_KEY} says, unless this annotation names
     *     the provider, since configured options belong to the configured provider
     */
    String[] options() default {};

    /**
     * Return when the workspace is kept.
     *
     * @return the choice; {@link Keep#DEFAULT} for what {@link #KEEP_KEY} says, otherwise {@link Keep#ON_FAILURE}
     */
    Keep keep() default Keep.DEFAULT;

    /**
     * Return who has the last word about how the workspace is opened.
     *
     * @return a class with a constructor without parameters; {@link WorkspaceCustomizer} itself for what
     *     {@link #CUSTOMIZER_KEY} says, otherwise none
     */
    Class<? extends WorkspaceCustomizer> customizer() default WorkspaceCustomizer.class;
}
