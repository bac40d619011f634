package dev.hexadmin.http.server.routing;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The timers of the requests of one route, by class of status. There are few tags, as many as routes. A timer is created
 * on first use, so that routes without calls are not in the metrics. Thread-safe.
 */
public final class RouteTimers {
    private final MeterRegistry registry;
    private final String template;
    private final String method;
    private final AtomicReferenceArray<@Nullable Timer> byClass = new AtomicReferenceArray<>(6);

    /**
     * @param template the route's template; what no route answers shares one
     */
    public RouteTimers(MeterRegistry registry, String template, String method) {
        this.registry = registry;
        this.template = template.isEmpty() ? "/" : template;
        this.method = method;
    }

    /**
     * Counts one request.
     *
     * @param nanos how long it took
     */
    public void record(int status, long nanos) {
        int statusClass = Math.clamp(status / 100, 1, 5);
        Timer timer = byClass.getPlain(statusClass);
        if (timer == null) {
            timer = Timer.builder("hexadmin.http.requests")
                    .description("Requests by route, method and class of status")
                    .tag("route", template)
                    .tag("method", method)
                    .tag("status", statusClass + "xx")
                    .register(registry);
            byClass.set(statusClass, timer);
        }
        timer.record(nanos, TimeUnit.NANOSECONDS);
    }
}
