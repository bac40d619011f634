package dev.hexadmin.persistence.database;

import dev.hexadmin.application.port.ServiceUnavailableException;
import dev.hexadmin.persistence.DataSourceRejectedException;
import dev.hexadmin.persistence.DatabaseSettings;
import dev.hexadmin.persistence.catalogue.Catalogue;
import dev.hexadmin.persistence.catalogue.TableFinder;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.session.ErrorCodes;
import dev.hexadmin.persistence.session.SqlWork;
import java.util.Optional;

/**
 * A kind of database: the one place that knows what it does differently from other kinds. Everything else asks it for a
 * value, a piece of a statement or a whole one, and never which kind it is. Stateless.
 */
public interface DatabaseKind {
    /** Its name, as {@link java.sql.DatabaseMetaData#getDatabaseProductName} has it. */
    String product();

    /** Its name in lower case: of its folder of migrations, for example. */
    String name();

    /** How a URL of it begins, for messages. */
    String urlStart();

    /** What is supported of it when a program brings its own source, for messages. */
    String supported();

    /**
     * Reads {@code DATABASE_URL}.
     *
     * @param poolSize connections to a server at most
     * @return empty when it is the URL of another kind
     * @throws IllegalArgumentException when something is wrong with it; the message never holds the password
     */
    Optional<DatabaseSettings> settings(String url, int poolSize);

    /**
     * Connects.
     *
     * @param settings of this kind, or a program's own source that leads to it
     * @throws ServiceUnavailableException when the database cannot be reached
     * @throws DataSourceRejectedException when a program's own source cannot be used
     */
    DatabaseConnections open(DatabaseSettings settings);

    /** Whether several servers may work on one database. */
    boolean shared();

    /** Whether a running unit of work keeps every other one waiting. */
    boolean exclusive();

    /**
     * A write that leaves everything as it is, to see whether the database takes writes.
     *
     * @param failing whether one was refused lately
     * @return empty when none is needed
     */
    Optional<SqlWork<Boolean>> writeProbe(boolean failing);

    /** Pieces of statements on built-in tables. */
    SqlFragments sql();

    /** Statements that make and change tables. */
    SchemaSyntax schema();

    /** Statements on records of registered models. */
    Dialect dialect();

    /** How it indexes and finds words of records. */
    FullTextSearch search();

    /** What its error codes mean. */
    ErrorCodes errors();

    /** The tables that are there, for introspection. */
    Catalogue catalogue();

    /** Finds the tables of models, with the rights of the database user. */
    TableFinder tables();
}
