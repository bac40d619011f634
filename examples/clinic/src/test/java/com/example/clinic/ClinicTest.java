package com.example.clinic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hexadmin.testkit.SentMessage;
import dev.hexadmin.testkit.TestServer;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ClinicTest {
    private static final String APPOINTMENTS = "/admin/api/appointments/";
    private static final String DATABASE = System.getenv("CLINIC_TEST_DATABASE");
    private static final List<String> VIEW = List.of("view");

    @RegisterExtension
    static final TestServer SERVER = TestServer.of(Clinic::builder)
            .with(builder -> DATABASE == null ? builder : builder.setting("database.url", DATABASE))
            .role("desk", Map.of("appointments", List.of("create", "edit"), "doctors", VIEW, "patients", VIEW));

    @BeforeAll
    static void fill() {
        SERVER.superuser()
                .post("/admin/api/doctors/", "{\"name\":\"Dr. Adams\"}")
                .expect(201);
        SERVER.superuser()
                .post("/admin/api/patients/", "{\"name\":\"Pat\",\"phone\":\"+4930123456\"}")
                .expect(201);
    }

    private static String from(String from, String to) {
        return """
            {"doctor_id":1,"patient_id":1,"starts_at":"2026-12-01T%s:00Z","ends_at":"2026-12-01T%s:00Z"}\
            """.formatted(from, to);
    }

    @Test
    void a_doctor_has_one_appointment_at_a_time_also_when_many_ask_at_once() {
        List<Integer> statuses = IntStream.range(0, 200)
                .parallel()
                .mapToObj(i -> SERVER.as("desk")
                        .post(APPOINTMENTS, from("09:00", "09:30"))
                        .status())
                .sorted()
                .toList();
        assertEquals(201, statuses.getFirst());
        assertEquals(List.of(422), statuses.subList(1, 200).stream().distinct().toList());
        SERVER.as("desk").post(APPOINTMENTS, from("09:30", "10:00")).expect(201);
        SERVER.as("desk").post(APPOINTMENTS, from("12:00", "11:00")).expect(422);
    }

    @Test
    void who_is_cancelled_is_told_once_and_the_time_is_free_again() {
        String id = SERVER.as("desk")
                .post(APPOINTMENTS, from("15:00", "15:30"))
                .expect(201)
                .at("/id");
        for (String said : List.of("1 cancelled.", "0 cancelled.")) {
            assertEquals(
                    said,
                    SERVER.superuser()
                            .post(APPOINTMENTS + "actions/cancel", "{\"ids\":[" + id + "]}")
                            .expect(200)
                            .at("/message"));
        }
        String text = "Your appointment with Dr. Adams on 2026-12-01 is cancelled. Please call us.";
        assertEquals(List.of(new SentMessage("sms", "+4930123456", "", text)), SERVER.awaitMessages(1));
        SERVER.as("desk").post(APPOINTMENTS, from("15:00", "15:30")).expect(201);
    }
}
