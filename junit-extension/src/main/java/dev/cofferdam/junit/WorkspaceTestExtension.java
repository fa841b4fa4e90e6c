package dev.cofferdam.junit;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** Invokes a {@link WorkspaceTest} once for each of its providers. */
final class WorkspaceTestExtension implements TestTemplateInvocationContextProvider {
    private static final Namespace NAMESPACE = Namespace.create(WorkspaceTestExtension.class);
    private static final String PROVIDER = "provider";

    WorkspaceTestExtension() {}

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getElement(), WorkspaceTest.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getElement(), WorkspaceTest.class).stream()
                .flatMap(annotation -> Arrays.stream(annotation.providers()))
                .map(On::new);
    }

    /** Return the provider of the invocation that a context belongs to. */
    static Optional<String> provider(ExtensionContext context) {
        return Optional.ofNullable(context.getStore(NAMESPACE).get(PROVIDER, String.class));
    }

    /** Tell whether a context stands for all invocations together, whose providers differ. */
    static boolean isTemplate(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getElement(), WorkspaceTest.class)
                && provider(context).isEmpty();
    }

    private record On(String provider) implements TestTemplateInvocationContext {
        @Override
        public String getDisplayName(int invocationIndex) {
            return "[" + provider + "]";
        }

        @Override
        public void prepareInvocation(ExtensionContext context) {
            context.getStore(NAMESPACE).put(PROVIDER, provider);
        }
    }
}
