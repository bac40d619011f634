package com.example.clinic;

import dev.hexadmin.application.records.RecordChange;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.domain.records.Lookup;

/** No two appointments of one doctor overlap: in the panel, through the API, in bulk operations and in imports. */
final class BookingRules implements RecordHooks {
    @Override
    public void validate(RecordChange change) {
        Appointment wanted = change.after(Appointment.class);
        if (!wanted.endsAt().isAfter(wanted.startsAt())) {
            change.reject("ends_at", "order", "The appointment ends before it begins.");
            return;
        }
        if (wanted.status() != Appointment.Status.BOOKED) {
            return;
        }
        // the second of two requests at the same time waits here, and then sees the first one's appointment
        change.lock("doctor " + wanted.doctor().id());
        boolean taken = change.records()
                .of(Appointment.class)
                .filter("id", Lookup.NE, wanted.id())
                .filter("doctor_id", wanted.doctor())
                .filter("status", Appointment.Status.BOOKED)
                .filter("starts_at", Lookup.LT, wanted.endsAt())
                .filter("ends_at", Lookup.GT, wanted.startsAt())
                .exists();
        if (taken) {
            change.reject("starts_at", "overlap", wanted.doctor().name() + " has another appointment at this time.");
        }
    }
}
