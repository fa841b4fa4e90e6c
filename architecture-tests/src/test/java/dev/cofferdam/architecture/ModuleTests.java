package dev.cofferdam.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keeps the module descriptors as text, and shows that the modules work as modules. */
class ModuleTests {
    static List<String> modules() {
        return CodeBase.PUBLISHED;
    }

    @ParameterizedTest
    @MethodSource("modules")
    void the_module_descriptor_is_the_approved_one(String module) throws IOException {
        ApprovedText.check(module + ".module", ModuleText.of(CodeBase.jarOf(module)));
    }

    @Test
    void the_engine_works_as_a_module() throws Exception {
        ModuleLayer layer = ModulePath.layer("dev.cofferdam");

        Class<?> command = layer.findLoader("dev.cofferdam").loadClass("dev.cofferdam.workspace.Command");
        assertThat(command.getModule().getName()).isEqualTo("dev.cofferdam");
        assertThat(command.getMethod("shell", String.class).invoke(null, "true"))
                .isInstanceOf(command);
    }
}
