package dev.cofferdam.junit;

import dev.cofferdam.spi.Availability;
import dev.cofferdam.workspace.Workspace;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestInstantiationAwareExtension;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ModifierSupport;
import org.junit.platform.commons.support.ReflectionSupport;
import org.opentest4j.TestAbortedException;

/** Opens the workspaces that {@link SandboxWorkspace} asks for and injects them. Keeps no state of its own. */
final class SandboxWorkspaceExtension
        implements ExecutionCondition,
                BeforeAllCallback,
                BeforeEachCallback,
                ParameterResolver,
                TestInstantiationAwareExtension,
                InvocationInterceptor {
    private static final Namespace NAMESPACE = Namespace.create(SandboxWorkspaceExtension.class);

    private enum Unavailable {
        FAIL,
        SKIP
    }

    SandboxWorkspaceExtension() {}

    /** Without this a constructor parameter would be shared by all tests of the class. */
    @Override
    public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext rootContext) {
        return ExtensionContextScope.TEST_METHOD;
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        Settings settings = Settings.of(context);
        Unavailable choice = settings.get(SandboxWorkspace.UNAVAILABLE_KEY, Unavailable.class)
                .orElse(Unavailable.FAIL);
        if (choice == Unavailable.SKIP && !WorkspaceTestExtension.isTemplate(context)) {
            // Here and not where the workspace is injected: a parameter that aborts its test is reported as a failure.
            for (AnnotatedElement element : declaredFor(context)) {
                Declaration declaration = declaration(element, context);
                Availability found = Providers.probe(context, declaration.provider(), declaration.options());
                if (!found.ok()) {
                    return ConditionEvaluationResult.disabled(Providers.reason(declaration.provider(), found));
                }
            }
        }
        return ConditionEvaluationResult.enabled("no provider is known to be missing");
    }

    private static List<AnnotatedElement> declaredFor(ExtensionContext context) {
        Optional<Method> method = context.getTestMethod();
        if (method.isPresent()) {
            return Arrays.stream(method.get().getParameters())
                    .filter(SandboxWorkspaceExtension::isAnnotated)
                    .map(AnnotatedElement.class::cast)
                    .toList();
        }
        if (context.getTestClass().isEmpty()) {
            return List.of();
        }
        Class<?> type = context.getRequiredTestClass();
        List<AnnotatedElement> elements =
                new ArrayList<>(AnnotationSupport.findAnnotatedFields(type, SandboxWorkspace.class));
        Stream.concat(
                        Arrays.stream(type.getDeclaredConstructors()),
                        // Parameters of tests are looked at one by one, so that one test does not skip the others.
                        lifecycleMethods(type).stream())
                .flatMap(executable -> Arrays.stream(executable.getParameters()))
                .filter(SandboxWorkspaceExtension::isAnnotated)
                .forEach(elements::add);
        return elements;
    }

    private static List<Method> lifecycleMethods(Class<?> type) {
        return ReflectionSupport.findMethods(
                type,
                method -> AnnotationSupport.isAnnotated(method, BeforeAll.class)
                        || AnnotationSupport.isAnnotated(method, BeforeEach.class)
                        || AnnotationSupport.isAnnotated(method, AfterEach.class)
                        || AnnotationSupport.isAnnotated(method, AfterAll.class),
                HierarchyTraversalMode.TOP_DOWN);
    }

    private static boolean isAnnotated(AnnotatedElement element) {
        return AnnotationSupport.isAnnotated(element, SandboxWorkspace.class);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        Verdict.install(context);
        injectFields(context, context.getRequiredTestClass(), null);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        Verdict.install(context);
        // The instances around a nested test have fields too.
        for (Object instance : context.getRequiredTestInstances().getAllInstances()) {
            injectFields(context, instance.getClass(), instance);
        }
    }

    private static void injectFields(ExtensionContext context, Class<?> type, @Nullable Object instance) {
        List<Field> fields = AnnotationSupport.findAnnotatedFields(
                type, SandboxWorkspace.class, field -> ModifierSupport.isStatic(field) == (instance == null));
        for (Field field : fields) {
            if (Modifier.isFinal(field.getModifiers())) {
                throw new ExtensionConfigurationException(
                        "@SandboxWorkspace on " + Declaration.describe(field) + ": the field must not be final");
            }
            inject(field, instance, resolve(new FieldElement(field), field.getType(), context));
        }
    }

    private static void inject(Field field, @Nullable Object instance, Object value) {
        try {
            field.setAccessible(true);
            field.set(instance, value);
        } catch (ReflectiveOperationException e) {
            throw new ExtensionConfigurationException(
                    "@SandboxWorkspace on " + Declaration.describe(field) + ": the field cannot be set", e);
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.isAnnotated(SandboxWorkspace.class);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Verdict.install(context);
        return resolve(parameter, parameter.getParameter().getType(), context);
    }

    private static Object resolve(AnnotatedElementContext element, Class<?> type, ExtensionContext context) {
        AnnotatedElement annotated = element.getAnnotatedElement();
        if (type != Workspace.class && type != Path.class) {
            throw new ExtensionConfigurationException("@SandboxWorkspace on " + Declaration.describe(annotated)
                    + ": the type is " + type.getName() + "; it must be " + Workspace.class.getName() + " or "
                    + Path.class.getName());
        }
        // A namespace for each element: every declaration has a workspace of its own, also below a @BeforeAll.
        WorkspaceHolder holder = context.getStore(NAMESPACE.append(annotated))
                .computeIfAbsent(
                        WorkspaceHolder.class,
                        key -> new WorkspaceHolder(declaration(annotated, context), element, context),
                        WorkspaceHolder.class);
        return type == Path.class ? holder.path() : holder.workspace();
    }

    private static Declaration declaration(AnnotatedElement element, ExtensionContext context) {
        SandboxWorkspace annotation = AnnotationSupport.findAnnotation(element, SandboxWorkspace.class)
                .orElseThrow(() -> new ExtensionConfigurationException(
                        "There is no @SandboxWorkspace on " + Declaration.describe(element)));
        return Declaration.of(
                annotation,
                element,
                WorkspaceTestExtension.provider(context),
                WorkspaceHolder.loader(context),
                Settings.of(context));
    }

    /** A dynamic test fails without its factory failing, and has no callbacks but this one. */
    @Override
    public void interceptDynamicTest(
            Invocation<@Nullable Void> invocation,
            DynamicTestInvocationContext invocationContext,
            ExtensionContext context)
            throws Throwable {
        try {
            invocation.proceed();
        } catch (TestAbortedException e) {
            throw e;
        } catch (Throwable e) {
            context.getParent().ifPresent(Verdict::failedIn);
            throw e;
        }
    }
}
