package dev.hexadmin.application.spi;

/**
 * What a channel does not exceed.
 *
 * @param atOnce messages that one server sends at the same time at most, from 1; the server's own limit holds, too
 * @param longestText characters (UTF-16) of {@link MessageChannel#render} at most, from 1; a call with a longer message is
 *     refused with {@code max_length}
 * @since 0.1
 */
public record ChannelLimits(int atOnce, int longestText) {
    /** Those of the server alone. */
    public static final ChannelLimits NONE = new ChannelLimits(Integer.MAX_VALUE, Integer.MAX_VALUE);

    public ChannelLimits {
        if (atOnce < 1 || longestText < 1) {
            throw new IllegalArgumentException("limits are from 1, not " + atOnce + " and " + longestText);
        }
    }
}
