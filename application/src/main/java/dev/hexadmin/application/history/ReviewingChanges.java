package dev.hexadmin.application.history;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.domain.text.Label;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * An actor reads the history of changes, and reverts changes. Thread-safe. Values of fields that the actor may not
 * view, and of write-only fields, are never returned.
 */
public interface ReviewingChanges {
    /** The maximum number of entries on a page. */
    int MOST_ENTRIES = 200;

    /**
     * What was done to one record, newest first. It needs {@code view} of the record as it is now; of a deleted record,
     * {@code view} of all records of the model, or of the audit log. An actor who is restricted by a row policy sees
     * nothing of an earlier record with the same key. Addresses and request ids appear only in the audit log.
     *
     * @param id the raw path segment
     * @param before only entries older than this one
     * @param limit 1..{@link #MOST_ENTRIES}
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN} without the right on the model,
     *     {@code NOT_FOUND} where there is neither a record nor an entry of it that the actor may see
     */
    History history(Actor actor, Model model, String id, OptionalLong before, int limit);

    /**
     * The audit log, newest first; needs {@code view} on {@code admin_audit_log}, with its row policies and field
     * permissions. When a filter matches few entries, the search ends after about a second, and the page contains the
     * entries found until then.
     *
     * @param before only entries older than this one
     * @param limit 1..{@link #MOST_ENTRIES}
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN} without the right on the log or on a
     *     field that is filtered by
     */
    Entries log(Actor actor, Filter filter, OptionalLong before, int limit);

    /**
     * One entry of the audit log.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN}, {@code NOT_FOUND}
     */
    Entry entry(Actor actor, long id);

    /**
     * The newest changes of records that the actor could see in the history of the records, or in the audit log.
     *
     * @param limit 1..{@link #MOST_ENTRIES}
     */
    List<Entry> recent(Actor actor, int limit);

    /**
     * Previews the reversal of one change: restoring the values that an update replaced, or recreating a deleted
     * record.
     *
     * @param id the raw path segment of the record
     * @throws dev.hexadmin.application.RequestRejectedException as {@link #history}; {@code CONFLICT} ({@code
     *     not_revertible}) for a change that cannot be taken back
     */
    Reversal consider(Actor actor, Model model, String id, long entry);

    /**
     * Reverts one change. The reversal is an ordinary update or create, with its rights, validation, hooks and audit
     * entry.
     *
     * @param seen the version that {@link #consider} returned; empty for a deleted record
     * @param fields the fields to restore; ignored for a deleted record, which is restored completely
     * @return the record's key
     * @throws dev.hexadmin.application.RequestRejectedException as {@link #consider} and as changes and creates are;
     *     {@code PRECONDITION_FAILED} when the record was changed since, {@code INVALID} when no field, or one that
     *     cannot be put back, is named
     */
    RecordKey revert(Actor actor, Model model, String id, long entry, Optional<Version> seen, Set<String> fields);

    /**
     * A filter; empty components do not restrict the result.
     *
     * @param actor a part of the actor's name, ignoring case
     * @param recordId as in a path
     * @param from the first moment
     * @param to the first moment after
     */
    record Filter(
            Optional<String> model,
            Optional<String> event,
            Optional<String> actor,
            OptionalLong user,
            Optional<String> recordId,
            Optional<String> requestId,
            Optional<Instant> from,
            Optional<Instant> to) {
        /** No restrictions. */
        public static final Filter NONE = new Filter(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /**
     * A page of entries.
     *
     * @param next the value of {@code before} for older entries; empty at the end
     */
    record Entries(List<Entry> entries, OptionalLong next) {
        public Entries {
            entries = List.copyOf(entries);
        }
    }

    /**
     * A page of a record's entries.
     *
     * @param key of the record
     * @param name of the record; its key when it was deleted or its name is hidden
     * @param exists whether the record exists
     */
    record History(RecordKey key, String name, boolean exists, Entries page) {}

    /**
     * Something that was done.
     *
     * @param event a stable word, such as {@code update}
     * @param differences field by field
     * @param complete whether no field was left out
     * @param revertible whether {@link #consider} may find something to revert, as far as the entry alone says
     */
    record Entry(
            long id,
            Instant at,
            Author author,
            String event,
            Target target,
            List<Difference> differences,
            boolean complete,
            boolean revertible) {
        public Entry {
            differences = List.copyOf(differences);
        }
    }

    /**
     * Who has done it, and in which request.
     *
     * @param user the user's id, if it was a user
     * @param name as text
     * @param address of the client; empty where the caller may not view it
     * @param requestId empty where the caller may not view it
     */
    record Author(OptionalLong user, String name, String address, String requestId) {}

    /**
     * The target of the change.
     *
     * @param modelName may be of a model that does not exist any more, or empty
     * @param model if it is registered
     * @param recordId as in a path, or empty
     * @param viewable whether the actor may view records of the model
     * @param recordName the record's name, if the record exists and may be viewed
     */
    record Target(
            String modelName, Optional<Model> model, boolean viewable, String recordId, Optional<String> recordName) {}

    /**
     * One field before and after a change.
     *
     * @param field its name at the time of the change
     * @param label for users
     */
    record Difference(String field, Label label, Shown before, Shown after) {}

    /** A value for users. */
    sealed interface Shown {
        /** No value. */
        record Nothing() implements Shown {}

        /**
         * A value of a field that the model still has.
         *
         * @param value as records have it: a {@link String}, {@link Long}, {@link java.math.BigDecimal}, {@link Boolean},
         *     or the {@link dev.hexadmin.domain.models.FileReference} that the record still has
         */
        record Value(Model model, FieldDefinition field, Object value) implements Shown {}

        /**
         * Text.
         *
         * @param text as is
         * @param block whether it is long or has several lines, such as a document
         */
        record Text(String text, boolean block) implements Shown {}

        /**
         * A file that the record does not have any more.
         *
         * @param model of the record
         * @param kept the file; empty when it has been removed
         */
        record File(Model model, FieldDefinition field, String name, long size, Optional<FileReference> kept)
                implements Shown {}

        /**
         * Records that a reference points to.
         *
         * @param model the model of the records
         */
        record Links(Model model, List<Link> links) implements Shown {
            public Links {
                links = List.copyOf(links);
            }
        }

        /** A value that no actor may see. */
        record Secret() implements Shown {}

        /** A value that this actor may not view. */
        record Hidden() implements Shown {}
    }

    /**
     * A referenced record.
     *
     * @param id as in a path
     * @param name if it exists and the actor may view it
     */
    record Link(String id, Optional<String> name) {}

    /**
     * The preview of a reversal.
     *
     * @param entry the change
     * @param record the record's name, or its key
     * @param seen the current version of the record; empty: it was deleted and would be recreated
     * @param steps by field; without fields that the actor may not view
     */
    record Reversal(Entry entry, String record, Optional<Version> seen, List<Step> steps) {
        public Reversal {
            steps = List.copyOf(steps);
        }

        /** Whether it would change anything; a deleted record is restored completely or not at all. */
        public boolean possible() {
            return seen.isEmpty()
                    ? lacking().isEmpty()
                    : steps.stream().anyMatch(step -> step.standing().possible());
        }

        /** The fields without which a deleted record cannot be restored. */
        public List<Step> lacking() {
            return steps.stream()
                    .filter(step -> step.standing() == Standing.REQUIRED_FILE_REMOVED)
                    .toList();
        }
    }

    /**
     * The effect on one field.
     *
     * @param current the current value; empty for a deleted record
     * @param wanted the restored value
     */
    record Step(String field, Label label, Shown current, Shown wanted, Standing standing) {}

    /** Whether a field can be restored. */
    enum Standing {
        /** It still has the value of the change. */
        SAFE,
        /** It was changed later: the actor decides. */
        CHANGED_SINCE,
        /** It already has the old value. */
        AS_WANTED,
        /** It is not writable for this actor, or the old value is not known. */
        NOT_WRITABLE,
        /** Its file has been removed; a deleted record is restored without it. */
        FILE_REMOVED,
        /** Its file has been removed, and the deleted record cannot be without one. */
        REQUIRED_FILE_REMOVED;

        /** Whether it can be selected. */
        public boolean possible() {
            return this == SAFE || this == CHANGED_SINCE;
        }
    }
}
