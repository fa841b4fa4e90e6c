package dev.cofferdam.conformance;

/** The strength of a requirement, as in RFC 2119. */
public enum Keyword {
    /** A provider that does not meet it does not conform. */
    MUST,
    /** A provider that does not meet it is warned. */
    SHOULD,
    /** A provider may do so; only a wrong way of doing so fails. */
    MAY
}
