package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.spi.EmailMessage;
import dev.hexadmin.application.spi.EmailProvider;
import dev.hexadmin.application.spi.EmailResult;
import dev.hexadmin.application.spi.ProviderException;
import dev.hexadmin.testing.TestDatabases;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The metrics of a server, at its own path and in the registry of the program. */
class MetricsIT {
    @TempDir
    private Path folder;

    /** Accepts messages, except those with the subject "no". */
    private static final class Post implements EmailProvider {
        @Override
        public String name() {
            return "post";
        }

        @Override
        public EmailResult send(EmailMessage message) {
            if (message.subject().equals("no")) {
                throw new ProviderException("refused", false);
            }
            return new EmailResult("1");
        }
    }

    private static void send(RunningServer server, String token, String title) {
        assertThat(server.exchange(
                                "POST",
                                "/api/notifications/send",
                                token,
                                "{\"user_id\":1,\"title\":\"" + title
                                        + "\",\"message\":\"m\",\"channels\":[\"email\"]}")
                        .statusCode())
                .isEqualTo(200);
    }

    private static Set<String> names(MeterRegistry registry) {
        return registry.getMeters().stream()
                .map(Meter::getId)
                .map(Meter.Id::getName)
                .collect(Collectors.toSet());
    }

    @Test
    void the_registry_of_the_program_has_all_metrics_until_the_server_stops() {
        MeterRegistry registry = new SimpleMeterRegistry();
        registry.counter("of.the.program").increment();
        try (RunningServer server = RunningServer.start(
                TestDatabases.sqlite(folder),
                options -> options.meterRegistry(registry)
                        .emailProvider(new Post())
                        .set(Setting.NOTIFICATIONS_DEFAULT_EMAIL_PROVIDER, "post"))) {
            String token = server.token();
            send(server, token, "yes");
            send(server, token, "no");
            assertThat(registry.get("hexadmin.delivery.attempts")
                            .tags("channel", "email", "provider", "post", "outcome", "accepted")
                            .timer()
                            .count())
                    .isEqualTo(1);
            assertThat(registry.get("hexadmin.delivery.attempts")
                            .tags("outcome", "failed")
                            .timer()
                            .count())
                    .isEqualTo(1);
            assertThat(registry.get("hexadmin.deliveries")
                            .tags("channel", "email", "status", "failed")
                            .counter()
                            .count())
                    .isEqualTo(1);
            assertThat(registry.get("hexadmin.outbox.messages")
                            .tags("channel", "email")
                            .gauge()
                            .value())
                    .isZero();
            assertThat(registry.get("hexadmin.database.connections.max").gauge().value())
                    .isGreaterThanOrEqualTo(4);
            assertThat(names(registry))
                    .contains(
                            "hexadmin.database.connections.active",
                            "hexadmin.database.connections.pending",
                            "hexadmin.outbox.oldest",
                            "hexadmin.http.connections",
                            "hexadmin.http.requests",
                            "hexadmin.realtime.open",
                            "hexadmin.realtime.frames")
                    .as("of the JVM the program has its own")
                    .noneMatch(name -> name.startsWith("jvm."));
            assertThat(server.exchange("GET", "/observe/metrics", token, "").body())
                    .contains("hexadmin_deliveries_total{channel=\"email\",status=\"sent\"} 1.0\n")
                    .contains("hexadmin_outbox_messages{channel=\"email\"} 0.0\n")
                    .contains("hexadmin_database_connections_active 0.0\n")
                    .contains("hexadmin_outbox_oldest_seconds{channel=\"email\"} 0.0\n")
                    .contains("jvm_memory_used_bytes")
                    .doesNotContain("of_the_program");

            server.hexadmin().stop();
            assertThat(names(registry)).containsExactly("of.the.program");
            server.hexadmin().start();
            assertThat(registry.get("hexadmin.database.connections.max").gauge().value())
                    .as("measures the server that runs now")
                    .isGreaterThanOrEqualTo(4);
        }
    }
}
