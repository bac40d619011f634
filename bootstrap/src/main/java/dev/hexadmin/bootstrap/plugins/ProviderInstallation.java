package dev.hexadmin.bootstrap.plugins;

import dev.hexadmin.bootstrap.ConfigurationException.Problem;
import dev.hexadmin.bootstrap.configuration.ProviderSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Providers and channels with their settings. */
final class ProviderInstallation {
    private ProviderInstallation() {}

    /** Creates and configures the candidates; their problems are added to {@code problems}. */
    static <P> List<InstalledProvider<P>> install(
            List<ServiceCandidate<P>> candidates,
            Function<P, String> name,
            BiConsumer<P, Map<String, String>> configure,
            Map<String, ProviderSettings> settings,
            List<Problem> problems) {
        Map<String, InstalledProvider<P>> found = new TreeMap<>();
        for (ServiceCandidate<P> each : candidates) {
            String origin = each.origin();
            try {
                P provider = each.get().get();
                String called = name.apply(provider);
                @Nullable InstalledProvider<P> other = found.get(called);
                if (!Plugins.NAME.matcher(called).matches()) {
                    problems.add(each.problem("its name '" + called + "' is none for settings"));
                } else if (other != null) {
                    problems.add(each.problem(
                            "there is another provider of the name '" + called + "' (" + other.origin() + ")"));
                } else {
                    Optional<ProviderSettings> said = Optional.ofNullable(settings.get(called));
                    Optional<String> refusal = each.configured()
                            ? Optional.empty()
                            : refusal(() -> configure.accept(
                                    provider, said.map(ProviderSettings::values).orElse(Map.of())));
                    if (said.isPresent() && refusal.isPresent()) {
                        problems.add(said.get().refused(refusal.get()));
                    }
                    found.put(called, new InstalledProvider<>(called, provider, origin, refusal));
                }
            } catch (RuntimeException | ServiceConfigurationError | LinkageError e) {
                problems.add(each.problem("this provider cannot be used: " + Reasons.of(e)));
            }
        }
        new TreeMap<>(settings).forEach((called, said) -> {
            if (!found.containsKey(called)) {
                problems.add(said.unknown(found.keySet()));
            }
        });
        return List.copyOf(found.values());
    }

    /** The reason why a provider rejects its settings. */
    private static Optional<String> refusal(Runnable configure) {
        try {
            configure.run();
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
