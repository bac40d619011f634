package dev.hexadmin.persistence.database.mysql;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.persistence.database.DatabaseConnections;
import dev.hexadmin.persistence.database.DatabaseKind;
import dev.hexadmin.persistence.database.Replication;
import dev.hexadmin.persistence.database.ServerUrl;
import dev.hexadmin.persistence.database.mysql.dialect.MysqlDialect;
import dev.hexadmin.persistence.database.mysql.dialect.Products;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.session.SqlWork;
import dev.hexadmin.persistence.settings.DataSourceRejectedException;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A database of a server of MySQL or MariaDB. */
public final class MysqlKind implements DatabaseKind {
    private static final String MYSQL_URL = "mysql://";
    private static final String MARIADB_URL = "mariadb://";
    private static final int PORT = 3306;
    private static final int BINARY_LOG = 1419; // ER_BINLOG_CREATE_ROUTINE_NEED_SUPER
    private static final Dialect DIALECT = new MysqlDialect();
    private static final Parts PARTS = new Parts(
            new MysqlFragments(),
            new MysqlSchema(DIALECT),
            DIALECT,
            new MysqlTextSearch(DIALECT),
            new MysqlErrorCodes(),
            new MysqlCatalogue(),
            new MysqlTableFinder(),
            Optional.of(new MysqlPartitions(new MysqlFragments())));

    @Override
    public String product() {
        return Products.MYSQL;
    }

    @Override
    public boolean isProduct(String name) {
        return name.equals(Products.MYSQL) || name.equals(Products.MARIADB);
    }

    @Override
    public List<String> urlStarts() {
        return List.of(MYSQL_URL, MARIADB_URL);
    }

    /** A program's own connections have another SQL mode and another time zone. */
    @Override
    public String supported() {
        return "";
    }

    @Override
    public DatabaseSettings settings(String url, int poolSize) {
        boolean maria = url.startsWith(MARIADB_URL);
        return ServerUrl.read(
                url,
                maria ? Products.MARIADB : Products.MYSQL,
                (maria ? MARIADB_URL : MYSQL_URL) + "user:password@host:3306/db",
                PORT,
                poolSize);
    }

    @Override
    public DatabaseConnections open(DatabaseSettings settings) {
        return switch (settings) {
            case DatabaseSettings.Server server -> MysqlConnections.open(server);
            case DatabaseSettings.Given given ->
                throw new DataSourceRejectedException(
                        "it leads to MySQL or MariaDB, for which Hexadmin opens connections"
                                + " itself: give the URL of the database");
            case DatabaseSettings.Embedded file -> throw new IllegalArgumentException(file + " is no server");
        };
    }

    @Override
    public Optional<Replication> replication() {
        return Optional.of(new MysqlReplication());
    }

    /** The audit log has triggers; creating one takes a right of its own, and more with a binary log. */
    @Override
    public void checkBeforeFirstMigration(Session session) throws SQLException {
        String table = "admin_try_" + UUID.randomUUID().toString().replace("-", ""); // other servers may start, too
        session.execute("CREATE TABLE " + table + " (id INTEGER)");
        try {
            session.execute("CREATE TRIGGER " + table + " BEFORE DELETE ON " + table + " FOR EACH ROW SET @tried = 1");
        } catch (SQLException e) {
            boolean logged = e.getErrorCode() == BINARY_LOG;
            throw new ServiceUnavailableException(
                    ServiceUnavailableException.Reason.DATABASE_UNAVAILABLE,
                    logged
                            ? "the user of the database may not create the triggers of the audit log, because the server has a"
                                    + " binary log: SET GLOBAL log_bin_trust_function_creators = ON"
                            : "the user of the database may not create the triggers of the audit log: GRANT TRIGGER on the"
                                    + " database",
                    e);
        } finally {
            session.execute("DROP TABLE " + table);
        }
    }

    @Override
    public boolean shared() {
        return true;
    }

    @Override
    public boolean exclusive() {
        return false;
    }

    /** Only after a failure: a row that is written and deleted again. */
    @Override
    public Optional<SqlWork<Boolean>> writeProbe(boolean failing) {
        if (!failing) {
            return Optional.empty();
        }
        return Optional.of(session -> {
            session.update(
                    "INSERT INTO admin_locks (number) VALUES (?) ON DUPLICATE KEY UPDATE number = number", PROBE);
            return session.update("DELETE FROM admin_locks WHERE number = ?", PROBE) > 0;
        });
    }

    /** A number that no lock has. */
    private static final long PROBE = 0;

    @Override
    public Parts parts() {
        return PARTS;
    }
}
