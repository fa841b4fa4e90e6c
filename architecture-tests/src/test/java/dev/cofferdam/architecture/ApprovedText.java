package dev.cofferdam.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Compares a text with a file of the repository, which {@code -Dapi.update=true} rewrites. */
final class ApprovedText {
    private static final String UPDATE = "api.update";

    private ApprovedText() {}

    static void check(String file, String text) throws IOException {
        Path approved = CodeBase.root().resolve("architecture-tests/api").resolve(file);
        if (Boolean.getBoolean(UPDATE)) {
            Files.createDirectories(approved.getParent());
            Files.writeString(approved, text);
        }
        String old = Files.exists(approved) ? Files.readString(approved) : "";
        assertThat(text)
                .as(
                        "architecture-tests/api/%s no longer says what the code does. If the change is meant, run"
                                + " ./mvnw -q -pl architecture-tests -am verify -D%s=true"
                                + " and commit the file with the change: its diff is the review of the API.",
                        file, UPDATE)
                .isEqualTo(old);
    }
}
