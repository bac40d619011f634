package dev.hexadmin.cache.jedis;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** The lines that a class logs while this is open. */
final class LogLines extends Handler implements AutoCloseable {
    private final Logger logger;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    LogLines(Class<?> of) {
        this.logger = Logger.getLogger(of.getName());
        setFormatter(new SimpleFormatter());
        logger.addHandler(this);
    }

    List<String> all() {
        return List.copyOf(lines);
    }

    @Override
    public void publish(LogRecord line) {
        if (line.getLevel().intValue() >= Level.INFO.intValue()) {
            lines.add(getFormatter().formatMessage(line));
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
