package dev.hexadmin.application.idempotency.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.idempotency.port.IdempotencyStore;
import dev.hexadmin.testing.ports.InMemoryUnitOfWork;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Stored responses in a map, by caller and key with a space between them. */
final class InMemoryIdempotencyStore implements IdempotencyStore {
    Map<String, StoredResponse> entries = new HashMap<>();
    /** What another server's transaction leaves when this one's is rolled back. */
    final Map<String, StoredResponse> committedElsewhere = new HashMap<>();

    boolean heldElsewhere;
    Runnable beforeHold = () -> {};
    /** The callers of sweeps. */
    final List<String> swept = new ArrayList<>();

    final InMemoryUnitOfWork unitOfWork = new InMemoryUnitOfWork(() -> {
        Map<String, StoredResponse> before = new HashMap<>(entries);
        return () -> {
            entries = before;
            entries.putAll(committedElsewhere);
        };
    });

    @Override
    public Optional<StoredResponse> find(String caller, String key, Instant oldest) {
        return unitOfWork.read(() -> Optional.ofNullable(entries.get(caller + " " + key))
                .filter(response -> !response.respondedAt().isBefore(oldest)));
    }

    @Override
    public boolean hold(String caller, String key) {
        unitOfWork.requireRunning();
        beforeHold.run();
        return !heldElsewhere;
    }

    @Override
    public boolean store(String caller, String key, StoredResponse response, Instant oldest) {
        unitOfWork.requireRunning();
        boolean free = find(caller, key, oldest).isEmpty();
        if (free) {
            entries.put(caller + " " + key, response);
        }
        return free;
    }

    @Override
    public void replace(String caller, String key, byte[] sealed) {
        entries.computeIfPresent(
                caller + " " + key, (name, old) -> new StoredResponse(old.fingerprint(), old.respondedAt(), sealed));
    }

    @Override
    public void sweep(String caller, Instant oldest, int most) {
        assertThat(unitOfWork.running()).as("a sweep is no part of a work").isFalse();
        swept.add(caller);
        entries.values().removeIf(response -> response.respondedAt().isBefore(oldest));
        List<String> own = entries.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(caller + " "))
                .sorted(Comparator.comparing(entry -> entry.getValue().respondedAt()))
                .map(Map.Entry::getKey)
                .toList();
        own.subList(0, Math.max(0, own.size() - most)).forEach(entries::remove);
    }
}
