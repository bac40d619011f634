package dev.hexadmin.persistence.database.postgresql;

import dev.hexadmin.persistence.database.MonthlyPartitions;
import dev.hexadmin.persistence.session.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;

/**
 * Partitions are tables {@code TABLE_2026_11}, and {@code TABLE_later} without an end. There is no default partition:
 * with one, rows in the order of keys would be sorted. The statements wait two seconds for locks, so that they never hold
 * up others for longer; a sweep that fails is repeated.
 */
final class PostgresqlPartitions implements MonthlyPartitions {
    private static final long LOCK = 7_203_415_966_018_237_411L;
    private static final String MONTHS = "SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid"
            + " WHERE i.inhparent = to_regclass(?) AND c.relname ~ '_[0-9]{4}_[0-9]{2}$' ORDER BY c.relname";
    private static final String TRUNCATE_TRIGGERS =
            "SELECT quote_ident(g.tgname), g.tgfoid::regproc::text FROM pg_trigger g"
                    + " WHERE g.tgrelid = to_regclass(?) AND NOT g.tgisinternal AND g.tgtype & 32 <> 0";

    private final PostgresqlFragments sql = new PostgresqlFragments();

    @Override
    public void advance(Session session, String table, YearMonth present) throws SQLException {
        if (!sql.tryLock(session, LOCK)) {
            return;
        }
        List<YearMonth> months = months(session, table);
        YearMonth newest = months.getLast();
        YearMonth last = present.plusMonths(AHEAD);
        if (newest.isBefore(last)) {
            extend(session, table, newest, last);
        }
        if (present.isAfter(months.getFirst()) && newestKey(session, table) < MonthlyPartitions.firstKey(present)) {
            session.number(
                    "SELECT setval(pg_get_serial_sequence('" + table + "', 'id'), ?)",
                    MonthlyPartitions.firstKey(present));
        }
    }

    /** Rows of the last partition, which is mostly empty, move to the new ones. */
    private static void extend(Session session, String table, YearMonth newest, YearMonth last) throws SQLException {
        String later = table + "_later";
        String replaced = later + "_replaced";
        session.execute("SET LOCAL lock_timeout = '2s'");
        session.execute("ALTER TABLE " + table + " DETACH PARTITION " + later);
        session.execute("ALTER TABLE " + later + " RENAME TO " + replaced);
        for (YearMonth month = newest.plusMonths(1); !month.isAfter(last); month = month.plusMonths(1)) {
            add(
                    session,
                    table,
                    MonthlyPartitions.suffix(month),
                    MonthlyPartitions.firstKey(month),
                    String.valueOf(MonthlyPartitions.firstKey(month.plusMonths(1))));
        }
        add(session, table, "later", MonthlyPartitions.firstKey(last.plusMonths(1)), "MAXVALUE");
        session.execute("INSERT INTO " + table + " SELECT * FROM " + replaced);
        session.execute("DROP TABLE " + replaced);
    }

    private static void add(Session session, String table, String suffix, long from, String to) throws SQLException {
        String partition = table + "_" + suffix;
        session.execute("CREATE TABLE " + partition + " PARTITION OF " + table + " FOR VALUES FROM (" + from + ") TO ("
                + to + ")");
        List<String> triggers = new ArrayList<>(); // those for rows are made by the server
        session.forEach(
                TRUNCATE_TRIGGERS,
                row -> triggers.add("CREATE TRIGGER " + row.getString(1) + " BEFORE TRUNCATE ON " + partition
                        + " FOR EACH STATEMENT EXECUTE FUNCTION " + row.getString(2) + "()"),
                table);
        for (String trigger : triggers) {
            session.execute(trigger);
        }
    }

    @Override
    public int drop(Session session, String table, String moment, Instant before) throws SQLException {
        if (!sql.tryLock(session, LOCK)) {
            return 0;
        }
        int dropped = 0;
        for (YearMonth month : months(session, table)) {
            String partition = table + "_" + MonthlyPartitions.suffix(month);
            boolean past = month.isBefore(MonthlyPartitions.monthOf(before))
                    && newestKey(session, table)
                            >= MonthlyPartitions.firstKey(month.plusMonths(1)); // else rows would have no partition
            if (!past || has(session, partition, moment, before)) {
                break;
            }
            session.execute("SET LOCAL lock_timeout = '2s'");
            session.execute("LOCK TABLE ONLY " + table + ", " + partition + " IN ACCESS EXCLUSIVE MODE");
            if (has(session, partition, moment, before)) {
                break;
            }
            session.execute("DROP TABLE " + partition);
            dropped++;
        }
        return dropped;
    }

    private boolean has(Session session, String partition, String moment, Instant from) throws SQLException {
        try (PreparedStatement statement = session.connection()
                .prepareStatement("SELECT 1 FROM " + partition + " WHERE " + moment + " >= ? LIMIT 1")) {
            statement.setObject(1, sql.parameter(from));
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    private static long newestKey(Session session, String table) throws SQLException {
        return session.number("SELECT pg_sequence_last_value(pg_get_serial_sequence('" + table + "', 'id')::regclass)")
                .orElse(0L);
    }

    private static List<YearMonth> months(Session session, String table) throws SQLException {
        List<YearMonth> months = new ArrayList<>();
        session.forEach(MONTHS, row -> months.add(MonthlyPartitions.month(row.getString(1))), table);
        return months;
    }
}
