package dev.hexadmin.application.search;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.text.Label;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * An actor searches for records of any model. Thread-safe. Results contain only what the actor may view: models,
 * records that row policies cover, and text of fields that are not hidden.
 *
 * <p>A record matches when each word of the query occurs in one of the model's search fields, ignoring case; a model
 * without search fields is searched by the text fields of its display name. A search takes at most two seconds and
 * returns what was found until then.
 */
public interface SearchingRecords {
    /** The maximum length of a query, in characters. */
    int LONGEST_QUERY = 200;

    /**
     * The best hits over all models, best first: the name equals the query, begins with it, has it at the beginning of
     * a word, contains it; then records that have it in another field. Among equal hits, shorter names come first.
     *
     * @param query 1..200 characters
     * @param models names of models to search; empty: every model of the JSON API that the actor may view
     * @param limit maximum number of hits, 1..100
     * @throws dev.hexadmin.application.RequestRejectedException {@code INVALID} for the query, {@code MALFORMED} for a
     *     model that the JSON API does not have, {@code FORBIDDEN} for one that the actor may not view, {@code
     *     UNAUTHENTICATED}
     */
    Found search(Actor actor, String query, Optional<List<String>> models, int limit);

    /**
     * At most 15 suggestions of models, fields and records of the panel, when records of several models match, at most
     * five of each. An empty query gives models.
     *
     * @param query up to 200 characters
     * @param texts labels as the reader sees them, which are searched beside the English ones
     * @throws dev.hexadmin.application.RequestRejectedException {@code INVALID} for the query, {@code UNAUTHENTICATED}
     */
    List<Suggestion> suggest(Actor actor, String query, Function<Label, String> texts);

    /**
     * Candidates for the value of a reference, best first, for autocompletion. Without input, the first records in
     * their model's order, or the newest ones when there are more than {@link
     * dev.hexadmin.domain.records.ListQuery#COUNTED}. The input may also be a key.
     *
     * @param model the model with the field, which the actor may view, create or edit; or a form that they may fill in
     * @param field a {@code reference} or {@code references}
     * @param typed up to {@link #LONGEST_QUERY} characters
     * @param limit 1..100
     * @throws dev.hexadmin.application.RequestRejectedException {@code NOT_FOUND} for the field, {@code FORBIDDEN} when
     *     the actor may not view the model it leads to, {@code INVALID} for what was typed, {@code UNAUTHENTICATED}
     */
    List<Choice> choices(Actor actor, Model model, String field, String typed, int limit);

    /**
     * Display names of records by key, with one statement. Records that the actor may not view have no entry.
     *
     * @param keys at most 1 000
     */
    Map<RecordKey, String> labels(Actor actor, Model model, Collection<RecordKey> keys);

    /**
     * The result of a search.
     *
     * @param hits the best hits, best first
     * @param total number of matching records; of those examined, when very many match
     * @param newestOnly models without a search index, with more records than the newest ones, which were examined
     */
    record Found(List<Hit> hits, int total, List<Model> newestOnly) {
        public Found {
            hits = List.copyOf(hits);
            newestOnly = List.copyOf(newestOnly);
        }
    }

    /**
     * A matching record.
     *
     * @param label its display name, without fields that are hidden from the actor
     * @param detail distinguishes it from records with the same name
     * @param snippet the text around the first match, plain, at most 160 characters
     * @param score greater than 0, at most 1; larger is better; comparable between models
     */
    record Hit(Model model, RecordKey key, String label, String detail, String snippet, double score) {}

    /**
     * A candidate for the value of a reference.
     *
     * @param label its display name, without fields that are hidden from the actor
     * @param detail distinguishes it from records with the same name: the first values that the actor may view of its
     *     unique fields, search fields and list columns that are not in its name; the key if there are no such fields
     */
    record Choice(RecordKey key, String label, String detail) {}

    /**
     * A suggested link.
     *
     * @param key present for a record
     * @param sublabel the model; for a record also the detail that distinguishes records with the same name
     * @param field present for a field: its name
     */
    record Suggestion(
            Kind kind, Model model, Optional<RecordKey> key, Optional<String> field, String label, String sublabel) {
        /** Suggested links. */
        public enum Kind {
            MODEL,
            FIELD,
            RECORD
        }
    }
}
