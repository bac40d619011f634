package com.example.clinic;

import dev.hexadmin.bootstrap.AdminField;
import dev.hexadmin.bootstrap.AdminModel;
import java.time.Instant;

@AdminModel(
        name = "appointments",
        display = "Appointment {id}",
        ordering = "starts_at",
        listFilter = {"doctor_id", "status", "starts_at"},
        navGroup = "Clinic",
        navOrder = 10)
record Appointment(
        long id,
        Doctor doctor,
        Patient patient,
        Instant startsAt,
        Instant endsAt,

        @AdminField(
                defaultValue = "booked",
                colours = {"booked: green", "cancelled: red"})
        Status status) {
    enum Status {
        BOOKED,
        CANCELLED
    }

    Appointment cancelled() {
        return new Appointment(id, doctor, patient, startsAt, endsAt, Status.CANCELLED);
    }
}
