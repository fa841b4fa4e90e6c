package dev.cofferdam.architecture;

import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Renders a module's descriptor, in the words of {@code jar --describe-module}, without versions. */
final class ModuleText {
    private ModuleText() {}

    static String of(Path jar) {
        ModuleReference module =
                ModuleFinder.of(jar).findAll().stream().findFirst().orElseThrow();
        ModuleDescriptor descriptor = module.descriptor();
        if (descriptor.isAutomatic()) {
            return descriptor.name() + " automatic\n" + lines(provides(descriptor));
        }
        return descriptor.name() + "\n"
                + lines(descriptor.requires().stream()
                        .map(required -> "requires " + words(required.modifiers()) + required.name()))
                + lines(descriptor.exports().stream()
                        .map(exported -> "exports " + exported.source() + to(exported.targets())))
                + lines(descriptor.opens().stream().map(opened -> "opens " + opened.source() + to(opened.targets())))
                + lines(descriptor.uses().stream().map(used -> "uses " + used))
                + lines(provides(descriptor));
    }

    private static Stream<String> provides(ModuleDescriptor descriptor) {
        return descriptor.provides().stream()
                .map(provided -> "provides " + provided.service() + " with " + String.join(" ", provided.providers()));
    }

    private static String to(Set<String> targets) {
        return targets.isEmpty() ? "" : " to " + String.join(" ", new TreeSet<>(targets));
    }

    private static String words(Set<? extends Enum<?>> modifiers) {
        return modifiers.stream()
                .map(modifier -> modifier.name().toLowerCase(java.util.Locale.ROOT) + " ")
                .sorted()
                .collect(Collectors.joining());
    }

    private static String lines(Stream<String> lines) {
        return lines.sorted().map(line -> line + "\n").collect(Collectors.joining());
    }
}
