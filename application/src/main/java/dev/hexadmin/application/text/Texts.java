package dev.hexadmin.application.text;

import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.domain.text.MessageRules;
import dev.hexadmin.domain.text.MessageSyntax;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The texts of all languages. A language is loaded when its first text is needed. Thread-safe. */
public final class Texts {
    private final MessageBundles bundles;
    private final LanguageRules rules;
    private final List<Language> languages;
    private final Map<Language, Rules> loaded = new ConcurrentHashMap<>();

    public Texts(MessageBundles bundles, LanguageRules rules) {
        this.bundles = bundles;
        this.rules = rules;
        this.languages = Stream.concat(Stream.of(Language.ENGLISH), bundles.languages().stream())
                .distinct()
                .toList();
        loaded.put(Language.ENGLISH, new Rules(Language.ENGLISH, Map.of(), rules));
    }

    /** English alone. */
    public static Texts english() {
        MessageBundles none = new MessageBundles() {
            @Override
            public List<Language> languages() {
                return List.of();
            }

            @Override
            public Map<String, String> bundle(Language language) {
                return Map.of();
            }
        };
        return new Texts(none, new LanguageRules() {
            @Override
            public String plural(Language language, Number number) {
                return MessageRules.ENGLISH.plural(number);
            }

            @Override
            public String number(Language language, Number number) {
                return MessageRules.ENGLISH.number(number);
            }

            @Override
            public String time(Language language, ZonedDateTime at) {
                return MessageRules.ENGLISH.time(at);
            }
        });
    }

    /** The languages that users may choose, English first. */
    public List<Language> languages() {
        return languages;
    }

    /** The message in a language; in English where it has no translation. */
    public String in(Language language, Message message) {
        return MessageSyntax.render(message, loaded.computeIfAbsent(known(language), this::load));
    }

    private Language known(Language language) {
        if (languages.contains(language)) {
            return language;
        }
        return languages.contains(language.primary()) ? language.primary() : Language.ENGLISH;
    }

    private Rules load(Language language) {
        return new Rules(language, Map.copyOf(bundles.bundle(language)), rules);
    }

    private record Rules(Language language, Map<String, String> bundle, LanguageRules rules) implements MessageRules {
        @Override
        public String plural(Number number) {
            return rules.plural(language, number);
        }

        @Override
        public String number(Number number) {
            return rules.number(language, number);
        }

        @Override
        public String time(ZonedDateTime at) {
            return rules.time(language, at);
        }

        @Override
        public String translated(String text) {
            return bundle.getOrDefault(text, text);
        }
    }
}
