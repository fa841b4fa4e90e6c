package dev.cofferdam.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Short ways to write a condition on a class. */
final class Conditions {
    private Conditions() {}

    static ArchCondition<JavaClass> be(String description, Predicate<? super JavaClass> predicate) {
        return have(
                "be " + description,
                type -> predicate.test(type) ? Stream.empty() : Stream.of(type.getName() + " is not " + description));
    }

    /** Make a condition of a function that returns a message for each violation. */
    static ArchCondition<JavaClass> have(String description, Function<JavaClass, Stream<String>> violations) {
        return new ArchCondition<>(description) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                violations
                        .apply(type)
                        .forEach(message -> events.add(
                                SimpleConditionEvent.violated(type, message + " in " + type.getSourceCodeLocation())));
            }
        };
    }
}
