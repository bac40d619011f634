package dev.hexadmin.domain.models;

import dev.hexadmin.domain.text.Nearest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * All registered models with their references resolved. Identifiers in statements and paths come only from this
 * registry.
 */
public final class ModelRegistry {
    private final Map<String, Model> models;

    private ModelRegistry(Map<String, Model> models) {
        this.models = models;
    }

    /**
     * Builds a registry from definitions.
     *
     * @throws IllegalArgumentException when a name is used twice or points nowhere; the message names model, field and
     *     the name
     */
    public static ModelRegistry of(Collection<ModelDefinition> definitions) {
        Map<String, Model> models = new LinkedHashMap<>();
        for (ModelDefinition definition : definitions) {
            if (models.put(definition.name(), new Model(definition, false)) != null) {
                throw new IllegalArgumentException("model '" + definition.name() + "' is registered twice");
            }
        }
        link(models, models.values());
        return new ModelRegistry(models);
    }

    /**
     * A model outside the registry. It may reference registered models and itself; registered models do not list it
     * among their back references.
     *
     * @throws IllegalArgumentException when one of this name is registered, or a name in it points nowhere
     */
    public Model beside(ModelDefinition definition) {
        Model model = new Model(definition, false);
        Map<String, Model> known = new LinkedHashMap<>(models);
        if (known.put(definition.name(), model) != null) {
            throw new IllegalArgumentException("model '" + definition.name() + "' is registered already");
        }
        link(known, List.of(model));
        return model;
    }

    private static void link(Map<String, Model> models, Collection<Model> unlinked) {
        Map<Model, Map<String, Model>> targets = new LinkedHashMap<>();
        Map<Model, List<Model.Inbound>> inbound = new LinkedHashMap<>();
        Set<String> links = new HashSet<>();
        for (Model model : unlinked) {
            for (FieldDefinition field : model.fields()) {
                field.reference().flatMap(Reference::through).ifPresent(join -> {
                    links.add(join.table() + "\0" + join.sourceColumn());
                    links.add(join.table() + "\0" + join.targetColumn());
                });
            }
        }
        for (Model model : unlinked) {
            Map<String, Model> own = targets.computeIfAbsent(model, m -> new LinkedHashMap<>());
            for (FieldDefinition field : model.fields()) {
                if (field.reference().isPresent()) {
                    Model target = target(models, model, field);
                    own.put(field.name(), target);
                    inbound.computeIfAbsent(target, m -> new ArrayList<>())
                            .add(new Model.Inbound(
                                    model,
                                    field,
                                    links.contains(model.definition().table() + "\0" + field.column())));
                }
            }
        }
        targets.forEach((model, own) -> model.link(own, List.of(), inbound.getOrDefault(model, List.of())));
        for (Model model : unlinked) {
            List<FieldPath> search = model.definition().list().searchFields().stream()
                    .map(text -> searchPath(model, text))
                    .toList();
            model.link(targets.getOrDefault(model, Map.of()), search, inbound.getOrDefault(model, List.of()));
            model.inline(Inlines.of(models, model));
        }
        join(models, unlinked);
    }

    private static void join(Map<String, Model> models, Collection<Model> unlinked) {
        Map<Model, List<Model.Joint>> own = new LinkedHashMap<>();
        Map<Model, List<Model.Joint>> inbound = new LinkedHashMap<>();
        for (Model model : unlinked) {
            for (ModelDefinition.JointReference reference :
                    model.definition().storage().references()) {
                @Nullable Model target = models.get(reference.to());
                if (target == null || target.key().size() != reference.fields().size()) {
                    throw new IllegalArgumentException("model '" + model.name() + "': 'referencesTogether' points to '"
                            + reference.to() + "', which is no model with a key of "
                            + reference.fields().size() + " fields"
                            + (target == null ? Nearest.question(reference.to(), models.keySet()) : ""));
                }
                Model.Joint joint = new Model.Joint(
                        model,
                        reference.fields().stream().map(model::fieldNamed).toList(),
                        target);
                own.computeIfAbsent(model, m -> new ArrayList<>()).add(joint);
                inbound.computeIfAbsent(target, m -> new ArrayList<>()).add(joint);
            }
        }
        for (Model model : unlinked) {
            model.join(own.getOrDefault(model, List.of()), inbound.getOrDefault(model, List.of()));
        }
    }

    private static Model target(Map<String, Model> models, Model model, FieldDefinition field) {
        String to = field.target().to();
        @Nullable Model target = models.get(to);
        if (target == null) {
            throw new IllegalArgumentException("model '" + model.name() + "': field '" + field.name()
                    + "' points to the unknown model '" + to + "'" + Nearest.question(to, models.keySet()));
        }
        if (target.key().size() != 1) {
            throw new IllegalArgumentException("model '" + model.name() + "': field '" + field.name() + "' points to '"
                    + to + "', which has " + (target.key().isEmpty() ? "no key" : "a composite key"));
        }
        return target;
    }

    private static FieldPath searchPath(Model model, String text) {
        FieldPath path = path(model, text)
                .orElseThrow(() -> new IllegalArgumentException(
                        "model '" + model.name() + "': 'searchFields' names the unknown field '" + text + "'"
                                + Nearest.question(text, nearbyPaths(model, text))));
        if (!path.field().type().isText() || !path.field().queryable()) {
            throw new IllegalArgumentException(
                    "model '" + model.name() + "': 'searchFields' names '" + text + "', which is no stored text");
        }
        return path;
    }

    /** The paths that differ from {@code text} in the first step that does not exist. */
    private static List<String> nearbyPaths(Model model, String text) {
        int cut = text.indexOf("__");
        List<String> paths = new ArrayList<>();
        for (FieldDefinition field : model.fields()) {
            if (cut <= 0) {
                paths.add(field.name());
            } else if (field.reference().isPresent()) {
                paths.add(field.name() + text.substring(cut));
                paths.add(field.name().replaceFirst("_id$", "") + text.substring(cut));
            }
        }
        if (cut <= 0) {
            return paths;
        }
        return relation(model, text.substring(0, cut))
                .map(step -> nearbyPaths(model.target(step), text.substring(cut + 2)).stream()
                        .map(rest -> text.substring(0, cut + 2) + rest)
                        .toList())
                .orElse(paths);
    }

    /**
     * Resolves {@code name}, {@code category_id} or {@code category__name}. A step through a reference may leave out
     * the field's trailing {@code _id}.
     */
    public static Optional<FieldPath> path(Model model, String text) {
        return path(model, text, Model::field);
    }

    /**
     * The same, where a field may also be called by a name that it had before, unless several had it or another one has
     * it now.
     */
    public static Optional<FieldPath> pathOfFormerNames(Model model, String text) {
        return path(
                model,
                text,
                (owner, name) -> owner.field(name).or(() -> {
                    List<FieldDefinition> named = owner.fieldsEverNamed(name);
                    return named.size() == 1 ? Optional.of(named.getFirst()) : Optional.empty();
                }));
    }

    private static Optional<FieldPath> path(
            Model model, String text, BiFunction<Model, String, Optional<FieldDefinition>> fields) {
        List<FieldDefinition> through = new ArrayList<>();
        Model at = model;
        String rest = text;
        while (true) {
            Optional<FieldDefinition> own = fields.apply(at, rest);
            if (own.isPresent()) {
                return Optional.of(new FieldPath(model, through, own.get()));
            }
            int cut = rest.indexOf("__");
            if (cut <= 0) {
                return Optional.empty();
            }
            Optional<FieldDefinition> step = relation(at, rest.substring(0, cut), fields);
            if (step.isEmpty()) {
                return Optional.empty();
            }
            through.add(step.get());
            at = at.target(step.get());
            rest = rest.substring(cut + 2);
        }
    }

    /** The reference field called {@code name}, or {@code name_id}. */
    public static Optional<FieldDefinition> relation(Model model, String name) {
        return relation(model, name, Model::field);
    }

    private static Optional<FieldDefinition> relation(
            Model model, String name, BiFunction<Model, String, Optional<FieldDefinition>> fields) {
        return fields.apply(model, name)
                .or(() -> fields.apply(model, name + "_id"))
                .filter(field -> field.reference().isPresent());
    }

    /**
     * A model that is not registered. It may reference registered models; they do not list it among their back
     * references.
     *
     * @throws IllegalArgumentException when a referenced model does not exist; the message names model, field and the
     *     name
     */
    public Model form(ModelDefinition definition) {
        Model form = new Model(definition, true);
        Map<String, Model> targets = new LinkedHashMap<>();
        for (FieldDefinition field : form.fields()) {
            if (field.reference().isPresent()) {
                targets.put(field.name(), target(models, form, field));
            }
        }
        form.link(targets, List.of(), List.of());
        return form;
    }

    public Optional<Model> model(String name) {
        return Optional.ofNullable(models.get(name));
    }

    /**
     * The model with this name.
     *
     * @throws IllegalArgumentException when there is none; the message has the nearest name
     */
    public Model named(String name) {
        return model(name)
                .orElseThrow(() -> new IllegalArgumentException("there is no model '" + name + "'"
                        + Nearest.question(
                                name, models().stream().map(Model::name).toList())));
    }

    /** All models, in the order they were registered. */
    public Collection<Model> models() {
        return java.util.Collections.unmodifiableCollection(models.values());
    }
}
