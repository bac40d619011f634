package dev.hexadmin.http.server.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.http.server.response.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProblemCatalogueTest {
    /** How the sources name a code: {@code RequestRejectedException.conflict("code"}, {@code later(Category.X, "code"} and so on. */
    private static final Pattern CODE = Pattern.compile(
            "(?:RequestRejectedException\\s*\\.\\s*(?:malformed|unauthenticated|forbidden|conflict)\\s*\\("
                    + "|RequestRejectedException\\s*\\.\\s*invalid\\s*\\((?=\\s*\")"
                    + "|(?:later|new\\s+RequestRejectedException)\\s*\\(\\s*(?:RequestRejectedException\\s*\\.\\s*)?(?:Category\\s*\\.\\s*)?[A-Z_]+\\s*,"
                    + "|new\\s+(?:Problem|ConnectionRejectedException)\\s*\\(\\s*\\d{3}\\s*,)\\s*\"([a-z_0-9]+)\"");

    @Test
    void every_code_in_the_sources_is_in_the_table() {
        Map<String, String> used = codesInSources();

        assertThat(used).as("the search finds what is known to be there").containsKeys("rate_limited", "draining");
        assertThat(used.keySet())
                .as("codes without an entry: %s", used)
                .isSubsetOf(ProblemCatalogue.entries().stream()
                        .map(ProblemCatalogue.Entry::code)
                        .toList());
    }

    @Test
    void codes_are_words_and_entries_are_whole() {
        assertThat(ProblemCatalogue.entries()).allSatisfy(entry -> {
            assertThat(entry.code()).matches("[a-z][a-z0-9_]*");
            assertThat(entry.status()).isBetween(400, 599);
            assertThat(entry.title().english()).isNotBlank();
            String explanation = entry.explanation().english();
            assertThat(explanation).endsWith(explanation.contains("…") ? "…" : ".");
        });
        assertThat(ProblemCatalogue.entries().stream().map(ProblemCatalogue.Entry::code))
                .doesNotHaveDuplicates();
    }

    @Test
    void the_documented_table_is_that_of_the_code() {
        String documented = text(Path.of("..", "docs", "problems.md"));
        assertThat(documented.substring(documented.indexOf("\n| Status |") + 1))
                .isEqualTo(ProblemCatalogue.entries().stream()
                        .map(entry -> "| " + entry.status() + " | `" + entry.code() + "` | "
                                + entry.title().english() + " | "
                                + entry.explanation().english() + " |\n")
                        .collect(Collectors.joining(
                                "", "| Status | Code | Title | Meaning |\n|---|---|---|---|\n", "")));
    }

    @ParameterizedTest
    @EnumSource
    void every_category_has_a_status_that_is_in_the_table(RequestRejectedException.Category category) {
        int status = ProblemCatalogue.status(category);

        assertThat(ProblemCatalogue.entries()).anyMatch(entry -> entry.status() == status);
        assertThat(ProblemCatalogue.find(ProblemCatalogue.codeOf(status)))
                .map(ProblemCatalogue.Entry::status)
                .contains(status);
    }

    @ParameterizedTest
    @EnumSource
    void every_reason_of_an_outage_is_a_503_of_the_table_with_its_own_page(ServiceUnavailableException.Reason reason) {
        assertThat(ProblemCatalogue.find(reason.code()))
                .map(ProblemCatalogue.Entry::status)
                .contains(503);
        ProblemDetails details = Problems.details(
                new ServiceUnavailableException(reason, "jdbc:postgresql://10.0.0.1", new IllegalStateException()));
        assertThat(details.code()).isEqualTo(reason.code());
        assertThat(details.text().english()).isNotBlank().doesNotContain("10.0.0.1");
        assertThat(details.headers()).extracting(Response.Header::name).contains("Retry-After");
    }

    private static Map<String, String> codesInSources() {
        Map<String, String> used = new TreeMap<>();
        for (String module : List.of("application", "adapters-http", "adapters-persistence", "adapters-cache")) {
            Path sources = Path.of("..", module, "src", "main", "java");
            if (Files.isDirectory(sources)) {
                try (Stream<Path> files = Files.walk(sources)) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(file -> {
                        Matcher matcher = CODE.matcher(text(file));
                        while (matcher.find()) {
                            used.put(matcher.group(1), file.getFileName().toString());
                        }
                    });
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        return used;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
