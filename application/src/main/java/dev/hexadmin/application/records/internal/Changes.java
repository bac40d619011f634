package dev.hexadmin.application.records.internal;

import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.records.StoredRecord;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Computes the difference between two states of a record for the audit log; secrets are redacted. */
final class Changes {
    private Changes() {}

    static List<AuditEntry.Change> created(StoredRecord after) {
        List<AuditEntry.Change> changes = new ArrayList<>();
        for (FieldDefinition field : after.model().fields()) {
            if (field.computed().isEmpty() && filled(after.value(field))) {
                changes.add(new AuditEntry.Change(field.name(), null, shown(field, after.value(field))));
            }
        }
        return changes;
    }

    /**
     * The changed fields, without those that change with every write.
     *
     * @param given fields that are included even if unchanged
     */
    static List<AuditEntry.Change> updated(StoredRecord before, StoredRecord after, Set<String> given) {
        List<AuditEntry.Change> changes = new ArrayList<>();
        for (FieldDefinition field : after.model().fields()) {
            if (field.computed().isEmpty()
                    && !field.input().onUpdateNow()
                    && (given.contains(field.name()) || !same(before.value(field), after.value(field)))) {
                changes.add(new AuditEntry.Change(
                        field.name(), shown(field, before.value(field)), shown(field, after.value(field))));
            }
        }
        return changes;
    }

    static List<AuditEntry.Change> deleted(StoredRecord before) {
        List<AuditEntry.Change> changes = new ArrayList<>();
        for (FieldDefinition field : before.model().fields()) {
            if (field.computed().isEmpty() && filled(before.value(field))) {
                changes.add(new AuditEntry.Change(field.name(), shown(field, before.value(field)), null));
            }
        }
        return changes;
    }

    /** Whether two values of one field are equal: links have no order, documents no spaces, and 1.0 equals 1.00. */
    static boolean same(@Nullable Object a, @Nullable Object b) {
        return switch (a) {
            case byte[] bytes -> b instanceof byte[] others && Arrays.equals(bytes, others);
            case JsonText document -> b instanceof JsonText other && document.sameAs(other);
            case BigDecimal number -> b instanceof BigDecimal other && number.compareTo(other) == 0;
            case List<?> keys ->
                b instanceof List<?> others
                        && keys.size() == others.size()
                        && new HashSet<>(keys).equals(new HashSet<>(others));
            case null, default -> Objects.equals(a, b);
        };
    }

    private static boolean filled(@Nullable Object value) {
        return value != null && !(value instanceof List<?> keys && keys.isEmpty());
    }

    private static @Nullable Object shown(FieldDefinition field, @Nullable Object value) {
        return value != null && field.writeOnly() ? AuditEntry.REDACTED : value;
    }
}
