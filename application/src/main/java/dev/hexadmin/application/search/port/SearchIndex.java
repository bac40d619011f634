package dev.hexadmin.application.search.port;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.RecordKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds records of one model by words. Thread-safe. */
public interface SearchIndex {
    /** The maximum number of records per query. */
    int CANDIDATES = 400;

    /**
     * Matching records, in no particular order. When there are more than the maximum, those whose {@link Wish#leading}
     * field starts with the phrase come first, as far as an index supports it.
     *
     * <p>A table without an index of words is scanned from its newest record up to a limit. Of older records, those are
     * found in which a field with an index of its own is the phrase or starts with a word, as far as that index finds a
     * start.
     */
    Found find(Wish wish);

    /**
     * The first records that meet a condition; of a table of more than {@link ListQuery#COUNTED} records the newest
     * ones, so that no order without an index makes it slow.
     *
     * @param ordering stored fields; the key comes after them
     * @param shown the fields to return
     */
    List<Candidate> first(
            Model model, List<ListQuery.Order> ordering, List<FieldDefinition> shown, Condition condition, int limit);

    /**
     * The records among these that meet a condition, with one statement.
     *
     * @param keys not empty
     * @param shown the fields to return
     * @return by the key as it was given, which a database may take for a key in other letters
     */
    Map<RecordKey, Candidate> of(
            Model model, Collection<RecordKey> keys, List<FieldDefinition> shown, Condition condition);

    /**
     * Matching records.
     *
     * @param newestOnly whether the table has older records that were not scanned
     */
    record Found(List<Candidate> candidates, boolean newestOnly) {
        public Found {
            candidates = List.copyOf(candidates);
        }
    }

    /**
     * A query.
     *
     * @param fields the fields to search: text fields of the model itself that the caller may view; not empty
     * @param shown the fields to return
     * @param leading the field of {@code fields} with which a record's name starts
     * @param phrase the words as they were written
     * @param words not empty, none blank; each must be found in one of the fields, ignoring case
     * @param condition the records that the caller may see; part of the statement
     */
    record Wish(
            Model model,
            List<FieldDefinition> fields,
            List<FieldDefinition> shown,
            Optional<FieldDefinition> leading,
            String phrase,
            List<String> words,
            Condition condition) {
        public Wish {
            fields = List.copyOf(fields);
            shown = List.copyOf(shown);
            words = List.copyOf(words);
            if (fields.isEmpty() || words.isEmpty()) {
                throw new IllegalArgumentException("a search for nothing, or nowhere");
            }
        }
    }

    /**
     * A matching record.
     *
     * @param values of the returned fields, by name, in their wire form
     */
    record Candidate(RecordKey key, Map<String, @Nullable Object> values) {}

    /** The searched fields: the model's search fields, or the text fields of its display name. */
    static List<FieldDefinition> searched(Model model) {
        List<FieldDefinition> own = model.searchPaths().stream()
                .filter(path -> path.through().isEmpty())
                .map(FieldPath::field)
                .toList();
        return model.searchPaths().isEmpty()
                ? model.display().fields().stream()
                        .filter(field -> field.type().isText())
                        .distinct()
                        .toList()
                : own;
    }
}
