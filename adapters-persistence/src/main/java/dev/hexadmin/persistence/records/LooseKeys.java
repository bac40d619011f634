package dev.hexadmin.persistence.records;

import dev.hexadmin.persistence.session.Session;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Texts that a database takes for a key although they are written in another way: in small letters, without an accent or with
 * blanks at the end, as the collation of the key's column has it. A foreign key accepts them. The database alone decides.
 */
final class LooseKeys {
    /** Texts that are compared in one statement. */
    private static final int MOST_TEXTS = 50;

    private LooseKeys() {}

    /**
     * Of these texts, those that are not among the keys, and yet equal to a key by the rules of its column.
     *
     * @param table whose first key column it is
     * @param known keys of the table
     * @param texts what refers to keys
     * @return the key by the text
     */
    static Map<Object, Object> among(Session session, Table table, Collection<?> known, Collection<?> texts)
            throws SQLException {
        Set<Object> keys = Set.copyOf(known);
        List<Object> others = texts.stream()
                .<Object>map(text -> text)
                .filter(text -> !keys.contains(text))
                .toList();
        if (keys.isEmpty() || others.isEmpty() || !(others.getFirst() instanceof String)) {
            return Map.of();
        }
        Map<Object, Object> found = new HashMap<>();
        for (int from = 0; from < others.size(); from += MOST_TEXTS) {
            add(session, table, others.subList(from, Math.min(from + MOST_TEXTS, others.size())), found);
        }
        found.values().retainAll(keys); // not the key of a record that was left out
        return found;
    }

    private static void add(Session session, Table table, List<Object> texts, Map<Object, Object> keys)
            throws SQLException {
        Column key = table.key()[0];
        SqlBuilder sql = new SqlBuilder("SELECT ").add(key.codec().selected(key.of("t0")));
        for (Object text : texts) {
            sql.add(", CASE WHEN ").in(key.codec(), key.of("t0"), List.of(text)).add(" THEN 1 ELSE 0 END");
        }
        sql.add(" FROM ").add(table.name()).add(" t0 WHERE ").in(key.codec(), key.of("t0"), texts);
        try (Session.Prepared prepared = session.prepare(sql.toString());
                ResultSet row = sql.bound(prepared.statement()).executeQuery()) {
            while (row.next()) {
                @Nullable Object own = key.codec().read(row, 1);
                List<Object> equal = new ArrayList<>();
                for (int i = 0; i < texts.size(); i++) {
                    if (row.getInt(i + 2) == 1) {
                        equal.add(texts.get(i));
                    }
                }
                if (own != null) {
                    equal.forEach(text -> keys.put(text, own));
                }
            }
        }
    }
}
