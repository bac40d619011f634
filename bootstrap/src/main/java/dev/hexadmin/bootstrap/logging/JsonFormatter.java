package dev.hexadmin.bootstrap.logging;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/** {@code {"time","level","logger","request_id","trace_id","span_id","message","exception"}}, without empty members. */
final class JsonFormatter extends Formatter {
    private static final JsonFactory JSON = new JsonFactory();

    @Override
    public String format(LogRecord event) {
        StringWriter line = new StringWriter(256);
        try (JsonGenerator json = JSON.createGenerator(line)) {
            json.writeStartObject();
            json.writeStringField("time", event.getInstant().toString());
            json.writeStringField("level", event.getLevel().getName());
            json.writeStringField("logger", event.getLoggerName());
            Optional<String> id = RequestIds.current();
            if (id.isPresent()) {
                json.writeStringField("request_id", id.get());
            }
            SpanContext span = Span.current().getSpanContext();
            if (span.isValid()) {
                json.writeStringField("trace_id", span.getTraceId());
                json.writeStringField("span_id", span.getSpanId());
            }
            json.writeStringField("message", formatMessage(event));
            if (event.getThrown() != null) {
                StringWriter trace = new StringWriter();
                event.getThrown().printStackTrace(new PrintWriter(trace, true));
                json.writeStringField("exception", trace.toString());
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a StringWriter does not fail
        }
        return line.append('\n').toString();
    }
}
