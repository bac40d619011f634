package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.application.notifications.port.Outbox;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.persistence.Persistence;
import dev.hexadmin.persistence.Persistence.ConnectionUse;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.ToDoubleFunction;

/** The metrics of an installation, in its own registry and in that of the program. Thread-safe. */
final class Metrics implements AutoCloseable {
    private final PrometheusMeterRegistry scraped = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Optional<MeterRegistry> ofProgram;
    private final MeterRegistry meters;

    /** @param ofProgram receives all metrics, too, until this is closed */
    Metrics(Optional<MeterRegistry> ofProgram) {
        this.ofProgram = ofProgram;
        this.meters = ofProgram
                .<MeterRegistry>map(program -> new CompositeMeterRegistry(Clock.SYSTEM, List.of(scraped, program)))
                .orElse(scraped);
    }

    /** Receives all metrics. */
    MeterRegistry meters() {
        return meters;
    }

    /** The registry of {@code /observe/metrics}. */
    PrometheusMeterRegistry scraped() {
        return scraped;
    }

    /** Measures the connections to the database. */
    void connections(Persistence persistence) {
        connections(persistence, "active", "Connections in use", ConnectionUse::active);
        connections(persistence, "max", "Connections in use at the same time at most", ConnectionUse::most);
        connections(persistence, "pending", "Threads that wait for a connection", ConnectionUse::waiting);
    }

    private void connections(
            Persistence persistence, String name, String description, ToDoubleFunction<ConnectionUse> number) {
        Gauge.builder(
                        "hexadmin.database.connections." + name,
                        persistence,
                        open -> number.applyAsDouble(open.connectionUse()))
                .description(description)
                .register(meters);
    }

    /** Measures the messages that wait for an attempt, of all servers. */
    void outbox(Outbox outbox, List<Channel> channels, InstantSource clock) {
        OutboxBacklog backlog = new OutboxBacklog(outbox, clock);
        for (Channel channel : channels) {
            Gauge.builder("hexadmin.outbox.messages", () -> backlog.messages(channel))
                    .description("Messages that wait for an attempt")
                    .tag("channel", channel.word())
                    .register(meters);
            TimeGauge.builder("hexadmin.outbox.oldest", () -> backlog.ageMillis(channel), TimeUnit.MILLISECONDS)
                    .description("Time since the oldest message that waits for an attempt was accepted")
                    .tag("channel", channel.word())
                    .register(meters);
        }
    }

    /** Measures whether the key-value server can be reached; nothing waits for it. */
    void keyValueServer(BooleanSupplier reachable) {
        Gauge.builder("hexadmin.keyvalue.reachable", () -> reachable.getAsBoolean() ? 1 : 0)
                .description("1 while the key-value server answers")
                .register(meters);
    }

    /** Removes the metrics from the registry of the program. */
    @Override
    public void close() {
        ofProgram.ifPresent(program -> meters.getMeters().forEach(meter -> program.removeByPreFilterId(meter.getId())));
        scraped.close(); // closing the composite registry would close that of the program, too
    }
}
