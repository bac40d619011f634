package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.application.records.RecordChange;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Message;
import dev.hexadmin.domain.notifications.Recipient;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A rule over several records, as a hook: no two appointments of one doctor overlap, however they are made. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BookingContract {
    private static final Instant NINE = Instant.parse("2030-05-06T09:00:00Z");

    private static final Actor TEST = new Actor.Operator("test");

    private RunningServer server;
    private PanelVisitor visitor;
    private String token;
    private final List<String> told = new CopyOnWriteArrayList<>();

    enum Status {
        BOOKED,
        CANCELLED
    }

    @AdminModel(name = "doctors", display = "{name}")
    record Doctor(long id, @AdminField(maxLength = 80) String name) {}

    @AdminModel(name = "appointments", display = "{patient}", ordering = "starts_at")
    record Appointment(
            long id,
            Doctor doctor,
            Instant startsAt,
            Instant endsAt,
            @AdminField(maxLength = 80) String patient,
            Optional<String> note,
            @AdminField(defaultValue = "booked") Status status,
            @AdminField(readOnly = true, defaultValue = "0") int minutes) {
        Appointment {
            if (patient.equals("impossible")) {
                throw new IllegalArgumentException("a secret of the constructor");
            }
        }
    }

    /** The rule of the clinic, and what follows a booking. */
    private final class Booking implements RecordHooks {
        @Override
        public void onCreate(RecordChange change) {
            Appointment wanted = change.after(Appointment.class);
            change.set(
                    "minutes",
                    Duration.between(wanted.startsAt(), wanted.endsAt()).toMinutes());
            if (wanted.patient().equals("typo")) {
                change.set("patiant", "");
            }
        }

        @Override
        public void validate(RecordChange change) {
            Appointment wanted = change.after(Appointment.class);
            if (!wanted.endsAt().isAfter(wanted.startsAt())) {
                change.reject("ends_at", "order", "It ends before it begins.");
                return;
            }
            change.lock("doctor " + wanted.doctor().id());
            if (wanted.status() == Status.BOOKED
                    && change.records()
                            .of(Appointment.class)
                            .filter("id", Lookup.NE, wanted.id())
                            .filter("doctor_id", wanted.doctor())
                            .filter("status", Status.BOOKED)
                            .filter("starts_at", Lookup.LT, wanted.endsAt())
                            .filter("ends_at", Lookup.GT, wanted.startsAt())
                            .exists()) {
                change.reject("starts_at", "overlap", "The doctor has another appointment at this time.");
            }
            if (wanted.patient().equals("effects")) {
                change.records().of(Doctor.class).create(new Doctor(0, "Never"));
            }
        }

        @Override
        public void afterCreate(RecordChange change) {
            Appointment booked = change.after(Appointment.class);
            change.notifications()
                    .notify(
                            Recipient.builder(booked.patient())
                                    .channels(Channel.IN_APP)
                                    .build(),
                            Message.of("Booked", "See you soon."));
            change.afterCommit(() -> told.add(booked.patient()));
            if (booked.patient().equals("late reject")) {
                change.reject("", "late", "Not after all.");
            }
        }

        @Override
        public void onDelete(RecordChange change) {
            if (change.stored().values().get("status").equals("booked")
                    && change.before(Appointment.class).orElseThrow().patient().startsWith("kept")) {
                change.reject("", "booked", "Cancel it first.");
            }
        }
    }

    abstract DatabaseSettings database(Path folder);

    @BeforeAll
    void start(@TempDir Path folder) {
        server = RunningServer.start(
                database(folder),
                options -> options.register(Doctor.class)
                        .register(Appointment.class)
                        .hooks("appointments", new Booking()));
        token = server.token();
        visitor = PanelVisitor.signedIn(server);
    }

    @AfterAll
    void stop() {
        visitor.close();
        server.close();
    }

    private long doctor(String name) {
        HttpResponse<String> answer = server.send(
                "POST",
                "/admin/api/doctors",
                token,
                RunningServer.JSON.valueToTree(Map.of("name", name)).toString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return RunningServer.json(answer).path("id").asLong();
    }

    private static Map<String, Object> appointment(long doctor, int fromMinute, int minutes, String patient) {
        Instant start = NINE.plus(Duration.ofMinutes(fromMinute));
        return Map.of(
                "doctor_id",
                doctor,
                "starts_at",
                start.toString(),
                "ends_at",
                start.plus(Duration.ofMinutes(minutes)).toString(),
                "patient",
                patient);
    }

    private HttpResponse<String> post(String path, Object body) {
        return server.exchange(
                "POST",
                "/admin/api/" + path,
                token,
                RunningServer.JSON.valueToTree(body).toString());
    }

    private HttpResponse<String> book(long doctor, int fromMinute, int minutes, String patient) {
        return post("appointments", appointment(doctor, fromMinute, minutes, patient));
    }

    private List<JsonNode> stored(long doctor) {
        List<JsonNode> items = new ArrayList<>();
        RunningServer.json(
                        server.exchange("GET", "/admin/api/appointments?per_page=200&doctor_id=" + doctor, token, ""))
                .path("items")
                .forEach(items::add);
        return items;
    }

    /** Sends requests at the same time; a server that is too busy is asked again. */
    private static List<Integer> atOnce(List<Callable<HttpResponse<String>>> requests) throws Exception {
        List<Integer> statuses = new ArrayList<>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> futures = new ArrayList<>();
            for (var request : requests) {
                futures.add(executor.submit(() -> {
                    int status = request.call().statusCode();
                    while (status == 503) {
                        status = request.call().statusCode();
                    }
                    return status;
                }));
            }
            for (Future<Integer> future : futures) {
                statuses.add(future.get());
            }
        }
        return statuses;
    }

    private Page settled(Page redirect) {
        assertThat(redirect.status()).as(redirect.body()).isEqualTo(303);
        Page page = redirect.follow();
        while (!page.document().select("progress").isEmpty()) {
            page = redirect.follow();
        }
        return page;
    }

    private Page upload(String csv) {
        return settled(visitor.upload(
                "/admin/appointments/import",
                "appointments.csv",
                csv.getBytes(StandardCharsets.UTF_8),
                "csrf_token",
                visitor.csrfToken(),
                "mode",
                "create"));
    }

    @Test
    void of_two_hundred_requests_at_once_one_gets_each_slot() throws Exception {
        long doctor = doctor("Parallel");
        List<Callable<HttpResponse<String>>> requests = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            int slot = i % 10;
            int shift = i % 3; // minutes into the slot: they overlap without being equal
            String patient = "p" + i;
            requests.add(() -> book(doctor, slot * 30 + shift, 20, patient));
        }
        List<Integer> statuses = atOnce(requests);
        assertThat(statuses).containsOnly(201, 422);
        assertThat(statuses.stream().filter(status -> status == 201)).hasSize(10);
        assertThat(stored(doctor))
                .extracting(each -> Duration.between(
                                        NINE,
                                        Instant.parse(each.path("starts_at").asText()))
                                .toMinutes()
                        / 30)
                .containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
        assertThat(told).filteredOn(patient -> patient.matches("p\\d+")).hasSize(10);
    }

    @Test
    void single_requests_bulk_requests_and_an_import_share_the_rule() throws Exception {
        long doctor = doctor("Mixed");
        List<Callable<HttpResponse<String>>> requests = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            String patient = "mixed" + i;
            requests.add(
                    i % 2 == 0
                            ? () -> book(doctor, 0, 30, patient)
                            : () -> post(
                                    "appointments/bulk",
                                    Map.of("create", List.of(appointment(doctor, 0, 30, patient)))));
        }
        Instant end = NINE.plus(Duration.ofMinutes(30));
        String csv = "doctor_id,starts_at,ends_at,patient\n" + doctor + "," + NINE + "," + end + ",imported\n";
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<List<Integer>> statuses = executor.submit(() -> atOnce(requests));
            Page checked = upload(csv);
            if (checked.text("#import-status").startsWith("The file is good")) {
                settled(checked.form("form[action$=/run]").send());
            }
            assertThat(statuses.get()).isSubsetOf(200, 201, 422);
        }
        assertThat(stored(doctor)).hasSize(1);
    }

    @Test
    void a_bulk_request_with_an_overlap_inside_is_rejected_as_a_whole() {
        long doctor = doctor("Bulk");
        HttpResponse<String> answer = post(
                "appointments/bulk",
                Map.of(
                        "create",
                        List.of(
                                appointment(doctor, 0, 30, "first"),
                                appointment(doctor, 60, 30, "second"),
                                appointment(doctor, 15, 30, "third"))));
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(RunningServer.json(answer).at("/errors/0/pointer").asText())
                .as(answer.body())
                .isEqualTo("/create/2/starts_at");
        assertThat(stored(doctor)).isEmpty();
        assertThat(told).doesNotContain("first", "second", "third");
    }

    @Test
    void a_file_with_an_overlap_is_not_imported_and_names_the_row() {
        long doctor = doctor("File");
        assertThat(book(doctor, 0, 30, "there").statusCode()).isEqualTo(201);
        StringBuilder csv = new StringBuilder("doctor_id,starts_at,ends_at,patient\n");
        for (int slot = 1; slot <= 3; slot++) {
            Instant start = NINE.plus(Duration.ofHours(slot));
            csv.append(doctor).append(',').append(start).append(',').append(start.plus(Duration.ofMinutes(30)));
            csv.append(",row").append(slot).append('\n');
        }
        String good = csv.toString();
        Page bad = upload(good + doctor + "," + NINE.plus(Duration.ofMinutes(5)) + ","
                + NINE.plus(Duration.ofMinutes(10)) + ",late\n");
        assertThat(bad.text("main")).contains("The doctor has another appointment at this time.");
        assertThat(stored(doctor)).hasSize(1);
        Page checked = upload(good);
        assertThat(checked.text("#import-status")).startsWith("The file is good");
        settled(checked.form("form[action$=/run]").send());
        assertThat(stored(doctor)).hasSize(4);
    }

    @Test
    void a_form_that_is_filled_in_shows_the_violation() {
        long doctor = doctor("Form");
        assertThat(book(doctor, 0, 30, "there").statusCode()).isEqualTo(201);
        var installation = server.hexadmin().installation();
        var model = installation.registry().named("appointments");
        assertThat(installation
                        .records()
                        .editing()
                        .check(TEST, model, Optional.empty(), Map.copyOf(appointment(doctor, 10, 5, "next"))))
                .extracting(Violation::pointer)
                .containsExactly("/starts_at");
    }

    @Test
    void an_update_into_another_appointment_is_rejected_and_a_cancelled_one_makes_room() {
        long doctor = doctor("Moves");
        assertThat(book(doctor, 0, 30, "one").statusCode()).isEqualTo(201);
        String two = RunningServer.json(book(doctor, 60, 30, "two")).path("id").asText();
        String move = "{\"starts_at\":\"" + NINE.plus(Duration.ofMinutes(20)) + "\"}";
        HttpResponse<String> rejected = server.send("PATCH", "/admin/api/appointments/" + two, token, move);
        assertThat(rejected.statusCode()).as(rejected.body()).isEqualTo(422);
        assertThat(RunningServer.json(rejected).at("/errors/0/code").asText()).isEqualTo("overlap");
        String one = stored(doctor).getFirst().path("id").asText();
        assertThat(server.send("PATCH", "/admin/api/appointments/" + one, token, "{\"status\":\"cancelled\"}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(server.send("PATCH", "/admin/api/appointments/" + two, token, move)
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void a_rejection_after_the_write_rolls_everything_back_and_nothing_follows() {
        long doctor = doctor("Rolled back");
        HttpResponse<String> answer = book(doctor, 0, 30, "late reject");
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(RunningServer.json(answer).at("/errors/0/message").asText()).isEqualTo("Not after all.");
        assertThat(stored(doctor)).isEmpty();
        assertThat(told).doesNotContain("late reject");
        assertThat(inbox("late reject")).isEmpty();
        assertThat(book(doctor, 0, 30, "on time").statusCode()).isEqualTo(201);
        assertThat(told).contains("on time");
        assertThat(inbox("on time")).containsExactly("Booked");
        assertThat(stored(doctor).getFirst().path("minutes").asInt()).isEqualTo(30);
    }

    private List<String> inbox(String user) {
        return server
                .hexadmin()
                .installation()
                .notifications()
                .reading()
                .list(TEST, new Addressee(user), 10, Optional.empty(), false)
                .items()
                .stream()
                .map(item -> item.notification().title())
                .toList();
    }

    @Test
    void a_hook_rejects_a_delete_with_a_conflict() {
        long doctor = doctor("Delete");
        String id = RunningServer.json(book(doctor, 0, 30, "kept")).path("id").asText();
        HttpResponse<String> answer = server.send("DELETE", "/admin/api/appointments/" + id, token, "");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(409);
        assertThat(RunningServer.json(answer).path("code").asText()).isEqualTo("booked");
        assertThat(RunningServer.json(answer).path("detail").asText()).isEqualTo("Cancel it first.");
    }

    @Test
    void mistakes_in_a_hook_are_errors_of_the_program() {
        long doctor = doctor("Mistakes");
        assertThat(book(doctor, 0, 30, "effects").statusCode()).isEqualTo(500);
        assertThat(book(doctor, 0, 30, "typo").statusCode()).isEqualTo(500);
        assertThat(stored(doctor)).isEmpty();
    }

    @Test
    void values_that_the_constructor_of_the_record_rejects_are_invalid() {
        HttpResponse<String> answer = book(doctor("Constructor"), 0, 30, "impossible");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
        assertThat(answer.body()).doesNotContain("secret");
    }

    @Test
    void a_reference_to_no_record_is_a_conflict_also_for_typed_hooks() {
        HttpResponse<String> answer = book(99_999_999, 0, 30, "homeless");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(409);
        assertThat(RunningServer.json(answer).at("/errors/0/pointer").asText()).isEqualTo("/doctor_id");
    }
}
