package dev.cofferdam.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;

/** Who may know whom. */
final class LayerRules {
    private LayerRules() {}

    static ArchRule packages_have_no_cycles(Layout layout) {
        return slices().assignedFrom(new PackageSlices(layout))
                .should()
                .beFreeOfCycles()
                .because("a package that can be read alone can be changed alone");
    }

    static ArchRule providers_do_not_know_each_other(Layout layout) {
        return slices().matching(layout.named("provider.(*).."))
                .should()
                .notDependOnEachOther()
                .because("a provider comes and goes without touching another");
    }

    static ArchRule api_and_spi_know_no_provider_and_no_machinery(Layout layout) {
        return noClasses()
                .that(layout.anyOf(List.of("workspace..", "spi.."), "API or SPI"))
                .should()
                .dependOnClassesThat(
                        layout.anyOf(List.of("provider..", "internal..", "fakes..", "mcp.."), "provider or machinery"))
                .because("what users and drivers see must not move with what lies behind it");
    }

    static ArchRule api_and_spi_show_no_third_party(Layout layout) {
        return classes()
                .that(layout.anyOf(List.of("workspace..", "spi.."), "API or SPI"))
                .should()
                .onlyDependOnClassesThat(DescribedPredicate.describe(
                        "belong to the JDK, jspecify or Cofferdam",
                        type -> layout.owns(type)
                                || type.getBaseComponentType().isPrimitive()
                                || layout.owns(type.getBaseComponentType())
                                || isPartOf(type, "java.", "org.jspecify.")))
                .because("a user's class path decides which JSON or archive library there is");
    }

    static ArchRule the_engine_knows_no_other_module(Layout layout) {
        return noClasses()
                .that(layout.anyOf(
                        List.of("", "workspace..", "spi..", "provider..", "internal.."), "a class of the engine"))
                .should()
                .dependOnClassesThat(layout.anyOf(
                        List.of("fakes..", "conformance..", "junit..", "mcp.."), "a class of another module"))
                .because("arrows between modules point to the engine");
    }

    static ArchRule only_archive_code_knows_commons_compress(Layout layout) {
        return onlyKnownTo(
                layout,
                List.of("internal.snapshot..", "internal.archive.."),
                "archive code",
                "defences against hostile archives belong in one place",
                "org.apache.commons.compress.");
    }

    static ArchRule only_the_transport_knows_the_mcp_sdk(Layout layout) {
        return onlyKnownTo(
                layout,
                List.of("mcp.transport.."),
                "the transport",
                "the SDK changes often, and tools must not change with it",
                "io.modelcontextprotocol.",
                "reactor.");
    }

    static ArchRule product_code_knows_no_test_framework(Layout layout) {
        return noClasses()
                .that(DescribedPredicate.not(
                        layout.anyOf(List.of("junit..", "conformance.WorkspaceConformance"), "a JUnit front end")))
                .should()
                .dependOnClassesThat(partOf("org.junit.", "org.opentest4j.", "org.assertj.", "org.mockito."))
                .because("JUnit and AssertJ are optional, so only their front ends may need them");
    }

    static ArchRule checks_make_no_assumptions(Layout layout) {
        return noClasses()
                .that(layout.anyOf(List.of("conformance.."), "conformance code"))
                // The front end shows the runner's own NOT_RUN, with its reason, as JUnit's aborted.
                .and(DescribedPredicate.not(
                        layout.anyOf(List.of("conformance.WorkspaceConformance"), "the JUnit front end")))
                .should()
                .dependOnClassesThat(DescribedPredicate.describe(
                        "abort a test",
                        type -> type.getSimpleName().equals("Assumptions")
                                || type.getSimpleName().equals("TestAbortedException")))
                .because("a check that is skipped in silence certifies what nobody saw");
    }

    private static ArchRule onlyKnownTo(
            Layout layout, List<String> owners, String ownersName, String reason, String... prefixes) {
        return noClasses()
                .that(DescribedPredicate.not(layout.anyOf(owners, ownersName)))
                .should()
                .dependOnClassesThat(partOf(prefixes))
                .because(reason);
    }

    private static DescribedPredicate<JavaClass> partOf(String... prefixes) {
        return DescribedPredicate.describe(
                "belong to " + String.join(" or ", prefixes) + "*", type -> isPartOf(type, prefixes));
    }

    private static boolean isPartOf(JavaClass type, String... prefixes) {
        String name = type.getBaseComponentType().getName();
        return List.of(prefixes).stream().anyMatch(name::startsWith);
    }

    /** Makes a slice of each package, the root too, which the pattern syntax cannot say. */
    private record PackageSlices(Layout layout) implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return layout.owns(type) ? SliceIdentifier.of(type.getPackageName()) : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }
}
