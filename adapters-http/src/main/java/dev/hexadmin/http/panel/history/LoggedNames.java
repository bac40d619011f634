package dev.hexadmin.http.panel.history;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.history.ReviewingChanges.Author;
import dev.hexadmin.application.history.ReviewingChanges.Difference;
import dev.hexadmin.application.history.ReviewingChanges.Target;
import dev.hexadmin.application.views.ManagingSavedViews;

/** What pages call that which the audit log has by names of its own. */
public final class LoggedNames {
    private LoggedNames() {}

    /** Saved views, which are logged and are no model. */
    public static String savedViews() {
        return text("Saved views");
    }

    /** The label of the model of an entry, or its name where it is not known any more. */
    static String model(Target target) {
        return target.model()
                .map(known -> text(known.definition().labels().one()))
                .orElseGet(() -> isSavedView(target) ? text("Saved view") : target.modelName());
    }

    /** The label of a field. */
    static String field(Target target, Difference difference) {
        if (!isSavedView(target)) {
            return text(difference.label());
        }
        return switch (difference.field()) {
            case "model" -> text("Model");
            case "name" -> text("Name");
            case "query" -> text("Filters");
            case "columns" -> text("Columns");
            case "density" -> text("Density");
            case "shared_with" -> text("Shared with");
            case "is_default" -> text("Default view");
            default -> text(difference.label());
        };
    }

    private static boolean isSavedView(Target target) {
        return target.modelName().equals(ManagingSavedViews.LOGGED_AS);
    }

    /** Who made a change: a user by address, Hexadmin itself by what it did. */
    static String actor(Author author) {
        if (author.user().isPresent()) {
            return author.name();
        }
        return switch (author.name()) {
            case "anonymous" -> text("anonymous");
            case "first start" -> text("first start");
            case "program" -> text("program");
            case "embedding program" -> text("embedding program");
            default -> author.name();
        };
    }
}
