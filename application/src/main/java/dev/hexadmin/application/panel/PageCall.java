package dev.hexadmin.application.panel;

import dev.hexadmin.application.records.RecordContext;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.Message;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/**
 * What the code of a page is given. {@link #records} has the rights of the user. A form runs in one transaction: a rejection or
 * an exception rolls it back, and the page is shown again with the messages and what was entered. {@link #reject} takes the name
 * of a field of the form.
 */
public interface PageCall extends RecordContext {
    /** The language of the page. */
    Language language();

    /** The time zone of the user. */
    ZoneId zone();

    /** The path of the panel, such as {@code /admin}: the list of a model is at {@code home() + "/products/"}. */
    String home();

    /** The address of the page. */
    String address();

    /**
     * The first value of a field of the form that was sent, or of a parameter of the address; the same when the page is shown again
     * after a rejection.
     */
    Optional<String> value(String name);

    /** All values of a field or parameter. */
    List<String> values(String name);

    /** Why the form was rejected that was sent before; the page shows these messages above its content. */
    List<Message> rejections();

    /** A form that is sent to this page, with the token that forms of the panel need. */
    Html form(Html... content);
}
