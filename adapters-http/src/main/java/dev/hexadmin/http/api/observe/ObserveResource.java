package dev.hexadmin.http.api.observe;

import dev.hexadmin.http.server.json.JsonResponse;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.settings.HttpSettings;
import io.helidon.http.Method;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Health and metrics for operators: whether the process is alive, whether it can serve requests, and its metrics. Health is
 * public, because probes have no account; a setting decides who may read the metrics. No answer contains users' data.
 * Thread-safe.
 */
public final class ObserveResource {
    private static final List<Response.Header> PROMETHEUS =
            List.of(new Response.Header("Content-Type", "text/plain; version=0.0.4; charset=utf-8"));

    private final List<LimitedCheck> checks;
    private final PrometheusMeterRegistry registry;
    private final HttpSettings.Visibility visibility;
    private final AtomicBoolean jvmBound = new AtomicBoolean();

    /**
     * @param visibility of the metrics
     */
    public ObserveResource(
            List<ReadinessCheck> checks, PrometheusMeterRegistry registry, HttpSettings.Visibility visibility) {
        this.checks = checks.stream().map(LimitedCheck::new).toList();
        this.registry = registry;
        this.visibility = visibility;
    }

    public List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        routes.add(new Route(Method.GET, "/observe/health", Policy.PUBLIC, Route.Media.ANY, this::ready));
        routes.add(new Route(
                Method.GET, "/observe/health/live", Policy.PUBLIC, Route.Media.ANY, request -> Live.RESPONSE));
        routes.add(new Route(Method.GET, "/observe/health/ready", Policy.PUBLIC, Route.Media.ANY, this::ready));
        Policy.of(visibility)
                .ifPresent(policy ->
                        routes.add(new Route(Method.GET, "/observe/metrics", policy, Route.Media.ANY, this::metrics)));
        return routes;
    }

    /** The response of a process that is alive, written when it is first asked for. */
    private static final class Live {
        private static final Response RESPONSE = JsonResponse.of(200, new HealthResponse(status(true), null));
    }

    /**
     * 200 when no check has an outage, else 503 with the reasons, after two seconds at most; while draining, the dispatcher
     * answers instead.
     */
    private Response ready(RequestContext request) {
        long until = System.nanoTime() + LimitedCheck.LIMIT.toNanos();
        List<LimitedCheck.Run> runs = checks.stream().map(LimitedCheck::begin).toList();
        List<HealthResponse.Check> results = new ArrayList<>();
        boolean up = true;
        for (LimitedCheck.Run check : runs) {
            @Nullable String reason = check.outage(until).orElse(null);
            up &= reason == null;
            results.add(new HealthResponse.Check(check.name(), status(reason == null), reason));
        }
        Response response = JsonResponse.of(up ? 200 : 503, new HealthResponse(status(up), results));
        return up ? response : response.with("Retry-After", "5");
    }

    private static String status(boolean up) {
        return up ? "UP" : "DOWN";
    }

    private Response metrics(RequestContext request) {
        if (jvmBound.compareAndSet(false, true)) {
            // with the first scrape: the management beans would cost every start some 50 ms
            new JvmMemoryMetrics().bindTo(registry);
            new JvmThreadMetrics().bindTo(registry);
            new UptimeMetrics().bindTo(registry);
        }
        return new Response(200, PROMETHEUS, registry.scrape().getBytes(StandardCharsets.UTF_8));
    }
}
