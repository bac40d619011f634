package dev.hexadmin.application.search;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import java.util.List;
import java.util.Optional;

/** An actor looks for records of any model. Thread-safe. Only what the actor may view is found. */
public interface SearchingRecords {
    /**
     * The best hits over all models, best first.
     *
     * @param query 1..200 characters
     * @param models names to look in; empty: every model that is in the JSON API and that the actor may view
     * @param limit hits at most, 1..100
     * @throws dev.hexadmin.application.Refused {@code INVALID} for the query, {@code MALFORMED} for an unknown model
     */
    List<Hit> search(Actor actor, String query, Optional<List<String>> models, int limit);

    /** At most 15 suggestions of models, fields and records of the panel. An empty query gives models. */
    List<Suggestion> suggest(Actor actor, String query);

    /**
     * A record that was found.
     *
     * @param snippet the text around the first match, plain, at most 160 characters
     * @param score larger is better; comparable within one answer
     */
    record Hit(Model model, RecordKey key, String label, String snippet, double score) {}

    /**
     * Something to go to.
     *
     * @param key present for a record
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
