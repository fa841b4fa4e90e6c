package dev.cofferdam.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.EvaluationResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the code to the rules, and shows that each rule can fail. */
class ArchitectureTests {
    static List<Rule> rules() {
        return Rule.ALL;
    }

    static List<String> modules() {
        return CodeBase.PUBLISHED;
    }

    @ParameterizedTest
    @MethodSource("rules")
    void the_code_keeps_the_rule(Rule rule) {
        JavaClasses classes = rule.tests() ? CodeBase.tests() : CodeBase.product();
        rule.on().apply(Layout.PRODUCT).allowEmptyShould(true).check(classes);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void the_rule_rejects_its_fixture_and_nothing_else_in_it(Rule rule) {
        String root = CodeBase.OWN_PACKAGE + ".fixture." + rule.name();
        JavaClasses fixture = CodeBase.fixture(root);
        EvaluationResult result = rule.on().apply(new Layout(root)).evaluate(fixture);

        List<String> details = result.getFailureReport().getDetails();
        assertThat(details).isNotEmpty().allMatch(detail -> detail.contains("Bad"));
        assertThat(fixture.stream().map(JavaClass::getSimpleName).filter(name -> name.startsWith("Bad")))
                .allMatch(name -> details.stream().anyMatch(detail -> detail.contains(name)));
    }

    /** An import that finds no classes would pass every rule. */
    @ParameterizedTest
    @MethodSource("modules")
    void the_rules_see_every_class_of_the_module(String module) throws Exception {
        Path sources = CodeBase.root().resolve(module).resolve("src/main/java");
        long files;
        try (Stream<Path> tree = Files.walk(sources)) {
            files = tree.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("module-info.java"))
                    .count();
        }

        long seen = CodeBase.product().stream()
                .filter(CodeBase.in(module))
                .filter(type -> type.isTopLevelClass())
                .count();
        assertThat(seen).isGreaterThanOrEqualTo(files);
    }
}
