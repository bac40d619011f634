package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.application.records.RecordChange;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.domain.text.TextBundle;
import dev.hexadmin.testing.TestDatabases;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ResourceBundle;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The texts of a program are in the language of the reader: those in its annotations, and those that its code returns. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProgramTextsIT {
    private static final TextBundle TEXTS =
            TextBundle.of(locale -> ResourceBundle.getBundle("dev.hexadmin.bootstrap.clinic", locale));
    private static final String[] GERMAN = {"Accept-Language", "de"};

    enum Stage {
        BOOKED,
        DONE
    }

    @AdminModel(
            name = "visits",
            label = "{visit}",
            labelPlural = "{visits}",
            help = "{visits.help}",
            navGroup = "{group}",
            display = "{patient}",
            listFilter = "stage")
    record Visit(
            long id,

            @AdminField(label = "{patient}", help = "{patient.help}")
            String patient,

            @AdminField(
                    label = "{stage}",
                    valueLabels = {"booked: {booked}", "done: Over"})
            Stage stage) {}

    private static final class Closed implements RecordHooks {
        @Override
        public void validate(RecordChange change) {
            if (change.after(Visit.class).patient().equals("Sunday")) {
                change.reject("patient", "closed", TEXTS.message("closed").with("free", 2));
            }
        }
    }

    private RunningServer server;
    private String token;

    @BeforeAll
    void start(@TempDir Path folder) {
        server = RunningServer.start(
                TestDatabases.migratedSqlite(folder),
                options -> options.texts(TEXTS)
                        .register(Visit.class)
                        .hooks(Visit.class, new Closed())
                        .action(
                                Visit.class,
                                RecordAction.named("confirm")
                                        .label(TEXTS.label("confirm"))
                                        .runAsProgram(call -> {
                                            call.report(TEXTS.message("confirmed")
                                                    .with(
                                                            "count",
                                                            call.selected().size()));
                                            return "";
                                        }))
                        .action(Visit.class, RecordAction.named("wordless").runAsProgram(call -> "")));
        token = server.token();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private String visit(String patient) {
        HttpResponse<String> made = server.send(
                "POST", "/admin/api/visits/", token, "{\"patient\":\"" + patient + "\",\"stage\":\"booked\"}");
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        return RunningServer.json(made).path("id").asText();
    }

    private static PanelVisitor german(RunningServer server) {
        PanelVisitor visitor = PanelVisitor.signedIn(server);
        visitor.get("/admin/profile")
                .form("form[action$=/locale]")
                .set("language", "de")
                .set("time_zone", "")
                .send();
        return visitor;
    }

    @Test
    void annotations_name_texts_of_the_bundle_by_key() {
        visit("Ada");
        try (PanelVisitor visitor = german(server)) {
            Page list = visitor.get("/admin/visits/");
            assertThat(list.text("h1")).isEqualTo("Termine");
            assertThat(list.body())
                    .contains("Patient*in", "Stand", "Gebucht", "Over", "Praxis", "Wer wann kommt.", "Bestätigen");
            assertThat(visitor.get("/admin/visits/create").body()).contains("Vor- und Nachname");
        }
        try (PanelVisitor visitor = PanelVisitor.signedIn(server)) {
            visitor.get("/admin/profile")
                    .form("form[action$=/locale]")
                    .set("language", "")
                    .set("time_zone", "")
                    .send();
            assertThat(visitor.get("/admin/visits/", "Accept-Language", "fr").text("h1"))
                    .isEqualTo("Visits");
        }
        JsonNode schema = RunningServer.json(server.send("GET", "/admin/api/schema/visits/", token, "", GERMAN));
        assertThat(schema.path("title").asText()).isEqualTo("Termin");
        assertThat(schema.at("/properties/patient/title").asText()).isEqualTo("Patient*in");
    }

    @Test
    void a_hook_rejects_in_the_language_of_the_caller() {
        String body = "{\"patient\":\"Sunday\",\"stage\":\"booked\"}";

        HttpResponse<String> german = server.send("POST", "/admin/api/visits/", token, body, GERMAN);
        assertThat(german.statusCode()).isEqualTo(422);
        assertThat(RunningServer.json(german).at("/errors/0/message").asText())
                .isEqualTo("Die Praxis ist geschlossen. 2 Tage sind frei.");
        HttpResponse<String> french = server.send("POST", "/admin/api/visits/", token, body, "Accept-Language", "fr");
        assertThat(RunningServer.json(french).at("/errors/0/message").asText())
                .isEqualTo("The practice is closed. 2 days are free.");
    }

    @Test
    void an_action_reports_in_the_language_of_its_caller() {
        String run = "{\"ids\":[" + visit("Grace") + "]}";

        assertThat(message("confirm", run, "de")).isEqualTo("1 Termin ist bestätigt.");
        assertThat(message("confirm", run, "en")).isEqualTo("1 visit is confirmed.");
        assertThat(message("wordless", run, "de")).isEqualTo("Die Aktion „Wordless“ wurde ausgeführt.");
    }

    private String message(String action, String body, String language) {
        HttpResponse<String> ran =
                server.send("POST", "/admin/api/visits/actions/" + action, token, body, "Accept-Language", language);
        assertThat(ran.statusCode()).as(ran.body()).isEqualTo(200);
        return RunningServer.json(ran).path("message").asText();
    }

    @AdminModel(label = "{visit}")
    record Labelled(long id) {}

    @AdminModel
    record Misspelt(long id, @AdminField(help = "{pateint}") String name) {}

    @AdminModel
    record Unpaired(
            long id, @AdminField(valueLabels = "Booked") Stage stage) {}

    @Test
    void keys_without_a_text_are_refused_where_the_record_is_registered() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Hexadmin.builder().register(Labelled.class))
                .withMessageEndingWith(
                        "Labelled: 'label' is the key {visit} of a text: call Hexadmin.Builder.texts(…) before"
                                + " register(…)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Hexadmin.builder().texts(TEXTS).register(Misspelt.class))
                .withMessageContaining("Misspelt: component 'name': 'help': there is no text 'pateint' in ")
                .withMessageEndingWith("; did you mean 'patient'?");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Hexadmin.builder().texts(TEXTS).register(Unpaired.class))
                .withMessageContaining(
                        "component 'stage': a label of a value is written as \"in_transit: On its way\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Hexadmin.builder().texts(TEXTS).texts(TEXTS))
                .withMessage("the texts are given twice");
    }
}
