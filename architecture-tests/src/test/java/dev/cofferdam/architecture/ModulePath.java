package dev.cofferdam.architecture;

import java.io.File;
import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Loads our archives as modules, beside the class path that the tests themselves run on. */
final class ModulePath {
    private ModulePath() {}

    /** Resolve modules with the services that they use, and define them in a layer. */
    static ModuleLayer layer(String... modules) throws IOException {
        Configuration configuration = ModuleLayer.boot()
                .configuration()
                .resolveAndBind(ModuleFinder.of(), ModuleFinder.of(archives()), Set.of(modules));
        return ModuleLayer.boot().defineModulesWithOneLoader(configuration, ClassLoader.getPlatformClassLoader());
    }

    private static Path[] archives() throws IOException {
        List<Path> archives = new ArrayList<>();
        for (String module : CodeBase.PUBLISHED) {
            archives.add(CodeBase.jarOf(module));
        }
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(file -> file.toString().endsWith(".jar"))
                .filter(file -> !file.getFileName().toString().startsWith("cofferdam-"))
                .forEach(archives::add);
        return archives.toArray(Path[]::new);
    }
}
