package dev.hexadmin.bootstrap.logging;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Scope;
import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class JsonFormatterTest {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String SPAN = "b7ad6b7169203331";

    private static JsonNode line() throws IOException {
        return new JsonMapper().readTree(new JsonFormatter().format(new LogRecord(Level.INFO, "hello")));
    }

    @Test
    void a_line_names_the_trace_that_its_thread_works_for() throws IOException {
        assertThat(line().has("trace_id")).isFalse();
        Span span = Span.wrap(SpanContext.create(TRACE, SPAN, TraceFlags.getSampled(), TraceState.getDefault()));
        try (Scope scope = span.makeCurrent()) {
            assertThat(line().path("trace_id").asText()).isEqualTo(TRACE);
            assertThat(line().path("span_id").asText()).isEqualTo(SPAN);
            assertThat(line().path("message").asText()).isEqualTo("hello");
        }
    }
}
