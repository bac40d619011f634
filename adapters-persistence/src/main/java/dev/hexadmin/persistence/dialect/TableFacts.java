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
 * @param writes how statements that write behave
 * @param partitions its parts
 * @param typed columns by the name of their type, and of each domain over it
 * @param keysFirst whether a page far in a list is read faster when its keys are found before its records
 * @param links by the names of many-to-many fields, whose join tables may compare keys in another way than the keys' tables
 */
public record TableFacts(
        Map<String, Column> columns,
        Map<String, List<String>> constraints,
        Set<Set<String>> checkedReferences,
        Writes writes,
        Partitions partitions,
        Map<String, Set<String>> typed,
        boolean keysFirst,
        Map<String, LinkCollations> links) {

    /**
     * How statements that write the rows, and those that write the links of the model's fields, behave.
     *
     * @param triggers whether a write may change more than the statement states
     * @param rewritten the statements that rules or triggers of the database turn into others, which return no rows
     * @param orFail what follows {@code INSERT} and {@code UPDATE}, so that a broken rule always fails the statement: empty
     *     unless a table declares that another row is deleted instead, or nothing is written
     * @param hidesRows whether a policy of the database may hide rows from locks and writes that a query finds
     */
    public record Writes(boolean triggers, Set<Statement> rewritten, String orFail, boolean hidesRows) {}

    /**
     * The tables in which the rows are.
     *
     * @param tables the table's own name and those of its partitions
     * @param by the columns that say in which partition a row is
     */
    public record Partitions(Set<String> tables, List<String> by) {}

    /** The clauses that follow the columns of a join table so that they are compared as the keys are; empty where they are. */
    public record LinkCollations(String source, String target) {
        public static final LinkCollations SAME = new LinkCollations("", "");
    }

    /** A statement that writes. */
    public enum Statement {
        INSERT,
        UPDATE,
        DELETE
    }

    /**
     * A column.
     *
     * @param codec how it holds values; of a reference, equal values are those that the key it leads to takes for equal
     * @param own how it holds values as a part of the table's own key
     * @param nullable whether null may be in it
     */
    public record Column(ColumnCodec codec, ColumnCodec own, boolean nullable) {
        public Column(ColumnCodec codec, boolean nullable) {
            this(codec, codec, nullable);
        }
    }

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
