package dev.hexadmin.domain.models;

import dev.hexadmin.domain.text.Nearest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Resolves the {@code inlines} of a model: the child models, their references to it, and their position fields. */
final class Inlines {
    private static final String POSITION = "position";

    private final Map<String, Model> models;
    private final Model parent;

    private Inlines(Map<String, Model> models, Model parent) {
        this.models = models;
        this.parent = parent;
    }

    /** @throws IllegalArgumentException when one cannot be resolved; the message names model, inline and rule */
    static List<Model.Children> of(Map<String, Model> models, Model parent) {
        Inlines inlines = new Inlines(models, parent);
        List<Model.Children> all = new ArrayList<>();
        Set<String> named = new HashSet<>();
        for (Inline inline : parent.definition().inlines()) {
            if (!named.add(inline.model())) {
                throw inlines.wrong("names '" + inline.model() + "' twice");
            }
            all.add(inlines.resolved(inline));
        }
        return all;
    }

    private Model.Children resolved(Inline inline) {
        @Nullable Model child = models.get(inline.model());
        if (child == null) {
            throw wrong("names the unknown model '" + inline.model() + "'"
                    + Nearest.question(inline.model(), models.keySet()));
        }
        if (child.key().isEmpty()) {
            throw wrong("names '" + inline.model() + "', which has no key");
        }
        Model.Children children = new Model.Children(child, reference(inline, child), position(inline, child));
        for (String member : List.of(children.name(), children.total())) {
            if (parent.field(member).isPresent()
                    || ModelRegistry.relation(parent, member).isPresent()) {
                throw wrong("names '" + inline.model() + "', but '" + parent.name() + "' has a field for '" + member
                        + "', the name of a member of its records in the API");
            }
        }
        return children;
    }

    private FieldDefinition reference(Inline inline, Model child) {
        List<FieldDefinition> references = child.fields().stream()
                .filter(field -> field.type() == FieldType.REFERENCE
                        && field.target().to().equals(parent.name()))
                .toList();
        if (inline.field().isPresent()) {
            String name = inline.field().get();
            return references.stream()
                    .filter(field -> field.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> wrong("names the field '" + name + "', which is no reference of '" + child.name()
                            + "' to '" + parent.name() + "'"));
        }
        if (references.isEmpty()) {
            throw wrong("names '" + child.name() + "', which has no reference to '" + parent.name() + "'");
        }
        if (references.size() > 1) {
            throw wrong("names '" + child.name() + "', which has several references to '" + parent.name() + "': "
                    + references.stream().map(FieldDefinition::name).collect(Collectors.joining(", "))
                    + ". Say which with 'field'");
        }
        return references.getFirst();
    }

    private Optional<FieldDefinition> position(Inline inline, Model child) {
        if (inline.position().isEmpty()) {
            return child.field(POSITION).filter(Inlines::orders);
        }
        String name = inline.position().get();
        return Optional.of(child.field(name)
                .filter(Inlines::orders)
                .orElseThrow(() -> wrong("names the position '" + name + "', which is no whole number of '"
                        + child.name() + "' that can be written")));
    }

    private static boolean orders(FieldDefinition field) {
        return field.type() == FieldType.INTEGER && field.writableOnUpdate() && field.queryable();
    }

    private IllegalArgumentException wrong(String rule) {
        return new IllegalArgumentException("model '" + parent.name() + "': 'inlines' " + rule);
    }
}
