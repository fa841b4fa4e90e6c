package dev.cofferdam.architecture;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keeps the module descriptors as text, and shows that the modules work as modules. */
class ModuleTests {
    static java.util.List<String> modules() {
        return CodeBase.PUBLISHED;
    }

    @ParameterizedTest
    @MethodSource("modules")
    void the_module_descriptor_is_the_approved_one(String module) throws IOException {
        ApprovedText.check(module + ".module", ModuleText.of(CodeBase.jarOf(module)));
    }
}
