package dev.cofferdam.internal.tree;

import java.util.random.RandomGenerator;

/** The names in a root that belong to the workspace itself (WS-PATH-009, WS-FILE-009). */
public final class Reserved {
    /** The directory at the root that keeps the trash and the snapshots. */
    public static final String OWN = ".cofferdam";

    private static final String PREFIX = OWN + "-";
    private static final int RANDOM_LENGTH = 10;
    private static final String DIGITS = "0123456789abcdefghijklmnopqrstuv";

    private Reserved() {}

    /** Tell whether a name at the root is the workspace's own directory. */
    public static boolean isOwn(String name) {
        return name.equals(OWN);
    }

    /** Tell whether a name, in any directory, is that of a file on its way into place. */
    public static boolean isTemporary(String name) {
        if (name.length() != PREFIX.length() + RANDOM_LENGTH || !name.startsWith(PREFIX)) {
            return false;
        }
        for (int i = PREFIX.length(); i < name.length(); i++) {
            if (DIGITS.indexOf(name.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Tell whether a name of a directory is to be hidden from users. */
    public static boolean isHidden(String name, boolean atRoot) {
        return name.startsWith(OWN) && ((atRoot && isOwn(name)) || isTemporary(name));
    }

    /** Return a name for a file on its way into place. */
    public static String temporary(RandomGenerator random) {
        StringBuilder name = new StringBuilder(PREFIX);
        long bits = random.nextLong();
        for (int i = 0; i < RANDOM_LENGTH; i++) {
            name.append(DIGITS.charAt((int) (bits & 31)));
            bits >>>= 5;
        }
        return name.toString();
    }
}
