package dev.hexadmin.domain.models;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Which users are notified when records of a model change. Users who may not view the record and the user who made the
 * change are never notified.
 *
 * @param on the kinds of change that notify
 * @param superusers whether all superusers are notified
 * @param roles names of roles whose users are notified
 */
public record ChangeNotices(Set<Change> on, boolean superusers, Set<String> roles) {
    /** Notifies no users. */
    public static final ChangeNotices NONE = new ChangeNotices(Set.of(), false, Set.of());

    /** The kind of a change. */
    public enum Change {
        CREATE,
        UPDATE,
        DELETE;

        /** The word in settings. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The kind of change with this word. */
        public static Optional<Change> of(String word) {
            return EnumSet.allOf(Change.class).stream()
                    .filter(change -> change.word().equals(word))
                    .findFirst();
        }
    }

    public ChangeNotices {
        on = Set.copyOf(on);
        roles = Set.copyOf(roles);
    }
}
