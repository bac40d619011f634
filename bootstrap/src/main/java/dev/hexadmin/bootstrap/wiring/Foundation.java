package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.application.access.AccessAssembly;
import dev.hexadmin.application.secrets.SecretKeys;
import dev.hexadmin.bootstrap.configuration.SecretKey;
import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.persistence.Persistence;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * What the capabilities of an installation are assembled from.
 *
 * @param registry all models, built-in ones too
 * @param secrets the current one first
 */
record Foundation(
        Settings settings,
        Persistence persistence,
        ClusterServices sharing,
        ModelRegistry registry,
        AccessAssembly access,
        List<SecretKey> secrets,
        Execution execution) {

    /** @param tries runs what a request does not wait for */
    record Execution(InstantSource clock, SecureRandom random, ExecutorService tries) {}

    static Foundation of(
            Settings settings,
            Persistence persistence,
            ClusterServices sharing,
            ModelRegistry registry,
            List<SecretKey> secrets,
            InstantSource clock) {
        return new Foundation(
                settings,
                persistence,
                sharing,
                registry,
                AccessAssembly.assemble(
                        persistence.grants(registry),
                        persistence.roles(),
                        persistence.auditTrail(),
                        persistence.unitOfWork(),
                        sharing.events(),
                        registry,
                        clock,
                        System::nanoTime),
                secrets,
                new Execution(clock, new SecureRandom(), Executors.newVirtualThreadPerTaskExecutor()));
    }

    Model model(ModelDefinition builtIn) {
        return registry.model(builtIn.name()).orElseThrow();
    }

    SecretKeys keys(SecretKey.Purpose purpose) {
        return new SecretKeys(
                secrets.stream().map(secret -> secret.derived(purpose)).toList());
    }

    InstantSource clock() {
        return execution.clock();
    }

    SecureRandom random() {
        return execution.random();
    }

    ExecutorService tries() {
        return execution.tries();
    }
}
