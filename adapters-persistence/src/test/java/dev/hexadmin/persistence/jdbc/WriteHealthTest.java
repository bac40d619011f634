package dev.hexadmin.persistence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.ServiceUnavailableException.Reason;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WriteHealthTest {
    private long nanos;
    private int probes;
    private Optional<Reason> trouble = Optional.empty();
    private final WriteHealth health = new WriteHealth(this::write, () -> nanos);

    private void write() {
        probes++;
        trouble.ifPresent(reason -> {
            throw new ServiceUnavailableException(reason, "failed", new IllegalStateException());
        });
    }

    private void after(Duration time) {
        nanos += time.toNanos();
    }

    @Test
    void a_healthy_database_is_written_to_every_ten_seconds_at_most_and_only_when_asked() {
        for (int i = 0; i < 5; i++) {
            assertThat(health.outage()).isEmpty();
        }
        assertThat(probes).isEqualTo(1);
        after(Duration.ofSeconds(30));
        assertThat(probes).isEqualTo(1);
        assertThat(health.outage()).isEmpty();
        assertThat(probes).isEqualTo(2);
    }

    @Test
    void a_write_that_failed_is_an_outage_until_a_small_write_works_again() {
        assertThat(health.outage()).isEmpty();
        trouble = Optional.of(Reason.DATABASE_FULL);
        assertThatThrownBy(() -> health.noting(() -> {
                    write();
                    return true;
                }))
                .isInstanceOf(ServiceUnavailableException.class);
        assertThat(health.outage()).contains(Reason.DATABASE_FULL);
        after(Duration.ofSeconds(2));
        assertThat(health.outage()).contains(Reason.DATABASE_FULL);
        trouble = Optional.empty();
        after(Duration.ofSeconds(2));
        assertThat(health.outage()).isEmpty();
    }

    @Test
    void a_full_disk_is_found_without_a_write_of_a_client() {
        trouble = Optional.of(Reason.DATABASE_FULL);
        assertThat(health.outage()).contains(Reason.DATABASE_FULL);
    }

    @Test
    void a_lock_of_another_transaction_is_no_outage() {
        trouble = Optional.of(Reason.DATABASE_LOCKED);
        assertThat(health.outage()).isEmpty();
    }
}
