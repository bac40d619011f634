package dev.hexadmin.domain.audit;

import dev.hexadmin.domain.models.JsonText;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One field of an entry as it is read from the log.
 *
 * @param field its name at the time of the change
 * @param before as {@link AuditEntry#changesJson()} wrote it; empty for null
 * @param after likewise
 */
public record LoggedChange(String field, Optional<JsonText> before, Optional<JsonText> after) {

    /**
     * Parses the output of {@link AuditEntry#changesJson()}.
     *
     * @throws IllegalArgumentException when the text is not such output
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

    /** The text of a value in the log; empty for null. */
    public static Optional<JsonText> written(@Nullable Object value) {
        return value == null ? Optional.empty() : Optional.of(new JsonText(ChangesText.value(value)));
    }

    /**
     * A parsed JSON value: {@link String}, {@link Boolean}, {@link Long}, {@link java.math.BigDecimal} or a {@link
     * List} of these. An object, and a list that contains null, stays {@link JsonText}.
     */
    public static Object plain(JsonText value) {
        return new ChangesParser(value.text()).plain();
    }

    /** A document with one line per member and element, indented by two spaces. */
    public static String indented(JsonText document) {
        return new ChangesParser(document.text()).indented();
    }
}
