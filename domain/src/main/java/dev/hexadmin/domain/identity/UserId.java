package dev.hexadmin.domain.identity;

/**
 * A user's key in {@code admin_users}.
 *
 * @param value from 1
 */
public record UserId(long value) {
    @Override
    public String toString() {
        return Long.toString(value);
    }
}
