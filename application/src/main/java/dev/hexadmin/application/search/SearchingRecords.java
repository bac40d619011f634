package dev.hexadmin.application.search;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An actor looks for records of any model. Thread-safe. Only what the actor may view is found: models, records that row
 * policies leave, and text of fields that are not hidden.
 *
 * <p>A record is found when each word of the query is in one of the model's own search fields, ignoring case; a model
 * without any is found by the text fields it is named by. Looking takes two seconds at most: what was found until then
 * is the answer.
 */
public interface SearchingRecords {
    /** Characters of a query at most. */
    int LONGEST_QUERY = 200;

    /**
     * The best hits over all models, best first: named exactly so, named with this at the beginning, at the beginning of
     * a word, anywhere; then those that have it in another field. Of equals, the one with the shorter name.
     *
     * @param query 1..200 characters
     * @param models names to look in; empty: every model that is in the JSON API and that the actor may view
     * @param limit hits at most, 1..100
     * @throws dev.hexadmin.application.RequestRejectedException {@code INVALID} for the query, {@code MALFORMED} for a model that the
     *     JSON API does not have, {@code FORBIDDEN} for one that the actor may not view, {@code UNAUTHENTICATED}
     */
    Found search(Actor actor, String query, Optional<List<String>> models, int limit);

    /**
     * At most 15 suggestions of models, fields and records of the panel. An empty query gives models.
     *
     * @param query up to 200 characters
     * @throws dev.hexadmin.application.RequestRejectedException {@code INVALID} for the query, {@code UNAUTHENTICATED}
     */
    List<Suggestion> suggest(Actor actor, String query);

    /**
     * Records that a reference may be set to, best first: for choosing one while typing. Without anything typed, the
     * first ones in their model's order, or of more than {@link dev.hexadmin.domain.records.ListQuery#COUNTED} the newest
     * ones. What is typed may also be a key.
     *
     * @param model has the field, which the actor may view, create or edit; or a form that they may fill in
     * @param field a {@code reference} or {@code references}
     * @param typed up to {@link #LONGEST_QUERY} characters
     * @param limit 1..100
     * @throws dev.hexadmin.application.RequestRejectedException {@code NOT_FOUND} for the field, {@code FORBIDDEN} when the actor may not
     *     view the model it leads to, {@code INVALID} for what was typed, {@code UNAUTHENTICATED}
     */
    List<Choice> choices(Actor actor, Model model, String field, String typed, int limit);

    /**
     * Names of records, by key, at the cost of one statement. What the actor may not view has none.
     *
     * @param keys 1 000 at most
     */
    Map<RecordKey, String> labels(Actor actor, Model model, Collection<RecordKey> keys);

    /**
     * What was found.
     *
     * @param hits the best of them, best first
     * @param total how many were found; of a query that fits very many records, those that were looked at
     */
    record Found(List<Hit> hits, int total) {
        public Found {
            hits = List.copyOf(hits);
        }
    }

    /**
     * A record that was found.
     *
     * @param label its name, without fields that are hidden from the actor
     * @param detail what tells it from a record of the same name
     * @param snippet the text around the first match, plain, at most 160 characters
     * @param score above 0, 1 at most; larger is better; comparable over models
     */
    record Hit(Model model, RecordKey key, String label, String detail, String snippet, double score) {}

    /**
     * A record that a reference may be set to.
     *
     * @param label its name, without fields that are hidden from the actor
     * @param detail what tells it from a record of the same name: the first values that the actor may view of its unique
     *     fields, search fields and list columns that are not in its name; the key where there are none
     */
    record Choice(RecordKey key, String label, String detail) {}

    /**
     * Something to go to.
     *
     * @param key present for a record
     * @param sublabel the model; of a record, also what tells it from another of the same name
     * @param field present for a field: its name
     */
    record Suggestion(
            Kind kind, Model model, Optional<RecordKey> key, Optional<String> field, String label, String sublabel) {
        /** What is suggested. */
        public enum Kind {
            MODEL,
            FIELD,
            RECORD
        }
    }
}
