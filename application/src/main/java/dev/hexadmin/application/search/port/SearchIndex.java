package dev.hexadmin.application.search.port;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.StoredRecord;
import java.util.List;

/** Finds records of one model by words. Thread-safe. */
public interface SearchIndex {
    /**
     * The best records, best first.
     *
     * @param fields where to look: own text fields of the model that the caller may view
     * @param words not empty; each must be found in one of the fields, ignoring case
     * @param condition what the caller may see
     */
    List<Match> find(Model model, List<FieldDefinition> fields, List<String> words, Condition condition, int limit);

    /**
     * A record with its rank.
     *
     * @param score larger is better
     */
    record Match(StoredRecord record, double score) {}
}
