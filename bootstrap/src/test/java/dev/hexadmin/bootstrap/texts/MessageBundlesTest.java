package dev.hexadmin.bootstrap.texts;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hexadmin.domain.text.MessageSyntax;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every text that users see is in the bundles of all languages. */
class MessageBundlesTest {
    private static final Path FOLDER =
            SourceTexts.repository().resolve("adapters-http/src/main/resources/META-INF/dev.hexadmin.http/messages");
    /** The calls, conditions and values of a template; what is left is written as it stands. */
    private static final List<Pattern> NO_TEXT = List.of(
            Pattern.compile("^(?:@import|@param).*$", Pattern.MULTILINE),
            Pattern.compile("<%--.*?--%>", Pattern.DOTALL),
            Pattern.compile("!\\{.*}|!\\{var \\w+ = @`|`[^`<\n]*content = @`"),
            Pattern.compile("\\$(?:unsafe)?\\{(?:[^{}\"]|\"(?:[^\"\\\\]|\\\\.)*\"|\\{(?:[^{}\"]|\"[^\"]*\")*})*}"),
            Pattern.compile(
                    "@(?:if|elseif|for)\\((?:[^()]|\\((?:[^()]|\\((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*\\))*\\))*\\)"),
            Pattern.compile("@template[\\w.]*\\((?:[^()`]|\\((?:[^()]|\\([^()]*\\))*\\))*"),
            Pattern.compile("@(?:endif|endfor|else|raw|endraw)"));

    private static final Pattern ATTRIBUTE =
            Pattern.compile("\\b(?:aria-label|title|placeholder|alt|data-label)=\"[^\"]*\\p{L}{2,}[^\"]*\"");
    /** Names and examples that are the same in every language. */
    private static final List<String> NAMES = List.of(
            "Hexadmin",
            "· Hexadmin",
            "Ctrl K",
            "CSV",
            "XLSX",
            "JSON",
            "Authorization: Bearer hx_…",
            "$user.id",
            "$user.email",
            "UTC");

    private static final Pattern ELEMENT = Pattern.compile("</?\\w+>");
    private static final Pattern WORDS = Pattern.compile("\\p{L}{2,}");
    private static final Pattern SENTENCE_OF_SCRIPT =
            Pattern.compile("(?<!gettext\\()'[A-Z][a-z]+(?: [a-z]+)+[^'\n]*'");

    @Test
    void sees_the_texts_of_all_kinds_of_sources() {
        assertThat(SourceTexts.all())
                .hasSizeGreaterThan(1_000)
                .containsKeys(
                        "Profile and security",
                        "{count, plural, one {# suggestion} other {# suggestions}}",
                        "No results match your filters.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"de", "fr", "es", "pt", "zh-Hans", "ja", "ar"})
    void translates_every_text(String language) throws IOException {
        SortedMap<String, String> texts = SourceTexts.all();

        assertThat(texts.keySet())
                .as("texts without a translation in messages/%s.json", language)
                .isSubsetOf(bundle(language).keySet());
        assertThat(bundle(language).keySet())
                .as("translations in messages/%s.json of texts that no source has", language)
                .isSubsetOf(texts.keySet());
    }

    @ParameterizedTest
    @ValueSource(strings = {"de", "fr", "es", "pt", "zh-Hans", "ja", "ar"})
    void keeps_the_arguments_in_every_translation(String language) throws IOException {
        bundle(language).forEach((text, translation) -> {
            assertThat(translation).as("the translation of '%s'", text).isNotBlank();
            assertThat(elements(translation))
                    .as("elements of '%s', the translation of '%s'", translation, text)
                    .isEqualTo(elements(text));
            if (text.contains("{")) {
                assertThat(names(translation))
                        .as("arguments of '%s', the translation of '%s'", translation, text)
                        .isEqualTo(names(text));
            }
        });
    }

    private static List<String> elements(String text) {
        return ELEMENT.matcher(text).results().map(MatchResult::group).sorted().toList();
    }

    /** A text without arguments may have braces, which are then no syntax. */
    private static Object names(String text) {
        try {
            return MessageSyntax.names(text);
        } catch (IllegalArgumentException e) {
            return "not a message with arguments";
        }
    }

    @Test
    void leaves_no_text_in_templates() {
        List<String> found = new ArrayList<>();
        for (Path template : SourceTexts.templates()) {
            if (!template.endsWith("design.jte")) { // for developers, in development only
                String rest = SourceTexts.read(template);
                for (Pattern pattern : NO_TEXT) {
                    rest = pattern.matcher(rest).replaceAll("");
                }
                Matcher attribute = ATTRIBUTE.matcher(rest);
                while (attribute.find()) {
                    found.add(template.getFileName() + ": " + attribute.group());
                }
                for (String text : rest.replaceAll("<[^>]*>", "\n").split("\n")) {
                    if (WORDS.matcher(text).find() && !NAMES.contains(text.strip())) {
                        found.add(template.getFileName() + ": " + text.strip());
                    }
                }
            }
        }

        assertThat(found).isEmpty();
    }

    @Test
    void leaves_no_sentence_in_scripts() {
        assertThat(SourceTexts.scripts())
                .allSatisfy(script -> assertThat(SENTENCE_OF_SCRIPT
                                .matcher(SourceTexts.read(script))
                                .results()
                                .map(MatchResult::group)
                                .toList())
                        .as("sentences of %s outside of gettext", script.getFileName())
                        .isEmpty());
    }

    private static Map<String, String> bundle(String language) throws IOException {
        return new ObjectMapper()
                .readValue(
                        Files.readString(FOLDER.resolve(language + ".json")),
                        new TypeReference<Map<String, String>>() {});
    }
}
