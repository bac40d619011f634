package dev.hexadmin.http.panel.users;

import static dev.hexadmin.http.texts.Localized.text;

import java.util.Collection;
import java.util.stream.Collectors;

/** What people call an action on a model. */
public final class ActionLabel {
    private ActionLabel() {}

    /** @param word of the action */
    public static String of(String word) {
        return switch (word) {
            case "view" -> text("view");
            case "create" -> text("create");
            case "edit" -> text("edit");
            case "delete" -> text("delete");
            case "export" -> text("export");
            case "import" -> text("import");
            default -> word;
        };
    }

    /** @param word of an action on a field */
    public static String withheld(String word) {
        return switch (word) {
            case "view" -> text("not view");
            case "create" -> text("not create");
            case "edit" -> text("not edit");
            default -> throw new IllegalArgumentException(word);
        };
    }

    /** Several actions: {@code view, create}. */
    static String of(Collection<String> words) {
        return words.stream().map(ActionLabel::of).collect(Collectors.joining(", "));
    }
}
