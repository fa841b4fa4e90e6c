package dev.cofferdam.provider.docker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnerTests {
    private final Owner self = Owner.self();

    private Map<String, String> labels(String name, String value) {
        Map<String, String> labels = new HashMap<>(self.labels(false, "r"));
        labels.put(name, value);
        return labels;
    }

    @Test
    void what_a_living_process_holds_is_not_abandoned() {
        assertThat(self.hasAbandoned(self.labels(false, "r"))).isFalse();
        assertThat(self.labels(false, "r")).containsEntry("dev.cofferdam.sandbox", "true");
    }

    @Test
    void what_a_process_of_this_host_left_is_abandoned() {
        // No process has this number: it is beyond what the kernel gives out.
        assertThat(self.hasAbandoned(labels(Owner.PID, "4194305"))).isTrue();
        assertThat(self.hasAbandoned(labels(Owner.STARTED, "1000"))).isTrue();
        assertThat(self.hasAbandoned(labels(Owner.BOOT, "another boot"))).isTrue();
    }

    @Test
    void what_is_kept_or_of_another_host_or_unclear_is_left_alone() {
        Map<String, String> dead = labels(Owner.PID, "4194305");
        Map<String, String> kept = new HashMap<>(dead);
        kept.put(Owner.KEPT, "true");
        assertThat(self.hasAbandoned(kept)).isFalse();
        Map<String, String> elsewhere = new HashMap<>(dead);
        elsewhere.put(Owner.HOST, "another host");
        assertThat(self.hasAbandoned(elsewhere)).isFalse();
        assertThat(self.hasAbandoned(labels(Owner.PID, "?"))).isFalse();
        assertThat(self.hasAbandoned(Map.of("dev.cofferdam.sandbox", "true"))).isFalse();
    }
}
