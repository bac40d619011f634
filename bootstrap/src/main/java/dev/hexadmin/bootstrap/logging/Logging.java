package dev.hexadmin.bootstrap.logging;

import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Sends log events of all modules ({@link System.Logger}) to standard error, one line per event. */
public final class Logging {
    // Libraries that log too much at level INFO; their warnings are logged.
    private static final String[] QUIET = {"io.helidon", "com.zaxxer", "org.flywaydb", "org.sqlite", "org.postgresql"};

    /** Strong references: the log manager holds loggers weakly. */
    private static final Logger[] QUIET_LOGGERS = new Logger[QUIET.length];

    private Logging() {}

    /** The format of a line. */
    public enum Format {
        /** Text for people. */
        TEXT,
        /** One JSON object per line, for collectors. */
        JSON
    }

    /** Keeps logging active until the process ends. For standalone servers only; call it before anything is logged. */
    public static void keepUntilTheEnd() {
        System.setProperty("java.util.logging.manager", ServerLogging.class.getName());
    }

    /** Replaces the JDK's logging configuration. For standalone servers only: an embedding program has its own. */
    public static void install(Format format) {
        Logger root = Logger.getLogger("");
        for (Handler handler : root.getHandlers()) {
            root.removeHandler(handler);
            handler.close();
        }
        root.setLevel(Level.INFO);
        ConsoleHandler handler = new ConsoleHandler();
        Formatter formatter = switch (format) {
            case TEXT -> new TextFormatter();
            case JSON -> new JsonFormatter();
        };
        handler.setFormatter(formatter);
        handler.setLevel(Level.ALL);
        root.addHandler(handler);
        for (int i = 0; i < QUIET.length; i++) {
            QUIET_LOGGERS[i] = Logger.getLogger(QUIET[i]);
            QUIET_LOGGERS[i].setLevel(Level.WARNING);
        }
    }
}
