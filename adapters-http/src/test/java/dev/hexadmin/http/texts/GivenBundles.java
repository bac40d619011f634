package dev.hexadmin.http.texts;

import dev.hexadmin.application.text.MessageBundles;
import dev.hexadmin.application.text.Texts;
import dev.hexadmin.domain.text.Language;
import java.util.List;
import java.util.Map;

/** Translations that a test gives. */
public record GivenBundles(Map<Language, Map<String, String>> bundles) implements MessageBundles {
    /** The texts of one language and English. */
    public static Texts texts(String language, Map<String, String> translations) {
        return new Texts(new GivenBundles(Map.of(new Language(language), translations)), new IcuLanguageRules());
    }

    @Override
    public List<Language> languages() {
        return List.copyOf(bundles.keySet());
    }

    @Override
    public Map<String, String> bundle(Language language) {
        return bundles.getOrDefault(language, Map.of());
    }
}
