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
 * <p>The code acts for the program: field permissions, row policies and read-only flags of whoever started it do not bind
 * its changes. The rules of fields, hooks, constraints and the audit trail do, and audit rows name that actor. Values are
 * of the fields' Java classes: {@link String}, {@link Long}, {@link java.math.BigDecimal}, {@link Double},
 * {@link Boolean}, {@link java.time.LocalDate}, {@link java.time.LocalTime}, {@link java.time.Instant},
 * {@link java.util.UUID}, {@code byte[]}, {@link dev.hexadmin.domain.models.JsonText}, a {@link List} of keys.
 *
 * <p>A refusal that a change ends with tells the caller which record it is about, and which field, with pointers such as
 * {@code /records/products/7/price}, or {@code /records/products/-/price} of a new one. It is not to be caught, unless to
 * throw another that says it better: nothing of the run is kept after it.
 */
public interface ActionCall {
    /** Who started it. */
    Actor actor();

    /** The model it is registered for. */
    Model model();

    /** The records, locked, in the order asked; of a whole list 500 at most in one call. None without records. */
    List<StoredRecord> records();

    /** All parameters, by name: each has an entry, null where nothing was given. */
    Map<String, @Nullable Object> parameters();

    /**
     * One parameter; empty when it was not given and has no default.
     *
     * @throws IllegalArgumentException when the action declares none of this name
     */
    Optional<Object> parameter(String name);

    /** Whether all of it is rolled back in the end: what cannot be, such as a call of another system, is left out. */
    boolean dryRun();

    /**
     * Changes fields of a record, of any model, as it is now.
     *
     * @return the record as stored
     * @throws dev.hexadmin.application.RequestRejectedException when a value breaks a rule, or the record is not there any more
     */
    StoredRecord update(StoredRecord record, Map<String, @Nullable Object> changes);

    /**
     * Deletes a record, of any model, with what belongs to it.
     *
     * @throws dev.hexadmin.application.RequestRejectedException when something holds it, or it is not there any more
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
