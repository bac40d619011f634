package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Fields of type {@code duration} in the API, the panel, files and schemas. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DurationFieldsContract {
    /** A record class of an embedding program. */
    @AdminModel(name = "laps")
    record Lap(long id, Duration time, Optional<Duration> pause) {}

    private RunningServer server;
    private PanelVisitor visitor;
    private String token;

    abstract DatabaseSettings database(Path folder);

    @BeforeAll
    void start(@TempDir Path folder) {
        server = RunningServer.start(
                database(folder),
                builder -> builder.register(ModelDefinition.builder("films")
                                .field("id", FieldType.INTEGER, field -> field.primaryKey())
                                .field("name", FieldType.STRING, field -> field.required())
                                .field("length", FieldType.DURATION)
                                .field(
                                        "limited",
                                        FieldType.DURATION,
                                        field -> field.minimum(BigDecimal.ZERO)
                                                .maximum(BigDecimal.valueOf(3600))
                                                .defaultValue(new DefaultValue.Constant(Duration.ofMinutes(5))))
                                .listDisplay(List.of("name", "length"))
                                .listFilter(List.of("length"))
                                .ordering(List.of("name"))
                                .build())
                        .register(Lap.class));
        token = server.token();
        film("a", "\"P1DT2H30M\"");
        film("b", "\"PT36H\"");
        film("c", "\"-PT0.5S\"");
        film("d", "\"PT9M\"");
        film("e", "null");
        film("f", "\"PT26H30M\"");
        visitor = PanelVisitor.signedIn(server);
    }

    @AfterAll
    void stop() {
        visitor.close();
        server.close();
    }

    private void film(String name, String length) {
        JsonNode made = send("POST", "films", "{\"name\":\"" + name + "\",\"length\":" + length + "}", 201);
        assertThat(made.get("limited").textValue()).isEqualTo("PT5M");
    }

    private JsonNode send(String method, String path, String body, int status) {
        HttpResponse<String> answer = server.send(method, "/admin/api/" + path, token, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return RunningServer.json(answer);
    }

    private List<String> names(String query) {
        List<String> names = new ArrayList<>();
        send("GET", "films/?fields=name&name__in=a,b,c,d,e,f&" + query, "", 200)
                .get("items")
                .forEach(item -> names.add(item.get("name").textValue()));
        return names;
    }

    @Test
    void a_duration_is_answered_in_its_canonical_form() {
        assertThat(send("GET", "films/1", "", 200).get("length").textValue()).isEqualTo("P1DT2H30M");
        assertThat(send("GET", "films/2", "", 200).get("length").textValue()).isEqualTo("P1DT12H");
        assertThat(send("GET", "films/3", "", 200).get("length").textValue()).isEqualTo("-PT0.5S");
        assertThat(send("GET", "films/5", "", 200).get("length").isNull()).isTrue();
        JsonNode longest = send("POST", "films", "{\"name\":\"z\",\"length\":\"-P106751990DT23H59M59.999999S\"}", 201);
        assertThat(longest.get("length").textValue()).isEqualTo("-P106751990DT23H59M59.999999S");
    }

    @Test
    void lists_compare_durations_by_their_length() {
        assertThat(names("length=PT26H30M")).containsExactly("a", "f");
        assertThat(names("length__gt=PT9M")).containsExactly("a", "b", "f");
        assertThat(names("length__gte=PT9M")).containsExactly("a", "b", "d", "f");
        assertThat(names("length__lt=P1DT2H30M")).containsExactly("c", "d");
        assertThat(names("length__lte=P1DT2H30M")).containsExactly("a", "c", "d", "f");
        assertThat(names("length__range=PT0S,P1D")).containsExactly("d");
        assertThat(names("length__in=PT540S,-PT0.5S")).containsExactly("c", "d");
        assertThat(names("length__isnull=true")).containsExactly("e");
        assertThat(names("ordering=length,name")).containsExactly("e", "c", "d", "a", "f", "b");
        assertThat(names("ordering=-length,name")).containsExactly("b", "a", "f", "d", "c", "e");
        assertThat(send("GET", "films/?length__contains=PT", "", 400).toString())
                .contains("unknown_lookup");
        assertThat(send("GET", "films/?length=soon", "", 400).toString()).contains("such as P1DT2H30M");
    }

    @Test
    void what_is_no_duration_and_what_is_out_of_bounds_is_refused() {
        assertThat(send("PATCH", "films/4", "{\"length\":\"P1Y\"}", 422).toString())
                .contains("such as P1DT2H30M");
        assertThat(send("PATCH", "films/4", "{\"length\":540}", 422).toString()).contains("\"type\"");
        assertThat(send("PATCH", "films/4", "{\"limited\":\"PT1H0.000001S\"}", 422)
                        .toString())
                .contains("\"maximum\"", "It must be PT1H or less.");
        assertThat(send("PATCH", "films/4", "{\"limited\":\"-PT1S\"}", 422).toString())
                .contains("\"minimum\"", "It must be PT0S or more.");
    }

    @Test
    void the_schema_describes_it() {
        JsonNode schemas = send("GET", "schema/films/", "", 200);
        assertThat(schemas.findValues("length"))
                .isNotEmpty()
                .allSatisfy(
                        length -> assertThat(length.get("x-type").textValue()).isEqualTo("duration"));
    }

    @Test
    void a_record_of_a_program_has_one() {
        JsonNode lap = send("POST", "laps", "{\"time\":\"PT90S\"}", 201);
        assertThat(lap.get("time").textValue()).isEqualTo("PT1M30S");
        assertThat(lap.get("pause").isNull()).isTrue();
        assertThat(send("POST", "laps", "{}", 422).toString()).contains("\"required\"");
    }

    @Test
    void the_panel_shows_filters_and_changes_it() {
        Page list = visitor.get("/admin/films/");
        assertThat(list.texts("table.records tbody td")).contains("1 d 2 h 30 min", "1 d 12 h", "-0.5 s");
        Page filtered = list.form(".listtools").set("length__gte", "P1DT3H").send();
        assertThat(filtered.texts("table.records tbody a.open")).containsExactly("b");

        film("panel", "\"PT1H\"");
        Page record = visitor.get("/admin/films/?name=panel").click("panel");
        Page form = record.document().select("form.record-form").isEmpty() ? record.click("Edit") : record;
        assertThat(form.document().select("#f-length").val()).isEqualTo("PT1H");
        assertThat(form.text("#f-length-help")).isEqualTo("In ISO 8601 form, such as P1DT2H30M for 1 d 2 h 30 min.");
        Page wrong = form.form("form.record-form").set("length", "an hour").send();
        assertThat(wrong.status()).isEqualTo(422);
        assertThat(wrong.text("#f-length-wrong")).contains("A duration in ISO 8601 form is expected");
        assertThat(wrong.document().select("#f-length").val()).isEqualTo("an hour");
        wrong.form("form.record-form").set("length", " PT90M ").send();
        assertThat(send("GET", "films/?name=panel", "", 200)
                        .at("/items/0/length")
                        .textValue())
                .isEqualTo("PT1H30M");
    }

    @Test
    void files_hold_it_as_its_text() {
        byte[] file = "name,length\nimported,PT61M\n".getBytes(StandardCharsets.UTF_8);
        Page checked = settled(visitor.upload(
                "/admin/films/import", "films.csv", file, "csrf_token", visitor.csrfToken(), "mode", "create"));
        assertThat(checked.text("#import-status")).as(checked.text("main")).startsWith("The file is good");
        settled(checked.form("form[action$=/run]").send());
        for (String format : List.of("csv", "json")) {
            HttpResponse<byte[]> exported = visitor.download("/admin/films/export?format=" + format + "&name=imported");
            assertThat(new String(exported.body(), StandardCharsets.UTF_8)).contains("imported", "PT1H1M");
        }
    }

    private static Page settled(Page redirect) {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (true) {
            Page page = redirect.follow();
            if (page.document().select("progress").isEmpty()) {
                return page;
            }
            assertThat(System.nanoTime()).isLessThan(deadline);
        }
    }
}
