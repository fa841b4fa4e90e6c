package dev.cofferdam.provider.os;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What commands in the sandbox cannot do, and what they still can. */
@Timeout(300)
class SecurityTests {
    @TempDir
    Path temporary;

    @BeforeAll
    static void find_the_sandbox() {
        BubblewrapHere.require();
    }

    static Stream<SecurityCheck> checks() {
        return Stream.of(
                        FileSecurity.all(),
                        GitSecurity.all(),
                        RootSecurity.all(),
                        ProcessSecurity.all(),
                        NetworkSecurity.all(),
                        ProxySecurity.all(),
                        LifeSecurity.all())
                .flatMap(java.util.List::stream);
    }

    @ParameterizedTest
    @MethodSource("checks")
    void the_sandbox_holds(SecurityCheck check) throws Exception {
        try (Bed bed = new Bed(temporary, Blueprint.whole())) {
            check.trial().run(bed);
        }
    }
}
