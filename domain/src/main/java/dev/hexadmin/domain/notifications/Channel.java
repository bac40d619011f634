package dev.hexadmin.domain.notifications;

import java.util.Optional;

/** A way a notification reaches somebody. */
public enum Channel {
    /** Kept here, listed and pushed to whoever follows. */
    IN_APP("in_app"),
    EMAIL("email"),
    SMS("sms");

    private final String word;

    Channel(String word) {
        this.word = word;
    }

    /** As clients and settings write it. */
    public String word() {
        return word;
    }

    /** Whether a provider outside this program carries it. */
    public boolean outside() {
        return this != IN_APP;
    }

    /** The channel of this word, in its exact case. */
    public static Optional<Channel> of(String word) {
        for (Channel channel : values()) {
            if (channel.word.equals(word)) {
                return Optional.of(channel);
            }
        }
        return Optional.empty();
    }
}
