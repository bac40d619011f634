package dev.hexadmin.bootstrap.logging;

import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Sends what every module logs through {@link System.Logger} to standard error, one line an event. */
public final class Logging {
    // Libraries that tell more than an operator wants to read; their warnings stay.
    private static final String[] QUIET = {"io.helidon", "com.zaxxer", "org.flywaydb", "org.sqlite", "org.postgresql"};
    private static final Logger[] KEPT = new Logger[QUIET.length]; // the log manager holds loggers weakly

    private Logging() {}

    /** How a line looks. */
    public enum Format {
        /** For people. */
        TEXT,
        /** One JSON object a line, for collectors. */
        JSON
    }

    /**
     * Makes what is logged while the process ends appear, too. Standalone servers only, before anything is logged.
     */
    public static void keepUntilTheEnd() {
        System.setProperty("java.util.logging.manager", ServerLogging.class.getName());
    }

    /** Replaces the JDK's logging set-up. Standalone servers only: an embedding program has its own. */
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
            KEPT[i] = Logger.getLogger(QUIET[i]);
            KEPT[i].setLevel(Level.WARNING);
        }
    }
}
