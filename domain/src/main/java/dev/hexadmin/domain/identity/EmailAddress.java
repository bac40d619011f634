package dev.hexadmin.domain.identity;

import java.util.Locale;

/**
 * An address that identifies a user. Addresses compare case-insensitively, so the value is in lower case.
 *
 * @param value lower case, 3..254 characters, one {@code @} with characters on both sides
 */
public record EmailAddress(String value) {
    public EmailAddress {
        value = value.strip().toLowerCase(Locale.ROOT);
        int at = value.lastIndexOf('@');
        if (at < 1
                || at == value.length() - 1
                || value.length() > 254
                || value.chars().anyMatch(Character::isWhitespace)) {
            throw new IllegalArgumentException("'" + value + "' is no e-mail address");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
