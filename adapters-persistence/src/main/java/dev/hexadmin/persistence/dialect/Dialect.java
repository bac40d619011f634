package dev.hexadmin.persistence.dialect;

import dev.hexadmin.application.port.ServiceUnavailableException;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
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
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A database's way to say what statements on records say. Stateless. */
public interface Dialect {
    /** An identifier as a statement holds it. Identifiers come from the model registry only. */
    default String quote(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
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
     * Looks at a model's table.
     *
     * @throws SQLException when it cannot be read
     * @throws ServiceUnavailableException when the table or a column is not there
     */
    TableFacts inspect(Session session, Model model) throws SQLException;

    /** The expressions of columns that have a default, by column; what a statement may evaluate on its own. */
    Map<String, String> defaults(Session session, Model model) throws SQLException;

    /** What to add before the values of an insert, so that a key that the database makes can be given. */
    default String givenKeys() {
        return "";
    }

    /** The value that an expression of {@link #defaults} gave last, as an expression; empty when none can say it. */
    default Optional<String> lastValue(String expression) {
        return Optional.empty();
    }

    /** A comparison with a text lookup. */
    Match match(ColumnCodec codec, String column, TextMatch how, String needle);

    /** Whether an index of this database takes part in a comparison with a text lookup of this column. */
    boolean indexes(ColumnCodec codec, TextMatch how, String needle);

    /** Whether null is smaller than any value without a word said about it, in statements and in indexes. */
    boolean nullIsSmallest();

    /** What to add to a sort field, so that null is smaller than any value. */
    String nulls(boolean nullable, boolean descending);

    /** What to add to a statement that reads rows of {@code alias}, so that nobody else changes them meanwhile. */
    String lock(String alias);

    /** Whether a transaction can be asked more after a statement in it has failed. */
    boolean goesOnAfterFailure();

    /** About how many rows a table has, when the database knows without counting. */
    OptionalLong estimatedRows(Session session, Model model) throws SQLException;

    /**
     * Runs a query that the database gives up after {@code limit}.
     *
     * @return what {@code work} gave; empty when the database gave up
     */
    <T> Optional<T> within(Duration limit, Session session, PreparedStatement statement, SqlWork<T> work)
            throws SQLException;

    /**
     * What the database says of a table that is missing, has another form than when it was looked at, or takes no such
     * statement; empty for any other failure.
     */
    Optional<String> unusable(SQLException failure);

    /** Whether one of the columns is null in some row. */
    default boolean hasNull(Session session, String table, List<String> columns) throws SQLException {
        String tests =
                columns.stream().map(column -> quote(column) + " IS NULL").collect(Collectors.joining(" OR "));
        String sql = "SELECT 1 FROM " + quote(table) + " WHERE " + tests + " LIMIT 1";
        try (PreparedStatement statement = session.connection().prepareStatement(sql);
                ResultSet row = statement.executeQuery()) {
            return row.next();
        }
    }

    /** That a table is not there, or a column of it. */
    static ServiceUnavailableException missing(Model model, String column) {
        String message = column.isEmpty()
                ? "there is no table '" + model.table() + "' of the model '" + model.name() + "'"
                : "the table '" + model.table() + "' of the model '" + model.name() + "' has no column '" + column
                        + "'";
        return ServiceUnavailableException.ofModel(model.name(), message, new IllegalStateException(message));
    }

    /** What the driver's exception tells; empty when no rule was broken. */
    Optional<ConstraintFailure> broken(SQLException failure);

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
