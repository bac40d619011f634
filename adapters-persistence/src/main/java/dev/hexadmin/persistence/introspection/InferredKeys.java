package dev.hexadmin.persistence.introspection;

import dev.hexadmin.persistence.catalogue.Catalogue;
import dev.hexadmin.persistence.catalogue.TableDescription;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.session.Session;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The columns by which the rows of a table are told apart. Used by one thread. */
final class InferredKeys {
    private final Catalogue catalogue;
    private final Dialect dialect;
    private final Session session;
    private final Consumer<String> notes;

    InferredKeys(Catalogue catalogue, Dialect dialect, Session session, Consumer<String> notes) {
        this.catalogue = catalogue;
        this.dialect = dialect;
        this.session = session;
        this.notes = notes;
    }

    /**
     * The table with the key that its model has: its primary key, or the smallest set of columns that is unique and never
     * null; or none.
     */
    TableDescription keyed(TableDescription table) throws SQLException {
        List<List<String>> candidates = new ArrayList<>();
        if (!table.key().isEmpty()) {
            candidates.add(table.key());
        }
        table.uniques().stream().sorted(Comparator.comparingInt(List::size)).forEach(candidates::add);
        for (List<String> candidate : candidates) {
            if (identifies(table, candidate)) {
                return table.withKey(candidate);
            }
        }
        notes.accept("'" + table.name() + "' is a list without single records, because "
                + (candidates.isEmpty()
                        ? "it has no key"
                        : "null, or a type such as bytes that no path can hold, is in each of its keys")
                + "; name one with 'key' in the configuration file");
        return table.withKey(List.of());
    }

    private boolean identifies(TableDescription table, List<String> candidate) throws SQLException {
        List<String> nullable = new ArrayList<>();
        for (String part : candidate) {
            Optional<TableDescription.Column> column = table.columns().stream()
                    .filter(one -> catalogue.same(one.name(), part))
                    .findFirst();
            if (column.filter(one -> one.type().fieldType().valueType().canBeKey())
                    .isEmpty()) {
                return false;
            }
            if (!column.get().notNull() && !column.get().generated()) {
                nullable.add(column.get().name());
            }
        }
        // SQLite accepts null in a primary key; the columns of a materialized view are not declared
        boolean mayBeNull = candidate.equals(table.key()) || table.view();
        return nullable.isEmpty() || (mayBeNull && !dialect.hasNull(session, table.name(), nullable));
    }
}
