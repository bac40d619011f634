package dev.hexadmin.persistence.database;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** Connections for a pool, each opened and prepared when the pool asks for it. Thread-safe when the opener is. */
public final class OpenedConnections implements DataSource {
    private final Opener opener;
    private volatile int loginTimeout;

    /** Opens a connection and prepares it. */
    @FunctionalInterface
    public interface Opener {
        Connection open() throws SQLException;
    }

    public OpenedConnections(Opener opener) {
        this.opener = opener;
    }

    /** A connection of the driver, with the password that the file has now, if there is one. */
    public static Connection connect(String url, DatabaseSettings.Login login) throws SQLException {
        String password = login.password();
        if (login.file().isPresent()) {
            Path file = login.file().get();
            try {
                password = Files.readString(file).strip();
            } catch (IOException e) {
                throw new SQLNonTransientConnectionException(
                        "the file of the password, " + file + ", cannot be read", "08001", e);
            }
        }
        return DriverManager.getConnection(url, login.user(), password);
    }

    @Override
    public Connection getConnection() throws SQLException {
        return opener.open();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("the user is that of the settings");
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        throw new SQLFeatureNotSupportedException("failures are thrown");
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        throw new SQLFeatureNotSupportedException("failures are thrown");
    }

    /**
     * Does not limit opening, which parameters of the URL do. The pool reads the value again when it is closed: for so long it
     * waits for a connection that is being opened.
     */
    @Override
    public void setLoginTimeout(int seconds) {
        loginTimeout = seconds;
    }

    @Override
    public int getLoginTimeout() {
        return loginTimeout;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("failures are thrown");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLFeatureNotSupportedException("there is nothing below");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
