package dev.hexadmin.bootstrap.logging;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.temporal.ChronoUnit;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/** {@code 2026-11-21T06:30:28.123Z WARNING dev.hexadmin.http [request id] message}. */
final class TextFormatter extends Formatter {
    @Override
    public String format(LogRecord event) {
        StringBuilder line = new StringBuilder(160)
                .append(event.getInstant().truncatedTo(ChronoUnit.MILLIS))
                .append(' ')
                .append(event.getLevel().getName())
                .append(' ')
                .append(event.getLoggerName());
        RequestIds.current().ifPresent(id -> line.append(" [").append(id).append(']'));
        // a line break in a message must not look like a new event
        line.append(' ').append(formatMessage(event).replace("\n", "\n    ")).append('\n');
        if (event.getThrown() != null) {
            StringWriter trace = new StringWriter();
            event.getThrown().printStackTrace(new PrintWriter(trace, true));
            line.append(trace);
        }
        return line.toString();
    }
}
