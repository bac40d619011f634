package dev.hexadmin.persistence.records;

import dev.hexadmin.application.records.port.Records.Selection;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.ListQuery.Position;
import dev.hexadmin.persistence.session.Session;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Number of records of a list, as exactly as its query requires. */
final class RecordCount {
    /** No count is known from a statement that was run. */
    static final long UNKNOWN = -1;

    private final TableCache tables;
    private final CountCache counts;
    private final Session session;
    private final ListQuery query;
    private final Table table;

    RecordCount(TableCache tables, CountCache counts, Session session, ListQuery query, Table table) {
        this.tables = tables;
        this.counts = counts;
        this.session = session;
        this.query = query;
        this.table = table;
    }

    /**
     * Number of records.
     *
     * @param more whether there are more than that
     */
    record Total(OptionalLong records, boolean more) {
        static Total of(long records) {
            return new Total(OptionalLong.of(records), false);
        }
    }

    /**
     * Counts, unless the number follows from the page.
     *
     * @param size records on the page
     * @param more whether records follow
     * @param matching records that meet the condition, or {@link #UNKNOWN}
     */
    Total total(int size, boolean more, long matching) throws SQLException {
        if (query.count() == ListQuery.CountMode.NONE) {
            return new Total(OptionalLong.empty(), false);
        }
        if (matching != UNKNOWN) {
            return Total.of(matching);
        }
        long seen = 0;
        long least = 0;
        if (query.position() instanceof Position.Page(int number)) {
            seen = size == 0 ? 0 : (number - 1L) * query.limit() + size;
            if (!more && (size > 0 || number == 1)) {
                return Total.of(seen);
            }
            least = seen + (more ? 1 : 0); // other programs may have added records since they were counted
        }
        return switch (query.count()) {
            case NONE -> throw new IllegalStateException();
            case EXACT -> Total.of(Math.max(least, countAll()));
            case ESTIMATED -> Total.of(estimate());
            case BOUNDED -> {
                long counted = seen > ListQuery.COUNTED ? seen : countSome();
                yield counted > ListQuery.COUNTED
                        ? new Total(OptionalLong.of(Math.max(ListQuery.COUNTED, seen)), true)
                        : Total.of(Math.max(least, counted));
            }
        };
    }

    /** The estimate of the database for a whole large table; else {@link #countSome}. */
    private long estimate() throws SQLException {
        if (always(query.condition())) {
            OptionalLong estimated = tables.dialect().estimatedRows(session, table.model());
            if (estimated.isPresent() && estimated.getAsLong() > ListQuery.COUNTED) {
                return estimated.getAsLong();
            }
        }
        return countSome();
    }

    /** A count that stops above {@link ListQuery#COUNTED}. */
    private long countSome() throws SQLException {
        return counted(ListQuery.CountMode.BOUNDED, () -> {
            SqlBuilder sql = new SqlBuilder("SELECT count(*) FROM (SELECT 1 FROM ")
                    .add(table.name())
                    .add(" t0 WHERE ");
            new ConditionSql(tables, session, sql).add(query.condition(), table, "t0");
            return sql.limit(ListQuery.COUNTED + 1L).add(") c");
        });
    }

    /** Counts the records that meet the query's condition, or knows how many they are. */
    long countAll() throws SQLException {
        return counted(ListQuery.CountMode.EXACT, () -> statement(tables, session, table, query.condition()));
    }

    private long counted(ListQuery.CountMode mode, CountCache.Counting counting) throws SQLException {
        return counts.of(session, new CountCache.Key(query.model(), query.condition(), mode), counting);
    }

    /** Counts the records that meet a condition. */
    static long count(TableCache tables, Session session, Table table, Condition condition) throws SQLException {
        return number(session, statement(tables, session, table, condition));
    }

    private static SqlBuilder statement(TableCache tables, Session session, Table table, Condition condition)
            throws SQLException {
        SqlBuilder sql =
                new SqlBuilder("SELECT count(*) FROM ").add(table.name()).add(" t0");
        if (!always(condition)) {
            new ConditionSql(tables, session, sql.add(" WHERE ")).add(condition, table, "t0");
        }
        return sql;
    }

    /** Counts the records of each selection, at most {@code most}, with one statement. */
    static List<Long> counts(TableCache tables, Session session, List<Selection> selections, int most)
            throws SQLException {
        SqlBuilder sql = new SqlBuilder("SELECT ");
        String joint = "";
        for (Selection one : selections) {
            Table table = tables.of(session, one.model());
            sql.add(joint)
                    .add("(SELECT count(*) FROM (SELECT 1 FROM ")
                    .add(table.name())
                    .add(" t0");
            if (!always(one.condition())) {
                new ConditionSql(tables, session, sql.add(" WHERE ")).add(one.condition(), table, "t0");
            }
            sql.limit(most).add(") c)");
            joint = ", ";
        }
        List<Long> counts = new ArrayList<>(selections.size());
        try (Session.Prepared prepared = session.prepare(sql.toString());
                ResultSet row = sql.bound(prepared.statement()).executeQuery()) {
            row.next();
            for (int i = 1; i <= selections.size(); i++) {
                counts.add(row.getLong(i));
            }
        }
        return counts;
    }

    /** The number that a query returns. */
    static long number(Session session, SqlBuilder sql) throws SQLException {
        try (Session.Prepared prepared = session.prepare(sql.toString());
                ResultSet row = sql.bound(prepared.statement()).executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Whether every record meets a condition. */
    static boolean always(Condition condition) {
        return condition instanceof Condition.All(List<Condition> parts) && parts.isEmpty();
    }
}
