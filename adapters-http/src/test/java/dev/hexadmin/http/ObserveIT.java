package dev.hexadmin.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.http.api.observe.ObserveResource;
import dev.hexadmin.http.api.observe.ReadinessCheck;
import dev.hexadmin.http.settings.ConnectionSettings;
import dev.hexadmin.http.settings.HttpSettings;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ObserveIT {
    private final AtomicBoolean database = new AtomicBoolean(true);
    private TestHttpServer server;

    @BeforeEach
    void start() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        List<ReadinessCheck> checks = List.of(
                new ReadinessCheck("database", () -> database.get() ? Optional.empty() : Optional.of("database_full")),
                new ReadinessCheck("disk", () -> {
                    if (!database.get()) {
                        throw new IllegalStateException("jdbc:secret");
                    }
                    return Optional.empty();
                }));
        server = new TestHttpServer(
                TestHttpServer.settings(),
                ConnectionSettings.DEFAULTS,
                new ObserveResource(checks, registry, HttpSettings.Visibility.PUBLIC).routes(),
                registry);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void a_process_that_answers_is_alive_whatever_else_is_missing() throws IOException {
        database.set(false);

        assertThat(get("/observe/health/live")).startsWith("HTTP/1.1 200 ").endsWith("{\"status\":\"UP\"}");
    }

    @Test
    void a_server_is_ready_when_every_check_is() throws IOException {
        String up = "{\"status\":\"UP\",\"checks\":[{\"name\":\"database\",\"status\":\"UP\"},"
                + "{\"name\":\"disk\",\"status\":\"UP\"}]}";

        assertThat(get("/observe/health/ready")).startsWith("HTTP/1.1 200 ").endsWith(up);
        assertThat(get("/observe/health/")).startsWith("HTTP/1.1 200 ").endsWith(up);
    }

    @Test
    void a_server_whose_check_has_an_outage_or_fails_is_not_ready_and_says_why() throws IOException {
        database.set(false);

        assertThat(get("/observe/health/ready"))
                .startsWith("HTTP/1.1 503 ")
                .endsWith(
                        "{\"status\":\"DOWN\",\"checks\":[{\"name\":\"database\",\"status\":\"DOWN\",\"reason\":\"database_full\"},"
                                + "{\"name\":\"disk\",\"status\":\"DOWN\",\"reason\":\"internal_error\"}]}");
    }

    @Test
    void a_check_that_does_not_end_is_an_outage_and_runs_once() throws Exception {
        CountDownLatch frozen = new CountDownLatch(1);
        AtomicInteger runs = new AtomicInteger();
        ReadinessCheck hanging = new ReadinessCheck("database", () -> {
            runs.incrementAndGet();
            try {
                frozen.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return Optional.empty();
        });
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        server.close();
        server = new TestHttpServer(
                TestHttpServer.settings(),
                ConnectionSettings.DEFAULTS,
                new ObserveResource(List.of(hanging), registry, HttpSettings.Visibility.PUBLIC).routes(),
                registry);

        for (int i = 0; i < 2; i++) {
            assertThat(get("/observe/health/ready"))
                    .startsWith("HTTP/1.1 503 ")
                    .endsWith("{\"name\":\"database\",\"status\":\"DOWN\",\"reason\":\"timeout\"}]}");
        }
        assertThat(runs).hasValue(1);
        frozen.countDown();
        assertThat(get("/observe/health/ready")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void a_draining_server_is_not_ready() throws IOException {
        server.dispatcher.drain();

        assertThat(get("/observe/health/ready")).startsWith("HTTP/1.1 503 ").containsIgnoringCase("retry-after: ");
    }

    @Test
    void requests_are_counted_by_route_method_and_class_of_status() throws IOException {
        get("/observe/health/live");
        get("/observe/health/live/");
        get("/nowhere/1");
        get("/nowhere/2");
        server.exchange("BROKEN\r\n\r\n");

        assertThat(get("/observe/metrics"))
                .startsWith("HTTP/1.1 200 ")
                .containsIgnoringCase("content-type: text/plain; version=0.0.4; charset=utf-8\r\n")
                .contains("hexadmin_http_requests_seconds_count{method=\"GET\",route=\"/observe/health/live\","
                        + "status=\"2xx\"} 2\n")
                .contains("hexadmin_http_requests_seconds_count{method=\"any\",route=\"none\",status=\"4xx\"} 2\n")
                .contains("hexadmin_http_refusals_total{status=\"400\"} 1.0\n")
                .containsPattern("hexadmin_http_connections 1\\.0\n")
                .contains("jvm_memory_used_bytes")
                .contains("jvm_threads_live_threads");
    }

    private String get(String path) throws IOException {
        return server.exchange("GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    }
}
