package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.application.actions.ActionsAssembly;
import dev.hexadmin.application.endpoints.EndpointsAssembly;
import dev.hexadmin.application.records.CodeOnRecords;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.text.Nearest;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Assembles hooks, actions and endpoints that a program has registered, and reports those of unknown models. */
final class RegisteredCode {
    private final Registrations.ModelCode code;
    private final ModelRegistry registry;

    RegisteredCode(Registrations.ModelCode code, ModelRegistry registry) {
        this.code = code;
        this.registry = registry;
    }

    /** The registered hooks of each model that has some, in their order. */
    Map<String, RecordHooks> hooks() {
        Map<String, RecordHooks> hooks = new LinkedHashMap<>();
        code.hooks().forEach((name, each) -> {
            String call = "hooks(\"" + name + "\", …)";
            Model model = known(name, known -> true, call, "there is no model '" + name + "'");
            RecordHooks all = RecordHooks.inOrder(each);
            hooks.put(name, accepted(call, () -> {
                all.onStart(model);
                return all;
            }));
        });
        return hooks;
    }

    ActionsAssembly actions(CodeOnRecords records) {
        return accepted("actions", () -> ActionsAssembly.of(registry, records, code.actions()));
    }

    EndpointsAssembly endpoints(CodeOnRecords records, InstantSource clock) {
        for (String name : code.endpoints().keySet()) {
            known(
                    name,
                    model -> model.definition().exposure().json(),
                    "endpoint(\"" + name + "\", …)",
                    "the JSON API has no model '" + name + "'");
        }
        return accepted("endpoints", () -> EndpointsAssembly.of(code.endpoints(), records, clock));
    }

    private static <T> T accepted(String source, Supplier<T> assembled) {
        try {
            return assembled.get();
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(
                    new ConfigurationException.Problem(source, "", String.valueOf(e.getMessage())));
        }
    }

    private Model known(String name, Predicate<Model> usable, String call, String message) {
        return registry.model(name)
                .filter(usable)
                .orElseThrow(() -> new ConfigurationException(new ConfigurationException.Problem(
                        call,
                        OptionalInt.empty(),
                        "",
                        message,
                        Nearest.to(
                                name,
                                registry.models().stream().map(Model::name).toList()))));
    }
}
