package dev.hexadmin.http.texts;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hexadmin.application.text.MessageBundles;
import dev.hexadmin.domain.text.Language;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/**
 * The translations that come with the product: one JSON object for each language, whose names are the English texts.
 */
public final class JsonMessageBundles implements MessageBundles {
    private static final List<Language> LANGUAGES = Language.OFFERED.stream()
            .filter(language -> !language.equals(Language.ENGLISH))
            .toList();
    private static final String FOLDER = "/META-INF/dev.hexadmin.http/messages/";

    @Override
    public List<Language> languages() {
        return LANGUAGES;
    }

    @Override
    public Map<String, String> bundle(Language language) {
        String file = FOLDER + language.tag() + ".json";
        try (InputStream in = JsonMessageBundles.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("the file " + file + " is missing");
            }
            return new ObjectMapper().readValue(in, new TypeReference<Map<String, String>>() {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
