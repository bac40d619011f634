package dev.hexadmin.application.identity.port;

import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.Message;
import java.util.List;
import java.util.Optional;

/** Mails about accounts. Thread-safe. */
public interface AccountMail {
    /** Whether mails can be sent: a provider of e-mail is registered. */
    boolean available();

    /** Adds a mail to the outbox, in the running unit of work. It is sent after the commit, and retried. */
    void send(Letter letter);

    /**
     * A mail.
     *
     * @param user the user whose account it is about; empty when there is none yet
     */
    record Letter(Kind kind, Optional<UserId> user, EmailAddress to, Language language, Wording wording) {}

    /** Where a letter goes. */
    enum Kind {
        /** By mail only, also to users who do not want mail. It has a secret, which is stored encrypted. */
        LINK,
        /** By mail, also to users who do not want mail, and to the user's inbox. */
        ALERT,
        /** By mail and to the inbox, unless the user does not want that. */
        NOTICE
    }

    /**
     * What a letter says.
     *
     * @param link between the paragraphs and the notes
     */
    record Wording(Message subject, List<Message> paragraphs, Optional<Link> link, List<Message> notes) {
        public Wording {
            paragraphs = List.copyOf(paragraphs);
            notes = List.copyOf(notes);
        }

        @Override
        public String toString() {
            return "Wording[" + subject + "]";
        }
    }

    /**
     * A link.
     *
     * @param address with a secret
     */
    record Link(Message label, String address) {
        @Override
        public String toString() {
            return "Link[" + label + "]";
        }
    }
}
