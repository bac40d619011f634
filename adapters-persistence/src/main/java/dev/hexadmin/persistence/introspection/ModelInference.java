package dev.hexadmin.persistence.introspection;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.persistence.catalogue.Catalogue;
import dev.hexadmin.persistence.catalogue.TableDescription;
import dev.hexadmin.persistence.catalogue.TableFinder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Turns the tables of one database into models. Used by one thread. */
final class ModelInference {
    private static final int MOST_FIELDS = 8;

    /** Names of fields that name a record, the best first. */
    private static final List<String> NAMING = List.of("name", "title", "label", "username", "email", "code");

    /** Names of texts that sort records into a few kinds, and so name none of them. */
    private static final Pattern SORTING = Pattern.compile(
            "(.*_)?(type|kind|state|status|class|category|queue|queue_name|language|locale|currency|unit)");

    /** The same where no field near the start is a text. */
    private static final List<String> NAMING_LATER = List.of("subject", "login", "hostname", "slug", "description");

    /** The last words of names of columns whose texts are long. */
    private static final Set<String> LONG = Set.of(
            "abstract",
            "bio",
            "biography",
            "body",
            "comment",
            "content",
            "css",
            "data",
            "description",
            "detail",
            "excerpt",
            "html",
            "json",
            "log",
            "markdown",
            "message",
            "note",
            "notes",
            "payload",
            "query",
            "script",
            "sql",
            "stacktrace",
            "summary",
            "text",
            "trace",
            "xml");

    private final Catalogue catalogue;
    private final Map<String, ModelDefinition> registered = new LinkedHashMap<>();
    private final InferredNames names;
    private final InferredRelations relations;
    private final InferredFields fields;

    ModelInference(
            Catalogue catalogue,
            List<TableDescription> tables,
            Collection<ModelDefinition> registered,
            List<TableFinder.BrokenKey> broken) {
        this.catalogue = catalogue;
        registered.forEach(model -> this.registered.put(model.table(), model));
        this.names = new InferredNames(
                catalogue, registered.stream().map(ModelDefinition::name).toList());
        names.add(tables);
        this.relations = new InferredRelations(catalogue, names, this.registered);
        this.fields = new InferredFields(catalogue, names, relations, broken);
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
            model.field(InferredNames.free(name, taken), FieldType.REFERENCES, field -> {
                names.label(join.target().model())
                        .filter(any -> !join.target().model().equals(names.model(table)))
                        .map(Inflection::plural)
                        .ifPresent(field::label);
                return field.to(join.target().model())
                        .through(
                                new Reference.JoinTable(join.table().name(), join.sourceColumn(), join.targetColumn()));
            });
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
        Optional<String> display = display(names.model(table), built);
        display.ifPresent(model::display);
        model.listDisplay(columns(built, display.orElse("")));
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
        Stream<String> nearTheStart = fields.stream()
                .limit(3)
                .map(FieldDefinition::name)
                .filter(texts::contains)
                .filter(name -> !SORTING.matcher(name).matches());
        return Stream.of(
                        NAMING.stream().filter(texts::contains),
                        ofTheTable,
                        nearTheStart,
                        NAMING_LATER.stream().filter(texts::contains))
                .flatMap(names -> names)
                .findFirst()
                .map(name -> "{" + name + "}");
    }

    /**
     * The columns of a list: the key, what names the record, and the first others that are short. Many databases have no
     * text with a length; there, a text without one is short unless its name says otherwise.
     */
    private static List<String> columns(List<FieldDefinition> fields, String display) {
        boolean sized = fields.stream().anyMatch(field -> field.type() == FieldType.STRING);
        List<FieldDefinition> listed = fields.stream()
                .filter(field -> !field.writeOnly())
                .filter(field -> !field.valueType().isLong()
                        || (field.type() == FieldType.TEXT
                                && (isNamedIn(display, field) || !(sized || isLong(field.name())))))
                .toList();
        long left = MOST_FIELDS
                - listed.stream().filter(field -> isFirst(display, field)).count();
        List<String> columns = new ArrayList<>();
        for (FieldDefinition field : listed) {
            if (isFirst(display, field) || left-- > 0) {
                columns.add(field.name());
            }
        }
        return columns.subList(0, Math.min(columns.size(), MOST_FIELDS));
    }

    private static boolean isFirst(String display, FieldDefinition field) {
        return field.primaryKey() || isNamedIn(display, field);
    }

    private static boolean isNamedIn(String display, FieldDefinition field) {
        return display.contains("{" + field.name() + "}");
    }

    private static boolean isLong(String name) {
        return LONG.contains(Inflection.singular(name.substring(name.lastIndexOf('_') + 1)));
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
