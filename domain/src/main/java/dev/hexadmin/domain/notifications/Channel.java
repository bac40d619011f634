package dev.hexadmin.domain.notifications;

/**
 * The name of a notification channel, as clients, settings and tables write it. The {@code MessageChannel} that is
 * registered under the name implements it; rows of a removed plugin have a name without a registered channel.
 *
 * @param word {@code [a-z][a-z0-9_]*}, 1..{@value #LONGEST} characters
 */
public record Channel(String word) {
    /** The maximum length of a name, in characters. */
    public static final int LONGEST = 24;

    /** The inbox of a user in the panel and the API. */
    public static final Channel IN_APP = new Channel("in_app");

    /** E-mail. */
    public static final Channel EMAIL = new Channel("email");

    /** Text messages to phones. */
    public static final Channel SMS = new Channel("sms");

    /** Signed events to a URL. */
    public static final Channel WEBHOOK = new Channel("webhook");

    public Channel {
        if (!isName(word)) {
            throw new IllegalArgumentException("the name of a channel has 1 to " + LONGEST
                    + " characters, a-z, 0-9 and _, and begins with a letter; not '" + word + "'");
        }
    }

    /** Whether the text is a valid channel name. */
    public static boolean isName(String word) {
        if (word.isEmpty() || word.length() > LONGEST || !isLetter(word.charAt(0))) {
            return false;
        }
        for (int i = 1; i < word.length(); i++) {
            char c = word.charAt(i);
            if (!isLetter(c) && c != '_' && (c < '0' || c > '9')) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z';
    }

    /** The name. */
    @Override
    public String toString() {
        return word;
    }
}
