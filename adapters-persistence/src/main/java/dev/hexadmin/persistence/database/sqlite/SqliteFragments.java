package dev.hexadmin.persistence.database.sqlite;

import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.persistence.database.SqlFragments;
import dev.hexadmin.persistence.session.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * Moments are RFC 3339 text with six digits of a second, booleans 0 and 1, UUIDs and JSON text. Since there is only one
 * writer, no locks are needed.
 */
final class SqliteFragments implements SqlFragments {
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
    public Object parameter(UUID uuid) {
        return uuid.toString();
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
    public void setUuid(PreparedStatement statement, int at, Optional<UUID> uuid) throws SQLException {
        statement.setString(at, uuid.map(UUID::toString).orElse(null));
    }

    @Override
    public void setJson(PreparedStatement statement, int at, Optional<JsonText> json) throws SQLException {
        statement.setString(at, json.map(JsonText::text).orElse(null));
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

    @Override
    public String json(String text) {
        return text;
    }

    @Override
    public String uuid(String text) {
        return text;
    }

    @Override
    public String oneOf(int size) {
        return "IN (?" + ", ?".repeat(places(size) - 1) + ")";
    }

    @Override
    public int setOneOf(PreparedStatement statement, int at, String type, List<? extends Object> values)
            throws SQLException {
        int places = places(values.size());
        for (int i = 0; i < places; i++) {
            // repeats the last value, since every parameter needs one
            Object value = values.get(Math.min(i, values.size() - 1));
            statement.setObject(at + i, value instanceof UUID uuid ? uuid.toString() : value);
        }
        return at + places;
    }

    private static int places(int size) {
        return size <= 1 ? 1 : Integer.highestOneBit(size - 1) << 1;
    }

    @Override
    public Optional<String> rowsOfArrays(List<String> types) {
        return Optional.empty();
    }

    /** A statement that returns rows would make SQLite copy every page that it changes first. */
    @Override
    public String insertWithId(String insert) {
        return insert;
    }

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
