package dev.hexadmin.persistence.database;

import dev.hexadmin.persistence.session.Session;
import java.sql.SQLException;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Set;

/**
 * Built-in tables that grow for ever, in partitions for each month. The partitions are ranges of the key {@code id}, so
 * that the database keeps the key unique, and every statement with an {@code id} reads one partition: the first key of
 * each month is two digits of the year, two of the month and eleven zeros. A row whose month has no partition yet goes
 * into that of the month before, or into the last partition, which has no end. Stateless.
 */
public interface MonthlyPartitions {
    /** The tables that have partitions. No foreign key leads to or from them. */
    Set<String> TABLES = Set.of("admin_audit_log");

    /** Months that have a partition before they begin. */
    int AHEAD = 2;

    /** The first key of a month. It has 15 digits until 2099; JavaScript reads 15 digits exactly. */
    static long firstKey(YearMonth month) {
        return ((month.getYear() - 2000) * 100L + month.getMonthValue()) * 100_000_000_000L;
    }

    /** The month of a moment, in UTC. */
    static YearMonth monthOf(Instant moment) {
        return YearMonth.from(moment.atOffset(ZoneOffset.UTC));
    }

    /** The words that end the names of a month's partitions. */
    static String suffix(YearMonth month) {
        return "%04d_%02d".formatted(month.getYear(), month.getMonthValue());
    }

    /** The month of a name that ends with {@link #suffix}. */
    static YearMonth month(String name) {
        return YearMonth.parse(
                name.substring(name.length() - "2000_01".length()).replace('_', '-'));
    }

    /**
     * Makes the partitions up to {@link #AHEAD} months after the present one, and gives new rows keys of the present month.
     * Must run in a unit of work of its own. Does nothing while another server does it.
     */
    void advance(Session session, String table, YearMonth present) throws SQLException;

    /**
     * Drops the partitions of the months before that of {@code before}, as far as they have no row of later moments.
     * Must run in a unit of work of its own, after {@link #advance}.
     *
     * @param moment the column with the moment of a row
     * @return the number of dropped partitions
     */
    int drop(Session session, String table, String moment, Instant before) throws SQLException;
}
