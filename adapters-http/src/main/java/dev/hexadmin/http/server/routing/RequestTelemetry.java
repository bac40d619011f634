package dev.hexadmin.http.server.routing;

import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.OpenTelemetry;

/**
 * Where requests are measured and traced.
 *
 * @param meters receives the times of requests
 * @param traces makes spans of requests, unless it is {@link OpenTelemetry#noop}
 */
public record RequestTelemetry(MeterRegistry meters, OpenTelemetry traces) {}
