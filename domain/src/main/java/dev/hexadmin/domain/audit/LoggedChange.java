package dev.hexadmin.domain.audit;

import dev.hexadmin.domain.models.JsonText;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One field of an entry as it is read from the log.
 *
 * @param field its name then
 * @param before as {@link AuditEntry#changesJson()} wrote it; empty for null
 * @param after likewise
 */
public record LoggedChange(String field, Optional<JsonText> before, Optional<JsonText> after) {

    /**
     * Reads what {@link AuditEntry#changesJson()} has written.
     *
     * @throws IllegalArgumentException when it is something else
     */
    public static List<LoggedChange> read(String changes) {
        return new ChangesParser(changes).changes();
    }

    /** Writes changes as {@link AuditEntry#changesJson()} does. */
    public static String write(List<LoggedChange> changes) {
        return ChangesText.write(changes.stream()
                .map(change -> new AuditEntry.Change(
                        change.field(),
                        change.before().orElse(null),
                        change.after().orElse(null)))
                .toList());
    }

    /** How a value is written in the log; empty for null. */
    public static Optional<JsonText> written(@Nullable Object value) {
        return value == null ? Optional.empty() : Optional.of(new JsonText(ChangesText.value(value)));
    }

    /**
     * What a JSON parser makes of a value: {@link String}, {@link Boolean}, {@link Long}, {@link java.math.BigDecimal},
     * a {@link List} of such; an object stays {@link JsonText}, and so does a list with null in it.
     */
    public static Object plain(JsonText value) {
        return new ChangesParser(value.text()).plain();
    }

    /** A document with a line for each member and element, indented by two blanks. */
    public static String indented(JsonText document) {
        return new ChangesParser(document.text()).indented();
    }
}
