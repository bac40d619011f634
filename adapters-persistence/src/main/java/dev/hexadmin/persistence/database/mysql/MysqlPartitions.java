package dev.hexadmin.persistence.database.mysql;

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
 * Partitions are called {@code m2026_11}, and {@code later} without an end. Each statement commits, so a lock of the
 * session excludes other servers. The statements wait for locks as long as the session does; a sweep that fails is
 * repeated.
 */
final class MysqlPartitions implements MonthlyPartitions {
    private static final String LOCK = "SELECT GET_LOCK(concat('hexadmin partitions ', md5(database())), 0)";
    private static final String UNLOCK = "DO RELEASE_LOCK(concat('hexadmin partitions ', md5(database())))";
    private static final String MONTHS = "SELECT partition_name FROM information_schema.partitions WHERE table_schema ="
            + " database() AND table_name = ? AND partition_name <> 'later' ORDER BY partition_ordinal_position";

    private final MysqlFragments sql = new MysqlFragments();

    @Override
    public void advance(Session session, String table, YearMonth present) throws SQLException {
        if (session.number(LOCK).orElse(0L) == 0) {
            return;
        }
        try {
            List<YearMonth> months = months(session, table);
            YearMonth last = present.plusMonths(AHEAD);
            if (months.getLast().isBefore(last)) {
                extend(session, table, months.getLast(), last);
            }
            if (present.isAfter(months.getFirst()) && nextKey(session, table) < MonthlyPartitions.firstKey(present)) {
                session.execute("ALTER TABLE " + table + " AUTO_INCREMENT = " + MonthlyPartitions.firstKey(present));
            }
        } finally {
            session.execute(UNLOCK);
        }
    }

    /** Rows of the last partition, which is mostly empty, move to the new ones. */
    private static void extend(Session session, String table, YearMonth newest, YearMonth last) throws SQLException {
        List<String> partitions = new ArrayList<>();
        for (YearMonth month = newest.plusMonths(1); !month.isAfter(last); month = month.plusMonths(1)) {
            partitions.add("PARTITION m" + MonthlyPartitions.suffix(month) + " VALUES LESS THAN ("
                    + MonthlyPartitions.firstKey(month.plusMonths(1)) + ")");
        }
        partitions.add("PARTITION later VALUES LESS THAN MAXVALUE");
        session.execute(
                "ALTER TABLE " + table + " REORGANIZE PARTITION later INTO (" + String.join(", ", partitions) + ")");
    }

    @Override
    public int drop(Session session, String table, String moment, Instant before) throws SQLException {
        if (session.number(LOCK).orElse(0L) == 0) {
            return 0;
        }
        try {
            int dropped = 0;
            for (YearMonth month : months(session, table)) {
                if (!month.isBefore(MonthlyPartitions.monthOf(before)) || has(session, table, month, moment, before)) {
                    break;
                }
                session.execute("ALTER TABLE " + table + " DROP PARTITION m" + MonthlyPartitions.suffix(month));
                dropped++;
            }
            return dropped;
        } finally {
            session.execute(UNLOCK);
        }
    }

    private boolean has(Session session, String table, YearMonth month, String moment, Instant from)
            throws SQLException {
        try (PreparedStatement statement = session.connection()
                .prepareStatement("SELECT 1 FROM " + table + " PARTITION (m" + MonthlyPartitions.suffix(month)
                        + ") WHERE " + moment + " >= ? LIMIT 1")) {
            statement.setObject(1, sql.parameter(from));
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    private static long nextKey(Session session, String table) throws SQLException {
        return session.number("SELECT auto_increment FROM information_schema.tables WHERE table_schema = database()"
                        + " AND table_name = '" + table + "'")
                .orElse(0L);
    }

    private static List<YearMonth> months(Session session, String table) throws SQLException {
        List<YearMonth> months = new ArrayList<>();
        session.forEach(MONTHS, row -> months.add(MonthlyPartitions.month(row.getString(1))), table);
        return months;
    }
}
