package dev.hexadmin.domain.access;

import java.util.Locale;
import java.util.Optional;

/** What a right allows on a model. */
public enum Action {
    VIEW,
    CREATE,
    EDIT,
    DELETE,
    EXPORT,
    IMPORT;

    /** The word used in permissions, such as {@code view}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Action> ofWord(String word) {
        for (Action action : values()) {
            if (action.word().equals(word)) {
                return Optional.of(action);
            }
        }
        return Optional.empty();
    }
}
