package dev.hexadmin.testing.ports;

import dev.hexadmin.application.text.Texts;
import dev.hexadmin.application.text.port.LanguageRules;
import dev.hexadmin.application.text.port.MessageBundles;
import dev.hexadmin.domain.text.Language;
import java.util.List;
import java.util.Map;

/** Texts without translations. */
public final class EnglishTexts {
    private EnglishTexts() {}

    public static Texts texts() {
        return new Texts(
                new MessageBundles() {
                    @Override
                    public List<Language> languages() {
                        return List.of();
                    }

                    @Override
                    public Map<String, String> bundle(Language language) {
                        return Map.of();
                    }
                },
                new LanguageRules() {
                    @Override
                    public String plural(Language language, Number number) {
                        return number.longValue() == 1 ? "one" : "other";
                    }

                    @Override
                    public String number(Language language, Number number) {
                        return number.toString();
                    }
                });
    }
}
