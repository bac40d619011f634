package dev.hexadmin.persistence.database.mysql;

import dev.hexadmin.persistence.database.MonthlyPartitions;
import dev.hexadmin.persistence.database.MonthlyTable;
import dev.hexadmin.persistence.session.Session;
import java.sql.SQLException;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;

/**
 * Partitions are called {@code m2026_11}, and {@code later} without an end. Each statement commits, so a lock of the
 * session excludes other servers. The statements wait for locks as long as the session does; a sweep that fails is
 * repeated.
 */
final class MysqlPartitions extends MonthlyPartitions {
    private static final String LOCK =
            "SELECT GET_LOCK(left(concat('hexadmin partitions ', sha2(database(), 256)), 64), 0)";
    private static final String UNLOCK =
            "DO RELEASE_LOCK(left(concat('hexadmin partitions ', sha2(database(), 256)), 64))";
    private static final String MONTHS = "SELECT partition_name FROM information_schema.partitions WHERE table_schema ="
            + " database() AND table_name = ? AND partition_name <> 'later' ORDER BY partition_ordinal_position";

    MysqlPartitions(MysqlFragments sql) {
        super(sql);
    }

    @Override
    public void advance(Session session, MonthlyTable table, YearMonth present) throws SQLException {
        if (session.number(LOCK).orElse(0L) == 0) {
            return;
        }
        try {
            List<YearMonth> months = months(session, table);
            YearMonth last = present.plusMonths(AHEAD);
            if (months.getLast().isBefore(last)) {
                extend(session, table, months.getLast(), last);
            }
            if (table.numbered()
                    && present.isAfter(months.getFirst())
                    && nextNumber(session, table) < MonthlyTable.firstNumber(present)) {
                session.execute(
                        "ALTER TABLE " + table.table() + " AUTO_INCREMENT = " + MonthlyTable.firstNumber(present));
            }
        } finally {
            session.execute(UNLOCK);
        }
    }

    /** Rows of the last partition, which is mostly empty, move to the new ones. */
    private static void extend(Session session, MonthlyTable table, YearMonth newest, YearMonth last)
            throws SQLException {
        List<String> partitions = new ArrayList<>();
        for (YearMonth month = newest.plusMonths(1); !month.isAfter(last); month = month.plusMonths(1)) {
            partitions.add(
                    "PARTITION m" + suffix(month) + " VALUES LESS THAN (" + table.first(month.plusMonths(1)) + ")");
        }
        partitions.add("PARTITION later VALUES LESS THAN (MAXVALUE)");
        session.execute("ALTER TABLE " + table.table() + " REORGANIZE PARTITION later INTO ("
                + String.join(", ", partitions) + ")");
    }

    @Override
    public void drop(Session session, MonthlyTable table, Instant before) throws SQLException {
        if (session.number(LOCK).orElse(0L) == 0) {
            return;
        }
        try {
            for (YearMonth month : past(session, table, before)) {
                if (kept(session, table, month, before)) {
                    break;
                }
                session.execute("ALTER TABLE " + table.table() + " DROP PARTITION m" + suffix(month));
            }
        } finally {
            session.execute(UNLOCK);
        }
    }

    private static long nextNumber(Session session, MonthlyTable table) throws SQLException {
        return session.number("SELECT auto_increment FROM information_schema.tables WHERE table_schema = database()"
                        + " AND table_name = '" + table.table() + "'")
                .orElse(0L);
    }

    @Override
    protected String from(MonthlyTable table, YearMonth month) {
        return table.table() + " PARTITION (m" + suffix(month) + ")";
    }

    @Override
    protected List<YearMonth> months(Session session, MonthlyTable table) throws SQLException {
        List<YearMonth> months = new ArrayList<>();
        session.forEach(MONTHS, row -> months.add(month(row.getString(1))), table.table());
        return months;
    }
}
