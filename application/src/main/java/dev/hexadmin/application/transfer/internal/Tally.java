package dev.hexadmin.application.transfer.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.RecordRows.Put;
import dev.hexadmin.application.transfer.RowReaders.Header;
import dev.hexadmin.application.transfer.RowReaders.Row;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.transfer.ImportMode;
import dev.hexadmin.domain.transfer.ImportReport.Columns;
import dev.hexadmin.domain.transfer.ImportReport.Counts;
import dev.hexadmin.domain.transfer.ImportReport.Findings;
import dev.hexadmin.domain.transfer.ImportReport.RowError;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Counts the results of rows, and stores the first errors. Used by one thread. */
final class Tally {
    private final Model model;
    private final ImportMode mode;
    private final Map<Put, Long> done = new EnumMap<>(Put.class);
    private final List<RowError> shown = new ArrayList<>();
    private final List<String> passedOver;
    private final Set<String> given = new HashSet<>();
    private long errors;

    Tally(Model model, ImportMode mode) {
        this.model = model;
        this.mode = mode;
        this.passedOver = names(this::isPassedOver);
    }

    /** Notes which fields a row has, for files without a header. */
    void read(Row row) {
        if (given.size() < passedOver.size()) {
            passedOver.stream().filter(row.values()::containsKey).forEach(given::add);
        }
    }

    void add(Put put) {
        done.merge(put, 1L, Long::sum);
    }

    void add(Row row, RequestRejectedException refused) {
        if (refused.violations().isEmpty()) {
            add(new RowError(row.number(), "", refused.code(), refused.text()));
        }
        for (Violation violation : refused.violations()) {
            String pointer = violation.pointer();
            add(new RowError(
                    row.number(),
                    pointer.startsWith("/") ? pointer.substring(1) : pointer,
                    violation.code(),
                    violation.text()));
        }
    }

    private void add(RowError error) {
        errors++;
        if (shown.size() < Findings.SHOWN) {
            shown.add(error);
        }
    }

    private long count(Put put) {
        return done.getOrDefault(put, 0L);
    }

    Findings findings(Optional<Header> header) {
        header.ifPresent(columns -> given.addAll(columns.fields()));
        return new Findings(
                new Counts(count(Put.CREATED), count(Put.UPDATED), count(Put.UNCHANGED)),
                errors,
                shown,
                new Columns(
                        header.map(Header::unknown).orElse(List.of()),
                        header.isEmpty() ? List.of() : names(field -> needed(field) && !given.contains(field.name())),
                        passedOver.stream().filter(given::contains).toList()),
                Optional.empty());
    }

    private static boolean needed(FieldDefinition field) {
        return field.writableOnCreate()
                && field.input().defaultValue().isEmpty()
                && (field.required() || field.primaryKey());
    }

    private boolean isPassedOver(FieldDefinition field) {
        return switch (mode) {
            case CREATE -> !field.writableOnCreate();
            case CREATE_AND_UPDATE -> field.readOnly() && !field.primaryKey();
        };
    }

    private List<String> names(Predicate<FieldDefinition> which) {
        return model.fields().stream().filter(which).map(FieldDefinition::name).toList();
    }
}
