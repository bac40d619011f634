package dev.hexadmin.domain.access;

import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a role allows, in the form in which it is stored and edited.
 *
 * @param permissions model name or {@link Grant#EVERY_MODEL} to actions; entries without an action are left out
 * @param fields model name to field name to the actions left on that field
 * @param policies model name to the row policy's text
 */
public record RoleRights(
        Map<String, Set<Action>> permissions,
        Map<String, Map<String, Set<Action>>> fields,
        Map<String, String> policies) {
    /** A role without rights. */
    public static final RoleRights NONE = new RoleRights(Map.of(), Map.of(), Map.of());

    public RoleRights {
        Map<String, Set<Action>> allowed = new TreeMap<>();
        permissions.forEach((model, actions) -> {
            if (!actions.isEmpty()) {
                allowed.put(model, ordered(actions));
            }
        });
        Map<String, Map<String, Set<Action>>> left = new TreeMap<>();
        fields.forEach((model, restricted) -> {
            if (!restricted.isEmpty()) {
                Map<String, Set<Action>> own = new TreeMap<>();
                restricted.forEach((field, actions) -> own.put(field, ordered(actions)));
                left.put(model, Collections.unmodifiableMap(own));
            }
        });
        permissions = Collections.unmodifiableMap(allowed);
        fields = Collections.unmodifiableMap(left);
        policies = Collections.unmodifiableMap(new TreeMap<>(policies));
    }

    /** Sorted in the order of {@link Action}, so that equal rights are written in the same way. */
    private static Set<Action> ordered(Set<Action> actions) {
        EnumSet<Action> ordered = EnumSet.noneOf(Action.class);
        ordered.addAll(actions);
        return Collections.unmodifiableSet(ordered);
    }

    /** The permissions in words. */
    public Map<String, List<String>> permissionWords() {
        return words(permissions);
    }

    /** The field permissions in words. */
    public Map<String, Map<String, List<String>>> fieldWords() {
        Map<String, Map<String, List<String>>> words = new LinkedHashMap<>();
        fields.forEach((model, restricted) -> words.put(model, words(restricted)));
        return words;
    }

    private static Map<String, List<String>> words(Map<String, Set<Action>> actions) {
        Map<String, List<String>> words = new LinkedHashMap<>();
        actions.forEach((name, allowed) ->
                words.put(name, allowed.stream().map(Action::word).toList()));
        return words;
    }

    /**
     * These rights under the present names. What is stated under the former name of a model or field ({@code
     * renamed_from}) applies to the present one, unless something is stated under its present name. Restrictions also
     * follow the name of the table or column, and apply to both where the former name is in use again; permissions do
     * neither.
     */
    public RoleRights underPresentNames(ModelRegistry registry) {
        Map<String, Set<Action>> allowed = new TreeMap<>(permissions);
        Map<String, Map<String, Set<Action>>> left = new TreeMap<>(fields);
        Map<String, String> rows = new TreeMap<>(policies);
        for (Model model : registry.models()) {
            Optional<String> renamed = model.definition().storage().renamedFrom();
            renamed.filter(name -> registry.model(name).isEmpty())
                    .ifPresent(name -> carry(permissions, name, allowed, model.name()));
            Stream<String> table =
                    Stream.of(model.table()).filter(name -> registry.model(name).isEmpty());
            Stream.concat(renamed.stream(), table).forEach(name -> {
                carry(fields, name, left, model.name());
                carry(policies, name, rows, model.name());
            });
        }
        for (Model model : registry.models()) {
            left.computeIfPresent(model.name(), (name, restricted) -> underPresentNames(model, restricted));
            Optional<String> renamed = model.definition().storage().renamedFrom();
            renamed.filter(name -> registry.model(name).isEmpty()).ifPresent(allowed::remove);
            Stream.concat(renamed.stream(), Stream.of(model.table()))
                    .filter(name -> registry.model(name).isEmpty())
                    .forEach(name -> {
                        left.remove(name);
                        rows.remove(name);
                    });
        }
        return new RoleRights(allowed, left, rows);
    }

    private static Map<String, Set<Action>> underPresentNames(Model model, Map<String, Set<Action>> restricted) {
        Map<String, Set<Action>> left = new TreeMap<>();
        restricted.forEach((name, actions) -> {
            if (model.field(name).isPresent() || model.fieldsEverNamed(name).isEmpty()) {
                left.put(name, actions);
            }
        });
        restricted.forEach((name, actions) ->
                model.fieldsEverNamed(name).forEach(field -> left.putIfAbsent(field.name(), actions)));
        return left;
    }

    private static <V> void carry(Map<String, V> from, String before, Map<String, V> to, String now) {
        @Nullable V stated = from.get(before);
        if (stated != null) {
            to.putIfAbsent(now, stated);
        }
    }

    /**
     * The grants of a user who has the role, {@linkplain #underPresentNames under the present names}. What the role says
     * about one model's fields and rows also holds for what it allows there through {@link Grant#EVERY_MODEL}.
     */
    public List<Grant> grants(ModelRegistry registry) {
        return underPresentNames(registry).grantsByName(registry);
    }

    private List<Grant> grantsByName(ModelRegistry registry) {
        Set<Action> everywhere = permissions.getOrDefault(Grant.EVERY_MODEL, Set.of());
        Set<String> restricted = new TreeSet<>(fields.keySet());
        restricted.addAll(policies.keySet());
        Map<String, Set<Action>> named = new TreeMap<>(permissions);
        named.remove(Grant.EVERY_MODEL);
        List<Grant> grants = new ArrayList<>();
        if (!everywhere.isEmpty()) {
            grants.add(new Grant(Grant.EVERY_MODEL, everywhere, Map.of(), Optional.empty(), restricted));
            for (String model : restricted) {
                // an unregistered model gets no additional rights: it may later be registered as a built-in model
                if (registry.model(model).filter(m -> !m.builtIn()).isPresent()) {
                    Set<Action> actions = EnumSet.copyOf(everywhere);
                    actions.addAll(named.getOrDefault(model, Set.of()));
                    named.put(model, actions);
                }
            }
        }
        named.forEach((model, actions) -> {
            @Nullable String policy = policies.get(model);
            grants.add(new Grant(model, actions, fields.getOrDefault(model, Map.of()), Optional.ofNullable(policy)));
        });
        return grants;
    }
}
