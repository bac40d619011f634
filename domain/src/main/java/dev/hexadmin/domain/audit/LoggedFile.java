package dev.hexadmin.domain.audit;

import dev.hexadmin.domain.models.JsonText;
import java.util.Map;
import java.util.Optional;

/**
 * A file as the log has it; the file itself may be gone.
 *
 * @param id of the file
 * @param name for users
 * @param size in bytes
 */
public record LoggedFile(String id, String name, long size) {
    /** The file of a logged value; empty for a value that is no file, such as one of the time when the field had another type. */
    public static Optional<LoggedFile> of(JsonText value) {
        if (!value.text().startsWith("{")) {
            return Optional.empty();
        }
        Map<String, Object> members = new ChangesParser(value.text()).members();
        return members.get("id") instanceof String id
                        && members.get("name") instanceof String name
                        && members.get("size") instanceof Long size
                ? Optional.of(new LoggedFile(id, name, size))
                : Optional.empty();
    }
}
