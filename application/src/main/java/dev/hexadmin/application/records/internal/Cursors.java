package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.secrets.SecretKeys;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.ListQuery.Order;
import dev.hexadmin.domain.records.ListQuery.Position;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Encodes positions in a list as opaque text: the sort values of one record and the number of records from there, with a MAC
 * (HMAC-SHA256, truncated to 128 bits) over them and over the list, so that changed cursors and those of another list are
 * detected. Thread-safe.
 */
public final class Cursors {
    private static final int MAC = 16;
    private static final int MAX_LENGTH = 2_000;
    private static final byte AFTER = 1;
    private static final byte BEFORE = 2;
    /** The same, with a number of records to skip. */
    private static final byte FAR_AFTER = 3;

    private static final byte FAR_BEFORE = 4;

    private final SecretKeys keys;

    public Cursors(SecretKeys keys) {
        this.keys = keys;
    }

    /**
     * The cursor for a position.
     *
     * @param list identifies the list: model, filters, ordering
     * @return empty when the sort values are too long for a URL
     */
    Optional<String> of(String list, Position position) {
        return switch (position) {
            case Position.After(List<@Nullable Object> values, long skip) ->
                encode(list, skip == 0 ? AFTER : FAR_AFTER, values, skip);
            case Position.Before(List<@Nullable Object> values, long skip) ->
                encode(list, skip == 0 ? BEFORE : FAR_BEFORE, values, skip);
            case Position.Page page -> throw new IllegalArgumentException("a page by number has no cursor");
        };
    }

    /** Decodes a cursor; empty when it does not belong to this list. */
    Optional<Position> decode(String list, String cursor, Model model, List<Order> ordering) {
        byte[] bytes;
        try {
            bytes = cursor.length() > 2 * MAX_LENGTH
                    ? new byte[0]
                    : Base64.getUrlDecoder().decode(cursor);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        if (bytes.length < MAC + 1) {
            return Optional.empty();
        }
        byte[] payload = Arrays.copyOfRange(bytes, MAC, bytes.length);
        if (!keys.verifies(Arrays.copyOf(bytes, MAC), MAC, signed(list, payload))) {
            return Optional.empty();
        }
        byte kind = payload[0];
        ByteBuffer rest = ByteBuffer.wrap(payload, 1, payload.length - 1);
        boolean far = kind == FAR_AFTER || kind == FAR_BEFORE;
        if (far && rest.remaining() < Long.BYTES) {
            return Optional.empty();
        }
        long skip = far ? rest.getLong() : 0;
        return values(rest, model, ordering)
                .map(values -> kind == AFTER || kind == FAR_AFTER
                        ? new Position.After(values, skip)
                        : new Position.Before(values, skip));
    }

    private Optional<String> encode(String list, byte kind, List<@Nullable Object> values, long skip) {
        ByteArrayOutputStream payload = new ByteArrayOutputStream(48);
        payload.write(kind);
        if (kind == FAR_AFTER || kind == FAR_BEFORE) {
            payload.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(skip).array());
        }
        for (Object value : values) {
            if (value == null) {
                payload.write(0);
                payload.write(0);
            } else {
                byte[] text = FieldText.write(value).getBytes(StandardCharsets.UTF_8);
                if (text.length + 1 > MAX_LENGTH) {
                    return Optional.empty();
                }
                payload.write((text.length + 1) >> 8);
                payload.write(text.length + 1);
                payload.writeBytes(text);
            }
        }
        byte[] body = payload.toByteArray();
        byte[] all = Arrays.copyOf(Arrays.copyOf(keys.mac(signed(list, body)), MAC), MAC + body.length);
        System.arraycopy(body, 0, all, MAC, body.length);
        String cursor = Base64.getUrlEncoder().withoutPadding().encodeToString(all);
        return cursor.length() > MAX_LENGTH ? Optional.empty() : Optional.of(cursor);
    }

    private static byte[][] signed(String list, byte[] payload) {
        // the text of a list never contains the byte between them
        return new byte[][] {payload, {0}, list.getBytes(StandardCharsets.UTF_8)};
    }

    private static Optional<List<@Nullable Object>> values(ByteBuffer bytes, Model model, List<Order> ordering) {
        if (!bytes.hasRemaining()) {
            return Optional.of(List.of());
        }
        List<@Nullable Object> values = new ArrayList<>(ordering.size());
        for (Order order : ordering) {
            if (bytes.remaining() < 2) {
                return Optional.empty();
            }
            int length = bytes.getShort();
            if (length == 0) {
                values.add(null);
                continue;
            }
            if (length < 0 || length - 1 > bytes.remaining()) {
                return Optional.empty();
            }
            byte[] text = new byte[length - 1];
            bytes.get(text);
            Optional<Object> value = value(order.owner(model), order.field(), new String(text, StandardCharsets.UTF_8));
            if (value.isEmpty()) {
                return Optional.empty();
            }
            values.add(value.get());
        }
        return bytes.hasRemaining() ? Optional.empty() : Optional.of(values);
    }

    private static Optional<Object> value(Model model, FieldDefinition field, String text) {
        if (field.type() == FieldType.REFERENCE) {
            Model target = model.target(field);
            return value(target, target.key().getFirst(), text);
        }
        // the value came from the database, which may contain values that clients may not write
        return field.type().isText() ? Optional.of(text) : FieldText.parse(model, field, text);
    }
}
