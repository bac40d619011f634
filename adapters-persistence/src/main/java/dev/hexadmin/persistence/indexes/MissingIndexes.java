package dev.hexadmin.persistence.indexes;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.persistence.catalogue.Catalogue;
import dev.hexadmin.persistence.database.SchemaSyntax;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.schema.ManagedSchema;
import dev.hexadmin.persistence.session.Session;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Compares what lists were asked for with the indexes of the tables. Changes nothing. Thread-safe. */
public final class MissingIndexes {
    /** Fewer lists by a field are no reason for an index, which slows down every write. */
    private static final long OFTEN = 100;

    /** Smaller tables are sorted and searched fast enough without an index. */
    private static final int LARGE = 10_000;

    private final Database database;
    private final ListUses uses;

    public MissingIndexes(Database database, ListUses uses) {
        this.database = database;
        this.uses = uses;
    }

    /**
     * A field by which lists of a large table are often ordered or filtered, and with which no index begins.
     *
     * @param ordered how often lists were ordered by it
     * @param filtered how often they were filtered by it
     * @param statement creates an index
     */
    public record Missing(Model model, FieldDefinition field, long ordered, long filtered, String statement) {}

    /** The fields of these models that lack an index, the most frequent first. */
    public List<Missing> find(Collection<Model> models) {
        Map<String, Model> named = models.stream().collect(Collectors.toMap(Model::name, Function.identity()));
        Map<FieldOfModel, Asked> asked = new LinkedHashMap<>();
        for (ListUses.Count count : uses.stored()) {
            Optional.ofNullable(named.get(count.use().model()))
                    .flatMap(model -> model.field(count.use().field())
                            .filter(field -> field.stored() && field.type().isOrdered())
                            .map(field -> new FieldOfModel(model, field)))
                    .ifPresent(of -> asked.merge(of, Asked.of(count), Asked::plus));
        }
        asked.values().removeIf(counts -> counts.ordered() + counts.filtered() < OFTEN);
        return database.read(session -> {
            Map<String, Optional<Set<String>>> indexed = new HashMap<>();
            List<Missing> missing = new ArrayList<>();
            for (Map.Entry<FieldOfModel, Asked> entry : asked.entrySet()) {
                Model model = entry.getKey().model();
                FieldDefinition field = entry.getKey().field();
                if (!indexed.containsKey(model.table())) {
                    indexed.put(model.table(), indexedOfLarge(session, model));
                }
                boolean lacks = indexed.getOrDefault(model.table(), Optional.empty())
                        .filter(columns -> !columns.contains(syntax().folded(field.column())))
                        .isPresent();
                if (lacks) {
                    missing.add(new Missing(
                            model,
                            field,
                            entry.getValue().ordered(),
                            entry.getValue().filtered(),
                            new ManagedSchema(database).indexWithoutBlocking(model, field)));
                }
            }
            return missing;
        });
    }

    private record FieldOfModel(Model model, FieldDefinition field) {}

    /** How often lists were asked for by a field. */
    private record Asked(long ordered, long filtered) {
        static Asked of(ListUses.Count count) {
            return switch (count.use().purpose()) {
                case ORDER -> new Asked(count.asked(), 0);
                case FILTER -> new Asked(0, count.asked());
            };
        }

        Asked plus(Asked other) {
            return new Asked(ordered + other.ordered, filtered + other.filtered);
        }
    }

    /** The columns with which indexes of the table begin; empty when it is small, is a view, or cannot be looked into. */
    private Optional<Set<String>> indexedOfLarge(Session session, Model model) throws SQLException {
        String table = syntax().tableParameter(model.table());
        if (Catalogue.rows(session, syntax().columnsQuery(), row -> 1, table).isEmpty()
                || Catalogue.rows(
                                session,
                                "SELECT 1 FROM " + database.kind().dialect().quote(model.table()) + " LIMIT 1 OFFSET "
                                        + (LARGE - 1),
                                row -> 1)
                        .isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                Catalogue.rows(session, syntax().leadingColumnsQuery(), row -> row.getString(1), table).stream()
                        .map(syntax()::folded)
                        .collect(Collectors.toSet()));
    }

    private SchemaSyntax syntax() {
        return database.kind().schema();
    }
}
