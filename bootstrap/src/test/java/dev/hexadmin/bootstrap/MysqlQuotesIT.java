package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.testing.TestDatabases;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Values that would end a text of a statement, with and without escapes by backslash, are values like any other. */
class MysqlQuotesIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String NOTES = "/admin/api/notes/";
    private static final List<String> VALUES = List.of(
            "\\",
            "\\\\",
            "\\'",
            "\\\\'",
            "'",
            "''",
            "\"",
            "\\\"",
            "`",
            "' OR 1=1 -- ",
            "\\' OR 1=1 -- ",
            "\\\\' OR 1=1 # ",
            "'; DROP TABLE notes; -- ",
            "\\'; DROP TABLE notes; -- ",
            "x' UNION SELECT password_hash FROM admin_users -- ",
            "*/ OR 1=1 /*",
            "%",
            "_",
            "\\%",
            "\\_",
            "|",
            "|%",
            "a\\nb",
            "?",
            ":x",
            "\u00bf' OR 1=1 -- ",
            "\\x27 OR 1=1");

    @Test
    void quotes_and_backslashes_are_stored_found_and_change_no_statement() throws Exception {
        try (RunningServer server = RunningServer.start(
                TestDatabases.migratedMysql(),
                builder -> builder.register(ModelDefinition.builder("notes")
                        .labelPlural("Notes")
                        .field("id", FieldType.INTEGER, field -> field.primaryKey())
                        .field("title", FieldType.STRING, field -> field.required())
                        .field("body", FieldType.TEXT)
                        .field("extra", FieldType.JSON)
                        .searchFields(List.of("title", "body"))
                        .build()))) {
            String token = server.token();
            for (String value : VALUES) {
                JsonNode note = JSON.createObjectNode()
                        .put("title", value)
                        .put("body", value)
                        .set("extra", JSON.createObjectNode().put(value, value));
                HttpResponse<String> created = server.send("POST", NOTES, token, note.toString());
                assertThat(created.statusCode()).as(value).isEqualTo(201);
                JsonNode stored = RunningServer.json(created);
                assertThat(stored.path("title").asText()).isEqualTo(value);
                assertThat(stored.path("extra").path(value).asText()).isEqualTo(value);
            }
            for (String value : VALUES) {
                assertThat(titles(server, token, "title=" + encoded(value))).containsExactly(value);
                assertThat(titles(server, token, "body__in=" + encoded(value))).containsExactly(value);
                assertThat(titles(server, token, "title__contains=" + encoded(value)))
                        .containsExactlyInAnyOrderElementsOf(VALUES.stream()
                                .filter(each -> each.contains(value))
                                .toList());
                assertThat(titles(server, token, "title__istartswith=" + encoded(value)))
                        .contains(value)
                        .allMatch(each -> each.regionMatches(true, 0, value, 0, value.length()));
                assertThat(titles(
                                server,
                                token,
                                "filter="
                                        + encoded(JSON.createObjectNode()
                                                .put("title__endswith", value)
                                                .toString())))
                        .contains(value)
                        .allMatch(each -> each.endsWith(value));
                assertThat(titles(server, token, "q=" + encoded(value))).contains(value);
            }
            assertThat(titles(server, token, "")).containsExactlyInAnyOrderElementsOf(VALUES);
        }
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    private static List<String> titles(RunningServer server, String token, String query) {
        HttpResponse<String> list = server.send("GET", NOTES + "?per_page=100&" + query, token, "");
        assertThat(list.statusCode()).as(query + ": " + list.body()).isEqualTo(200);
        List<String> titles = new ArrayList<>();
        RunningServer.json(list)
                .path("items")
                .forEach(item -> titles.add(item.path("title").asText()));
        return titles;
    }
}
