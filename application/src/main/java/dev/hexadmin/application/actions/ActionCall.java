package dev.hexadmin.application.actions;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.StoredRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One run of an action, or one batch of it, inside its transaction. Used by the thread that the code runs on, until the
 * code returns.
 *
 * <p>The code acts for the program: field permissions, row policies and read-only flags of the actor do not restrict
 * its changes. The rules of fields, hooks, constraints and the audit trail do, and audit rows name that actor. Values
 * are of the fields' Java classes: {@link String}, {@link Long}, {@link java.math.BigDecimal}, {@link Double}, {@link
 * Boolean}, {@link java.time.LocalDate}, {@link java.time.LocalTime}, {@link java.time.Instant}, {@link
 * java.util.UUID}, {@code byte[]}, {@link dev.hexadmin.domain.models.JsonText}, a {@link List} of keys.
 *
 * <p>When a change is rejected, the exception names the record and the field with pointers such as {@code
 * /records/products/7/price}, or {@code /records/products/-/price} of a new one. Code must not swallow it: the whole
 * run is rolled back. It may throw another exception with a better message instead.
 */
public interface ActionCall {
    /** The actor who started the action. */
    Actor actor();

    /** The model for which the action is registered. */
    Model model();

    /**
     * The records, locked, in the requested order; for a whole list at most 500 per call. Empty for an action without
     * records.
     */
    List<StoredRecord> records();

    /** All parameters by name; the value is null where none was given. */
    Map<String, @Nullable Object> parameters();

    /**
     * One parameter; empty when it was not given and has no default.
     *
     * @throws IllegalArgumentException when the action does not declare the parameter
     */
    Optional<Object> parameter(String name);

    /**
     * Whether everything is rolled back in the end: skip effects that cannot be rolled back, such as calls of other
     * systems.
     */
    boolean dryRun();

    /**
     * Updates fields of a record of any model, based on its current values.
     *
     * @return the record as stored
     * @throws dev.hexadmin.application.RequestRejectedException when a value violates a rule, or the record no longer
     *     exists
     */
    StoredRecord update(StoredRecord record, Map<String, @Nullable Object> changes);

    /**
     * Deletes a record, of any model, with what belongs to it.
     *
     * @throws dev.hexadmin.application.RequestRejectedException when other records prevent the delete, or the record
     *     does not exist any more
     */
    void delete(StoredRecord record);

    /**
     * Stores a new record.
     *
     * @param model a registered model's name
     * @return the record as stored
     * @throws IllegalArgumentException when there is no such model
     * @throws dev.hexadmin.application.RequestRejectedException when a value breaks a rule
     */
    StoredRecord create(String model, Map<String, @Nullable Object> values);
}
