package dev.cofferdam.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.conditions.ArchConditions;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.platform.commons.annotation.Testable;

/** How tests, checks and extensions are called. */
final class NamingRules {
    private static final Pattern SENTENCE = Pattern.compile("[a-z][a-z0-9]*(_[a-z0-9]+)+");

    private NamingRules() {}

    static ArchRule classes_with_tests_end_in_Tests(Layout layout) {
        return classes()
                .that(DescribedPredicate.describe(
                        "have tests", type -> type.getMethods().stream().anyMatch(NamingRules::isTest)))
                .and(DescribedPredicate.not(layout.anyOf(List.of("conformance.WorkspaceConformance"), "")))
                .should(Conditions.be(
                        "in a class named …Tests, or in a sample named …TestCase", NamingRules::isInTestClass))
                .because("the build runs what ends in Tests and nothing else");
    }

    static ArchRule test_names_are_sentences(Layout layout) {
        return methods()
                .that(DescribedPredicate.describe("are tests", NamingRules::isTest))
                .and()
                .areDeclaredInClassesThat(DescribedPredicate.describe("are no samples", type -> !isSample(type)))
                .and()
                .areDeclaredInClassesThat(DescribedPredicate.not(layout.documented()))
                .should(ArchConditions.haveNameMatching(SENTENCE.pattern()))
                .because("a report reads as the list of what holds");
    }

    static ArchRule extensions_are_hidden_and_named_so(Layout layout) {
        return classes()
                .that()
                .areAssignableTo("org.junit.jupiter.api.extension.Extension")
                .and()
                .areNotInterfaces()
                .should()
                .haveSimpleNameEndingWith("Extension")
                .andShould()
                .bePackagePrivate()
                .because("users see the annotation, never the extension");
    }

    static ArchRule checks_are_hidden(Layout layout) {
        return classes()
                .that(layout.anyOf(List.of("conformance.."), "conformance code"))
                .and()
                .haveSimpleNameEndingWith("Checks")
                .should()
                .notBePublic()
                .because("clauses are API, the code that checks them is not");
    }

    private static boolean isTest(JavaMethod method) {
        return !method.getModifiers().contains(JavaModifier.SYNTHETIC)
                && (method.isAnnotatedWith(Testable.class) || method.isMetaAnnotatedWith(Testable.class));
    }

    private static boolean isInTestClass(JavaClass type) {
        return type.getSimpleName().endsWith("Tests")
                || isSample(type)
                || type.getEnclosingClass().map(NamingRules::isInTestClass).orElse(false);
    }

    private static boolean isSample(JavaClass type) {
        return type.getSimpleName().endsWith("TestCase")
                || type.getEnclosingClass().map(NamingRules::isSample).orElse(false);
    }
}
