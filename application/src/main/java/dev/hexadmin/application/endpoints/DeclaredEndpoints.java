package dev.hexadmin.application.endpoints;

import dev.hexadmin.domain.models.Model;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The registered custom endpoints. Immutable. */
public final class DeclaredEndpoints {
    private final Map<String, List<RecordEndpoint>> endpoints = new LinkedHashMap<>();
    private final Set<String> names = new HashSet<>();

    /**
     * Endpoints by model name.
     *
     * @throws IllegalArgumentException when two endpoints of a model have the same method and name
     */
    public DeclaredEndpoints(Map<String, List<RecordEndpoint>> endpoints) {
        endpoints.forEach((model, all) -> {
            Set<String> known = new HashSet<>();
            for (RecordEndpoint one : all) {
                if (!known.add(one.method() + " " + one.name())) {
                    throw new IllegalArgumentException(
                            "model '" + model + "' has two endpoints " + one.method() + " '" + one.name() + "'");
                }
                names.add(one.name());
            }
            this.endpoints.put(model, List.copyOf(all));
        });
    }

    /** The names of all endpoints. */
    public Set<String> names() {
        return Collections.unmodifiableSet(names);
    }

    /** The endpoints of a model, in the order they were added. */
    public List<RecordEndpoint> of(Model model) {
        return endpoints.getOrDefault(model.name(), List.of());
    }

    /** The endpoint of a model, if there is one. */
    public Optional<RecordEndpoint> find(Model model, RecordEndpoint.Method method, String name) {
        return of(model).stream()
                .filter(one -> one.method() == method && one.name().equals(name))
                .findFirst();
    }
}
