package dev.hexadmin.persistence.database;

import dev.hexadmin.persistence.session.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * Partitions of built-in tables for each month. They are ranges of a key that grows with time, so that every statement with
 * a key reads one partition. A row whose month has no partition yet goes into that of the month before, or into the last
 * partition, which has no end. Stateless.
 */
public abstract class MonthlyPartitions {
    /** Months that have a partition before they begin. */
    protected static final int AHEAD = 2;

    private final SqlFragments sql;

    protected MonthlyPartitions(SqlFragments sql) {
        this.sql = sql;
    }

    /** The month of a moment, in UTC. */
    public static YearMonth monthOf(Instant moment) {
        return YearMonth.from(moment.atOffset(ZoneOffset.UTC));
    }

    /** The words that end the names of a month's partitions. */
    public static String suffix(YearMonth month) {
        return String.format(Locale.ROOT, "%04d_%02d", month.getYear(), month.getMonthValue());
    }

    /** The month of a name that ends with {@link #suffix}. */
    protected static YearMonth month(String name) {
        return YearMonth.parse(
                name.substring(name.length() - "2000_01".length()).replace('_', '-'));
    }

    /**
     * Makes the partitions up to {@link #AHEAD} months after the present one, and gives new rows numbers of the present
     * month. Must run in a unit of work of its own. Does nothing while another server does it.
     */
    public abstract void advance(Session session, MonthlyTable table, YearMonth present) throws SQLException;

    /**
     * Drops the partitions of the months before that of {@code before}, until one has a row that {@link
     * MonthlyTable#keeps} it. Must run in a unit of work of its own, after {@link #advance}.
     */
    public abstract void drop(Session session, MonthlyTable table, Instant before) throws SQLException;

    /**
     * The number before which all rows are of whole months before that of {@code before}, and none is newer; empty when there
     * is no such month.
     */
    public OptionalLong endOfPast(Session session, MonthlyTable table, Instant before) throws SQLException {
        OptionalLong end = OptionalLong.empty();
        for (YearMonth month : past(session, table, before)) {
            if (has(session, table, month, table.moment() + " >= ?", before)) {
                break;
            }
            end = OptionalLong.of(MonthlyTable.firstNumber(month.plusMonths(1)));
        }
        return end;
    }

    /** The months that have a partition, in order. */
    protected abstract List<YearMonth> months(Session session, MonthlyTable table) throws SQLException;

    /** The partition of a month, as it is named behind {@code FROM}. */
    protected abstract String from(MonthlyTable table, YearMonth month);

    /** The months before that of a moment whose newest row by number is older than the moment. */
    protected final List<YearMonth> past(Session session, MonthlyTable table, Instant before) throws SQLException {
        List<YearMonth> past = new ArrayList<>();
        for (YearMonth month : months(session, table)) {
            if (!month.isBefore(monthOf(before)) || (table.numbered() && newest(session, table, month, before))) {
                break;
            }
            past.add(month);
        }
        return past;
    }

    /** Whether the row with the highest number is of this moment or later, which is quickly found. */
    private boolean newest(Session session, MonthlyTable table, YearMonth month, Instant from) throws SQLException {
        return has(
                session,
                "SELECT 1 FROM (SELECT " + table.moment() + " FROM " + from(table, month)
                        + " ORDER BY id DESC LIMIT 1) AS newest WHERE " + table.moment() + " >= ?",
                from);
    }

    /** Whether a partition has a row that keeps it from being dropped. */
    protected final boolean kept(Session session, MonthlyTable table, YearMonth month, Instant before)
            throws SQLException {
        return !table.keeps().isEmpty() && has(session, table, month, table.keeps(), before);
    }

    private boolean has(Session session, MonthlyTable table, YearMonth month, String condition, Instant from)
            throws SQLException {
        return has(session, "SELECT 1 FROM " + from(table, month) + " WHERE " + condition + " LIMIT 1", from);
    }

    private boolean has(Session session, String query, Instant from) throws SQLException {
        try (PreparedStatement statement = session.connection().prepareStatement(query)) {
            statement.setObject(1, sql.parameter(from));
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }
}
