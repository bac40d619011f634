package dev.hexadmin.persistence.records;

import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.persistence.session.Session;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The referenced records that a page of a list reads in its own statement: those of which few columns are shown, such as
 * their names. More columns of a record that many rows refer to are read once, in a statement of their own.
 */
final class RowReferences {
    private static final int MOST_COLUMNS = 4;

    private final TableCache tables;
    private final Session session;
    private final List<Joined> joined = new ArrayList<>();

    /**
     * A reference of the rows.
     *
     * @param related its position among the related fields of the plan
     * @param reference the column of the row {@code t0}
     * @param at where that column is among those selected, from 1
     * @param there how the referenced record is read
     */
    private record Joined(
            int related,
            Column reference,
            int at,
            SelectPlan there,
            Condition policy,
            String alias,
            Map<Object, List<BufferedRecord>> found) {}

    RowReferences(TableCache tables, Session session, SelectPlan plan) throws SQLException {
        this.tables = tables;
        this.session = session;
        for (int i = 0; i < plan.related().size(); i++) {
            SelectPlan.Related related = plan.related().get(i);
            if (related.many() || related.expansion().isEmpty()) {
                continue;
            }
            Shape.Expansion expansion = related.expansion().get();
            SelectPlan there = tables.of(session, expansion.shape().model()).plan(expansion.shape());
            Column reference = plan.table().column(related.field());
            if (there.isPlain()
                    && there.shown().length <= MOST_COLUMNS
                    && comparable(reference, there.table().key()[0])) {
                joined.add(new Joined(
                        i,
                        reference,
                        plan.positionOf(reference),
                        there,
                        expansion.policy(),
                        "r" + (joined.size() + 1),
                        new HashMap<>()));
            }
        }
    }

    /** Whether both hold keys in the same form: in an existing table they may differ. */
    private static boolean comparable(Column reference, Column key) {
        return reference.codec().getClass().equals(key.codec().getClass());
    }

    private static String compared(Column column, String alias) {
        return column.codec().compared(column.of(alias));
    }

    boolean isEmpty() {
        return joined.isEmpty();
    }

    /** Adds the columns of the referenced records, after those of the row. */
    void select(SqlBuilder sql) {
        for (Joined one : joined) {
            sql.add(", ").add(one.there().shownOf(one.alias()));
        }
    }

    /** Adds the joins, after {@code FROM … t0}. */
    void join(SqlBuilder sql) throws SQLException {
        for (Joined one : joined) {
            Table table = one.there().table();
            sql.add(" LEFT JOIN ")
                    .add(table.name())
                    .add(" ")
                    .add(one.alias())
                    .add(" ON ")
                    .add(compared(table.key()[0], one.alias()))
                    .add(" = ")
                    .add(compared(one.reference(), "t0"));
            if (!RecordCount.always(one.policy())) {
                sql.add(" AND ");
                new ConditionSql(tables, session, sql).add(one.policy(), table, one.alias());
            }
        }
    }

    /**
     * Reads the referenced records of a row.
     *
     * @param after the number of columns before theirs
     */
    void read(ResultSet row, int after) throws SQLException {
        int from = after;
        for (Joined one : joined) {
            Column[] shown = one.there().shown();
            int keyAt = from + shown.length + 1;
            @Nullable Object reference = one.reference().codec().read(row, one.at());
            @Nullable
            Object key = reference == null || one.found().containsKey(reference)
                    ? null
                    : one.there().table().key()[0].codec().read(row, keyAt);
            if (reference != null && key != null) {
                BufferedRecord record =
                        new BufferedRecord(one.there().shape().fields().size(), key, new @Nullable Object[0]);
                for (int i = 0; i < shown.length; i++) {
                    shown[i].codec().emit(row, from + i + 1, record, one.there().fields()[i]);
                }
                one.found().put(reference, List.of(record));
            }
            from = keyAt;
        }
    }

    /** The records that were read, by what the rows refer to them with, for each of these related fields. */
    Map<Integer, Map<Object, List<BufferedRecord>>> found() {
        Map<Integer, Map<Object, List<BufferedRecord>>> found = new HashMap<>();
        joined.forEach(one -> found.put(one.related(), one.found()));
        return found;
    }
}
