package dev.hexadmin.http.texts;

import dev.hexadmin.application.text.Texts;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.Message;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * How a user reads texts and times. Immutable.
 *
 * @param zone in which times are shown
 */
public record Localization(Language language, ZoneId zone, Texts texts) {
    /** English and UTC, without any translation. */
    public static final Localization ENGLISH = new Localization(
            Language.ENGLISH, ZoneOffset.UTC, new Texts(new JsonMessageBundles(), new IcuLanguageRules()));

    public Localization {
        if (zone.normalized().equals(ZoneOffset.UTC)) {
            zone = ZoneOffset.UTC; // whatever it is called
        }
    }

    String text(String english) {
        return language.equals(Language.ENGLISH) ? english : texts.in(language, Message.of(english));
    }

    String text(Message message) {
        return texts.in(language, message);
    }

    /** What rendered texts depend on: the same for all users who read alike. */
    public String key() {
        return language + " " + zone;
    }

    /** {@code rtl} or {@code ltr}, as the attribute {@code dir} of HTML. */
    public String direction() {
        return language.rightToLeft() ? "rtl" : "ltr";
    }
}
