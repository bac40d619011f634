package dev.hexadmin.persistence.database.postgresql;

import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.persistence.database.SqlFragments;
import dev.hexadmin.persistence.session.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** Moments are {@code timestamptz}; booleans, UUIDs and JSON have native types. */
final class PostgresqlFragments implements SqlFragments {
    @Override
    public Object parameter(Instant moment) {
        return OffsetDateTime.ofInstant(moment.truncatedTo(ChronoUnit.MICROS), ZoneOffset.UTC);
    }

    @Override
    public Object parameter(boolean flag) {
        return flag;
    }

    @Override
    public Object parameter(UUID uuid) {
        return uuid;
    }

    @Override
    public void setMoment(PreparedStatement statement, int at, Optional<Instant> moment) throws SQLException {
        if (moment.isPresent()) {
            statement.setObject(at, parameter(moment.get()));
        } else {
            statement.setNull(at, Types.TIMESTAMP_WITH_TIMEZONE);
        }
    }

    @Override
    public void setUuid(PreparedStatement statement, int at, Optional<UUID> uuid) throws SQLException {
        if (uuid.isPresent()) {
            statement.setObject(at, uuid.get());
        } else {
            statement.setNull(at, Types.OTHER);
        }
    }

    @Override
    public void setJson(PreparedStatement statement, int at, Optional<JsonText> json) throws SQLException {
        if (json.isPresent()) {
            statement.setObject(at, json.get().text(), Types.OTHER);
        } else {
            statement.setNull(at, Types.OTHER);
        }
    }

    @Override
    public Optional<Instant> moment(ResultSet row, int column) throws SQLException {
        return Optional.ofNullable(row.getObject(column, OffsetDateTime.class)).map(OffsetDateTime::toInstant);
    }

    @Override
    public String literal(boolean flag) {
        return flag ? "TRUE" : "FALSE";
    }

    @Override
    public String isTrue(String column) {
        return column;
    }

    @Override
    public String isFalse(String column) {
        return "NOT " + column;
    }

    @Override
    public String now() {
        return "clock_timestamp()";
    }

    @Override
    public String ago(String seconds) {
        return "clock_timestamp() - " + seconds + " * interval '1 second'";
    }

    @Override
    public String json(String text) {
        return "CAST(" + text + " AS json)";
    }

    @Override
    public String uuid(String text) {
        return "CAST(" + text + " AS uuid)";
    }

    @Override
    public String oneOf(int size) {
        return "= ANY (?)";
    }

    @Override
    public int setOneOf(PreparedStatement statement, int at, String type, List<? extends Object> values)
            throws SQLException {
        statement.setArray(at, statement.getConnection().createArrayOf(type, values.toArray()));
        return at + 1;
    }

    @Override
    public Optional<String> rowsOfArrays(List<String> types) {
        return Optional.of(types.stream()
                .map(type -> "?::" + type + "[]")
                .collect(Collectors.joining(", ", "unnest(", ") WITH ORDINALITY")));
    }

    @Override
    public String insertWithId(String insert) {
        return insert + " RETURNING id";
    }

    @Override
    public long insertWithId(Session session, PreparedStatement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    @Override
    public String readOnlyQuery() {
        return "SELECT current_setting('transaction_read_only') AS r";
    }

    @Override
    public String tableQuery() {
        return "SELECT count(*) AS n FROM pg_class WHERE oid = to_regclass(?)";
    }

    @Override
    public String forUpdate() {
        return " FOR UPDATE";
    }

    @Override
    public String forShare() {
        return " FOR SHARE";
    }

    @Override
    public String skipLocked() {
        return " SKIP LOCKED";
    }

    @Override
    public String onlyBy(String index) {
        return "";
    }

    @Override
    public void lockRows(Session session, String query, long parameter) throws SQLException {
        take(session, query + forUpdate(), parameter);
    }

    @Override
    public void lock(Session session, long number) throws SQLException {
        take(session, "SELECT pg_advisory_xact_lock(?)", number);
    }

    private static void take(Session session, String query, long parameter) throws SQLException {
        try (Session.Prepared prepared = session.prepare(query)) {
            prepared.statement().setLong(1, parameter);
            prepared.statement().execute();
        }
    }

    @Override
    public boolean tryLock(Session session, long number) throws SQLException {
        try (Session.Prepared prepared = session.prepare("SELECT pg_try_advisory_xact_lock(?)")) {
            prepared.statement().setLong(1, number);
            try (ResultSet row = prepared.statement().executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }
}
