package dev.hexadmin.persistence.database;

import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.persistence.session.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Parts of statements on built-in tables, and their values as parameters and in rows. Stateless. */
public interface SqlFragments {
    // ---- values

    /** A moment as a parameter, in microseconds. */
    Object parameter(Instant moment);

    /** A boolean as a parameter. */
    Object parameter(boolean flag);

    /** A UUID as a parameter. */
    Object parameter(UUID uuid);

    void setMoment(PreparedStatement statement, int at, Optional<Instant> moment) throws SQLException;

    void setUuid(PreparedStatement statement, int at, Optional<UUID> uuid) throws SQLException;

    void setJson(PreparedStatement statement, int at, Optional<JsonText> json) throws SQLException;

    /** The moment in a column of a row. */
    Optional<Instant> moment(ResultSet row, int column) throws SQLException;

    // ---- expressions

    /** A boolean as statements have it. */
    String literal(boolean flag);

    /** That a column of booleans is true, as the conditions of partial indexes have it. */
    String isTrue(String column);

    /** That a column of booleans is false, as the conditions of partial indexes have it. */
    String isFalse(String column);

    /** The moment now, by the database's own clock. */
    String now();

    /** The moment some seconds before {@link #now}. */
    String ago(String seconds);

    /** A text as a value of a column of JSON. */
    String json(String text);

    /** A text as a value of a column of UUIDs. */
    String uuid(String text);

    /** What comes after a column that must be one of {@code size} values: few texts, so that statements stay prepared. */
    String oneOf(int size);

    /**
     * Binds the values of {@link #oneOf}.
     *
     * @param type of the column, by its name in SQL
     * @param values as many as were asked for, at least one
     * @return the position after them
     */
    int setOneOf(PreparedStatement statement, int at, String type, List<? extends Object> values) throws SQLException;

    /**
     * The rows of parameters that are arrays, one for each column, as a table with a last column that counts from 1; empty
     * when there are no arrays, or no changes inside of queries: then rows are inserted one by one.
     *
     * @param types of the columns, by their names in SQL
     */
    Optional<String> rowsOfArrays(List<String> types);

    // ---- statements

    /** An {@code INSERT} of one row for {@link #insertWithId}; unchanged where another statement reads the key. */
    default String insertWithId(String insert) {
        return insert;
    }

    /**
     * Runs the statement of {@link #insertWithId(String)}, and returns the key that the database generated: {@code id}.
     */
    long insertWithId(Session session, PreparedStatement statement) throws SQLException;

    /**
     * A clause for an {@code INSERT}: an existing row with the same key, or other equal unique values, stays unchanged.
     * Empty where such an {@code INSERT} fails, and the transaction goes on.
     */
    default String orNothing() {
        return " ON CONFLICT DO NOTHING";
    }

    /**
     * A clause for an {@code INSERT}: an existing row with the same key gets the new values of the columns. Other
     * assignments may follow.
     *
     * @param key the columns of the key
     * @param columns at least one
     */
    default String orUpdate(String key, String... columns) {
        return Stream.of(columns)
                .map(column -> column + " = excluded." + column)
                .collect(Collectors.joining(", ", " ON CONFLICT (" + key + ") DO UPDATE SET ", ""));
    }

    /**
     * Deletes the rows that a query on the same table selects.
     *
     * @param key the columns that the query returns, unique in the table
     */
    default String deleteSelected(String table, String key, String query) {
        return "DELETE FROM " + table + " WHERE " + (key.contains(",") ? "(" + key + ")" : key) + " IN (" + query + ")";
    }

    /** A query with one row and one column {@code r}, {@code on} when the database accepts no changes. */
    String readOnlyQuery();

    /** A query with one row and one column {@code n}, 1 when a table with the name in its parameter exists. */
    String tableQuery();

    // ---- locks

    /** A clause for a query: no other transaction changes its rows before this one ends. */
    String forUpdate();

    /** The same, but several transactions may hold such a lock at the same time. */
    String forShare();

    /** A clause after {@link #forUpdate} that leaves out rows that another transaction has locked. */
    String skipLocked();

    /**
     * A clause after a table: its rows are found by this index alone. Elsewhere the planner might take another one, and lock
     * entries there that transactions with disjoint rows wait for.
     *
     * @param index its name in the migrations, or {@code PRIMARY}
     */
    String onlyBy(String index);

    /**
     * Locks the rows of a query until the transaction ends, where units of work run at the same time.
     *
     * @param query with one parameter
     */
    void lockRows(Session session, String query, long parameter) throws SQLException;

    /** Waits until no other transaction holds the lock of this number, and holds it until the running one ends. */
    void lock(Session session, long number) throws SQLException;

    /** The same without waiting; false when another transaction holds the lock. */
    boolean tryLock(Session session, long number) throws SQLException;
}
