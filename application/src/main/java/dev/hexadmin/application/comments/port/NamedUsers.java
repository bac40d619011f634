package dev.hexadmin.application.comments.port;

import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.text.LocaleChoice;
import dev.hexadmin.domain.text.VisibleText;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Users, as comments name them. Thread-safe. */
public interface NamedUsers {
    /** The users with these ids that exist, active or not. */
    Map<UserId, NamedUser> byId(Collection<UserId> ids);

    /**
     * The active users with one of these names: an e-mail address, or the part before its {@code @}. Several users may have
     * the same.
     *
     * @param names in lower case
     */
    List<NamedUser> byName(Collection<String> names);

    /**
     * The active users whose e-mail address, name, or a later word of the name begins with a text, by address.
     *
     * @param start in lower case
     * @param after only users with a later address; {@code ""} for all
     */
    List<NamedUser> startingWith(String start, String after, int limit);

    /**
     * A user.
     *
     * @param fullName may be empty
     */
    record NamedUser(UserId id, EmailAddress email, String fullName, boolean active, LocaleChoice locale) {
        /** The part of the address before its {@code @}. */
        public String shortName() {
            return email.value().substring(0, email.value().lastIndexOf('@'));
        }

        /** The name for other users: the full name, or the part of the address before its {@code @}. */
        public String displayName() {
            return VisibleText.isIn(fullName) ? fullName : shortName();
        }
    }
}
