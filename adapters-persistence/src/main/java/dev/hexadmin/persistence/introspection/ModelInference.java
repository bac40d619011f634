package dev.hexadmin.persistence.introspection;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.persistence.catalogue.Catalogue;
import dev.hexadmin.persistence.catalogue.TableDescription;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Turns the tables of one database into models. Used by one thread. */
final class ModelInference {
    private static final int MOST_FIELDS = 8;

    /** Names of fields that name a record, the best first. */
    private static final List<String> NAMING = List.of("name", "title", "label", "username", "email", "code");

    /** The same where no field near the start is a text. */
    private static final List<String> NAMING_LATER = List.of("subject", "login", "hostname", "slug", "description");

    private final Catalogue catalogue;
    private final Map<String, ModelDefinition> registered = new LinkedHashMap<>();
    private final InferredNames names;
    private final InferredRelations relations;
    private final InferredFields fields;

    ModelInference(Catalogue catalogue, List<TableDescription> tables, Collection<ModelDefinition> registered) {
        this.catalogue = catalogue;
        registered.forEach(model -> this.registered.put(model.table(), model));
        this.names = new InferredNames(
                catalogue, registered.stream().map(ModelDefinition::name).toList());
        names.add(tables);
        this.relations = new InferredRelations(catalogue, names, this.registered);
        this.fields = new InferredFields(catalogue, names, relations);
    }

    /** A model for each table. */
    List<ModelDefinition> models() {
        Map<TableDescription, List<InferredRelations.JoinTable>> joins = new LinkedHashMap<>();
        for (TableDescription table : names.tables()) {
            relations
                    .joinTable(table)
                    .ifPresent(join -> joins.computeIfAbsent(join.source(), t -> new ArrayList<>())
                            .add(join));
        }
        return names.tables().stream()
                .map(table -> model(table, joins.getOrDefault(table, List.of())))
                .toList();
    }

    private ModelDefinition model(TableDescription table, List<InferredRelations.JoinTable> joins) {
        ModelDefinition.Builder model = ModelDefinition.builder(names.model(table))
                .table(table.name())
                .label(names.label(table))
                .labelPlural(Inflection.plural(names.label(table)));
        if (!table.comment().isBlank()) {
            model.help(table.comment().strip());
        }
        List<FieldDefinition> built = new ArrayList<>();
        for (TableDescription.Column column : inKeyOrder(table)) {
            if (names.field(table, column.name()).isPresent()) {
                FieldDefinition.Builder field = fields.field(table, column);
                FieldDefinition definition = field.build(table.name());
                built.add(definition);
                model.field(definition.name(), definition.type(), _ -> field);
            }
        }
        Set<String> taken =
                new HashSet<>(built.stream().map(FieldDefinition::name).toList());
        for (InferredRelations.JoinTable join : joins) {
            String name = join.target().model().equals(names.model(table))
                    ? names.model(join.table())
                    : Inflection.plural(join.target().model());
            model.field(
                    InferredNames.free(name, taken),
                    FieldType.REFERENCES,
                    field -> field.to(join.target().model())
                            .through(new Reference.JoinTable(
                                    join.table().name(), join.sourceColumn(), join.targetColumn())));
        }
        for (List<String> unique : table.uniques()) {
            List<String> group = unique.stream()
                    .map(column -> names.field(table, column))
                    .flatMap(Optional::stream)
                    .toList();
            if (unique.size() > 1 && group.size() == unique.size()) {
                model.uniqueTogether(group.toArray(String[]::new));
            }
        }
        relations.joint(table).forEach(joint -> model.referencesTogether(joint.fields(), joint.to()));
        if (table.key().isEmpty()) {
            model.key();
        } else if (table.view()) {
            model.readOnly();
        }
        display(names.model(table), built).ifPresent(model::display);
        return model.searchFields(searchFields(built))
                .listFilter(built.stream()
                        .filter(field -> field.valueType().hasFewValues())
                        .map(FieldDefinition::name)
                        .limit(MOST_FIELDS)
                        .toList())
                .build();
    }

    /** The columns of a table, in their order; but in the places of the key's columns these come in key order. */
    private List<TableDescription.Column> inKeyOrder(TableDescription table) {
        Iterator<String> key = table.key().iterator();
        return table.columns().stream()
                .map(column -> table.key().stream().anyMatch(part -> catalogue.same(part, column.name()))
                        ? column(table, key.next())
                        : column)
                .toList();
    }

    private TableDescription.Column column(TableDescription table, String name) {
        return table.columns().stream()
                .filter(column -> catalogue.same(column.name(), name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(table.name() + " has no column " + name));
    }

    /**
     * A person's two names, a field that names it ({@code title}, or {@code post_title} of {@code wp_posts}), or a text near
     * the start; else a text that may describe it, and without one the key. A user name comes before a person's two names,
     * which accounts often leave empty.
     */
    private static Optional<String> display(String model, List<FieldDefinition> fields) {
        List<String> texts = fields.stream()
                .filter(ModelInference::isText)
                .map(FieldDefinition::name)
                .toList();
        if (texts.contains("first_name") && texts.contains("last_name") && !texts.contains("username")) {
            return Optional.of("{first_name} {last_name}");
        }
        List<String> words =
                Stream.of(model.split("_", -1)).map(Inflection::singular).toList();
        Stream<String> ofTheTable = Stream.of("title", "name", "label")
                .flatMap(naming -> words.reversed().stream().map(word -> word + "_" + naming))
                .filter(texts::contains);
        Stream<String> nearTheStart =
                fields.stream().limit(3).map(FieldDefinition::name).filter(texts::contains);
        return Stream.of(
                        NAMING.stream().filter(texts::contains),
                        ofTheTable,
                        nearTheStart,
                        NAMING_LATER.stream().filter(texts::contains))
                .flatMap(names -> names)
                .findFirst()
                .map(name -> "{" + name + "}");
    }

    private static List<String> searchFields(List<FieldDefinition> fields) {
        List<String> texts = fields.stream()
                .filter(ModelInference::isText)
                .map(FieldDefinition::name)
                .toList();
        return Stream.concat(NAMING.stream().filter(texts::contains), texts.stream())
                .distinct()
                .limit(MOST_FIELDS)
                .toList();
    }

    private static boolean isText(FieldDefinition field) {
        return (field.type() == FieldType.STRING || field.type() == FieldType.TEXT) && !field.writeOnly();
    }
}
