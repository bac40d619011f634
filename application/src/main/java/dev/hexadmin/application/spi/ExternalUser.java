package dev.hexadmin.application.spi;

import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.text.VisibleText;
import java.util.Set;

/**
 * A user of an {@link IdentitySource}.
 *
 * @param subject the permanent identifier of the user within the source, like {@code sub} in OpenID Connect: the key of
 *     a row, the UUID of a directory entry; never an address, which may later be given to another user. At most 255
 *     characters
 * @param email the address to which messages are sent
 * @param fullName may be {@code ""}; cut to 150 characters
 * @param superuser whether the user passes every check
 * @param roles names of roles in Hexadmin; unknown roles are ignored and logged
 * @since 0.1
 */
public record ExternalUser(String subject, String email, String fullName, boolean superuser, Set<String> roles) {
    private static final int MAX_SUBJECT_LENGTH = 255;
    private static final int MAX_NAME_LENGTH = 150;

    /**
     * @throws IllegalArgumentException when the subject or the address is not valid
     */
    public ExternalUser {
        if (!VisibleText.isIn(subject) || subject.length() > MAX_SUBJECT_LENGTH || subject.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "a subject has 1 to " + MAX_SUBJECT_LENGTH + " characters, not " + subject.length());
        }
        email = new EmailAddress(email).value();
        if (email.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("an e-mail address has no NUL");
        }
        fullName = fullName.replace("\0", "").strip();
        if (fullName.codePointCount(0, fullName.length()) > MAX_NAME_LENGTH) {
            fullName = fullName.substring(0, fullName.offsetByCodePoints(0, MAX_NAME_LENGTH));
        }
        roles = Set.copyOf(roles);
    }

    /** A user without a name, roles or rights. */
    public static ExternalUser of(String subject, String email) {
        return new ExternalUser(subject, email, "", false, Set.of());
    }

    public ExternalUser named(String name) {
        return new ExternalUser(subject, email, name, superuser, roles);
    }

    public ExternalUser asSuperuser() {
        return new ExternalUser(subject, email, fullName, true, roles);
    }

    /** The same user with these roles only. */
    public ExternalUser inRoles(Set<String> names) {
        return new ExternalUser(subject, email, fullName, superuser, names);
    }
}
