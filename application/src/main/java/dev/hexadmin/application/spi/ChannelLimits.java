package dev.hexadmin.application.spi;

/**
 * The limits of a channel.
 *
 * @param atOnce maximum number of concurrent sends of one server, from 1; the server's own limit applies, too
 * @param longestText maximum length of {@link MessageChannel#render} in UTF-16 characters, from 1; a call with a longer
 *     message is rejected with {@code max_length}
 * @since 0.1
 */
public record ChannelLimits(int atOnce, int longestText) {
    /** Only the limits of the server. */
    public static final ChannelLimits NONE = new ChannelLimits(Integer.MAX_VALUE, Integer.MAX_VALUE);

    public ChannelLimits {
        if (atOnce < 1 || longestText < 1) {
            throw new IllegalArgumentException("limits are from 1, not " + atOnce + " and " + longestText);
        }
    }
}
