package dev.hexadmin.persistence.dialect;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A table as the database describes it.
 *
 * @param columns by field name, of the model's stored fields
 * @param constraints columns by the name of a constraint or unique index, as far as its definition names them; those of
 *     partitions too
 * @param checkedReferences the columns of each foreign key that the database itself checks at once
 * @param triggers whether a write may change more than the statement states
 * @param partitions its parts
 * @param typed columns by the name of their type, and of each domain over it
 * @param keysFirst whether a page far in a list is read faster when its keys are found before its records
 * @param rewritten the statements that rules or triggers of the database turn into others, which return no rows
 */
public record TableFacts(
        Map<String, Column> columns,
        Map<String, List<String>> constraints,
        Set<Set<String>> checkedReferences,
        boolean triggers,
        Partitions partitions,
        Map<String, Set<String>> typed,
        boolean keysFirst,
        Set<Statement> rewritten) {

    /**
     * The tables in which the rows are.
     *
     * @param tables the table's own name and those of its partitions
     * @param by the columns that say in which partition a row is
     */
    public record Partitions(Set<String> tables, List<String> by) {}

    /** A statement that writes. */
    public enum Statement {
        INSERT,
        UPDATE,
        DELETE
    }

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

    /** Whether a table the database names is this one, or a partition of it. */
    public boolean isNamed(String table) {
        return partitions.tables().stream().anyMatch(table::equalsIgnoreCase);
    }

    /** The columns of a type or domain. */
    public Set<String> columnsOfType(String type) {
        return typed.getOrDefault(type, Set.of());
    }

    /** The columns whose type a sentence of the database names as {@code type x}. */
    public Set<String> columnsOfTypeIn(String sentence) {
        Set<String> found = new TreeSet<>();
        String lower = sentence.toLowerCase(Locale.ROOT);
        typed.forEach((type, columns) -> {
            int at = lower.indexOf("type " + type.toLowerCase(Locale.ROOT));
            int end = at + "type ".length() + type.length();
            if (at >= 0 && (end == lower.length() || !Character.isLetterOrDigit(lower.charAt(end)))) {
                found.addAll(columns);
            }
        });
        return found;
    }
}
