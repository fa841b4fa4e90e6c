package dev.cofferdam.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cofferdam.conformance.Certification;
import dev.cofferdam.conformance.Level;
import dev.cofferdam.conformance.Subject;
import dev.cofferdam.conformance.SuiteOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShelfCertificateTests {
    @Test
    void the_shelf_gets_a_certificate(@TempDir Path reports) {
        int exitCode = Certification.of(Subject.of(new ShelfProvider()).version("1.0"))
                .options(SuiteOptions.defaults().level(Level.CORE))
                .writeTo(reports)
                .onProgress(Certification.lines(System.err))
                .run(System.out, System.err);
        assertThat(reports.resolve("certificate.json"))
                .content()
                .contains("\"fail\" : 0", "\"error\" : 0")
                .contains("\"certified\" : " + (exitCode == Certification.CONFORMS));
        assertThat(exitCode)
                .satisfiesAnyOf(code -> assertThat(code).isEqualTo(Certification.CONFORMS), code -> asRoot());
    }

    /** The system refuses nothing to root, so that some checks cannot run and there is no certificate. */
    static void asRoot() {
        assertThat(System.getProperty("user.name")).isEqualTo("root");
    }
}
