package dev.hexadmin.bootstrap.logging;

import java.util.logging.LogManager;

/**
 * A log manager whose handlers stay until the process ends. The JDK's own log manager removes them in a shutdown hook
 * that runs concurrently with the one that closes the server, so messages of the shutdown would be lost.
 */
public final class ServerLogging extends LogManager {
    /** For the JDK, which creates the log manager that the system property {@code java.util.logging.manager} names. */
    public ServerLogging() {}

    @Override
    public void reset() {
        // no effect, see above; Logging removes the handlers that it replaces
    }
}
