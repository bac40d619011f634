package dev.hexadmin.domain.access;

import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Operation;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** An action that a right allows on a model. */
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

    /** Whether roles can have the right: the records of the model support the action, or other routes ask for the right. */
    public boolean isGrantableOn(Model model) {
        Set<Operation> grants = model.definition().availability().grants();
        return isPossibleOn(model)
                || switch (this) {
                    case CREATE -> grants.contains(Operation.CREATE);
                    case EDIT -> grants.contains(Operation.UPDATE);
                    case DELETE -> grants.contains(Operation.DELETE);
                    case VIEW, EXPORT, IMPORT -> false;
                };
    }

    /** Whether the model supports the action. A database view, for example, supports no changes, and a built-in one no import. */
    public boolean isPossibleOn(Model model) {
        return switch (this) {
            case VIEW, EXPORT -> true;
            case CREATE -> model.allows(Operation.CREATE);
            case IMPORT -> model.allows(Operation.CREATE) && !model.builtIn();
            case EDIT -> model.allows(Operation.UPDATE);
            case DELETE -> model.allows(Operation.DELETE);
        };
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
