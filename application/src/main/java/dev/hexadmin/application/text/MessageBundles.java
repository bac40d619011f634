package dev.hexadmin.application.text;

import dev.hexadmin.domain.text.Language;
import java.util.List;
import java.util.Map;

/** The translations of texts. Thread-safe. */
public interface MessageBundles {
    /** The languages that there are translations in, without English. */
    List<Language> languages();

    /** The translations of one of the languages by their English text; asked for once. */
    Map<String, String> bundle(Language language);
}
