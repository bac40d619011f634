package com.example.library;

import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.application.records.TypedRecords;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldType;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/** Returned books: a button that records the return, and a column with the days of delay. */
final class Returns {
    /** Offered in the list of loans, for one or many, on the page of a loan, and over the API. */
    static final RecordAction ACTION = RecordAction.named("return")
            .help("The book is back on its shelf.")
            .parameter("on", FieldType.DATE, f -> f.label("Brought back on").defaultValue(new DefaultValue.Now()))
            .runAsProgram(call -> {
                Object day = call.parameter("on").orElseThrow();
                TypedRecords<Loan> loans = call.records().of(Loan.class);
                call.selected().forEach(loan -> loans.update(loan, Map.of("returned_on", day))); // LoanRules apply
                return "Back on the shelf: " + call.selected().size();
            });

    private Returns() {}

    /** Computed from the stored fields of a loan; null while the book is out. */
    static Object daysLate(Map<String, Object> loan) {
        return loan.get("due_on") instanceof LocalDate due && loan.get("returned_on") instanceof LocalDate returned
                ? Math.max(0, ChronoUnit.DAYS.between(due, returned))
                : null;
    }
}
