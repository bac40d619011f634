package dev.hexadmin.persistence.introspection;

import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.Naming;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.domain.models.type.ValueType;
import dev.hexadmin.domain.models.type.ValueType.Option;
import dev.hexadmin.persistence.catalogue.Catalogue;
import dev.hexadmin.persistence.catalogue.FoundTable;
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
import org.jspecify.annotations.Nullable;

/** Turns the tables of one database into models. */
final class Modelling {
    private static final System.Logger LOG = System.getLogger(Introspection.class.getName());
    private static final String BUILT_IN = "admin_";
    private static final int LONGEST_NAME = 63;
    private static final int SEARCHED = 8;
    private static final List<String> TELLING = List.of("name", "title", "label", "email", "code");

    private final Catalogue catalogue;
    private final Map<String, ModelDefinition> registered = new LinkedHashMap<>();
    private final Map<FoundTable, String> names = new LinkedHashMap<>();
    private final Map<FoundTable, Map<String, String>> fieldNames = new LinkedHashMap<>();

    Modelling(Catalogue catalogue, List<FoundTable> tables, Collection<ModelDefinition> registered) {
        this.catalogue = catalogue;
        registered.forEach(model -> this.registered.put(model.table(), model));
        Set<String> taken = new HashSet<>();
        registered.forEach(model -> taken.add(model.name()));
        for (FoundTable table : tables) {
            if (isWanted(table)) {
                names.put(table, free(modelName(table.name()), taken));
                fieldNames.put(table, fieldNames(table));
            }
        }
    }

    List<ModelDefinition> models() {
        Map<FoundTable, List<Joined>> joined = new LinkedHashMap<>();
        names.keySet()
                .forEach(table -> joined(table)
                        .ifPresent(join -> joined.computeIfAbsent(join.source(), t -> new ArrayList<>())
                                .add(join)));
        return names.keySet().stream()
                .map(table -> model(table, joined.getOrDefault(table, List.of())))
                .toList();
    }

    // ---- which tables, and their names

    private boolean isWanted(FoundTable table) {
        String name = table.name();
        if (name.startsWith(BUILT_IN)
                || name.startsWith("flyway_")
                || registered.keySet().stream().anyMatch(other -> catalogue.same(name, other))) {
            return false;
        }
        if (table.key().isEmpty()) {
            return leaveOut(table, "it has no primary key");
        }
        for (String part : table.key()) {
            Optional<FieldType> type = column(table, part).type();
            if (type.isEmpty() || !type.get().valueType().canBeKey()) {
                return leaveOut(
                        table,
                        "its key '" + part + "' is of type "
                                + column(table, part).declared());
            }
        }
        return true;
    }

    private static boolean leaveOut(FoundTable table, String reason) {
        Catalogue.leaveOut(table.name(), reason);
        return false;
    }

    private static String modelName(String table) {
        String name = Naming.snakeCase(table);
        return ModelDefinition.RESERVED.contains(name) || name.startsWith(BUILT_IN) ? cut(name, "_table") : name;
    }

    private static Map<String, String> fieldNames(FoundTable table) {
        Map<String, String> names = new LinkedHashMap<>();
        Set<String> taken = new HashSet<>();
        for (FoundTable.Column column : table.columns()) {
            if (column.type().isPresent()) {
                names.put(column.name(), free(Naming.snakeCase(column.name()), taken));
            } else {
                LOG.log(
                        System.Logger.Level.INFO,
                        "introspection leaves out the column ''{0}'' of ''{1}'': no field holds the type {2}",
                        column.name(),
                        table.name(),
                        column.declared());
            }
        }
        return names;
    }

    /** The name itself, or with the first free of {@code _2}, {@code _3}, … */
    private static String free(String name, Set<String> taken) {
        String free = name;
        for (int i = 2; !taken.add(free); i++) {
            free = cut(name, "_" + i);
        }
        return free;
    }

    private static String cut(String name, String suffix) {
        String start = name.substring(0, Math.min(name.length(), LONGEST_NAME - suffix.length()));
        return (start.endsWith("_") ? start.substring(0, start.length() - 1) : start) + suffix;
    }

    // ---- relations

    /** Where a foreign key leads: a model with a key of one column. */
    private record Target(String model, Optional<FoundTable> table, Reference.OnDelete onDelete) {}

    /** A table that does nothing but join two others. */
    private record Joined(
            FoundTable table, FoundTable source, String sourceColumn, Target target, String targetColumn) {}

    private Optional<Target> target(FoundTable table, String column) {
        return table.foreignKeys().stream()
                .filter(key -> key.columns().size() == 1
                        && catalogue.same(key.columns().getFirst(), column))
                .map(this::target)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<Target> target(FoundTable.ForeignKey key) {
        Optional<FoundTable> found = names.keySet().stream()
                .filter(table -> catalogue.same(table.name(), key.target()))
                .findFirst();
        Optional<ModelDefinition> model = registered.values().stream()
                .filter(definition -> catalogue.same(definition.table(), key.target()))
                .findFirst();
        List<String> targetKey = found.map(FoundTable::key)
                .or(() -> model.map(definition -> definition.fields().stream()
                        .filter(FieldDefinition::primaryKey)
                        .map(FieldDefinition::column)
                        .toList()))
                .orElse(List.of());
        boolean leadsToKey = targetKey.size() == 1
                && (key.targetColumns().isEmpty()
                        || catalogue.same(
                                targetKey.getFirst(), key.targetColumns().getFirst()));
        return leadsToKey
                ? found.map(table -> new Target(name(table), found, key.onDelete()))
                        .or(() -> model.map(definition -> new Target(definition.name(), found, key.onDelete())))
                : Optional.empty();
    }

    /** Where a column leads; nowhere if that is a key that leads back here, which no value could tell the type of. */
    private Optional<Target> reference(FoundTable table, FoundTable.Column column) {
        Optional<Target> target = target(table, column.name());
        if (table.key().size() == 1 && catalogue.same(table.key().getFirst(), column.name())) {
            Optional<Target> next = target;
            for (int steps = 0; next.isPresent() && next.get().table().isPresent(); steps++) {
                FoundTable at = next.get().table().get();
                if (at.equals(table) || steps > names.size()) {
                    return Optional.empty();
                }
                next = target(at, at.key().getFirst());
            }
        }
        return target;
    }

    private Optional<Joined> joined(FoundTable table) {
        if (table.key().size() != 2 || table.columns().size() != 2) {
            return Optional.empty();
        }
        Optional<Target> source = target(table, table.key().get(0));
        Optional<Target> target = target(table, table.key().get(1));
        return source.flatMap(Target::table)
                .flatMap(from -> target.map(to -> new Joined(
                        table, from, table.key().get(0), to, table.key().get(1))));
    }

    // ---- models

    /** The columns of a table, in their order; but in the places of the key's columns these come in key order. */
    private List<FoundTable.Column> inKeyOrder(FoundTable table) {
        Iterator<String> key = table.key().iterator();
        return table.columns().stream()
                .map(column -> table.key().stream().anyMatch(part -> catalogue.same(part, column.name()))
                        ? column(table, key.next())
                        : column)
                .toList();
    }

    private ModelDefinition model(FoundTable table, List<Joined> joins) {
        ModelDefinition.Builder model = ModelDefinition.builder(name(table))
                .table(table.name())
                .label(Naming.label(name(table)))
                .labelPlural(plural(Naming.label(name(table))));
        List<FieldDefinition> fields = new ArrayList<>();
        for (FoundTable.Column column : inKeyOrder(table)) {
            if (fieldNames(table, column.name()).isPresent()) {
                FieldDefinition.Builder field = field(table, column);
                FieldDefinition built = field.build(table.name());
                fields.add(built);
                model.field(built.name(), built.type(), _ -> field);
            }
        }
        Set<String> taken =
                new HashSet<>(fields.stream().map(FieldDefinition::name).toList());
        for (Joined join : joins) {
            String wanted = join.target().model().equals(name(table))
                    ? name(join.table())
                    : plural(join.target().model());
            model.field(
                    free(wanted, taken),
                    FieldType.REFERENCES,
                    field -> field.to(join.target().model())
                            .through(new Reference.JoinTable(
                                    join.table().name(), join.sourceColumn(), join.targetColumn())));
        }
        for (List<String> unique : table.uniques()) {
            List<String> group = unique.stream()
                    .map(column -> fieldNames(table, column))
                    .flatMap(Optional::stream)
                    .toList();
            if (unique.size() > 1 && group.size() == unique.size()) {
                model.uniqueTogether(group.toArray(String[]::new));
            }
        }
        display(fields).ifPresent(model::display);
        return model.searchFields(searched(fields))
                .listFilter(fields.stream()
                        .filter(field -> field.valueType().hasFewValues())
                        .map(FieldDefinition::name)
                        .limit(SEARCHED)
                        .toList())
                .build();
    }

    private FieldDefinition.Builder field(FoundTable table, FoundTable.Column column) {
        Optional<Target> target = reference(table, column);
        FieldType plain = column.type().orElseThrow();
        FieldType type = target.isPresent() ? FieldType.REFERENCE : plain;
        boolean key = table.key().stream().anyMatch(part -> catalogue.same(part, column.name()));
        boolean single = table.key().size() == 1;
        FieldDefinition.Builder field = FieldDefinition.builder(
                        fieldNames(table, column.name()).orElseThrow(), type)
                .column(column.name());
        Optional<DefaultValue> usual = usual(column, plain);
        boolean generated = key
                && single
                && type != FieldType.REFERENCE
                && (column.generated()
                        || usual.filter(DefaultValue.DatabaseExpression.class::isInstance)
                                .isPresent());
        if (key) {
            field.primaryKey()
                    .generated(generated ? FieldDefinition.Generated.BY_DATABASE : FieldDefinition.Generated.NO);
        } else {
            field.nullable(!column.notNull());
            if (column.computed()) {
                field.readOnly();
            } else if (column.notNull() && usual.isEmpty() && !column.generated()) {
                field.required();
            }
            if (isUnique(table, column)) {
                field.unique();
            }
        }
        if (!generated && !column.computed()) {
            usual.ifPresent(field::defaultValue);
        }
        options(field, type, column);
        target.ifPresent(to -> field.to(to.model())
                .onDelete(
                        to.onDelete() == Reference.OnDelete.SET_NULL && (key || column.notNull())
                                ? Reference.OnDelete.RESTRICT
                                : to.onDelete()));
        return field;
    }

    private boolean isUnique(FoundTable table, FoundTable.Column column) {
        return table.uniques().stream()
                .anyMatch(unique -> unique.size() == 1 && catalogue.same(unique.getFirst(), column.name()));
    }

    private static Optional<DefaultValue> usual(FoundTable.Column column, FieldType type) {
        return switch (column.initial()) {
            case FoundTable.Initial.Nothing() ->
                column.generated() ? Optional.of(new DefaultValue.DatabaseExpression("generated")) : Optional.empty();
            case FoundTable.Initial.Expression(String text) -> Optional.of(new DefaultValue.DatabaseExpression(text));
            case FoundTable.Initial.Literal(String text, String expression) ->
                constant(column, type, text)
                        .map(value -> (DefaultValue) new DefaultValue.Constant(value))
                        .or(() -> Optional.of(new DefaultValue.DatabaseExpression(expression)));
        };
    }

    /** The value of a literal; empty when it is left to the database, as for a time in a form of its own. */
    private static Optional<Object> constant(FoundTable.Column column, FieldType type, String text) {
        FieldDefinition.Builder field = FieldDefinition.builder("value", type);
        options(field, type, column);
        return type.valueType().constant(field.build(""), text);
    }

    /** The options of a field that the column limits. */
    private static void options(FieldDefinition.Builder field, FieldType type, FoundTable.Column column) {
        ValueType values = type.valueType();
        if (values.takes(Option.VALUES)) {
            field.values(column.values());
        } else if (values.takes(Option.LENGTH)) {
            column.length().ifPresent(field::maxLength);
        } else if (values.takes(Option.DIGITS)
                && column.scale().orElse(0) <= column.precision().orElse(0)) {
            column.precision().ifPresent(field::precision);
            column.scale().ifPresent(field::scale);
        }
    }

    // ---- what people see

    /** A person's two names, a telling field, or a text near the start; else the key. */
    private static Optional<String> display(List<FieldDefinition> fields) {
        List<String> texts = fields.stream()
                .filter(Modelling::isText)
                .map(FieldDefinition::name)
                .toList();
        if (texts.contains("first_name") && texts.contains("last_name")) {
            return Optional.of("{first_name} {last_name}");
        }
        return Stream.concat(
                        TELLING.stream().filter(texts::contains),
                        fields.stream().limit(3).map(FieldDefinition::name).filter(texts::contains))
                .findFirst()
                .map(name -> "{" + name + "}");
    }

    private static List<String> searched(List<FieldDefinition> fields) {
        List<String> texts = fields.stream()
                .filter(Modelling::isText)
                .map(FieldDefinition::name)
                .toList();
        return Stream.concat(TELLING.stream().filter(texts::contains), texts.stream())
                .distinct()
                .limit(SEARCHED)
                .toList();
    }

    private static boolean isText(FieldDefinition field) {
        return field.type() == FieldType.STRING || field.type() == FieldType.TEXT;
    }

    /** English, roughly: it names fields and headings, and a configuration file can say better. */
    private static String plural(String word) {
        if (word.endsWith("s") && !word.endsWith("ss")) {
            return word;
        }
        if (word.endsWith("y") && word.length() > 1 && "aeiou".indexOf(word.charAt(word.length() - 2)) < 0) {
            return cut(word.substring(0, word.length() - 1), "ies");
        }
        return cut(word, word.endsWith("ss") || word.endsWith("x") || word.endsWith("ch") ? "es" : "s");
    }

    // ---- small things

    private String name(FoundTable table) {
        @Nullable String name = names.get(table);
        if (name == null) {
            throw new IllegalStateException("no model of " + table.name());
        }
        return name;
    }

    private Optional<String> fieldNames(FoundTable table, String column) {
        return fieldNames.getOrDefault(table, Map.of()).entrySet().stream()
                .filter(name -> catalogue.same(name.getKey(), column))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private FoundTable.Column column(FoundTable table, String name) {
        return table.columns().stream()
                .filter(column -> catalogue.same(column.name(), name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(table.name() + " has no column " + name));
    }
}
