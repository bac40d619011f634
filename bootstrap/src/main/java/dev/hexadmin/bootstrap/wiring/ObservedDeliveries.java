package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.application.notifications.port.DeliveryObserver;
import dev.hexadmin.application.notifications.port.Outbox.ClaimedDelivery;
import dev.hexadmin.application.notifications.port.Outbox.Payload;
import dev.hexadmin.application.spi.ProviderException;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures attempts, and counts deliveries by their status. An attempt is a span in the trace in which its message was
 * accepted, as the semantic conventions of OpenTelemetry describe those of messaging. Thread-safe.
 */
final class ObservedDeliveries implements DeliveryObserver {
    private static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("messaging.system");
    private static final AttributeKey<String> OPERATION = AttributeKey.stringKey("messaging.operation.name");
    private static final AttributeKey<String> TYPE = AttributeKey.stringKey("messaging.operation.type");
    private static final AttributeKey<String> DESTINATION = AttributeKey.stringKey("messaging.destination.name");
    private static final AttributeKey<String> MESSAGE = AttributeKey.stringKey("messaging.message.id");
    private static final AttributeKey<String> PROVIDER = AttributeKey.stringKey("hexadmin.provider");
    private static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("hexadmin.attempt");
    private static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");

    private final MeterRegistry meters;
    private final @Nullable Tracer tracer; // null when nothing is traced

    ObservedDeliveries(MeterRegistry meters, OpenTelemetry traces) {
        this.meters = meters;
        this.tracer = traces.getTracerProvider().equals(TracerProvider.noop())
                ? null
                : traces.getTracer("dev.hexadmin.notifications");
    }

    @Override
    public <T> T attempt(ClaimedDelivery row, String provider, Supplier<T> call, Predicate<T> accepted) {
        Timer.Sample sample = Timer.start(meters);
        Span span = begin(row, provider);
        String outcome = "failed";
        try (Scope _ = span.makeCurrent()) {
            T answer = call.get();
            outcome = accepted.test(answer) ? "accepted" : "failed";
            return answer;
        } catch (ProviderException e) {
            outcome = e.retryable() ? "retryable" : "failed";
            throw e;
        } finally {
            if (!outcome.equals("accepted")) {
                // without the exception: its message may contain an address or the text
                span.setStatus(StatusCode.ERROR).setAttribute(ERROR, outcome);
            }
            span.end();
            sample.stop(Timer.builder("hexadmin.delivery.attempts")
                    .description("Calls of providers")
                    .tag("channel", row.channel().word())
                    .tag("provider", provider)
                    .tag("outcome", outcome)
                    .register(meters));
        }
    }

    private Span begin(ClaimedDelivery row, String provider) {
        if (tracer == null) {
            return Span.getInvalid();
        }
        String channel = row.channel().word();
        return tracer.spanBuilder("deliver " + channel)
                .setParent(row.payload()
                        .flatMap(Payload::trace)
                        .map(Accepted::context)
                        .orElseGet(Context::current))
                .setSpanKind(SpanKind.CONSUMER)
                .setAttribute(SYSTEM, "hexadmin")
                .setAttribute(OPERATION, "deliver")
                .setAttribute(TYPE, "process")
                .setAttribute(DESTINATION, channel)
                .setAttribute(MESSAGE, row.delivery().id() + "-" + channel)
                .setAttribute(PROVIDER, provider)
                .setAttribute(ATTEMPT, (long) row.attempts())
                .startSpan();
    }

    @Override
    public Optional<String> trace() {
        SpanContext now = Span.current().getSpanContext();
        return tracer != null && now.isValid()
                ? Optional.of("00-" + now.getTraceId() + "-" + now.getSpanId() + "-"
                        + now.getTraceFlags().asHex())
                : Optional.empty();
    }

    /** The trace in which a message was accepted. */
    private enum Accepted implements TextMapGetter<String> {
        TRACE;

        static Context context(String traceparent) {
            return W3CTraceContextPropagator.getInstance().extract(Context.root(), traceparent, TRACE);
        }

        @Override
        public Iterable<String> keys(String traceparent) {
            return List.of("traceparent");
        }

        @Override
        public @Nullable String get(@Nullable String traceparent, String name) {
            return name.equals("traceparent") ? traceparent : null;
        }
    }

    @Override
    public void settled(Channel channel, DeliveryStatus status) {
        meters.counter("hexadmin.deliveries", "channel", channel.word(), "status", status.word())
                .increment();
    }
}
