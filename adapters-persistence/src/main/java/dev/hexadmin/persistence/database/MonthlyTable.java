package dev.hexadmin.persistence.database;

import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.UUID;

/** The built-in tables in partitions for each month. No foreign key leads to or from them. */
public enum MonthlyTable {
    AUDIT_LOG("admin_audit_log", "at", ""),
    LOGIN_ATTEMPTS("admin_login_attempts", "at", ""),
    NOTIFICATIONS("admin_notifications", "created_at", "NOT is_read"),
    DELIVERIES("admin_notification_logs"),
    CONTENTS("admin_notification_contents");

    /** The number of keys of a month. */
    public static final long KEYS = 100_000_000_000L;

    private final String table;
    private final String key;
    private final String moment;
    private final String kept;

    /** Ranges of {@code id}. */
    MonthlyTable(String table, String moment, String kept) {
        this.table = table;
        this.key = "id";
        this.moment = moment;
        this.kept = kept;
    }

    /** Ranges of {@code delivery_id}. */
    MonthlyTable(String table) {
        this.table = table;
        this.key = "delivery_id";
        this.moment = "";
        this.kept = "";
    }

    /** The name of the table. */
    public String table() {
        return table;
    }

    /** The column of the ranges: {@code id}, or a UUID of version 7, which begins with the moment of its row. */
    public String key() {
        return key;
    }

    /** Whether the key is numbered by the database. */
    public boolean numbered() {
        return key.equals("id");
    }

    /**
     * The condition that keeps a partition from being dropped when one row fulfils it, with a parameter: the moment before
     * which rows are dropped. Empty where the key tells the moment.
     */
    public String keeps() {
        return moment.isEmpty() ? "" : moment + " >= ?" + (kept.isEmpty() ? "" : " OR " + kept);
    }

    /** The column with the moment of a row; only of numbered tables. */
    public String moment() {
        return moment;
    }

    /** The first key of a month, as it is written in statements. */
    public String first(YearMonth month) {
        return numbered() ? String.valueOf(firstNumber(month)) : "'" + firstUuid(month) + "'";
    }

    /** Two digits of the year, two of the month, eleven zeros: 15 digits until 2099, which JavaScript reads exactly. */
    public static long firstNumber(YearMonth month) {
        return ((month.getYear() - 2000) * 100L + month.getMonthValue()) * KEYS;
    }

    /** Less than every UUID of version 7 that was generated in the month, and more than those of before. */
    public static UUID firstUuid(YearMonth month) {
        return new UUID(month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli() << 16, 0);
    }

    /** Whether a table of this name has partitions. */
    public static boolean has(String table) {
        for (MonthlyTable each : values()) {
            if (each.table.equals(table)) {
                return true;
            }
        }
        return false;
    }
}
