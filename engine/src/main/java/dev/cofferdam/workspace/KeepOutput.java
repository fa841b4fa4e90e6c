package dev.cofferdam.workspace;

/** Which part of an output that is too long is kept (WS-EXEC-010). */
public enum KeepOutput {
    /** The beginning. */
    HEAD,
    /** The end. */
    TAIL,
    /** Half from the beginning and half from the end. */
    HEAD_AND_TAIL
}
