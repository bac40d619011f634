package dev.hexadmin.http.panel.frame;

import java.util.Locale;

/**
 * A message that the next page shows, once.
 *
 * @param text a sentence
 */
public record Flash(Kind kind, String text) {
    /** How it is meant. */
    public enum Kind {
        SUCCESS("good"),
        INFO("info"),
        WARNING("warn"),
        ERROR("bad");

        private final String icon;

        Kind(String icon) {
            this.icon = icon;
        }

        /** Its sign, a name of {@link Icons}. */
        public String icon() {
            return icon;
        }

        /** The class of its box. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Something was done. */
    public static Flash success(String text) {
        return new Flash(Kind.SUCCESS, text);
    }

    /** Something was not done. */
    public static Flash error(String text) {
        return new Flash(Kind.ERROR, text);
    }
}
