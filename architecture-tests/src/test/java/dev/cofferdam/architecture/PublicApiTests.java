package dev.cofferdam.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keeps the public API as text, so that a change of it shows in review. */
class PublicApiTests {
    @ParameterizedTest
    @ValueSource(strings = {"engine", "fakes", "conformance-tests", "junit-extension"})
    void the_public_api_is_the_approved_one(String module) throws IOException {
        List<Class<?>> exported = CodeBase.product().stream()
                .filter(CodeBase.in(module))
                .filter(Layout.PRODUCT.exported())
                .<Class<?>>map(JavaClass::reflect)
                .toList();

        ApprovedText.check(module + ".api", PublicApi.of(exported));
    }

    @Test
    void the_text_names_everything_that_users_can_see() {
        String text = PublicApi.of(
                List.of(ApiSample.class, ApiSample.Shape.class, ApiSample.Mark.class, ApiSample.Inner.class));

        assertThat(text.replace(ApiSample.class.getPackageName(), "p")).isEqualTo("""
                public class p.ApiSample<T extends Number> implements Comparable<p.ApiSample<T>>
                    public static final String NAME
                    protected ApiSample(@Nullable T)
                    @Deprecated public void old()
                    public <R> java.util.Map<String, @Nullable R> map(java.util.List<? extends R>, byte[]...) throws java.io.IOException
                    public int compareTo(p.ApiSample<T>)

                public @interface p.ApiSample$Mark
                    public String[] value() default {"a"}

                public sealed interface p.ApiSample$Shape
                    default public int sides()
                """);
    }
}
