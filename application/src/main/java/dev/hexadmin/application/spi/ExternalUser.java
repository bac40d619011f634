package dev.hexadmin.application.spi;

import dev.hexadmin.domain.identity.EmailAddress;
import java.util.Set;

/**
 * A user of an {@link IdentitySource}.
 *
 * @param subject tells the user from all others of the source, for good, as {@code sub} does in OpenID Connect: a number of
 *     a row, an entry's UUID; never an address, which may be given to somebody else. At most 255 characters
 * @param email the address, where messages go to
 * @param fullName may be {@code ""}; what is beyond 150 characters is left out
 * @param superuser passes every check
 * @param roles names of roles in Hexadmin; those that are not there are left out, and that is logged
 * @since 0.1
 */
public record ExternalUser(String subject, String email, String fullName, boolean superuser, Set<String> roles) {
    private static final int SUBJECT_MOST = 255;
    private static final int NAME_MOST = 150;

    /** @throws IllegalArgumentException for a subject or an address that is none */
    public ExternalUser {
        if (subject.isBlank() || subject.length() > SUBJECT_MOST || subject.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "a subject has 1 to " + SUBJECT_MOST + " characters, not " + subject.length());
        }
        email = new EmailAddress(email).value();
        if (email.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("an e-mail address has no NUL");
        }
        fullName = fullName.replace("\0", "").strip();
        if (fullName.codePointCount(0, fullName.length()) > NAME_MOST) {
            fullName = fullName.substring(0, fullName.offsetByCodePoints(0, NAME_MOST));
        }
        roles = Set.copyOf(roles);
    }

    /** Somebody without a name, a role, or any right. */
    public static ExternalUser of(String subject, String email) {
        return new ExternalUser(subject, email, "", false, Set.of());
    }

    public ExternalUser named(String name) {
        return new ExternalUser(subject, email, name, superuser, roles);
    }

    public ExternalUser asSuperuser() {
        return new ExternalUser(subject, email, fullName, true, roles);
    }

    /** In these roles, and no others. */
    public ExternalUser inRoles(Set<String> names) {
        return new ExternalUser(subject, email, fullName, superuser, names);
    }
}
