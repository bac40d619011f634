package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.identity.port.PasskeyVerifier.Credential;
import dev.hexadmin.application.identity.port.PasskeyVerifier.Sync;
import dev.hexadmin.application.identity.port.PasskeyVerifier.Use;
import dev.hexadmin.application.identity.port.Passkeys;
import dev.hexadmin.domain.identity.UserId;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/** Passkeys in memory. */
final class InMemoryPasskeys implements Passkeys {
    private final Map<UserId, String> handles = new ConcurrentHashMap<>();
    private final Map<Long, StoredPasskey> rows = new ConcurrentSkipListMap<>();
    private final AtomicLong ids = new AtomicLong();

    @Override
    public List<StoredPasskey> of(UserId user) {
        return rows.values().stream()
                .filter(row -> row.user().equals(user))
                .sorted(Comparator.comparing((StoredPasskey row) -> row.times().createdAt())
                        .thenComparing(StoredPasskey::id))
                .toList();
    }

    @Override
    public Optional<StoredPasskey> byCredential(String credentialId) {
        return rows.values().stream()
                .filter(row -> row.key().id().equals(credentialId))
                .findFirst();
    }

    @Override
    public String userHandle(UserId user, String fresh) {
        String known = handles.putIfAbsent(user, fresh);
        return known == null ? fresh : known;
    }

    @Override
    public synchronized Optional<StoredPasskey> insert(UserId user, String name, Credential credential, Instant now) {
        if (byCredential(credential.id()).isPresent()) {
            return Optional.empty();
        }
        StoredPasskey row = new StoredPasskey(
                ids.incrementAndGet(),
                user,
                String.valueOf(handles.get(user)),
                name,
                credential,
                new Times(now, Optional.empty()));
        rows.put(row.id(), row);
        return Optional.of(row);
    }

    @Override
    public boolean rename(UserId user, long id, String name) {
        return rows.computeIfPresent(
                                id,
                                (any, row) -> row.user().equals(user)
                                        ? new StoredPasskey(id, user, row.userHandle(), name, row.key(), row.times())
                                        : row)
                        instanceof StoredPasskey row
                && row.user().equals(user);
    }

    @Override
    public boolean remove(UserId user, long id) {
        return rows.values().removeIf(row -> row.id() == id && row.user().equals(user));
    }

    @Override
    public int removeAll(UserId user) {
        int count = of(user).size();
        rows.values().removeIf(row -> row.user().equals(user));
        return count;
    }

    @Override
    public synchronized boolean use(long id, Use use, Instant now) {
        StoredPasskey row = rows.get(id);
        if (row == null) {
            return false;
        }
        long before = row.key().signCount();
        if (before >= use.signCount() && (before > 0 || use.signCount() > 0)) {
            return false;
        }
        Credential key = new Credential(
                row.key().id(),
                row.key().publicKey(),
                use.signCount(),
                new Sync(row.key().sync().eligible(), use.backedUp()),
                row.key().transports());
        rows.put(
                id,
                new StoredPasskey(
                        id,
                        row.user(),
                        row.userHandle(),
                        row.name(),
                        key,
                        new Times(row.times().createdAt(), Optional.of(now))));
        return true;
    }

    void delete(UserId user) {
        removeAll(user);
        handles.remove(user);
    }
}
