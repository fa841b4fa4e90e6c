package dev.cofferdam.junit;

import dev.cofferdam.spi.Availability;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Skips what {@link EnabledIfProviderAvailable} is on where its provider does not work. */
final class ProviderAvailableExtension implements ExecutionCondition {
    ProviderAvailableExtension() {}

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        Optional<EnabledIfProviderAvailable> annotation =
                AnnotationSupport.findAnnotation(context.getElement(), EnabledIfProviderAvailable.class);
        return annotation
                .map(wanted -> evaluate(wanted, context, Settings.of(context)))
                .orElseGet(() -> ConditionEvaluationResult.enabled("no provider is asked for"));
    }

    static ConditionEvaluationResult evaluate(
            EnabledIfProviderAvailable wanted, ExtensionContext context, Settings settings) {
        Availability found = Providers.probe(context, wanted.value(), Map.of());
        if (found.ok()) {
            return ConditionEvaluationResult.enabled("The provider " + wanted.value() + " works here"
                    + (found.reason().isEmpty() ? "" : ": " + found.reason()));
        }
        String reason = Providers.reason(wanted.value(), found);
        if (wanted.mode() == EnabledIfProviderAvailable.Mode.FAIL_ON_CI && settings.onContinuousIntegration()) {
            throw new ExtensionConfigurationException(reason + " (skipped elsewhere, but CI is set)");
        }
        return ConditionEvaluationResult.disabled(reason);
    }
}
