package dev.hexadmin.domain.notifications;

import java.util.Locale;

/** What became of one notification on one channel. */
public enum DeliveryStatus {
    /** Accepted, not yet tried. */
    PENDING,
    /** Tried without success; it is tried again. */
    RETRYING,
    /** Stored for the user, or taken by a provider. */
    SENT,
    /** The provider says that it arrived. Final. */
    DELIVERED,
    /** Given up. Final, unless somebody asks for another try. */
    FAILED,
    /** Not to be sent: the user does not want this channel, or it is a default channel and no address is known. Final. */
    SKIPPED;

    /** As clients see it and as it is stored. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The status of this word.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static DeliveryStatus of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    /** Whether the provider, or the user's list, has it. */
    public boolean success() {
        return this == SENT || this == DELIVERED;
    }

    /** What an answer to a caller who waits says: {@code sent}, {@code failed}, {@code retrying} or {@code skipped}. */
    public DeliveryStatus atDeadline() {
        return switch (this) {
            case PENDING, RETRYING -> RETRYING;
            case SENT, DELIVERED -> SENT;
            case FAILED -> FAILED;
            case SKIPPED -> SKIPPED;
        };
    }
}
