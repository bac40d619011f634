package dev.hexadmin.persistence.jdbc;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The tables of registered models, and the changes that the database makes to other tables when rows of one are
 * deleted.
 */
final class WatchedTables {
    private WatchedTables() {}

    /** For each table, the tables that change with a delete: foreign keys cascade and are set to null. */
    static Map<String, Set<String>> of(ModelRegistry models) {
        Map<String, Set<String>> pointing = new LinkedHashMap<>();
        for (Model model : models.models()) {
            pointing.computeIfAbsent(name(model), table -> new HashSet<>());
            for (FieldDefinition field : model.fields()) {
                if (field.reference().isPresent()) {
                    String target = name(model.target(field));
                    String from = field.target()
                            .through()
                            .map(join -> name(join.table()))
                            .orElseGet(() -> name(model));
                    pointing.computeIfAbsent(from, table -> new HashSet<>());
                    pointing.computeIfAbsent(target, table -> new HashSet<>()).add(from);
                    pointing.computeIfAbsent(name(model), table -> new HashSet<>())
                            .add(from);
                }
            }
        }
        Map<String, Set<String>> all = new LinkedHashMap<>();
        pointing.keySet().forEach(table -> all.put(table, closure(table, pointing)));
        return all;
    }

    private static Set<String> closure(String table, Map<String, Set<String>> pointing) {
        Set<String> reached = new HashSet<>();
        Set<String> next = Set.of(table);
        while (!next.isEmpty()) {
            Set<String> further = new HashSet<>();
            for (String one : next) {
                pointing.getOrDefault(one, Set.of()).stream()
                        .filter(reached::add)
                        .forEach(further::add);
            }
            next = further;
        }
        reached.remove(table);
        return Set.copyOf(reached);
    }

    private static String name(Model model) {
        return name(model.table());
    }

    /** A table's own name: tables of two schemas with one name count as one. */
    private static String name(String table) {
        int dot = table.lastIndexOf('.');
        String own = table.substring(dot + 1);
        boolean quoted = dot >= 0 && own.endsWith("\""); // a part of a name with dots
        return own.substring(quoted && own.startsWith("\"") ? 1 : 0, own.length() - (quoted ? 1 : 0))
                .toLowerCase(Locale.ROOT);
    }
}
