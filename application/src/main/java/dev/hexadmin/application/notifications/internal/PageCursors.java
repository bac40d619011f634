package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.notifications.ReadingNotifications;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Cursors for lists that are ordered by id, newest first. A cursor is the last id of a page, so it reveals nothing. */
final class PageCursors {
    private PageCursors() {}

    static String of(long lastId) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(Long.toString(lastId).getBytes(StandardCharsets.US_ASCII));
    }

    static OptionalLong read(Optional<String> cursor) {
        if (cursor.isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            String text = new String(Base64.getUrlDecoder().decode(cursor.get()), StandardCharsets.US_ASCII);
            return OptionalLong.of(Long.parseLong(text));
        } catch (IllegalArgumentException e) {
            throw RequestRejectedException.malformed(
                    "invalid_cursor",
                    "The cursor is not one of this list.",
                    List.of(new Violation("?cursor", "invalid_cursor", "It has been changed.")));
        }
    }

    static void check(int limit) {
        if (limit < 1 || limit > ReadingNotifications.MOST) {
            throw RequestRejectedException.malformed(
                    "invalid_query",
                    "The query is not valid.",
                    List.of(new Violation(
                            "?limit",
                            "range",
                            Message.of("1 to {limit} is expected.").with("limit", ReadingNotifications.MOST))));
        }
    }
}
