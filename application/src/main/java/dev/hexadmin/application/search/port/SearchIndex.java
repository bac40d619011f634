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
    /** Records given for one wish at most. */
    int CANDIDATES = 400;

    /**
     * Records that fit, in no particular order. Where more fit than are given, those whose {@link Wish#leading} field
     * starts with the phrase come first, as far as an index can tell.
     *
     * <p>A table without an index is looked through from its newest record on, up to a bound; the records beyond are not
     * found.
     */
    List<Candidate> find(Wish wish);

    /**
     * The first records that meet a condition; of a table of more than {@link ListQuery#COUNTED} records the newest ones,
     * so that no order without an index makes it slow.
     *
     * @param ordering stored fields; the key comes after them
     * @param shown the fields to give
     */
    List<Candidate> first(
            Model model, List<ListQuery.Order> ordering, List<FieldDefinition> shown, Condition condition, int limit);

    /**
     * Those of these records that meet a condition, in no particular order, at the cost of one statement.
     *
     * @param keys not empty
     * @param shown the fields to give
     */
    List<Candidate> of(Model model, Collection<RecordKey> keys, List<FieldDefinition> shown, Condition condition);

    /**
     * What is looked for.
     *
     * @param fields where to look: own text fields of the model that the caller may view; not empty
     * @param shown the fields to give
     * @param leading the field of {@code fields} that a record's name starts with
     * @param phrase the words as they were written
     * @param words not empty, none blank; each must be found in one of the fields, ignoring case
     * @param condition what the caller may see; bound into the statement
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
     * A record that fits.
     *
     * @param values of the fields shown, by name, in their wire form
     */
    record Candidate(RecordKey key, Map<String, @Nullable Object> values) {}

    /** The fields that are searched: the model's own search fields, or else the text fields it is named by. */
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
