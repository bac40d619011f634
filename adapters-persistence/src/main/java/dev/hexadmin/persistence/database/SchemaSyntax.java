package dev.hexadmin.persistence.database;

import dev.hexadmin.persistence.session.Session;
import java.sql.SQLException;

/** Statements that make, change and look at tables, where kinds of databases differ. Stateless. */
public interface SchemaSyntax {
    /**
     * Prepares the running transaction for statements on tables, which may take very long: waits until no other server
     * carries out such statements.
     *
     * @param lock a number that stands for them
     */
    void begin(Session session, long lock) throws SQLException;

    // ---- limits

    /** How many characters the name of an index or a constraint has at most. */
    int longestName();

    /** How many bytes the values of one row in an index have at most. */
    int longestIndexEntry();

    // ---- parts of CREATE TABLE

    /**
     * What makes a column a primary key that the database numbers: a number that was a record's key is never another
     * record's.
     *
     * @param whole whether it is of the field type {@code integer}
     */
    String generatedKey(boolean whole);

    /** Whether foreign keys are a part of {@code CREATE TABLE}; otherwise they are added once all tables are there. */
    boolean foreignKeysInTable();

    /** Whether a column that is added takes constant defaults only, and no default together with a foreign key. */
    boolean addsPlainColumnsOnly();

    /** What comes after the columns of a table that is nothing but its key. */
    String keyOnlyTable();

    // ---- looking at what is there

    /** Names and types of a table's columns. The parameter is {@link #tableParameter}. */
    String columnsQuery();

    /** Names of columns that need a value in every new row and have no default. The parameter is the same. */
    String neededColumnsQuery();

    /** One row when there is an index. The parameter is made as that of a table. */
    String indexQuery();

    /** The moment as text, in the form of {@link java.time.Instant} with microseconds. */
    String momentQuery();

    /** A name as a parameter of these queries. */
    String tableParameter(String table);

    /** A type of a column in the form in which the types of equal columns are equal. */
    String normalType(String type);

    /** The name of a column in the form in which two names that mean one column are equal. */
    String folded(String column);

    /** Lets the numbers that the database gives to records go on after the largest that is in the table. */
    void continueKeys(Session session, String table, String column) throws SQLException;
}
