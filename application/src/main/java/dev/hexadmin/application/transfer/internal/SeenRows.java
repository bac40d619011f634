package dev.hexadmin.application.transfer.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.RecordRows.Put;
import dev.hexadmin.application.transfer.RowReaders.Row;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.transfer.ImportMode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the rows of a file mean for those after them, where a check goes through the file in transactions that do not see
 * each other: a digest of each key and of each unique value. Used by one thread.
 */
final class SeenRows {
    private final Model model;
    private final ImportMode mode;
    private final DigestTable keys = new DigestTable();
    private final Map<FieldDefinition, DigestTable> unique = new LinkedHashMap<>();

    SeenRows(Model model, ImportMode mode) {
        this.model = model;
        this.mode = mode;
        for (FieldDefinition field : model.storedFields()) {
            if (field.storage().unique() && !field.primaryKey()) {
                unique.put(field, new DigestTable());
            }
        }
    }

    /**
     * The result for a row that is valid alone, after the rows before it.
     *
     * @throws RequestRejectedException when it repeats a unique value
     */
    Put add(Row row, Put alone) {
        long number = row.number();
        long key = key(row);
        boolean repeated = key != 0 && keys.owner(key) != 0;
        if (repeated && mode == ImportMode.CREATE) {
            throw taken(model.key());
        }
        long owner = key == 0 ? DigestTable.of("row " + number) : key;
        List<FieldDefinition> wrong = new ArrayList<>();
        unique.forEach((field, seen) -> {
            long value = digest(field, row);
            if (value != 0) {
                long first = seen.putIfAbsent(value, owner);
                if (first != 0 && first != owner) {
                    wrong.add(field);
                }
            }
        });
        if (!wrong.isEmpty()) {
            throw taken(wrong);
        }
        if (key != 0) {
            keys.putIfAbsent(key, key);
        }
        return repeated && alone == Put.CREATED ? Put.UPDATED : alone;
    }

    /** Whether all that a row was refused for is a reference to a record that an earlier row makes. */
    boolean refersToEarlier(Row row, RequestRejectedException refused) {
        return !refused.violations().isEmpty()
                && refused.violations().stream().allMatch(violation -> refersToEarlier(row, violation));
    }

    private boolean refersToEarlier(Row row, Violation violation) {
        if (!violation.code().equals("reference_not_found")
                || !violation.pointer().startsWith("/")) {
            return false;
        }
        Optional<FieldDefinition> field = model.field(violation.pointer().substring(1));
        return field.isPresent()
                && field.get().type() == FieldType.REFERENCE
                && model.target(field.get()) == model
                && model.key().size() == 1
                && keys.owner(DigestTable.of("" + digest(field.get(), row))) != 0;
    }

    /** 0 when the record does not get its whole key from the row. */
    private long key(Row row) {
        StringBuilder all = new StringBuilder();
        for (FieldDefinition field : model.key()) {
            long value = mode == ImportMode.CREATE && !field.writableOnCreate() ? 0 : digest(field, row);
            if (value == 0) {
                return 0;
            }
            all.append(all.isEmpty() ? "" : ",").append(value);
        }
        return DigestTable.of(all.toString());
    }

    private long digest(FieldDefinition field, Row row) {
        @Nullable Object given = row.values().get(field.name());
        if (given == null || !(FieldInput.read(model, field, given) instanceof FieldInput.Outcome.Fits(Object value))) {
            return 0;
        }
        if (value == null) {
            return 0;
        }
        return DigestTable.of(
                value instanceof BigDecimal number ? number.stripTrailingZeros().toPlainString() : value.toString());
    }

    private static RequestRejectedException taken(List<FieldDefinition> fields) {
        return RequestRejectedException.conflict(
                "unique",
                "An earlier row of the file has this value.",
                fields.stream()
                        .map(field ->
                                Violation.at(field.name(), "unique", "An earlier row of the file has this value."))
                        .toList());
    }
}
