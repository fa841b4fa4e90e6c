package dev.cofferdam.internal.tree;

import dev.cofferdam.workspace.EntryType;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** Translates what {@code java.nio.file} says about a file. */
final class Attributes {
    private static final int PERMISSION_BITS = 0777;
    private static final PosixFilePermission[] BITS = {
        PosixFilePermission.OTHERS_EXECUTE,
        PosixFilePermission.OTHERS_WRITE,
        PosixFilePermission.OTHERS_READ,
        PosixFilePermission.GROUP_EXECUTE,
        PosixFilePermission.GROUP_WRITE,
        PosixFilePermission.GROUP_READ,
        PosixFilePermission.OWNER_EXECUTE,
        PosixFilePermission.OWNER_WRITE,
        PosixFilePermission.OWNER_READ
    };

    private static final int USUAL_MODE = 0644;
    private static final FileAttribute<Set<PosixFilePermission>> USUAL =
            PosixFilePermissions.asFileAttribute(permissions(USUAL_MODE));

    private Attributes() {}

    /** Return what makes a new file begin with a mode, as far as the umask allows. */
    static FileAttribute<Set<PosixFilePermission>> creating(int mode) {
        return mode == USUAL_MODE ? USUAL : PosixFilePermissions.asFileAttribute(permissions(mode));
    }

    static Node node(String name, PosixFileAttributes attributes) {
        return node(name, attributes, mode(attributes.permissions()));
    }

    static Node node(String name, BasicFileAttributes attributes, int mode) {
        EntryType type = type(attributes);
        long size = type == EntryType.FILE || type == EntryType.SYMLINK ? attributes.size() : 0;
        return new Node(name, type, size, attributes.lastModifiedTime(), mode, attributes.fileKey());
    }

    private static EntryType type(BasicFileAttributes attributes) {
        if (attributes.isRegularFile()) {
            return EntryType.FILE;
        }
        if (attributes.isDirectory()) {
            return EntryType.DIRECTORY;
        }
        return attributes.isSymbolicLink() ? EntryType.SYMLINK : EntryType.OTHER;
    }

    static int mode(Set<PosixFilePermission> permissions) {
        int mode = 0;
        for (int bit = 0; bit < BITS.length; bit++) {
            if (permissions.contains(BITS[bit])) {
                mode |= 1 << bit;
            }
        }
        return mode;
    }

    static Set<PosixFilePermission> permissions(int mode) {
        Set<PosixFilePermission> set = EnumSet.noneOf(PosixFilePermission.class);
        for (int bit = 0; bit < BITS.length; bit++) {
            if ((mode & (1 << bit)) != 0) {
                set.add(BITS[bit]);
            }
        }
        return set;
    }

    static boolean isPlain(int mode) {
        return (mode & ~PERMISSION_BITS) == 0;
    }
}
