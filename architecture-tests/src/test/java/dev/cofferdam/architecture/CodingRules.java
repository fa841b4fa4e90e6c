package dev.cofferdam.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/** What code may do. */
final class CodingRules {
    private static final Set<String> MACHINE_CALLS = Set.of(
            "java.time.Instant.now",
            "java.time.LocalDate.now",
            "java.time.LocalDateTime.now",
            "java.time.ZonedDateTime.now",
            "java.time.Clock.systemUTC",
            "java.time.Clock.systemDefaultZone",
            "java.time.InstantSource.system",
            "java.lang.System.nanoTime",
            "java.lang.System.currentTimeMillis",
            "java.lang.System.getenv",
            "java.lang.System.getProperty",
            "java.lang.System.getProperties",
            "java.lang.Thread.sleep",
            "java.util.UUID.randomUUID",
            "java.util.Random.<init>",
            "java.security.SecureRandom.<init>",
            "java.lang.Math.random",
            "java.util.concurrent.ThreadLocalRandom.current");

    private static final Set<String> PROCESS_CALLS =
            Set.of("java.lang.ProcessBuilder.<init>", "java.lang.Runtime.exec");

    private static final Set<String> CONSOLES = Set.of("java.lang.System.out", "java.lang.System.err");

    /** Static fields of these types are state that tests and threads share. */
    private static final Pattern MUTABLE = Pattern.compile("java\\.util\\.concurrent\\.atomic\\..*"
            + "|java\\.util\\.concurrent\\.(Concurrent|CopyOnWrite|Linked|Array|Priority|Synchronous|Delay).*"
            + "|java\\.util\\.(Array(List|Deque)|(Linked|Tree|Weak|Identity)?Hash(Map|Set)|Linked.*|Tree.*|Stack|Vector)"
            + "|java\\.util\\.(WeakHashMap|IdentityHashMap|Properties|Hashtable|BitSet|Random)"
            + "|java\\.lang\\.(StringBuilder|StringBuffer)");

    private static final Pattern IMMUTABLE =
            Pattern.compile("java\\.util\\.(ImmutableCollections|Collections)\\$(?!Synchronized|Checked).*");

    private static final Pattern VAGUE = Pattern.compile(".*(Impl|Manager|Utils?|Helper|Abstr)$|Abstract.*");

    private CodingRules() {}

    static ArchRule only_named_classes_start_processes(Layout layout) {
        return reaching(PROCESS_CALLS, layout.processStarters())
                .because("process groups, environment and clean-up are got right once");
    }

    static ArchRule only_ports_ask_the_machine(Layout layout) {
        return reaching(MACHINE_CALLS, layout.ports()).because("a test owns time, randomness and environment");
    }

    static ArchRule only_consoles_print(Layout layout) {
        return reaching(CONSOLES, layout.consoles()).because("a stray line on stdout breaks the MCP protocol");
    }

    static ArchRule no_generic_exceptions_are_thrown(Layout layout) {
        return noClasses()
                .that(layout.anyOf(List.of(".."), "ours"))
                .should(GeneralCodingRules.THROW_GENERIC_EXCEPTIONS)
                .because("a caller must be able to tell failures apart");
    }

    static ArchRule no_stack_traces_are_printed(Layout layout) {
        return noClasses()
                .that(layout.anyOf(List.of(".."), "ours"))
                .should()
                .callMethodWhere(DescribedPredicate.describe(
                        "a stack trace is printed",
                        call -> call.getTarget().getName().equals("printStackTrace")
                                && call.getTarget().getRawParameterTypes().isEmpty()))
                .because("failures go to the caller or the log, not to stderr");
    }

    static ArchRule there_is_no_thread_local(Layout layout) {
        return noClasses()
                .that(layout.anyOf(List.of(".."), "ours"))
                .should()
                .dependOnClassesThat()
                .areAssignableTo(ThreadLocal.class)
                .because("handles may be used from any thread");
    }

    static ArchRule there_is_no_static_mutable_state(Layout layout) {
        return classes()
                .that(layout.anyOf(List.of(".."), "ours"))
                .should(Conditions.have(
                        "hold no static mutable state",
                        type -> type.getFields().stream()
                                .filter(CodingRules::isMutableStatic)
                                .map(field -> field.getFullName() + " is static and mutable")))
                .because("two tests in one JVM must not see each other");
    }

    static ArchRule packages_are_null_marked(Layout layout) {
        return classes()
                .that(layout.anyOf(List.of(".."), "ours"))
                .should(Conditions.be(
                        "in a null-marked package", type -> type.getPackage().isAnnotatedWith(NullMarked.class)))
                .because("NullAway and users' tools look only at marked packages");
    }

    static ArchRule names_say_what_a_type_is(Layout layout) {
        return classes()
                .that(layout.anyOf(List.of(".."), "ours"))
                .should(Conditions.be(
                        "named after a thing",
                        type -> type.getSimpleName().equals("SandboxManager")
                                || !VAGUE.matcher(type.getSimpleName()).matches()))
                .because("Impl, Manager, Util and Helper name a place to put things, not a thing");
    }

    private static boolean isMutableStatic(JavaField field) {
        Set<JavaModifier> modifiers = field.getModifiers();
        if (!modifiers.contains(JavaModifier.STATIC) || modifiers.contains(JavaModifier.SYNTHETIC)) {
            return false;
        }
        JavaClass type = field.getRawType();
        boolean sharedArray = type.isArray() && !modifiers.contains(JavaModifier.PRIVATE);
        return !modifiers.contains(JavaModifier.FINAL)
                || MUTABLE.matcher(type.getName()).matches()
                || sharedArray
                || holdsMutableCollection(field);
    }

    /** The declared type says nothing here, so look at what the field holds. */
    private static boolean holdsMutableCollection(JavaField field) {
        JavaClass type = field.getRawType();
        if (!type.isAssignableTo(Collection.class) && !type.isAssignableTo(Map.class)) {
            return false;
        }
        try {
            Field reflected = field.reflect();
            reflected.setAccessible(true);
            Object value = reflected.get(null);
            return value != null
                    && !IMMUTABLE.matcher(value.getClass().getName()).matches();
        } catch (IllegalAccessException e) {
            throw new LinkageError(field.getFullName(), e);
        }
    }

    private static ArchRule reaching(Set<String> targets, DescribedPredicate<JavaClass> allowed) {
        return classes()
                .that(DescribedPredicate.not(allowed))
                .should(Conditions.have("not use any of " + targets, type -> uses(type, targets)))
                .as("Only classes that are " + allowed.getDescription() + " use any of "
                        + targets.stream().sorted().toList());
    }

    private static Stream<String> uses(JavaClass type, Set<String> targets) {
        Stream<JavaAccess<?>> references = Stream.concat(
                type.getMethodReferencesFromSelf().stream(), type.getConstructorReferencesFromSelf().stream());
        return Stream.concat(type.getAccessesFromSelf().stream(), references)
                .filter(access -> targets.contains(nameOf(access.getTarget())))
                .map(JavaAccess::getDescription)
                .distinct();
    }

    private static String nameOf(AccessTarget target) {
        return target.getOwner().getName() + "." + target.getName();
    }
}
