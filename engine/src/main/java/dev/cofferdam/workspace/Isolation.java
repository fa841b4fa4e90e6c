package dev.cofferdam.workspace;

/** How far a provider keeps what runs in a workspace away from the machine that opened it (WS-ISO-001). */
public enum Isolation {
    /** None: commands run as the user, with the user's reach ({@code local}, {@code ssh}). */
    NONE,
    /** Nothing leaves this Java process: files and commands are simulated ({@code memory}). */
    MEMORY,
    /** The operating system's sandbox ({@code os}). */
    OS,
    /** A container of its own ({@code docker}). */
    CONTAINER,
    /** A machine of its own ({@code e2b}, {@code daytona}, {@code vercel}, {@code agentos}). */
    MACHINE
}
