package dev.hexadmin.application.records;

import dev.hexadmin.domain.models.ChangeNotices.Change;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.StoredRecord;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A change of one record, inside its transaction: what {@link RecordHooks} are called with. Values are of the fields' Java
 * classes, as {@link dev.hexadmin.domain.models.FieldType} names them.
 *
 * <pre>{@code
 * public void validate(RecordChange change) {
 *     Appointment wanted = change.after(Appointment.class);
 *     change.lock("doctor " + wanted.doctorId());
 *     if (change.records().of(Appointment.class)
 *             .filter("id", Lookup.NE, wanted.id())
 *             .filter("doctor_id", wanted.doctorId())
 *             .filter("starts_at", Lookup.LT, wanted.endsAt())
 *             .filter("ends_at", Lookup.GT, wanted.startsAt())
 *             .exists()) {
 *         change.reject("starts_at", "overlap", "The doctor has another appointment at this time.");
 *     }
 * }
 * }</pre>
 */
public interface RecordChange extends RecordContext {
    /** The model of the record. */
    Model model();

    /** Whether the record is created, updated or deleted. */
    Change kind();

    /** The record as stored before the change; empty for a create. */
    Optional<StoredRecord> before();

    /** {@link #before()} as the record class by which the model was registered. */
    <T extends Record> Optional<T> before(Class<T> type);

    /**
     * The record after the change: every field of the model except computed ones has an entry, by name. Before a create the
     * value is null where the database generates it. For a delete, the values before it. Not modifiable; shows later
     * changes of {@link #set}.
     */
    Map<String, @Nullable Object> after();

    /**
     * {@link #after()} as the record class by which the model was registered. A key that the database has not generated yet
     * is 0, or null where the component's type allows it.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code INVALID} when the constructor of the class rejects the
     *     values with an {@link IllegalArgumentException}, {@code CONFLICT} when a referenced record does not exist
     */
    <T extends Record> T after(Class<T> type);

    /**
     * The record as it is stored now: before or after the change.
     *
     * @throws IllegalStateException before a create
     */
    StoredRecord stored();

    /** Names of the fields that are written; for a delete, none. */
    Set<String> changed();

    /**
     * Writes another value, which the rules of the field are applied to. Only in {@link RecordHooks#onCreate} and {@link
     * RecordHooks#onUpdate}.
     *
     * @param value of the field's Java class, an enum constant for its name in lower case, or null
     * @throws IllegalArgumentException when the model has no such field, or the field cannot be written
     * @throws IllegalStateException in another method
     */
    void set(String field, @Nullable Object value);

    /**
     * Writes no value of the field: an update leaves it as it is, on a create the database provides it. Only in {@link
     * RecordHooks#onCreate} and {@link RecordHooks#onUpdate}.
     *
     * @throws IllegalArgumentException when the model has no such field
     * @throws IllegalStateException in another method
     */
    void keep(String field);
}
