package dev.hexadmin.application.panel;

import dev.hexadmin.application.records.RecordAccess;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.text.Language;
import java.time.ZoneId;

/** What the code of a card or a tab is given for one page. Used by one thread. */
public interface SlotCall {
    /** The user who views the page. */
    Actor actor();

    /** Records with the rights of the user, for reading. */
    RecordAccess records();

    /** The language of the page. */
    Language language();

    /** The time zone of the user. */
    ZoneId zone();

    /** The path of the panel, such as {@code /admin}: the list of a model is at {@code home() + "/products/"}. */
    String home();
}
