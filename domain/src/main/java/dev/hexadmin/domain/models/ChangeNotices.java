package dev.hexadmin.domain.models;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Who is told in the panel when records of a model change. Only those are told who may view the record, and never the
 * one who changed it.
 *
 * @param on which changes; none: nobody is told, whatever the rest says
 * @param superusers whether all superusers are
 * @param roles all users with one of these roles, by name
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
