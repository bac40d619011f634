package com.example.clinic;

import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.application.records.TypedRecords;
import dev.hexadmin.bootstrap.Hexadmin;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Message;
import dev.hexadmin.domain.notifications.Recipient;
import java.util.List;

/** Appointments of a clinic: a panel, an API and text messages. */
final class Clinic {
    /** A button on appointments, and an endpoint: patients get a message when the cancellation is stored. */
    private static final RecordAction CANCEL = RecordAction.named("cancel")
            .label("Cancel and notify")
            .confirm("Cancel the appointments and notify the patients?")
            .runAsProgram(call -> {
                TypedRecords<Appointment> appointments = call.records().of(Appointment.class);
                List<Appointment> booked = call.selected(Appointment.class).stream()
                        .filter(one -> one.status() == Appointment.Status.BOOKED)
                        .toList();
                for (Appointment each : booked) {
                    appointments.update(each, Appointment::cancelled);
                    call.notifications()
                            .notify(
                                    Recipient.builder(
                                                    "patient " + each.patient().id())
                                            .phone(each.patient().phone())
                                            .channels(Channel.SMS)
                                            .build(),
                                    Message.of(
                                            "Your appointment",
                                            "Your appointment with "
                                                    + each.doctor().name() + " on "
                                                    + each.startsAt().toString().substring(0, 10)
                                                    + " is cancelled. Please call us."));
                }
                return booked.size() + " cancelled.";
            });

    private Clinic() {}

    /** What {@code main} and the tests start. */
    static Hexadmin.Builder builder() {
        return Hexadmin.builder()
                .environment(System.getenv())
                .register(Doctor.class)
                .register(Patient.class)
                .register(Appointment.class)
                .hooks("appointments", new BookingRules())
                .action("appointments", CANCEL);
    }

    public static void main(String[] arguments) {
        Hexadmin hexadmin = builder().build();
        Runtime.getRuntime().addShutdownHook(new Thread(hexadmin::stop));
        hexadmin.start();
        System.out.println("Listening on " + hexadmin.url());
    }
}
