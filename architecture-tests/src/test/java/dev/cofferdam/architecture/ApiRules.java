package dev.cofferdam.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What may be seen from outside. */
final class ApiRules {
    private ApiRules() {}

    static ArchRule exported_packages_show_no_hidden_type(Layout layout) {
        return classes()
                .that(layout.exported())
                .and(DescribedPredicate.describe("are visible to users", ApiRules::visible))
                .should(showOnlyVisibleTypes(layout))
                .because("a type in a signature is API, whatever its package is called");
    }

    static ArchRule public_types_live_in_known_packages(Layout layout) {
        return classes()
                .that()
                .arePublic()
                .and()
                .areTopLevelClasses()
                .should(Conditions.be("in a known package", layout.exported().or(layout.machinery())))
                .because("each package is API or hidden by decision, never by accident");
    }

    static ArchRule public_classes_are_closed(Layout layout) {
        return classes()
                .that(layout.exported())
                .and(DescribedPredicate.describe("are visible to users", ApiRules::visible))
                .should(Conditions.be("final, sealed, or not a class to extend", ApiRules::closed))
                .because("what can be extended can never be changed");
    }

    private static ArchCondition<JavaClass> showOnlyVisibleTypes(Layout layout) {
        return new ArchCondition<>("show only types that users can see") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                Stream.concat(superTypes(type), type.getMembers().stream().flatMap(ApiRules::shownBy))
                        .filter(shown -> layout.owns(shown.type()))
                        .filter(shown -> !(layout.exported().test(shown.type()) && visible(shown.type())))
                        .map(shown ->
                                shown.where() + " shows hidden " + shown.type().getName())
                        .distinct()
                        .forEach(message -> events.add(SimpleConditionEvent.violated(type, message)));
            }
        };
    }

    private record Shown(String where, JavaClass type) {}

    private static Stream<Shown> superTypes(JavaClass type) {
        Stream<JavaType> supers = Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream());
        return supers.flatMap(t -> t.getAllInvolvedRawTypes().stream()).map(t -> new Shown(type.getFullName(), t));
    }

    private static Stream<Shown> shownBy(JavaMember member) {
        if (!visible(member.getModifiers()) || member.getModifiers().contains(JavaModifier.SYNTHETIC)) {
            return Stream.empty();
        }
        Stream<JavaType> types;
        if (member instanceof JavaField field) {
            types = Stream.of(field.getType());
        } else {
            JavaCodeUnit unit = (JavaCodeUnit) member;
            types = Stream.of(
                            Stream.of(unit.getReturnType()),
                            unit.getParameterTypes().stream(),
                            unit.getTypeParameters().stream().flatMap(p -> p.getUpperBounds().stream()),
                            unit.getExceptionTypes().stream().map(t -> (JavaType) t))
                    .flatMap(s -> s);
        }
        return types.flatMap(t -> t.getAllInvolvedRawTypes().stream())
                .map(JavaClass::getBaseComponentType)
                .map(t -> new Shown(member.getFullName(), t));
    }

    private static boolean visible(JavaClass type) {
        return visible(type.getModifiers())
                && type.getEnclosingClass().map(ApiRules::visible).orElse(true);
    }

    private static boolean visible(Set<JavaModifier> modifiers) {
        return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
    }

    private static boolean closed(JavaClass type) {
        if (type.isInterface() || type.isEnum() || type.getModifiers().contains(JavaModifier.FINAL)) {
            return true;
        }
        Set<JavaConstructor> open = type.getConstructors().stream()
                .filter(constructor -> visible(constructor.getModifiers()))
                .collect(Collectors.toSet());
        return type.reflect().isSealed() || open.isEmpty();
    }
}
