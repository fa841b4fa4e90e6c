package dev.cofferdam.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The compiled classes that rules look at, read once. */
final class CodeBase {
    static final String OWN_PACKAGE = CodeBase.class.getPackageName();

    /** The modules that users get, by directory. */
    static final List<String> PUBLISHED =
            List.of("engine", "fakes", "conformance-tests", "junit-extension", "mcp-server");

    private static final List<String> TESTED = Stream.concat(
                    PUBLISHED.stream(), Stream.of("examples", "architecture-tests"))
            .toList();

    private static final Pattern JAR =
            Pattern.compile("cofferdam-(?!.*-(sources|javadoc))[a-z-]+(-[0-9.]+(-SNAPSHOT)?)?\\.jar");

    private CodeBase() {}

    /** Return the root of the checkout. */
    static Path root() {
        Path here = Path.of("").toAbsolutePath();
        return Files.exists(here.resolve("bom")) ? here : here.getParent();
    }

    static JavaClasses product() {
        return Product.CLASSES;
    }

    static JavaClasses tests() {
        return Tested.CLASSES;
    }

    static JavaClasses fixture(String root) {
        Path classes = root().resolve("architecture-tests/target/test-classes");
        return new ClassFileImporter().importPath(classes.resolve(root.replace('.', '/')));
    }

    static Predicate<JavaClass> in(String module) {
        return type -> type.getSource()
                .map(source -> source.getUri().getPath().contains("/" + module + "/target/classes/"))
                .orElse(false);
    }

    /** Return the archive that the build just made of a module. */
    static Path jarOf(String module) throws IOException {
        Path target = root().resolve(module).resolve("target");
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(
                            file -> JAR.matcher(file.getFileName().toString()).matches())
                    .findFirst()
                    .orElseThrow(() -> new NoSuchFileException(target + "/*.jar", null, "run the phase verify"));
        }
    }

    private static JavaClasses read(List<String> modules, String directory) {
        List<Path> roots = modules.stream()
                .map(module -> root().resolve(module).resolve("target").resolve(directory))
                .filter(Files::isDirectory)
                .toList();
        return new ClassFileImporter()
                .importPaths(roots)
                .that(new com.tngtech.archunit.base.DescribedPredicate<>("ours") {
                    @Override
                    public boolean test(JavaClass type) {
                        return !type.getPackageName().startsWith(OWN_PACKAGE + ".fixture");
                    }
                });
    }

    private static final class Product {
        private static final JavaClasses CLASSES = read(PUBLISHED, "classes");
    }

    private static final class Tested {
        private static final JavaClasses CLASSES = read(TESTED, "test-classes");
    }
}
