package dev.hexadmin.persistence.notifications;

import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.persistence.database.SqlFragments;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Values of notifications as parameters and columns. */
final class Binding {
    private Binding() {}

    static void text(PreparedStatement statement, int at, Optional<String> text) throws SQLException {
        statement.setString(at, text.orElse(null));
    }

    static void whole(PreparedStatement statement, int at, OptionalLong number) throws SQLException {
        if (number.isPresent()) {
            statement.setLong(at, number.getAsLong());
        } else {
            statement.setNull(at, Types.BIGINT);
        }
    }

    static Instant moment(SqlFragments sql, ResultSet rows, int column) throws SQLException {
        return sql.moment(rows, column).orElseThrow(() -> new IllegalStateException("column " + column + " is null"));
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

    /** Rows as one array for each column; see {@link SqlFragments#rowsOfArrays}. */
    static final class Table {
        private final List<String> types;
        private final List<@Nullable Object[]> columns = new ArrayList<>();
        private int row = -1;

        Table(int rows, List<String> types) {
            this.types = types;
            for (int i = 0; i < types.size(); i++) {
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
