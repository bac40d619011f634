package dev.hexadmin.persistence.database;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.persistence.catalogue.Catalogue;
import dev.hexadmin.persistence.catalogue.TableFinder;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.session.ErrorCodes;
import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.session.SqlWork;
import dev.hexadmin.persistence.settings.DataSourceRejectedException;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A kind of database: the only place that knows how it differs from other kinds. Other code asks it for a value, a part
 * of a statement or a whole statement, and never for the kind. Stateless.
 */
public interface DatabaseKind {
    /**
     * The parts in which kinds of databases differ, one for each subject. All are stateless.
     *
     * @param sql parts of statements on built-in tables
     * @param schema statements that create and change tables
     * @param dialect statements on records of registered models
     * @param search how it indexes and finds words of records
     * @param errors what its error codes mean
     * @param catalogue the existing tables, for introspection
     * @param tables finds the tables of models, with the rights of the database user
     * @param partitions of built-in tables that grow for ever; empty where tables have none
     */
    record Parts(
            SqlFragments sql,
            SchemaSyntax schema,
            Dialect dialect,
            FullTextSearch search,
            ErrorCodes errors,
            Catalogue catalogue,
            TableFinder tables,
            Optional<MonthlyPartitions> partitions) {}

    /** Its name, as {@link java.sql.DatabaseMetaData#getDatabaseProductName} has it. */
    String product();

    /** Whether it is the kind of databases of this product: {@link #product}, and others that are so similar. */
    default boolean isProduct(String name) {
        return product().equals(name);
    }

    /** Its name in lower case: of its folder of migrations, for example. */
    default String name() {
        return product().toLowerCase(Locale.ROOT);
    }

    /** How its URLs begin, that of examples first. */
    List<String> urlStarts();

    /** What is supported when a program passes its own data source, for messages; empty when none is. */
    String supported();

    /**
     * Reads {@code DATABASE_URL}.
     *
     * @param url begins with one of {@link #urlStarts}
     * @param poolSize connections to a server at most
     * @throws IllegalArgumentException when something is wrong with it; the message never holds the password
     */
    DatabaseSettings settings(String url, int poolSize);

    /**
     * Connects.
     *
     * @param settings of this kind, or a program's data source for this kind
     * @throws ServiceUnavailableException when the database cannot be reached
     * @throws DataSourceRejectedException when a program's data source cannot be used
     */
    DatabaseConnections open(DatabaseSettings settings);

    /** How replicas follow a server; empty without servers. */
    default Optional<Replication> replication() {
        return Optional.empty();
    }

    /**
     * Tries what the first migrations need besides the right to create tables, because they cannot be taken back everywhere.
     *
     * @throws ServiceUnavailableException when it is missing; the message says what to do
     */
    default void checkBeforeFirstMigration(Session session) throws SQLException {}

    /** Whether several servers may work on one database. */
    boolean shared();

    /** Whether every other unit of work waits for a running one. */
    boolean exclusive();

    /**
     * A write that changes nothing and shows whether the database accepts writes.
     *
     * @param failing whether a recent write was rejected
     * @return empty when none is needed
     */
    Optional<SqlWork<Boolean>> writeProbe(boolean failing);

    /** Its parts. */
    Parts parts();

    /** Parts of statements on built-in tables. */
    default SqlFragments sql() {
        return parts().sql();
    }

    /** Statements that create and change tables. */
    default SchemaSyntax schema() {
        return parts().schema();
    }

    /** Statements on records of registered models. */
    default Dialect dialect() {
        return parts().dialect();
    }

    /** How it indexes and finds words of records. */
    default FullTextSearch search() {
        return parts().search();
    }

    /** What its error codes mean. */
    default ErrorCodes errors() {
        return parts().errors();
    }

    /** The existing tables, for introspection. */
    default Catalogue catalogue() {
        return parts().catalogue();
    }

    /** Finds the tables of models, with the rights of the database user. */
    default TableFinder tables() {
        return parts().tables();
    }

    /** Partitions of built-in tables that grow for ever; empty where tables have none. */
    default Optional<MonthlyPartitions> partitions() {
        return parts().partitions();
    }
}
