package com.example.library;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.notifications.SendingNotifications.Message;
import dev.hexadmin.application.notifications.SendingNotifications.Recipient;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.bootstrap.Notifications;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.StoredRecord;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rules of loans for all changes: in the panel, through the API, in an import, and from this program. They run
 * inside the transaction of the change.
 */
final class LoanRules implements RecordHooks {
    private static final int MOST_DAYS = 28;

    private volatile Optional<Notifications> messages = Optional.empty();

    /** The notifications to borrowers are sent through this object. */
    void tell(Notifications messages) {
        this.messages = Optional.of(messages);
    }

    /** A loan ends after it begins, within four weeks. */
    @Override
    public List<Violation> validate(Actor actor, Optional<StoredRecord> before, Map<String, Object> after) {
        return after.get("lent_on") instanceof LocalDate lent
                        && after.get("due_on") instanceof LocalDate due
                        && (due.isBefore(lent) || due.isAfter(lent.plusDays(MOST_DAYS)))
                ? List.of(Violation.at("due_on", "loan_days", "A loan lasts " + MOST_DAYS + " days at most."))
                : List.of();
    }

    /**
     * A book has at most one open loan: the field is unique, so the database rejects a second one, also for concurrent
     * requests.
     */
    @Override
    public void onCreate(Actor actor, Map<String, Object> values) {
        if (values.get("returned_on") == null) {
            values.put("out_book_id", values.get("book_id"));
        }
    }

    /** A loan that has ended stays as it is. */
    @Override
    public void onUpdate(Actor actor, StoredRecord before, Map<String, Object> changes) {
        if (before.values().get("returned_on") != null) {
            throw new RequestRejectedException(RequestRejectedException.Category.CONFLICT, "loan_ended", "The book was returned: this loan has ended.");
        }
        if (changes.get("returned_on") != null) {
            changes.put("out_book_id", null);
        } else if (changes.containsKey("book_id")) {
            changes.put("out_book_id", changes.get("book_id"));
        }
    }

    /** Sends a message when the change is committed, and none when it is rolled back. */
    @Override
    public void afterCreate(Actor actor, StoredRecord created) {
        String borrower = String.valueOf(created.values().get("borrower_id"));
        String text = "Please bring the book back by " + created.values().get("due_on") + ".";
        messages.ifPresent(each -> each.notify(Recipient.of(borrower), Message.of("A book for you", text)));
    }
}
