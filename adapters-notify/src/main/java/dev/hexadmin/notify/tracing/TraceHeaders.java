package dev.hexadmin.notify.tracing;

import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.util.LinkedHashMap;
import java.util.Map;

/** The headers {@code traceparent} and {@code tracestate} of calls to providers. */
public final class TraceHeaders {
    private TraceHeaders() {}

    /** Those of the trace that this thread works for; none when nothing is traced. */
    public static Map<String, String> current() {
        Map<String, String> headers = new LinkedHashMap<>();
        W3CTraceContextPropagator.getInstance().inject(Context.current(), headers, (all, name, value) -> {
            if (all != null) {
                all.put(name, value);
            }
        });
        return headers;
    }
}
