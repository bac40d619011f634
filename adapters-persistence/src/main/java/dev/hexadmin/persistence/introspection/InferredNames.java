package dev.hexadmin.persistence.introspection;

import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.Naming;
import dev.hexadmin.persistence.catalogue.Catalogue;
import dev.hexadmin.persistence.catalogue.TableDescription;
import dev.hexadmin.persistence.migration.BuiltInTables;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The names that models and fields get from tables and columns. Used by one thread. */
final class InferredNames {
    private static final int LONGEST_NAME = 63;

    private final Catalogue catalogue;
    private final Set<String> taken;
    private final Map<TableDescription, String> models = new LinkedHashMap<>();
    private final Map<TableDescription, Map<String, String>> fields = new LinkedHashMap<>();

    /** @param taken names of models that are not free */
    InferredNames(Catalogue catalogue, Collection<String> taken) {
        this.catalogue = catalogue;
        this.taken = new HashSet<>(taken);
    }

    /** Names tables and their columns; of tables with the same name, those that need it get their schema before it. */
    void add(List<TableDescription> tables) {
        Map<String, Long> uses = tables.stream()
                .collect(Collectors.groupingBy(
                        table -> modelName(catalogue.ownName(table.name())), Collectors.counting()));
        for (TableDescription table : tables) {
            String own = modelName(catalogue.ownName(table.name()));
            boolean clashes = uses.getOrDefault(own, 0L) > 1 || taken.contains(own);
            models.put(table, free(clashes ? modelName(table.name()) : own, taken));
            fields.put(table, fieldNames(table));
        }
    }

    /** The tables that have names, in the order in which they were added. */
    Set<TableDescription> tables() {
        return models.keySet();
    }

    /** The name of a table's model. */
    String model(TableDescription table) {
        @Nullable String name = models.get(table);
        if (name == null) {
            throw new IllegalStateException("no model of " + table.name());
        }
        return name;
    }

    /** The name of a column's field; empty when there is no such column. */
    Optional<String> field(TableDescription table, String column) {
        return fields.getOrDefault(table, Map.of()).entrySet().stream()
                .filter(name -> catalogue.same(name.getKey(), column))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private static String modelName(String table) {
        String name = Naming.snakeCase(table);
        return isBuiltIn(name) ? cut(name, "_table") : name;
    }

    private static boolean isBuiltIn(String name) {
        return ModelDefinition.RESERVED.contains(name) || name.startsWith(BuiltInTables.PREFIX);
    }

    private static Map<String, String> fieldNames(TableDescription table) {
        Map<String, String> names = new LinkedHashMap<>();
        Set<String> taken = new HashSet<>();
        for (TableDescription.Column column : table.columns()) {
            names.put(column.name(), free(Naming.snakeCase(column.name()), taken));
        }
        return names;
    }

    /** The name itself, or with the first free of {@code _2}, {@code _3}, … */
    static String free(String name, Set<String> taken) {
        String free = name;
        for (int i = 2; !taken.add(free); i++) {
            free = cut(name, "_" + i);
        }
        return free;
    }

    /** The name of one record for users: that of the table, in the letters that it has. */
    String label(TableDescription table) {
        String words = Naming.words(catalogue.ownName(table.name()));
        String own = Naming.snakeCase(catalogue.ownName(table.name()));
        return Inflection.singular(Naming.label(shown(words, isBuiltIn(own) ? own : model(table))));
    }

    /** The same of the model with this name; empty when it is not one of a table. */
    Optional<String> label(String model) {
        return models.entrySet().stream()
                .filter(named -> named.getValue().equals(model))
                .findFirst()
                .map(named -> label(named.getKey()));
    }

    /** The name of a column for users. */
    static String label(TableDescription.Column column, String field) {
        return Naming.label(shown(Naming.words(column.name()), field));
    }

    /** The words that a name was made of where the name could not keep their letters. */
    private static String shown(String words, String name) {
        return words.chars().allMatch(c -> c < 128) ? name : words;
    }

    private static String cut(String name, String suffix) {
        String start = name.substring(0, Math.min(name.length(), LONGEST_NAME - suffix.length()));
        return (start.endsWith("_") ? start.substring(0, start.length() - 1) : start) + suffix;
    }
}
