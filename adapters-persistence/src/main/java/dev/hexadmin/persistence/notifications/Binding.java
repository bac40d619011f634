package dev.hexadmin.persistence.notifications;

import dev.hexadmin.application.notifications.port.Feeds.NewNotification;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Content;
import dev.hexadmin.domain.notifications.FeedEvent;
import dev.hexadmin.domain.notifications.Notification;
import dev.hexadmin.persistence.database.SqlFragments;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    /** The content in three columns: title, body, parts. */
    static Content content(ResultSet rows, int column) throws SQLException {
        return new Content(rows.getString(column), rows.getString(column + 1), parts(rows.getString(column + 2)));
    }

    /** A line for each: the name, a space, the text, in which a backslash and a line feed are escaped. */
    static String parts(Map<String, String> parts) {
        if (parts.isEmpty()) {
            return "";
        }
        return parts.entrySet().stream()
                .map(each -> each.getKey() + " "
                        + each.getValue().replace("\\", "\\\\").replace("\n", "\\n"))
                .collect(Collectors.joining("\n"));
    }

    static Map<String, String> parts(String lines) {
        if (lines.isEmpty()) {
            return Map.of();
        }
        Map<String, String> parts = new HashMap<>();
        for (String line : lines.split("\n", -1)) {
            int space = line.indexOf(' ');
            parts.put(line.substring(0, space), unescape(line.substring(space + 1)));
        }
        return parts;
    }

    private static String unescape(String text) {
        if (text.indexOf('\\') < 0) {
            return text;
        }
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
                plain.append(text.charAt(i) == 'n' ? '\n' : text.charAt(i));
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }

    /** The event of a notification that was added. */
    static FeedEvent.Notified notified(NewNotification added, long id, long seq, long unread, Instant now) {
        return new FeedEvent.Notified(
                seq, unread, new Notification(id, added.title(), added.body(), added.channels(), added.data(), now));
    }

    static String channels(List<Channel> channels) {
        return channels.stream().map(Channel::word).collect(Collectors.joining(","));
    }

    static List<Channel> channels(String words) {
        List<Channel> channels = new ArrayList<>();
        for (String word : words.split(",", -1)) {
            if (Channel.isName(word)) {
                channels.add(new Channel(word));
            }
        }
        return channels;
    }

    /** A line for each: the channel, a space, the address; no address has a line break. */
    static String addresses(Map<Channel, String> addresses) {
        return addresses.entrySet().stream()
                .map(each -> each.getKey() + " " + each.getValue())
                .collect(Collectors.joining("\n"));
    }

    static Map<Channel, String> addresses(String lines) {
        Map<Channel, String> addresses = new HashMap<>();
        lines.lines().forEach(line -> {
            int space = line.indexOf(' ');
            addresses.put(new Channel(line.substring(0, space)), line.substring(space + 1));
        });
        return addresses;
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
