package dev.hexadmin.persistence.dialect;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A table as the database has it.
 *
 * @param columns by field name, of the model's stored fields
 * @param constraints columns by the name of a constraint or unique index, as far as they are told from its definition
 * @param checkedReferences the columns whose values the database itself checks at once to be keys of another table
 * @param triggers whether a write may change more than it says
 */
public record TableFacts(
        Map<String, Column> columns,
        Map<String, List<String>> constraints,
        Set<String> checkedReferences,
        boolean triggers) {

    /**
     * A column.
     *
     * @param codec how it holds values
     * @param nullable whether null may be in it
     */
    public record Column(ColumnCodec codec, boolean nullable) {}

    /** The columns of a constraint. */
    public Optional<List<String>> columnsOf(String constraint) {
        @Nullable List<String> columns = constraints.get(constraint);
        return Optional.ofNullable(columns);
    }
}
