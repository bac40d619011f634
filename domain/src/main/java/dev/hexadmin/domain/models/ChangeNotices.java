package dev.hexadmin.domain.models;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Who is told when records of a model change. Only those are told who may view the record, and never the one who changed
 * it.
 *
 * @param on of which changes
 * @param superusers whether all superusers are told
 * @param roles all users with one of these roles are told, by name
 */
public record ChangeNotices(Set<Change> on, boolean superusers, Set<String> roles) {
    /** Nobody is told. */
    public static final ChangeNotices NONE = new ChangeNotices(Set.of(), false, Set.of());

    /** What happened to a record. */
    public enum Change {
        CREATE,
        UPDATE,
        DELETE;

        /** As settings write it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The change of this word. */
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
