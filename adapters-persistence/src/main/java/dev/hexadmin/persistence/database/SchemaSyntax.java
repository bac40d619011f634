package dev.hexadmin.persistence.database;

import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.session.SqlWork;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;

/** Statements that create, change and inspect tables, where kinds of databases differ. Stateless. */
public interface SchemaSyntax {
    /**
     * Prepares the running transaction for statements on tables, which may take very long. Waits until no other server
     * runs such statements.
     *
     * @param lock the number of the lock for such statements
     */
    void begin(Session session, long lock) throws SQLException;

    /**
     * Ends what {@link #begin} has begun, also after a failure.
     *
     * @param lock the same number
     */
    default void end(Session session, long lock) throws SQLException {}

    /**
     * How long a transaction on tables is repeated that {@link #begin} lets fail early for want of a lock; zero where its
     * statements wait themselves.
     */
    default Duration patience() {
        return Duration.ZERO;
    }

    /** Describes the oldest running transaction of others in one row; empty where that is unknown. */
    default Optional<String> oldestTransactionQuery() {
        return Optional.empty();
    }

    /** Runs work between {@link #begin} and {@link #end}. */
    default <T> T changing(Session session, long lock, SqlWork<T> work) throws SQLException {
        begin(session, lock);
        try {
            return work.run(session);
        } finally {
            end(session, lock);
        }
    }

    // ---- limits

    /** How many characters the name of an index or a constraint has at most. */
    int longestName();

    /** How many bytes the values of one row in an index have at most. */
    int longestIndexEntry();

    // ---- parts of CREATE TABLE

    /**
     * The definition of a primary key column whose numbers the database generates. A number is never used for two
     * records, even after a delete.
     *
     * @param whole whether it is of the field type {@code integer}
     */
    String generatedKey(boolean whole);

    /** Whether foreign keys are a part of {@code CREATE TABLE}; otherwise they are added once all tables exist. */
    boolean foreignKeysInTable();

    /** Whether the definition of a column may have its foreign key; otherwise that is a constraint of the table. */
    default boolean referencesInColumns() {
        return true;
    }

    /** A clause of a foreign key that leads to its own table: a transaction may have it checked at its end. */
    default String checkedLaterOnDemand() {
        return "";
    }

    /** A clause of {@code CREATE INDEX}: nothing happens when the index exists. */
    default String unlessIndexed() {
        return " IF NOT EXISTS";
    }

    /** A clause after {@code CREATE INDEX}: others can write to the table meanwhile. Not allowed in a transaction. */
    default String withoutBlocking() {
        return "";
    }

    /** Whether an index can have a column of this type. */
    default boolean isIndexed(String type) {
        return true;
    }

    /**
     * A column in an index that is not unique.
     *
     * @param column quoted
     * @param type of the column, as a managed table has it
     * @param bytes how many the index has for it
     */
    default String indexed(String column, String type, int bytes) {
        return column;
    }

    /**
     * Drops an index.
     *
     * @param index quoted
     * @param table quoted
     */
    default String dropIndex(String index, String table) {
        return "DROP INDEX " + index;
    }

    /** Whether a column that is added takes constant defaults only, and no default together with a foreign key. */
    boolean addsPlainColumnsOnly();

    /** The text after the columns of a table that has no columns besides its key. */
    String keyOnlyTable();

    // ---- changing columns

    /** How columns get another type; empty where they keep their types. */
    default Optional<ColumnConversions> conversions() {
        return Optional.empty();
    }

    /**
     * The statement that lets a column be null; the rest of its definition stays.
     *
     * @param storedTable the name of the table now
     * @param storedColumn the same of the column
     * @param table quoted, when the statement runs
     * @param column the same of the column
     */
    default String allowNull(Session session, String storedTable, String storedColumn, String table, String column)
            throws SQLException {
        return "ALTER TABLE " + table + " ALTER COLUMN " + column + " DROP NOT NULL";
    }

    /**
     * Whether an index may have only the beginning of a text, so that it is made again when the length of its columns
     * changes.
     */
    default boolean indexesBeginnings() {
        return false;
    }

    // ---- inspecting existing tables

    /** Names and types of a table's columns. The parameter is {@link #tableParameter}. */
    String columnsQuery();

    /**
     * Names of the columns that cannot be null, without those that the database computes or numbers, and whether a new row
     * needs a value for them, since they have no default. The parameter is the same.
     */
    String requiredColumnsQuery();

    /** Names of the columns of a table's primary key. The parameter is {@link #tableParameter}. */
    String keyColumnsQuery();

    /**
     * Returns one row when an index of any table has the name; empty where each table has names of its own. The parameter
     * is built like that of a table.
     */
    Optional<String> indexQuery();

    /**
     * The columns of a table's indexes in their order: the index, the column (null for an expression), whether the index
     * is usable, and whether it is unique. The parameter is {@link #tableParameter}.
     */
    String indexesQuery();

    /**
     * The foreign keys of one column of a table: the column, whether the key leads to another table, and the name of the
     * one that it leads to. The parameters are {@link #tableParameter} of that other table and of the table.
     */
    String foreignKeysQuery();

    /**
     * The columns with which an index of all rows of a table begins: the name, whether the index finds texts by their start,
     * and whether no two rows have equal values in the column, also as it is ordered. The parameter is {@link
     * #tableParameter}.
     */
    String leadingColumnsQuery();

    /**
     * Names of the indexes that have to be dropped before a column can be; empty where they are dropped with it. The
     * parameters are {@link #tableParameter} and the column.
     */
    Optional<String> indexesOfColumnQuery();

    /** The same for foreign keys of the column. */
    default Optional<String> foreignKeysOfColumnQuery() {
        return Optional.empty();
    }

    /**
     * Names of the foreign keys of a table that lead to itself and lack {@link #checkedLaterOnDemand}; empty where there is
     * no such clause. The parameter is {@link #tableParameter}.
     */
    default Optional<String> ownForeignKeysCheckedAtOnceQuery() {
        return Optional.empty();
    }

    /** Lets the planner know what is in the tables. */
    default void analyze(Session session) throws SQLException {
        session.execute("ANALYZE");
    }

    /** The moment as text, in the form of {@link java.time.Instant} with microseconds. */
    String momentQuery();

    /** A name as a parameter of these queries. */
    String tableParameter(String table);

    /** A type of a column in the form in which the types of equal columns are equal. */
    String normalType(String type);

    /** The name of a column in the form in which two names that mean one column are equal. */
    String folded(String column);

    /**
     * Lets the numbers that the database generates continue after the largest one in the table, and after the number given
     * out last. They never go back.
     *
     * @param last the number given out last, also if its row was deleted since; 0 when that is unknown
     */
    void continueKeys(Session session, String table, String column, long last) throws SQLException;

    /** The number that the database generated last for a column; empty when it generated none, or does not know. */
    Optional<Long> lastKey(Session session, String table, String column) throws SQLException;

    /** Whether an insert with a given key moves the number of the next row though it is rolled back. */
    default boolean movesKeysForGood() {
        return false;
    }

    /** Sets the number of the next row, in a transaction of its own; it stays larger than those of all rows. */
    default void setNextKey(Session session, String table, long number) throws SQLException {
        throw new UnsupportedOperationException("a rollback sets the number back");
    }

    // ---- filling empty tables

    /**
     * Runs work that fills empty tables in any order, in the running transaction: foreign keys hold at its end.
     *
     * @param tables those that are filled
     */
    <T> T filling(Session session, Collection<String> tables, SqlWork<T> work) throws SQLException;

    /** Drops those of the tables that exist, with everything that belongs to them. */
    void drop(Session session, Collection<String> tables) throws SQLException;
}
