package dev.hexadmin.persistence.records;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Records that the running unit of work is about to create, and references to them. Used by one thread. */
final class ExpectedRecords {
    private static final ScopedValue<ExpectedRecords> CURRENT = ScopedValue.newInstance();

    private final Model model;
    private final Set<RecordKey> keys;
    private final Map<RecordKey, List<FieldDefinition>> referred = new LinkedHashMap<>();

    ExpectedRecords(Model model, Set<RecordKey> keys) {
        this.model = model;
        this.keys = keys;
    }

    /** Binds them for work on this thread. */
    ScopedValue.Carrier bound() {
        return ScopedValue.where(CURRENT, this);
    }

    /** Whether a reference of one or more fields leads to an expected record, which is then checked at the end. */
    static boolean accepts(List<FieldDefinition> fields, Model target, List<Object> values) {
        @Nullable ExpectedRecords expected = CURRENT.isBound() ? CURRENT.get() : null;
        if (expected == null || expected.model != target) {
            return false;
        }
        RecordKey key = new RecordKey(values);
        if (!expected.keys.contains(key)) {
            return false;
        }
        expected.referred.putIfAbsent(key, fields);
        return true;
    }

    Model model() {
        return model;
    }

    /** The keys that were referred to, each with the fields that did. */
    Map<RecordKey, List<FieldDefinition>> referred() {
        return referred;
    }
}
