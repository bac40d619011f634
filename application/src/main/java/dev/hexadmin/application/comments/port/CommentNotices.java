package dev.hexadmin.application.comments.port;

import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.Message;
import java.util.List;
import java.util.Optional;

/** Notifications about comments. Thread-safe. */
public interface CommentNotices {
    /** The maximum number of characters of a notice's text. */
    int LONGEST_TEXT = 300;

    /** Adds notifications to the inboxes and the outbox, in the running unit of work. They are sent after the commit. */
    void send(List<Notice> notices);

    /**
     * A notification.
     *
     * @param text the beginning of the comment
     * @param link the address of the comment, if users have one
     * @param data model, id and comment, for programs
     */
    record Notice(UserId to, Language language, Message title, String text, Optional<String> link, JsonText data) {}
}
