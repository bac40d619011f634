package com.example.library;

import dev.hexadmin.application.records.RecordChange;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.notifications.Message;
import dev.hexadmin.domain.notifications.Recipient;
import dev.hexadmin.domain.records.Lookup;

/**
 * The rules of loans for all changes: in the panel, through the API, in an import, and from this program. They run
 * inside the transaction of the change.
 */
final class LoanRules implements RecordHooks {
    private static final int MOST_DAYS = 28;

    /** A loan ends after it begins, within four weeks, and a book has at most one open loan. */
    @Override
    public void validate(RecordChange change) {
        Loan loan = change.after(Loan.class);
        if (loan.dueOn().isBefore(loan.lentOn())
                || loan.dueOn().isAfter(loan.lentOn().plusDays(MOST_DAYS))) {
            change.reject("due_on", "loan_days", "A loan lasts " + MOST_DAYS + " days at most.");
        }
        change.lock(
                "book " + loan.book().id()); // of two requests at the same time, the second sees the first one's loan
        boolean out = change.records()
                .of(Loan.class)
                .filter("book_id", loan.book())
                .filter("returned_on", null)
                .filter("id", Lookup.NE, loan.id())
                .exists();
        if (out && loan.returnedOn().isEmpty()) {
            change.reject("book_id", "on_loan", "This book is on loan.");
        }
    }

    /** A loan that has ended stays as it is. */
    @Override
    public void onUpdate(RecordChange change) {
        if (change.before(Loan.class).orElseThrow().returnedOn().isPresent()) {
            change.reject("", "loan_ended", "The book was returned: this loan has ended.");
        }
    }

    /** Sends a message when the change is committed, and none when it is rolled back. */
    @Override
    public void afterCreate(RecordChange change) {
        Loan loan = change.after(Loan.class);
        change.notifications()
                .notify(
                        Recipient.of(new UserId(loan.borrowerId())),
                        Message.of("A book for you", "Please bring the book back by " + loan.dueOn() + "."));
    }
}
