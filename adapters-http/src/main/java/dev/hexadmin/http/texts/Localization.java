package dev.hexadmin.http.texts;

import dev.hexadmin.application.text.Texts;
import dev.hexadmin.domain.text.Label;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.Message;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * How a user reads texts and times. Immutable.
 *
 * @param zone in which times are shown
 * @param models the labels of models by name; of none where texts call models by their names, as those of the API do
 */
public record Localization(Language language, ZoneId zone, Texts texts, Function<String, Optional<Label>> models) {
    private static final Set<String> OF_MODELS = Set.of("model", "children");

    /** English and UTC, without any translation. */
    public static final Localization ENGLISH = new Localization(
            Language.ENGLISH, ZoneOffset.UTC, new Texts(new JsonMessageBundles(), new IcuLanguageRules()));

    public Localization(Language language, ZoneId zone, Texts texts) {
        this(language, zone, texts, name -> Optional.empty());
    }

    public Localization {
        if (zone.normalized().equals(ZoneOffset.UTC)) {
            zone = ZoneOffset.UTC; // whatever it is called
        }
    }

    String text(String english) {
        return language.equals(Language.ENGLISH) ? english : texts.in(language, Message.of(english));
    }

    String text(Message message) {
        return texts.in(language, labelled(message));
    }

    /** The same with the labels of models in texts that have their names. */
    public Localization naming(Function<String, Optional<Label>> labels) {
        return new Localization(language, zone, texts, labels);
    }

    private Message labelled(Message message) {
        Message labelled = message;
        for (Map.Entry<String, Object> argument : message.arguments().entrySet()) {
            Object value = argument.getValue();
            if (value instanceof Message part) {
                labelled = labelled.with(argument.getKey(), labelled(part));
            } else if (value instanceof String name && OF_MODELS.contains(argument.getKey())) {
                Optional<Label> label = models.apply(name);
                labelled = label.isPresent() ? labelled.with(argument.getKey(), label.get()) : labelled;
            }
        }
        return labelled;
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
