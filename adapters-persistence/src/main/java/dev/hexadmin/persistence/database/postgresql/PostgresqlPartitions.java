package dev.hexadmin.persistence.database.postgresql;

import dev.hexadmin.persistence.database.MonthlyPartitions;
import dev.hexadmin.persistence.database.MonthlyTable;
import dev.hexadmin.persistence.session.Session;
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
final class PostgresqlPartitions extends MonthlyPartitions {
    private static final long LOCK = 7_203_415_966_018_237_411L;
    private static final String MONTHS = "SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid"
            + " WHERE i.inhparent = to_regclass(?) AND c.relname ~ '_[0-9]{4}_[0-9]{2}$' ORDER BY c.relname";
    private static final String TRUNCATE_TRIGGERS =
            "SELECT quote_ident(g.tgname), g.tgfoid::regproc::text FROM pg_trigger g"
                    + " WHERE g.tgrelid = to_regclass(?) AND NOT g.tgisinternal AND g.tgtype & 32 <> 0";

    private final PostgresqlFragments sql;

    PostgresqlPartitions(PostgresqlFragments sql) {
        super(sql);
        this.sql = sql;
    }

    @Override
    public void advance(Session session, MonthlyTable table, YearMonth present) throws SQLException {
        if (!sql.tryLock(session, LOCK)) {
            return;
        }
        List<YearMonth> months = months(session, table);
        YearMonth newest = months.getLast();
        YearMonth last = present.plusMonths(AHEAD);
        if (newest.isBefore(last)) {
            extend(session, table, newest, last);
        }
        if (table.numbered()
                && present.isAfter(months.getFirst())
                && newestNumber(session, table) < MonthlyTable.firstNumber(present)) {
            session.number(
                    "SELECT setval(pg_get_serial_sequence('" + table.table() + "', 'id'), ?)",
                    MonthlyTable.firstNumber(present));
        }
    }

    /** Rows of the last partition, which is mostly empty, move to the new ones. */
    private static void extend(Session session, MonthlyTable table, YearMonth newest, YearMonth last)
            throws SQLException {
        String later = table.table() + "_later";
        String replaced = later + "_replaced";
        session.execute("SET LOCAL lock_timeout = '2s'");
        session.execute("ALTER TABLE " + table.table() + " DETACH PARTITION " + later);
        session.execute("ALTER TABLE " + later + " RENAME TO " + replaced);
        for (YearMonth month = newest.plusMonths(1); !month.isAfter(last); month = month.plusMonths(1)) {
            add(session, table, suffix(month), month, table.first(month.plusMonths(1)));
        }
        add(session, table, "later", last.plusMonths(1), "MAXVALUE");
        session.execute("INSERT INTO " + table.table() + " SELECT * FROM " + replaced);
        session.execute("DROP TABLE " + replaced);
    }

    private static void add(Session session, MonthlyTable table, String suffix, YearMonth from, String to)
            throws SQLException {
        String partition = table.table() + "_" + suffix;
        session.execute("CREATE TABLE " + partition + " PARTITION OF " + table.table() + " FOR VALUES FROM ("
                + table.first(from) + ") TO (" + to + ")");
        List<String> triggers = new ArrayList<>(); // those for rows are made by the server
        session.forEach(
                TRUNCATE_TRIGGERS,
                row -> triggers.add("CREATE TRIGGER " + row.getString(1) + " BEFORE TRUNCATE ON " + partition
                        + " FOR EACH STATEMENT EXECUTE FUNCTION " + row.getString(2) + "()"),
                table.table());
        for (String trigger : triggers) {
            session.execute(trigger);
        }
    }

    @Override
    public void drop(Session session, MonthlyTable table, Instant before) throws SQLException {
        if (!sql.tryLock(session, LOCK)) {
            return;
        }
        for (YearMonth month : past(session, table, before)) {
            boolean numbersGivenOut =
                    table.numbered() && newestNumber(session, table) < MonthlyTable.firstNumber(month.plusMonths(1));
            if (numbersGivenOut || kept(session, table, month, before)) { // new rows would have no partition
                break;
            }
            String partition = from(table, month);
            session.execute("SET LOCAL lock_timeout = '2s'");
            session.execute("LOCK TABLE ONLY " + table.table() + ", " + partition + " IN ACCESS EXCLUSIVE MODE");
            if (kept(session, table, month, before)) {
                break;
            }
            session.execute("DROP TABLE " + partition);
        }
    }

    private static long newestNumber(Session session, MonthlyTable table) throws SQLException {
        return session.number("SELECT pg_sequence_last_value(pg_get_serial_sequence('" + table.table()
                        + "', 'id')::regclass)")
                .orElse(0L);
    }

    @Override
    protected String from(MonthlyTable table, YearMonth month) {
        return table.table() + "_" + suffix(month);
    }

    @Override
    protected List<YearMonth> months(Session session, MonthlyTable table) throws SQLException {
        List<YearMonth> months = new ArrayList<>();
        session.forEach(MONTHS, row -> months.add(month(row.getString(1))), table.table());
        return months;
    }
}
