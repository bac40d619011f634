package dev.hexadmin.persistence.dialect;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Lookup.Place;
import dev.hexadmin.domain.records.Lookup.TextMatch;
import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.session.SqlWork;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The SQL dialect of a kind of database for statements on records. Stateless. */
public interface Dialect {
    /** An identifier as a statement holds it. Identifiers come from the model registry only. */
    default String quote(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }

    /** The name of a table as a statement holds it; in a database with schemas it may begin with one. */
    default String table(String name) {
        return quote(name);
    }

    /** The schema in a table's name; empty without one, and in databases without schemas. */
    default String schemaOf(String table) {
        return "";
    }

    /**
     * The type a column of a managed table has, without its {@code NOT NULL}, default and the like.
     *
     * <table>
     * <caption>Columns of managed tables</caption>
     * <tr><th>Field<th>SQLite<th>PostgreSQL
     * <tr><td>{@code string text enum email url}<td>{@code TEXT}<td>{@code text COLLATE "C"}
     * <tr><td>{@code integer}<td>{@code INTEGER}<td>{@code bigint}
     * <tr><td>{@code boolean}<td>{@code INTEGER}, 0 or 1<td>{@code boolean}
     * <tr><td>{@code float}<td>{@code REAL}<td>{@code double precision}
     * <tr><td>{@code decimal}, precision up to 15<td>{@code DECIMAL(p,s)}: a number<td>{@code numeric(p,s)}
     * <tr><td>{@code decimal} otherwise<td>{@code DECIMAL_TEXT}: text that sorts like the number<td>{@code numeric}
     * <tr><td>{@code date}<td>{@code TEXT}, {@code 2026-11-20}<td>{@code date}
     * <tr><td>{@code time}<td>{@code TEXT}, {@code 17:30:00.5}<td>{@code time}
     * <tr><td>{@code datetime}<td>{@code TEXT}, {@code 2026-11-20T17:30:00.123456Z}<td>{@code timestamptz}
     * <tr><td>{@code duration}<td>{@code INTEGER}, microseconds<td>{@code interval}
     * <tr><td>{@code uuid}<td>{@code TEXT}, lower case with dashes<td>{@code uuid}
     * <tr><td>{@code json}<td>{@code TEXT}<td>{@code jsonb}
     * <tr><td>{@code binary}<td>{@code BLOB}<td>{@code bytea}
     * </table>
     *
     * @param field stored; for a reference the type is that of the key it leads to
     */
    default String managedType(Model model, FieldDefinition field) {
        return columns().managedType(leaf(model, field));
    }

    /** The columns of fields that are no references. */
    ColumnMappings<?> columns();

    /**
     * Inspects a model's table.
     *
     * @throws SQLException when it cannot be read
     * @throws ServiceUnavailableException when the table or a column does not exist, or a column cannot hold its field
     */
    TableFacts inspect(Session session, Model model) throws SQLException;

    /**
     * What fields the columns of a table are for, by their names, in lower case where the database ignores case; empty where
     * every column can hold the values of any field.
     */
    default Map<String, StoredColumn> storedColumns(Session session, String table) throws SQLException {
        return Map.of();
    }

    /** The expressions of columns that have a default, by column; what a statement may evaluate on its own. */
    Map<String, String> defaults(Session session, Model model) throws SQLException;

    /** Whether an insert or an update can return the rows it has written. */
    default boolean returnsRows() {
        return true;
    }

    /** The end of an insert of a row that has only defaults. */
    default String noValues() {
        return " DEFAULT VALUES";
    }

    /**
     * Whether two tables are joined in the order of an index of one of them, so that only equal rows are sorted, and whether a
     * foreign key that is checked at once always leads to a row.
     */
    default boolean joinsInOrder() {
        return false;
    }

    /** Whether an index serves a comparison of several columns, as a row, with what is larger or smaller. */
    default boolean comparesRows() {
        return true;
    }

    /** A clause before the values of an insert that allows a value for a key that the database generates. */
    default String givenKeys() {
        return "";
    }

    /** The last value of an expression of {@link #defaults}, as an expression; empty when no expression returns it. */
    default Optional<String> lastValue(String expression) {
        return Optional.empty();
    }

    /** A comparison with a text lookup. */
    Match match(ColumnCodec codec, String column, TextMatch how, String needle);

    /**
     * That a column is a text or starts with it, in a form that an index of the column serves; it may hold for others, too,
     * that differ in case.
     */
    default Match matchByIndex(ColumnCodec codec, String column, Place place, String text) {
        return match(codec, column, new TextMatch(place, false), text);
    }

    /** Whether an index of this database takes part in a comparison with a text lookup of this column. */
    boolean indexes(ColumnCodec codec, TextMatch how, String needle);

    /** Whether the month and the day of the month are taken from a day faster than from its text. */
    default boolean extractsParts() {
        return false;
    }

    /** Whether the keys of a query can be read as an array, which an index can be used with also inside of OR. */
    default boolean hasArrays() {
        return false;
    }

    /** Whether null is smaller than any value by default, in statements and in indexes. */
    boolean nullIsSmallest();

    /** A clause after a sort field that makes null smaller than any value. */
    String nulls(boolean nullable, boolean descending);

    /**
     * A clause for a statement that reads rows of {@code alias}: no other transaction changes them before this one
     * ends.
     */
    String lock(String alias);

    /** A statement that lets the running transaction check foreign keys at its end; empty where the database cannot. */
    default Optional<String> checksLater() {
        return Optional.empty();
    }

    /** A statement after which foreign keys are checked at once again; empty when none is needed. */
    default Optional<String> checksAtOnce() {
        return Optional.empty();
    }

    /** A statement that checks what a commit would check, for a dry run; empty when the database checks everything at once. */
    default Optional<String> checksBeforeCommit() {
        return Optional.empty();
    }

    /** The types of fields, besides those of numbers, whose values a column of numbers can hold. */
    Set<FieldType> heldAsNumbers();

    /** The types of fields, besides those of texts, whose values a column of texts can hold. */
    Set<FieldType> heldAsTexts();

    /** Whether a transaction can run more statements after one has failed. */
    boolean goesOnAfterFailure();

    /** About how many rows a table has, when the database knows without counting. */
    OptionalLong estimatedRows(Session session, Model model) throws SQLException;

    /**
     * Runs a query that the database cancels after {@code limit}.
     *
     * @return the result of {@code work}; empty when the database cancelled the query
     */
    <T> Optional<T> within(Duration limit, Session session, PreparedStatement statement, SqlWork<T> work)
            throws SQLException;

    /**
     * The database's message about a table that is missing, has changed since it was inspected, does not support the
     * statement, or has a value that cannot be computed, such as a division by zero in a view; empty for any other
     * failure.
     */
    Optional<String> unusable(SQLException failure);

    /** Whether one of the columns is null in some row. */
    default boolean hasNull(Session session, String table, List<String> columns) throws SQLException {
        String tests =
                columns.stream().map(column -> quote(column) + " IS NULL").collect(Collectors.joining(" OR "));
        String sql = "SELECT 1 FROM " + table(table) + " WHERE " + tests + " LIMIT 1";
        try (PreparedStatement statement = session.connection().prepareStatement(sql);
                ResultSet row = statement.executeQuery()) {
            return row.next();
        }
    }

    /** The exception for a missing table, or a missing column of it. */
    static ServiceUnavailableException missing(Model model, String column) {
        String message = column.isEmpty()
                ? "there is no table '" + model.table() + "' of the model '" + model.name() + "'"
                : "the table '" + model.table() + "' of the model '" + model.name() + "' has no column '" + column
                        + "'";
        return unusable(model, message);
    }

    /** The exception for a column that cannot hold its field. */
    static ServiceUnavailableException misfit(Model model, FieldDefinition field, StoredColumn column) {
        return unusable(model, column.misfit(model, field));
    }

    private static ServiceUnavailableException unusable(Model model, String message) {
        return ServiceUnavailableException.ofModel(model.name(), message, new IllegalStateException(message));
    }

    /** The rule that a statement broke, from the driver's exception; empty when no rule was broken. */
    Optional<ConstraintFailure> broken(SQLException failure);

    /** The parameter of the statement, from 1, that is no value of its type; empty when the database does not say which it is. */
    default OptionalInt rejectedParameter(SQLException failure) {
        return OptionalInt.empty();
    }

    /** The field itself, or the key that a reference leads to in the end. */
    static FieldDefinition leaf(Model model, FieldDefinition field) {
        Model at = model;
        FieldDefinition leaf = field;
        for (int steps = 0; leaf.type() == FieldType.REFERENCE; steps++) {
            if (steps > 32) {
                throw new IllegalArgumentException(
                        "model '" + model.name() + "': '" + field.name() + "' refers to itself");
            }
            at = at.target(leaf);
            leaf = at.key().getFirst();
        }
        return leaf;
    }

    /** The stored columns of {@code model} that occur as words in a piece of a statement. */
    static List<String> columnsNamed(Model model, String text) {
        return model.storedFields().stream()
                .map(FieldDefinition::column)
                .filter(column -> Pattern.compile(
                                "(?<![\\w$])" + Pattern.quote(column) + "(?![\\w$])", Pattern.CASE_INSENSITIVE)
                        .matcher(text)
                        .find())
                .toList();
    }
}
