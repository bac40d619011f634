package dev.hexadmin.persistence.database.sqlite;

import dev.hexadmin.persistence.database.TextFragments;
import dev.hexadmin.persistence.session.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;

/**
 * Moments are RFC 3339 text with six digits of a second, booleans 0 and 1, UUIDs and JSON text. Since there is only one
 * writer, no locks are needed.
 */
final class SqliteFragments extends TextFragments {
    private static final DateTimeFormatter MICROS = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    @Override
    public Object parameter(Instant moment) {
        return MICROS.format(moment.truncatedTo(ChronoUnit.MICROS));
    }

    @Override
    public Object parameter(boolean flag) {
        return flag ? 1 : 0;
    }

    @Override
    public void setMoment(PreparedStatement statement, int at, Optional<Instant> moment) throws SQLException {
        if (moment.isPresent()) {
            statement.setObject(at, parameter(moment.get()));
        } else {
            statement.setNull(at, Types.VARCHAR);
        }
    }

    @Override
    public Optional<Instant> moment(ResultSet row, int column) throws SQLException {
        return Optional.ofNullable(row.getString(column)).map(Instant::parse);
    }

    @Override
    public String literal(boolean flag) {
        return flag ? "1" : "0";
    }

    @Override
    public String isTrue(String column) {
        return column + " = 1";
    }

    @Override
    public String isFalse(String column) {
        return column + " = 0";
    }

    @Override
    public String now() {
        return "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')";
    }

    @Override
    public String ago(String seconds) {
        return "strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || " + seconds + " || ' seconds')";
    }

    /** A statement that returns rows would make SQLite copy every page that it changes first. */
    @Override
    public long insertWithId(Session session, PreparedStatement statement) throws SQLException {
        statement.executeUpdate();
        try (Session.Prepared prepared = session.prepare("SELECT last_insert_rowid()");
                ResultSet row = prepared.statement().executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    @Override
    public String readOnlyQuery() {
        return "SELECT 'off' AS r";
    }

    @Override
    public String tableQuery() {
        return "SELECT count(*) AS n FROM sqlite_master WHERE type = 'table' AND name = ?";
    }

    @Override
    public String forUpdate() {
        return "";
    }

    @Override
    public String forShare() {
        return "";
    }

    @Override
    public String skipLocked() {
        return "";
    }

    @Override
    public String onlyBy(String index) {
        return "";
    }

    @Override
    public void lockRows(Session session, String query, long parameter) {}

    @Override
    public void lock(Session session, long number) {}

    @Override
    public boolean tryLock(Session session, long number) {
        return true;
    }
}
