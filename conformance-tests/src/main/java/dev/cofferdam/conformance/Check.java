package dev.cofferdam.conformance;

import dev.cofferdam.workspace.Capability;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One check of the catalogue: a behaviour that some statements of a clause ask for. */
public final class Check {
    private final Method method;
    private final Requirement requirement;

    Check(Method method, Requirement requirement) {
        this.method = method;
        this.requirement = requirement;
    }

    /**
     * Return the id, unique in the catalogue.
     *
     * @return the clause and the name, such as {@code WS-FILE-001/a_file_comes_back_byte_for_byte}
     */
    public String id() {
        return clause() + "/" + name();
    }

    /**
     * Return the clause.
     *
     * @return the clause's id, such as {@code WS-FILE-001}
     */
    public String clause() {
        return requirement.value();
    }

    /**
     * Return the statements of the clause that the check shows.
     *
     * @return their letters, such as {@code ac}
     */
    public String statements() {
        return requirement.statements();
    }

    /**
     * Return the reference as the specification writes it.
     *
     * @return such as {@code WS-FILE-001 (a), (c)}
     */
    public String reference() {
        return clause() + " "
                + String.join(
                        ", ",
                        statements().chars().mapToObj(c -> "(" + (char) c + ")").toList());
    }

    /**
     * Return the place in the specification.
     *
     * @return such as {@code docs/spec/file.md#WS-FILE-001}
     */
    public String location() {
        return "docs/spec/" + area().toLowerCase(java.util.Locale.ROOT) + ".md#" + clause();
    }

    /**
     * Return the area of the contract.
     *
     * @return such as {@code FILE}
     */
    public String area() {
        return clause().split("-", -1)[1];
    }

    /**
     * Return the name of the check, a sentence with underscores.
     *
     * @return the name, unique in the catalogue
     */
    public String name() {
        return method.getName();
    }

    /**
     * Return the behaviour as a sentence.
     *
     * @return the name with blanks
     */
    public String title() {
        return name().replace('_', ' ');
    }

    /**
     * Return the level from which the check counts.
     *
     * @return the level
     */
    public Level level() {
        return requirement.level();
    }

    /**
     * Return how strong the requirement is.
     *
     * @return the keyword
     */
    public Keyword keyword() {
        return requirement.keyword();
    }

    /**
     * Return the capabilities without which the check does not apply.
     *
     * @return an immutable set
     */
    public Set<Capability> needs() {
        EnumSet<Capability> set = EnumSet.noneOf(Capability.class);
        set.addAll(List.of(requirement.needs()));
        return Collections.unmodifiableSet(set);
    }

    /**
     * Return the capability whose absence the check is about.
     *
     * @return the capability, empty for a check of what is there
     */
    public Optional<Capability> absent() {
        Capability[] absent = requirement.absent();
        return absent.length == 0 ? Optional.empty() : Optional.of(absent[0]);
    }

    /**
     * Tell whether nothing else may run meanwhile.
     *
     * @return {@code true} when the check measures time or counts what is left
     */
    public boolean alone() {
        return requirement.alone();
    }

    /**
     * Return where the check is defined, so that an IDE can go there.
     *
     * @return the class, {@code #} and the method
     */
    public String source() {
        return method.getDeclaringClass().getName() + "#" + name() + "(" + Probe.class.getName() + ")";
    }

    Duration deadline() {
        return Duration.ofSeconds(requirement.seconds());
    }

    /** Carry the check out; it throws what the body throws. */
    void run(Probe probe) throws Throwable {
        try {
            Object checks = method.getDeclaringClass().getDeclaredConstructor().newInstance();
            method.invoke(checks, probe);
        } catch (java.lang.reflect.InvocationTargetException e) {
            throw e.getCause() != null ? e.getCause() : e;
        }
    }

    @Override
    public String toString() {
        return reference() + " " + title();
    }
}
