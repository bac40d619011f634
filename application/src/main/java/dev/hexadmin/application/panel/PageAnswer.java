package dev.hexadmin.application.panel;

import dev.hexadmin.domain.text.Message;
import java.util.Optional;

/**
 * What follows a form: a page that says what was done.
 *
 * @param message such as "Saved."
 * @param address of the page, a path of the panel; empty: the page of the form
 */
public record PageAnswer(Message message, Optional<String> address) {
    /** Shows the page of the form again, with a message. */
    public static PageAnswer done(String message) {
        return new PageAnswer(Message.verbatim(message), Optional.empty());
    }

    /** The same with a message that is shown in the language of the user. */
    public static PageAnswer done(Message message) {
        return new PageAnswer(message, Optional.empty());
    }

    /** Shows another page instead, such as {@code /admin/products/1}. */
    public PageAnswer at(String path) {
        return new PageAnswer(message, Optional.of(path));
    }
}
