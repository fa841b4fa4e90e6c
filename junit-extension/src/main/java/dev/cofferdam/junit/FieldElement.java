package dev.cofferdam.junit;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import org.junit.jupiter.api.extension.AnnotatedElementContext;

/** An annotated field, in the form in which JUnit shows an annotated parameter. */
record FieldElement(Field field) implements AnnotatedElementContext {
    @Override
    public AnnotatedElement getAnnotatedElement() {
        return field;
    }
}
