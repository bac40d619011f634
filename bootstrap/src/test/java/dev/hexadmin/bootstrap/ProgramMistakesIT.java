package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.application.endpoints.EndpointAnswer;
import dev.hexadmin.application.endpoints.RecordEndpoint;
import dev.hexadmin.application.records.RecordChange;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.testing.TestDatabases;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Mistakes in the code of a program: what they say, and that the server goes on. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProgramMistakesIT {
    @AdminModel(name = "doctors")
    record Doctor(long id, String name) {}

    @AdminModel(name = "visits")
    record Visit(long id, String patient) {}

    /** The exception that the code of an action sees. */
    private final AtomicReference<@Nullable RuntimeException> seen = new AtomicReference<>();

    private final AtomicReference<@Nullable HttpResponse<String>> inner = new AtomicReference<>();

    private RunningServer server;
    private String token;

    private final class Rules implements RecordHooks {
        @Override
        public void afterCreate(RecordChange change) {
            if (change.after(Visit.class).patient().equals("over HTTP")) {
                inner.set(server.send("POST", "/admin/api/doctors/", token, "{\"name\":\"Ada\"}"));
            }
        }
    }

    @BeforeAll
    void start(@TempDir Path folder) {
        server = RunningServer.start(
                TestDatabases.migratedSqlite(folder),
                options -> options.register(Doctor.class)
                        .register(Visit.class)
                        .hooks(Visit.class, new Rules())
                        .action(
                                Visit.class,
                                RecordAction.named("attempt")
                                        .parameter("what", FieldType.STRING, f -> f.required())
                                        .runAsProgram(call -> {
                                            try {
                                                switch (call.parameter("what", String.class)
                                                        .orElseThrow()) {
                                                    case "class" -> call.selected(Doctor.class);
                                                    case "filter" ->
                                                        call.records()
                                                                .of("visits")
                                                                .filter("patiend", "x")
                                                                .list();
                                                    default -> call.reject("what", "bad", (String) null);
                                                }
                                            } catch (RuntimeException e) {
                                                seen.set(e);
                                            }
                                            return "";
                                        }))
                        .endpoint(Visit.class, endpoint("null").handleAsCaller(call -> null))
                        .endpoint(
                                Visit.class, endpoint("stream").handleAsCaller(call -> EndpointAnswer.of(Stream.of(1))))
                        .endpoint(
                                Visit.class,
                                endpoint("text").handleAsCaller(call -> EndpointAnswer.of(new StringBuilder("x")))));
        token = server.token();
    }

    private static RecordEndpoint.Builder endpoint(String name) {
        return RecordEndpoint.get("answer_" + name).needs(Action.VIEW);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private HttpResponse<String> create(String patient) {
        return server.send("POST", "/admin/api/visits/", token, "{\"patient\":\"" + patient + "\"}");
    }

    /** The server would never write again if both waited for each other. */
    @Test
    void a_hook_that_writes_over_http_gets_a_503_and_the_change_goes_on() {
        assertThat(create("over HTTP").statusCode()).isEqualTo(201);
        assertThat(inner.get()).isNotNull();
        assertThat(inner.get().statusCode()).isEqualTo(503);
        assertThat(create("after it").statusCode()).isEqualTo(201);
    }

    private String attempt(String what) {
        String id = RunningServer.json(create(what)).path("id").asText();
        server.send(
                "POST",
                "/admin/api/visits/actions/attempt",
                token,
                "{\"ids\":[" + id + "],\"parameters\":{\"what\":\"" + what + "\"}}");
        return seen.getAndSet(null) instanceof RuntimeException e ? e.toString() : "";
    }

    @Test
    void code_is_told_what_it_has_confused() {
        assertThat(attempt("class"))
                .isEqualTo(
                        "java.lang.IllegalArgumentException: the records of 'visits' are not of the class of 'doctors'");
        assertThat(attempt("filter")).endsWith("There is no such parameter or field.; did you mean 'patient'?");
        assertThat(attempt("null")).isEqualTo("java.lang.NullPointerException: text");
    }

    @Test
    void an_answer_without_a_text_is_not_sent() {
        for (String name : new String[] {"null", "stream"}) {
            assertThat(server.exchange("GET", "/admin/api/visits/answer_" + name, token, "")
                            .statusCode())
                    .as(name)
                    .isEqualTo(500);
        }
        assertThat(server.exchange("GET", "/admin/api/visits/answer_text", token, "")
                        .body())
                .isEqualTo("\"x\"");
    }

    @AdminModel
    record Local(long id, LocalDateTime at) {}

    @AdminModel(listDisplay = "naem")
    record Misspelt(long id, String name) {}

    @Test
    void registrations_are_refused_with_advice() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Hexadmin.builder().register(Local.class))
                .withMessageEndingWith(
                        "no field type belongs to java.time.LocalDateTime; a point in time is an Instant");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Hexadmin.builder().register(Misspelt.class))
                .withMessageEndingWith("'listDisplay' names the unknown field 'naem'; did you mean 'name'?");
        assertThatNullPointerException()
                .isThrownBy(() -> RecordAction.named("nothing").runAsProgram(null))
                .withMessage("code");
        assertThatNullPointerException()
                .isThrownBy(() -> endpoint("nothing").handleAsCaller(null))
                .withMessage("code");
    }
}
