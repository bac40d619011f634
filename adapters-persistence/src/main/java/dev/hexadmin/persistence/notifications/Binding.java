package dev.hexadmin.persistence.notifications;

import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.jdbc.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Values as parameters and columns, where SQLite and PostgreSQL differ. */
final class Binding {
    private final Database database;

    Binding(Database database) {
        this.database = database;
    }

    boolean sqlite() {
        return database.sqlite();
    }

    /** The key of the row that SQLite inserted last. */
    static long lastRow(Session session) throws SQLException {
        try (Session.Prepared prepared = session.prepare("SELECT last_insert_rowid()");
                ResultSet row = prepared.statement().executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    /** What comes after a column that must be one of {@code size} values: few texts, so that statements stay prepared. */
    String oneOf(int size) {
        if (!sqlite()) {
            return "= ANY (?)";
        }
        return "IN (?" + ", ?".repeat(places(size) - 1) + ")";
    }

    /** Binds the values of {@link #oneOf}. The place after them. */
    int oneOf(PreparedStatement statement, int at, String type, List<? extends Object> values) throws SQLException {
        if (!sqlite()) {
            statement.setArray(at, statement.getConnection().createArrayOf(type, values.toArray()));
            return at + 1;
        }
        int places = places(values.size());
        for (int i = 0; i < places; i++) {
            // one value again and again: a place has to be filled
            statement.setObject(at + i, plain(values.get(Math.min(i, values.size() - 1))));
        }
        return at + places;
    }

    private static int places(int size) {
        return size <= 1 ? 1 : Integer.highestOneBit(size - 1) << 1;
    }

    private static Object plain(Object value) {
        return value instanceof UUID ? value.toString() : value;
    }

    Object moment(Instant instant) {
        return Columns.parameter(database, instant);
    }

    void moment(PreparedStatement statement, int at, Optional<Instant> instant) throws SQLException {
        if (instant.isPresent()) {
            statement.setObject(at, moment(instant.get()));
        } else {
            statement.setNull(at, sqlite() ? Types.VARCHAR : Types.TIMESTAMP_WITH_TIMEZONE);
        }
    }

    Object uuid(UUID uuid) {
        return sqlite() ? uuid.toString() : uuid;
    }

    void uuid(PreparedStatement statement, int at, Optional<UUID> uuid) throws SQLException {
        if (uuid.isPresent()) {
            statement.setObject(at, uuid(uuid.get()));
        } else {
            statement.setNull(at, sqlite() ? Types.VARCHAR : Types.OTHER);
        }
    }

    static void text(PreparedStatement statement, int at, Optional<String> text) throws SQLException {
        statement.setString(at, text.orElse(null));
    }

    void json(PreparedStatement statement, int at, Optional<JsonText> json) throws SQLException {
        if (sqlite()) {
            statement.setString(at, json.map(JsonText::text).orElse(null));
        } else if (json.isPresent()) {
            statement.setObject(at, json.get().text(), Types.OTHER);
        } else {
            statement.setNull(at, Types.OTHER);
        }
    }

    static void whole(PreparedStatement statement, int at, OptionalLong number) throws SQLException {
        if (number.isPresent()) {
            statement.setLong(at, number.getAsLong());
        } else {
            statement.setNull(at, Types.BIGINT);
        }
    }

    Instant moment(ResultSet rows, int column) throws SQLException {
        return optionalMoment(rows, column)
                .orElseThrow(() -> new IllegalStateException("column " + column + " is null"));
    }

    Optional<Instant> optionalMoment(ResultSet rows, int column) throws SQLException {
        if (sqlite()) {
            return optionalText(rows, column).map(Instant::parse);
        }
        return Optional.ofNullable(rows.getObject(column, OffsetDateTime.class)).map(OffsetDateTime::toInstant);
    }

    static UUID uuid(ResultSet rows, int column) throws SQLException {
        return UUID.fromString(rows.getString(column));
    }

    static Optional<UUID> optionalUuid(ResultSet rows, int column) throws SQLException {
        return optionalText(rows, column).map(UUID::fromString);
    }

    static Optional<String> optionalText(ResultSet rows, int column) throws SQLException {
        return Optional.ofNullable(rows.getString(column));
    }

    static Optional<JsonText> optionalJson(ResultSet rows, int column) throws SQLException {
        return optionalText(rows, column).map(JsonText::new);
    }

    static OptionalLong optionalWhole(ResultSet rows, int column) throws SQLException {
        long number = rows.getLong(column);
        return rows.wasNull() ? OptionalLong.empty() : OptionalLong.of(number);
    }

    static String channels(List<Channel> channels) {
        return channels.stream().map(Channel::word).collect(Collectors.joining(","));
    }

    static List<Channel> channels(String words) {
        List<Channel> channels = new ArrayList<>();
        for (String word : words.split(",", -1)) {
            Channel.of(word).ifPresent(channels::add);
        }
        return channels;
    }

    static Channel channel(String word) {
        return Channel.of(word).orElseThrow(() -> new IllegalStateException("there is no channel '" + word + "'"));
    }

    /** The rows of an {@code unnest} of PostgreSQL, column by column. */
    static final class Table {
        private final List<String> types;
        private final List<@Nullable Object[]> columns = new ArrayList<>();
        private int row = -1;

        Table(int rows, String... types) {
            this.types = List.of(types);
            for (int i = 0; i < types.length; i++) {
                columns.add(new @Nullable Object[rows]);
            }
        }

        Table row(@Nullable Object... values) {
            row++;
            for (int i = 0; i < values.length; i++) {
                columns.get(i)[row] = values[i];
            }
            return this;
        }

        String sql() {
            return types.stream()
                    .map(type -> "?::" + type + "[]")
                    .collect(Collectors.joining(", ", "unnest(", ") WITH ORDINALITY"));
        }

        int bind(PreparedStatement statement, int at) throws SQLException {
            for (int i = 0; i < columns.size(); i++) {
                statement.setArray(at + i, statement.getConnection().createArrayOf(types.get(i), columns.get(i)));
            }
            return at + columns.size();
        }

        @Override
        public String toString() {
            return types + " " + Arrays.toString(new int[] {row + 1});
        }
    }
}
