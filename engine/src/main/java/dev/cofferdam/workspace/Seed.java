package dev.cofferdam.workspace;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Files to begin with. Foreign archives are checked before anything is written: absolute names, {@code ..}, devices and
 * links that lead out of the root are refused (WS-SNAP-005).
 */
public sealed interface Seed {

    /**
     * Take the contents of a directory of this machine, links as links.
     *
     * @param directory the directory
     * @return the seed
     */
    static Seed directory(Path directory) {
        return new Directory(directory);
    }

    /**
     * Take the contents of a folder on the class path of the calling thread's context class loader, in jars too.
     *
     * @param folder the folder, such as {@code fixtures/parser}
     * @return the seed
     */
    static Seed classpath(String folder) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return new Classpath(folder, context != null ? context : Seed.class.getClassLoader());
    }

    /**
     * Take the contents of a folder on the class path.
     *
     * @param folder the folder, such as {@code fixtures/parser}
     * @param loader whose class path is searched
     * @return the seed
     */
    static Seed classpath(String folder, ClassLoader loader) {
        return new Classpath(folder, loader);
    }

    /**
     * Take the contents of a tar archive, plain or compressed with gzip.
     *
     * @param source opens the archive, called once
     * @return the seed
     */
    static Seed tar(Supplier<InputStream> source) {
        return new Tar(source);
    }

    /**
     * Take the contents of a zip archive.
     *
     * @param source opens the archive, called once
     * @return the seed
     */
    static Seed zip(Supplier<InputStream> source) {
        return new Zip(source);
    }

    /**
     * Take text files from memory.
     *
     * @param files workspace paths and contents
     * @return the seed
     */
    static Seed files(Map<String, String> files) {
        return new Files(files);
    }

    /**
     * The contents of a directory of this machine.
     *
     * @param directory the directory
     */
    record Directory(Path directory) implements Seed {}

    /**
     * The contents of a class-path folder.
     *
     * @param folder the folder
     * @param loader whose class path is searched
     */
    record Classpath(String folder, ClassLoader loader) implements Seed {}

    /**
     * The contents of a tar archive.
     *
     * @param source opens the archive, called once
     */
    record Tar(Supplier<InputStream> source) implements Seed {}

    /**
     * The contents of a zip archive.
     *
     * @param source opens the archive, called once
     */
    record Zip(Supplier<InputStream> source) implements Seed {}

    /**
     * Text files from memory.
     *
     * @param files workspace paths and contents
     */
    record Files(Map<String, String> files) implements Seed {
        /** Copy the map, sorted by path. */
        public Files {
            files = Collections.unmodifiableMap(new TreeMap<>(files));
        }
    }
}
