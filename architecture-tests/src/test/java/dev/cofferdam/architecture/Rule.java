package dev.cofferdam.architecture;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.function.Function;

/**
 * A rule with the name of its fixture package.
 *
 * @param name the last part of the package under {@code fixture} that violates the rule
 * @param tests whether the rule is about test classes
 * @param on makes the rule for a code base
 */
record Rule(String name, boolean tests, Function<Layout, ArchRule> on) {
    static final List<Rule> ALL = List.of(
            product("cycles", LayerRules::packages_have_no_cycles),
            product("providers", LayerRules::providers_do_not_know_each_other),
            product("spiknowsprovider", LayerRules::api_and_spi_know_no_provider_and_no_machinery),
            product("spithirdparty", LayerRules::api_and_spi_show_no_third_party),
            product("engine", LayerRules::the_engine_knows_no_other_module),
            product("compress", LayerRules::only_archive_code_knows_commons_compress),
            product("sdk", LayerRules::only_the_transport_knows_the_mcp_sdk),
            product("framework", LayerRules::product_code_knows_no_test_framework),
            product("assumptions", LayerRules::checks_make_no_assumptions),
            product("hidden", ApiRules::exported_packages_show_no_hidden_type),
            product("unknownpackage", ApiRules::public_types_live_in_known_packages),
            product("open", ApiRules::public_classes_are_closed),
            product("process", CodingRules::only_named_classes_start_processes),
            product("machine", CodingRules::only_ports_ask_the_machine),
            product("print", CodingRules::only_consoles_print),
            product("generic", CodingRules::no_generic_exceptions_are_thrown),
            product("stacktrace", CodingRules::no_stack_traces_are_printed),
            product("threadlocal", CodingRules::there_is_no_thread_local),
            product("state", CodingRules::there_is_no_static_mutable_state),
            product("unmarked", CodingRules::packages_are_null_marked),
            product("vague", CodingRules::names_say_what_a_type_is),
            product("extension", NamingRules::extensions_are_hidden_and_named_so),
            product("checks", NamingRules::checks_are_hidden),
            ofTests("testclass", NamingRules::classes_with_tests_end_in_Tests),
            ofTests("testname", NamingRules::test_names_are_sentences));

    private static Rule product(String name, Function<Layout, ArchRule> on) {
        return new Rule(name, false, on);
    }

    private static Rule ofTests(String name, Function<Layout, ArchRule> on) {
        return new Rule(name, true, on);
    }

    @Override
    public String toString() {
        return name;
    }
}
