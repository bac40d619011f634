package dev.hexadmin.bootstrap.plugins;

import dev.hexadmin.bootstrap.ConfigurationException.Problem;
import java.lang.module.ModuleReference;
import java.lang.module.ResolvedModule;
import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Supplier;

/**
 * A candidate for a plugin, a provider or a channel; {@code get} creates it.
 *
 * @param origin its origin, for messages: {@code built in}, the name of its jar, or {@code the program}
 * @param configured whether it needs no settings
 */
record ServiceCandidate<P>(String origin, Class<?> type, Supplier<P> get, boolean configured) {
    static final String BUILT_IN = "built in";
    private static final String PROGRAM = "the program";
    private static final String OWN_PACKAGE = "dev.hexadmin.";

    /** A service that is found. */
    static <P> ServiceCandidate<P> of(ServiceLoader.Provider<P> service) {
        return new ServiceCandidate<>(origin(service.type()), service.type(), service, false);
    }

    /** An instance that the embedding program passes. */
    static <P> ServiceCandidate<P> ofProgram(P instance) {
        return new ServiceCandidate<>(PROGRAM, instance.getClass(), () -> instance, true);
    }

    /** An instance that a plugin adds. */
    static <P> ServiceCandidate<P> ofPlugin(String origin, P instance) {
        return new ServiceCandidate<>(origin, instance.getClass(), () -> instance, false);
    }

    Problem problem(String message) {
        return new Problem(origin, type.getName(), message);
    }

    private static String origin(Class<?> type) {
        if (type.getName().startsWith(OWN_PACKAGE)) {
            return BUILT_IN;
        }
        Module module = type.getModule();
        return !module.isNamed()
                ? Optional.ofNullable(type.getProtectionDomain().getCodeSource())
                        .map(source -> source.getLocation().getPath().replaceFirst("/$", ""))
                        .map(path -> path.substring(path.lastIndexOf('/') + 1))
                        .orElse(PROGRAM)
                : Optional.ofNullable(module.getLayer())
                        .flatMap(layer -> layer.configuration().findModule(module.getName()))
                        .map(ResolvedModule::reference)
                        .flatMap(ModuleReference::location)
                        .map(jar -> String.valueOf(Path.of(jar).getFileName()))
                        .orElse(module.toString());
    }
}
