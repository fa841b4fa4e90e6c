package dev.cofferdam.internal.egress;

/**
 * All that a proxy goes by.
 *
 * @param rules which hosts its command reaches
 * @param parents the proxies that this process itself must go through
 * @param limits its limits
 * @param machine the machine that it runs on
 */
public record EgressRules(HostRules rules, ParentProxies parents, EgressLimits limits, Machine machine) {
    /**
     * Return what goes by the machine's own names and addresses, with the usual limits.
     *
     * @param rules which hosts the command reaches
     * @param parents the proxies that this process itself must go through
     */
    public static EgressRules of(HostRules rules, ParentProxies parents) {
        return new EgressRules(rules, parents, EgressLimits.defaults(), Machine.ours());
    }
}
