package dev.hexadmin.domain.notifications;

import java.util.Locale;

/** The status of a notification on one channel. */
public enum DeliveryStatus {
    /** Accepted, not attempted yet. */
    PENDING,
    /** An attempt failed; it will be retried. */
    RETRYING,
    /** Stored for the user, or accepted by a provider. */
    SENT,
    /** The provider reports that it arrived. Final. */
    DELIVERED,
    /** All attempts failed. Final, unless an administrator requests another attempt. */
    FAILED,
    /** Not sent: the user has opted out of the channel, or it is a default channel and no address is known. Final. */
    SKIPPED;

    /** The word in the API and in the database. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The status of this word.
     *
     * @throws IllegalArgumentException when there is no such status
     */
    public static DeliveryStatus of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    /** Whether the provider, or the user's inbox, has it. */
    public boolean success() {
        return this == SENT || this == DELIVERED;
    }

    /**
     * The word in the response to a caller that waits: {@code sent}, {@code failed}, {@code retrying} or {@code
     * skipped}.
     */
    public DeliveryStatus atDeadline() {
        return switch (this) {
            case PENDING, RETRYING -> RETRYING;
            case SENT, DELIVERED -> SENT;
            case FAILED -> FAILED;
            case SKIPPED -> SKIPPED;
        };
    }
}
