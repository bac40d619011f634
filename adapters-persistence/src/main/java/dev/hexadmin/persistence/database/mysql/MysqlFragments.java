package dev.hexadmin.persistence.database.mysql;

import dev.hexadmin.persistence.database.TextFragments;
import dev.hexadmin.persistence.session.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Moments are {@code DATETIME(6)} in UTC, booleans 0 and 1, UUIDs and JSON text. */
final class MysqlFragments extends TextFragments {
    private static final int LOCKED = 1205; // MariaDB, and a lock that was waited for
    private static final int LOCKED_NOW = 3572; // MySQL

    @Override
    public Object parameter(Instant moment) {
        return LocalDateTime.ofInstant(moment.truncatedTo(ChronoUnit.MICROS), ZoneOffset.UTC);
    }

    @Override
    public Object parameter(boolean flag) {
        return flag;
    }

    @Override
    public void setMoment(PreparedStatement statement, int at, Optional<Instant> moment) throws SQLException {
        if (moment.isPresent()) {
            statement.setObject(at, parameter(moment.get()));
        } else {
            statement.setNull(at, Types.TIMESTAMP);
        }
    }

    @Override
    public Optional<Instant> moment(ResultSet row, int column) throws SQLException {
        return Optional.ofNullable(row.getObject(column, LocalDateTime.class))
                .map(time -> time.toInstant(ZoneOffset.UTC));
    }

    @Override
    public String literal(boolean flag) {
        return flag ? "TRUE" : "FALSE";
    }

    @Override
    public String isTrue(String column) {
        return column + " = TRUE";
    }

    @Override
    public String isFalse(String column) {
        return column + " = FALSE";
    }

    @Override
    public String now() {
        return "UTC_TIMESTAMP(6)";
    }

    @Override
    public String ago(String seconds) {
        return "UTC_TIMESTAMP(6) - INTERVAL " + seconds + " SECOND";
    }

    @Override
    public long insertWithId(Session session, PreparedStatement statement) throws SQLException {
        statement.executeUpdate();
        try (ResultSet row = statement.getGeneratedKeys()) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Empty: {@code INSERT IGNORE} ignores other errors, too, and a row that stays as it is counts as inserted. */
    @Override
    public String orNothing() {
        return "";
    }

    @Override
    public String orUpdate(String key, String... columns) {
        return Stream.of(columns)
                .map(column -> column + " = VALUES(" + column + ")")
                .collect(Collectors.joining(", ", " ON DUPLICATE KEY UPDATE ", ""));
    }

    /** As a join, since there is no limit inside of {@code IN}, for which MariaDB would read the whole table anyway. */
    @Override
    public String deleteSelected(String table, String key, String query) {
        return "DELETE doomed FROM " + table + " AS doomed JOIN (" + query + ") AS selected USING (" + key + ")";
    }

    @Override
    public String readOnlyQuery() {
        return "SELECT CASE WHEN @@read_only OR @@innodb_read_only THEN 'on' ELSE 'off' END AS r";
    }

    @Override
    public String tableQuery() {
        return "SELECT count(*) AS n FROM information_schema.tables WHERE table_schema = database() AND table_name = ?";
    }

    // ---- locks: those of GET_LOCK do not end with their transaction

    @Override
    public String forUpdate() {
        return " FOR UPDATE";
    }

    @Override
    public String forShare() {
        return " LOCK IN SHARE MODE";
    }

    @Override
    public String skipLocked() {
        return " SKIP LOCKED";
    }

    @Override
    public String onlyBy(String index) {
        return " FORCE INDEX (" + index + ")";
    }

    @Override
    public void lockRows(Session session, String query, long parameter) throws SQLException {
        try (Session.Prepared prepared = session.prepare(query + forUpdate())) {
            prepared.statement().setLong(1, parameter);
            prepared.statement().execute();
        }
    }

    /** The row stays, so that later transactions wait for each other at an update of it. */
    @Override
    public void lock(Session session, long number) throws SQLException {
        session.update("INSERT INTO admin_locks (number) VALUES (?) ON DUPLICATE KEY UPDATE number = number", number);
    }

    /** The row is gone when the transaction ends: there is one number for each request with a key. */
    @Override
    public boolean tryLock(Session session, long number) throws SQLException {
        try {
            session.number("SELECT number FROM admin_locks WHERE number = ? FOR UPDATE NOWAIT", number);
        } catch (SQLException e) {
            if (e.getErrorCode() == LOCKED || e.getErrorCode() == LOCKED_NOW) {
                return false;
            }
            throw e;
        }
        lock(session, number);
        session.update("DELETE FROM admin_locks WHERE number = ?", number);
        return true;
    }
}
