package dev.hexadmin.http.server.problem;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.texts.GivenBundles;
import dev.hexadmin.http.texts.Localizations;
import dev.hexadmin.http.texts.Localized;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TranslatedProblemsTest {
    private static final String LIMIT =
            "{limit, plural, one {At most # character is allowed.} other {At most # characters are allowed.}}";
    private static final Localizations GERMAN = new Localizations(GivenBundles.texts(
            "de",
            Map.of(
                    "Validation failed",
                    "Ungültige Eingabe",
                    "The body is not valid.",
                    "Die Daten sind ungültig.",
                    "{parameter}: {reason}",
                    "{parameter} – {reason}",
                    LIMIT,
                    "{limit, plural, one {Höchstens # Zeichen ist erlaubt.} other {Höchstens # Zeichen sind"
                            + " erlaubt.}}")));

    private static Response answer(String acceptLanguage) {
        Message limit = Message.of(LIMIT).with("limit", 12_000);
        RequestRejectedException rejected = RequestRejectedException.invalid(List.of(
                Violation.at("name", "max_length", limit),
                Violation.at(
                        "query",
                        "max_length",
                        Message.of("{parameter}: {reason}")
                                .with("parameter", "note")
                                .with("reason", limit)),
                Violation.at("price", "type", "There is no translation of this.")));
        return Localized.where(
                () -> GERMAN.of(Optional.empty(), Optional.empty(), Optional.of(acceptLanguage)),
                () -> Problems.answer(rejected, "/admin/api/products/"));
    }

    private static JsonNode body(Response response) throws IOException {
        return new JsonMapper().readTree(response.body());
    }

    @Test
    void a_problem_is_in_the_language_of_the_request_with_its_arguments() throws IOException {
        Response response = answer("de-CH, en;q=0.5");

        assertThat(response.header("Content-Language")).contains("de");
        assertThat(response.header("Vary")).contains("Accept-Language");
        JsonNode body = body(response);
        assertThat(body.get("title").textValue()).isEqualTo("Ungültige Eingabe");
        assertThat(body.get("detail").textValue()).isEqualTo("Die Daten sind ungültig.");
        assertThat(body.get("errors"))
                .extracting(error -> error.get("message").textValue())
                .containsExactly(
                        "Höchstens 12.000 Zeichen sind erlaubt.",
                        "note – Höchstens 12.000 Zeichen sind erlaubt.",
                        "There is no translation of this.");
    }

    @Test
    void what_programs_read_is_the_same_in_every_language() throws IOException {
        JsonNode german = body(answer("de"));
        JsonNode english = body(answer("fr"));

        assertThat(List.of("type", "status", "code", "instance"))
                .allSatisfy(name -> assertThat(german.get(name)).isEqualTo(english.get(name)));
        assertThat(german.get("errors"))
                .extracting(error -> error.get("pointer").textValue() + " "
                        + error.get("code").textValue())
                .containsExactly("/name max_length", "/query max_length", "/price type");
    }

    @Test
    void a_problem_in_english_says_nothing_of_languages() throws IOException {
        Response response = answer("fr");

        assertThat(response.header("Content-Language")).isEmpty();
        assertThat(response.header("Vary")).isEmpty();
        assertThat(body(response).get("errors").get(0).get("message").textValue())
                .isEqualTo("At most 12,000 characters are allowed.");
    }
}
