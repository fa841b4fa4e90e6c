package dev.cofferdam.internal.glob;

/**
 * A character class.
 *
 * @param negated whether it matches what it does not hold
 * @param ranges pairs of first and last code point
 */
@SuppressWarnings("ArrayRecordComponent") // private to this package, never compared
record CharacterClass(boolean negated, int[] ranges) {
    boolean matches(int codePoint) {
        if (codePoint == '/') {
            return false;
        }
        for (int i = 0; i < ranges.length; i += 2) {
            if (codePoint >= ranges[i] && codePoint <= ranges[i + 1]) {
                return !negated;
            }
        }
        return negated;
    }
}
