package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.notifications.port.Addressees;
import dev.hexadmin.application.notifications.port.Feeds;
import dev.hexadmin.application.notifications.port.Outbox;
import dev.hexadmin.application.notifications.port.Outbox.Payload;
import dev.hexadmin.application.notifications.port.Outbox.Progress;
import dev.hexadmin.application.port.ServerRegistry;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.ChannelDelivery;
import dev.hexadmin.domain.notifications.DeadLetter;
import dev.hexadmin.domain.notifications.Delivery;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import dev.hexadmin.domain.notifications.FeedEvent;
import dev.hexadmin.domain.notifications.InboxNotification;
import dev.hexadmin.domain.notifications.Notification;
import dev.hexadmin.testing.ports.InMemoryUnitOfWork;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/** Notifications in memory, one unit of work at a time. Thread-safe. */
final class MemoryNotifications implements UnitOfWork, Feeds, Addressees, Outbox, ServerRegistry {
    private State state = new State();
    private final InMemoryUnitOfWork works = new InMemoryUnitOfWork(() -> {
        State before = state.copy();
        return () -> state = before;
    });
    final Map<UserId, Account> accounts = new TreeMap<>((a, b) -> Long.compare(a.value(), b.value()));
    final Map<String, Set<UserId>> roles = new HashMap<>();
    final Set<UserId> superusers = new java.util.HashSet<>();
    final Set<UUID> servers = new java.util.HashSet<>();
    final Set<UUID> silent = new java.util.HashSet<>();
    int reads;
    int accountReads;
    boolean away;

    record Row(
            NewDelivery row,
            ClaimedDelivery claimed,
            Optional<UUID> claimedBy,
            Optional<Instant> dueAt,
            Optional<String> error,
            Instant updated) {
        boolean due(Instant now) {
            return dueAt.filter(at -> !at.isAfter(now)).isPresent();
        }
    }

    private record Stored(Addressee user, Notification notification, Optional<Instant> readAt) {}

    private static final class State {
        final Map<Addressee, Position> positions = new HashMap<>();
        final Map<Addressee, List<FeedEvent>> events = new HashMap<>();
        final TreeMap<Long, Stored> notifications = new TreeMap<>();
        final Map<Addressee, Map<Channel, Choice>> wanted = new HashMap<>();
        final TreeMap<Long, Row> rows = new TreeMap<>();
        final Map<UUID, StoredMessage> kept = new HashMap<>();

        State copy() {
            State copy = new State();
            copy.positions.putAll(positions);
            events.forEach((user, list) -> copy.events.put(user, new ArrayList<>(list)));
            copy.notifications.putAll(notifications);
            wanted.forEach((user, map) -> copy.wanted.put(user, new HashMap<>(map)));
            copy.rows.putAll(rows);
            copy.kept.putAll(kept);
            return copy;
        }
    }

    @Override
    public <T> T write(Work<T> work) {
        return works.write(whenAvailable(work));
    }

    @Override
    public <T> T rehearse(Work<T> work) {
        return works.rehearse(whenAvailable(work));
    }

    @Override
    public <T> T attempt(Work<T> part) {
        return works.attempt(part);
    }

    @Override
    public boolean running() {
        return works.running();
    }

    private <T> Work<T> whenAvailable(Work<T> work) {
        return scope -> {
            requireThere();
            return work.run(scope);
        };
    }

    private void requireThere() {
        if (away) {
            throw new dev.hexadmin.application.ServiceUnavailableException("away", new IllegalStateException());
        }
    }

    private <T> T locked(java.util.function.Supplier<T> step) {
        return works.read(() -> {
            requireThere();
            reads++;
            return step.get();
        });
    }

    // feeds

    @Override
    public List<FeedEvent.Notified> append(List<NewNotification> entries, Instant now) {
        List<FeedEvent.Notified> added = new ArrayList<>();
        for (NewNotification entry : entries) {
            long id = state.notifications.isEmpty() ? 1 : state.notifications.lastKey() + 1;
            Notification notification =
                    new Notification(id, entry.title(), entry.body(), entry.channels(), entry.data(), now);
            state.notifications.put(id, new Stored(entry.user(), notification, Optional.empty()));
            Position at = state.positions.getOrDefault(entry.user(), Position.START);
            FeedEvent.Notified event = new FeedEvent.Notified(at.seq() + 1, at.unread() + 1, notification);
            log(entry.user(), event);
            added.add(event);
        }
        return added;
    }

    private void log(Addressee user, FeedEvent event) {
        state.positions.put(user, new Position(event.seq(), event.unread()));
        state.events.computeIfAbsent(user, u -> new ArrayList<>()).add(event);
    }

    @Override
    public Map<Addressee, Position> positions(Collection<Addressee> users) {
        return locked(() -> users.stream()
                .filter(state.positions::containsKey)
                .collect(Collectors.toMap(user -> user, state.positions::get)));
    }

    @Override
    public List<FeedEvent> events(Addressee user, long after, long to, int limit) {
        return locked(() -> state.events.getOrDefault(user, List.of()).stream()
                .filter(event -> event.seq() > after && event.seq() <= to)
                .limit(limit)
                .filter(event -> !(event instanceof FeedEvent.Notified notified)
                        || state.notifications.containsKey(
                                notified.notification().id()))
                .toList());
    }

    @Override
    public List<InboxNotification> list(Addressee user, OptionalLong before, boolean unreadOnly, int limit) {
        return locked(() ->
                state.notifications.headMap(before.orElse(Long.MAX_VALUE), false).descendingMap().values().stream()
                        .filter(stored -> stored.user().equals(user)
                                && (!unreadOnly || stored.readAt().isEmpty()))
                        .limit(limit)
                        .map(stored ->
                                new InboxNotification(stored.notification(), DeliveryStatus.SENT, stored.readAt()))
                        .toList());
    }

    @Override
    public Optional<Marked> markRead(Addressee user, long notificationId, Instant now) {
        Stored stored = state.notifications.get(notificationId);
        if (stored == null || !stored.user().equals(user)) {
            return Optional.empty();
        }
        Position at = state.positions.getOrDefault(user, Position.START);
        if (stored.readAt().isPresent()) {
            return Optional.of(new Marked(at.unread(), Optional.empty()));
        }
        state.notifications.put(notificationId, new Stored(user, stored.notification(), Optional.of(now)));
        FeedEvent event = new FeedEvent.Read(at.seq() + 1, at.unread() - 1, notificationId);
        log(user, event);
        return Optional.of(new Marked(event.unread(), Optional.of(event)));
    }

    @Override
    public Optional<InboxNotification> find(Addressee user, long notificationId) {
        return locked(() -> Optional.ofNullable(state.notifications.get(notificationId))
                .filter(stored -> stored.user().equals(user))
                .map(stored -> new InboxNotification(stored.notification(), DeliveryStatus.SENT, stored.readAt())));
    }

    @Override
    public Optional<Marked> markUnread(Addressee user, long notificationId, Instant now) {
        Stored stored = state.notifications.get(notificationId);
        if (stored == null || !stored.user().equals(user)) {
            return Optional.empty();
        }
        Position at = state.positions.getOrDefault(user, Position.START);
        if (stored.readAt().isEmpty()) {
            return Optional.of(new Marked(at.unread(), Optional.empty()));
        }
        state.notifications.put(notificationId, new Stored(user, stored.notification(), Optional.empty()));
        FeedEvent event = new FeedEvent.Unread(at.seq() + 1, at.unread() + 1, notificationId);
        log(user, event);
        return Optional.of(new Marked(event.unread(), Optional.of(event)));
    }

    @Override
    public Marked markAllRead(Addressee user, Instant now) {
        Position at = state.positions.getOrDefault(user, Position.START);
        if (at.unread() == 0) {
            return new Marked(0, Optional.empty());
        }
        state.notifications.replaceAll(
                (id, stored) -> stored.user().equals(user) && stored.readAt().isEmpty()
                        ? new Stored(user, stored.notification(), Optional.of(now))
                        : stored);
        FeedEvent event = new FeedEvent.AllRead(at.seq() + 1, 0);
        log(user, event);
        return new Marked(0, Optional.of(event));
    }

    @Override
    public void prune(Addressee user, long upTo) {
        state.events.getOrDefault(user, new ArrayList<>()).removeIf(event -> event.seq() <= upTo);
    }

    @Override
    public int prune(Instant before, int limit) {
        return 0;
    }

    @Override
    public void expire(Instant before) {
        locked(() -> state.notifications.values().removeIf(stored -> {
            boolean old = stored.notification().createdAt().isBefore(before);
            if (old && stored.readAt().isEmpty()) {
                state.positions.computeIfPresent(stored.user(), (user, at) -> new Position(at.seq(), at.unread() - 1));
            }
            return old;
        }));
    }

    // addressees

    @Override
    public Map<Addressee, Known> known(Collection<Addressee> users) {
        return locked(() -> users.stream().distinct().collect(Collectors.toMap(user -> user, user -> {
            Set<Channel> unwanted = new HashSet<>();
            Map<Channel, String> addresses = new HashMap<>();
            state.wanted.getOrDefault(user, Map.of()).forEach((channel, choice) -> {
                if (!choice.enabled()) {
                    unwanted.add(channel);
                }
                choice.address()
                        .filter(address -> !address.isEmpty())
                        .ifPresent(address -> addresses.put(channel, address));
            });
            return new Known(
                    unwanted,
                    user.user()
                            .flatMap(id -> Optional.ofNullable(accounts.get(id)))
                            .map(account -> account.email().value()),
                    addresses);
        })));
    }

    @Override
    public void want(Addressee user, Map<Channel, Choice> channels) {
        Map<Channel, Choice> said = state.wanted.computeIfAbsent(user, u -> new HashMap<>());
        channels.forEach((channel, choice) -> said.merge(
                channel,
                choice,
                (before, now) -> new Choice(now.enabled(), now.address().or(before::address))));
    }

    @Override
    public void dropAddress(Addressee user, Channel channel, String address) {
        state.wanted
                .getOrDefault(user, new HashMap<>())
                .computeIfPresent(
                        channel,
                        (c, choice) -> choice.address().equals(Optional.of(address))
                                ? new Choice(choice.enabled(), Optional.of(""))
                                : choice);
    }

    @Override
    public List<Account> accounts(boolean all, Collection<String> names) {
        Set<UserId> ids = new java.util.HashSet<>(all ? superusers : Set.of());
        names.forEach(name -> ids.addAll(roles.getOrDefault(name, Set.of())));
        return accounts(ids);
    }

    @Override
    public List<Account> accounts(Collection<UserId> users) {
        accountReads += users.isEmpty() ? 0 : 1; // as the port says: without users there is nothing to read
        return accounts.values().stream()
                .filter(account -> users.contains(account.id()))
                .toList();
    }

    @Override
    public void forget(Addressee user) {
        state.wanted.remove(user);
        state.positions.remove(user);
        state.events.remove(user);
        state.notifications.values().removeIf(stored -> stored.user().equals(user));
    }

    // outbox

    @Override
    public List<Long> append(List<NewDelivery> rows, List<StoredMessage> kept, Instant now) {
        kept.forEach(each -> state.kept.put(each.deliveryId(), each));
        List<Long> ids = new ArrayList<>();
        for (NewDelivery row : rows) {
            long id = state.rows.isEmpty() ? 1 : state.rows.lastKey() + 1;
            ClaimedDelivery claimed = new ClaimedDelivery(
                    id,
                    row.delivery(),
                    row.destination(),
                    row.fallbackOf(),
                    Progress.initial(row.status()),
                    payload(row.delivery().id()),
                    now,
                    now);
            state.rows.put(id, new Row(row, claimed, row.claimedBy(), row.dueAt(), row.error(), now));
            ids.add(id);
        }
        return ids;
    }

    @Override
    public Set<Channel> due(Collection<Channel> channels, Instant now) {
        return locked(() -> state.rows.values().stream()
                .filter(row -> row.due(now))
                .map(row -> row.row().destination().channel())
                .filter(channels::contains)
                .collect(Collectors.toSet()));
    }

    @Override
    public Map<Channel, Backlog> backlog() {
        return locked(() -> state.rows.values().stream()
                .filter(row -> row.dueAt().isPresent() && row.claimed().status() != DeliveryStatus.SENT)
                .collect(Collectors.toMap(
                        row -> row.row().destination().channel(),
                        row -> new Backlog(1, row.claimed().createdAt()),
                        (one, other) -> new Backlog(
                                one.messages() + other.messages(),
                                one.oldest().isBefore(other.oldest()) ? one.oldest() : other.oldest()))));
    }

    @Override
    public List<ClaimedDelivery> claim(UUID server, Capacity capacity, Instant now, Instant lease) {
        List<ClaimedDelivery> due = state.rows.values().stream()
                .filter(row -> row.due(now) && row.row().destination().channel().equals(capacity.channel()))
                .sorted(Comparator.comparing(row -> row.dueAt().orElseThrow()))
                .map(row -> with(row.claimed(), row.claimed().progress(), row.updated()))
                .toList();
        List<ClaimedDelivery> claimed = capacity.choose(due);
        for (ClaimedDelivery with : claimed) {
            Row row = Objects.requireNonNull(state.rows.get(with.id()));
            state.rows.put(
                    with.id(),
                    new Row(row.row(), with, Optional.of(server), Optional.of(lease), row.error(), row.updated()));
        }
        return claimed;
    }

    @Override
    public boolean begin(UUID server, ClaimedDelivery claimed, Instant lease) {
        Row row = state.rows.get(claimed.id());
        boolean open = row != null
                && (row.claimed().status() == DeliveryStatus.PENDING
                        || row.claimed().status() == DeliveryStatus.RETRYING);
        if (!open || !row.claimedBy().equals(Optional.of(server))) {
            return false;
        }
        state.rows.put(
                claimed.id(),
                new Row(
                        row.row(),
                        row.claimed().begun(),
                        Optional.empty(),
                        Optional.of(lease),
                        row.error(),
                        row.updated()));
        return true;
    }

    @Override
    public int release(UUID server, Instant now) {
        return release(row -> row.claimedBy().equals(Optional.of(server)), now);
    }

    @Override
    public int release(UUID server, Collection<Long> ids, Instant now) {
        return release(
                row -> row.claimedBy().equals(Optional.of(server))
                        && ids.contains(row.claimed().id()),
                now);
    }

    @Override
    public int releaseAbandoned(Instant now) {
        return release(
                row -> row.claimedBy()
                        .filter(server -> !servers.contains(server))
                        .isPresent(),
                now);
    }

    private int release(java.util.function.Predicate<Row> which, Instant now) {
        int released = 0;
        for (Map.Entry<Long, Row> each : state.rows.entrySet()) {
            Row row = each.getValue();
            if (which.test(row)) {
                each.setValue(new Row(
                        row.row(), row.claimed(), Optional.empty(), Optional.of(now), row.error(), row.updated()));
                released++;
            }
        }
        return released;
    }

    // servers; which ones are silent is decided by the test

    @Override
    public void beat(UUID server) {
        servers.add(server);
    }

    @Override
    public int expire(UUID server, java.time.Duration silence) {
        int before = servers.size();
        servers.removeIf(each -> silent.contains(each));
        return before - servers.size();
    }

    @Override
    public void leave(UUID server) {
        servers.remove(server);
    }

    private ClaimedDelivery with(ClaimedDelivery was, Progress progress, Instant sentAt) {
        return new ClaimedDelivery(
                was.id(),
                was.delivery(),
                was.destination(),
                was.fallbackOf(),
                progress,
                payload(was.delivery().id()),
                was.createdAt(),
                sentAt);
    }

    private Optional<Payload> payload(UUID deliveryId) {
        return Optional.ofNullable(state.kept.get(deliveryId))
                .map(message -> new Payload(message.content(), message.data(), message.trace()));
    }

    @Override
    public boolean settle(ClaimedDelivery claimed, Settlement settlement, Instant now) {
        Row row = state.rows.get(claimed.id());
        if (row == null) {
            return false;
        }
        boolean open = row.claimed().status() == DeliveryStatus.PENDING
                || row.claimed().status() == DeliveryStatus.RETRYING;
        boolean sent =
                claimed.status() != DeliveryStatus.SENT && settlement.status().success();
        boolean same =
                row.claimed().attempts() == claimed.attempts() && row.claimed().status() == claimed.status();
        if (sent ? !open || row.claimed().attempts() < claimed.attempts() : !same) {
            return false;
        }
        boolean asked = claimed.status() == DeliveryStatus.SENT && settlement.status() == DeliveryStatus.SENT;
        Instant updated = asked ? row.updated() : now;
        state.rows.put(
                claimed.id(),
                new Row(
                        row.row(),
                        with(
                                row.claimed(),
                                new Progress(
                                        settlement.status(),
                                        claimed.attempts(),
                                        settlement.provider(),
                                        settlement.messageId(),
                                        settlement.error()),
                                updated),
                        Optional.empty(),
                        settlement.dueAt(),
                        settlement.error(),
                        updated));
        return true;
    }

    @Override
    public Optional<StoredMessage> hold(UUID deliveryId) {
        return Optional.ofNullable(state.kept.get(deliveryId));
    }

    @Override
    public Set<Channel> channels(UUID deliveryId) {
        return locked(() -> state.rows.values().stream()
                .filter(row -> row.row().delivery().id().equals(deliveryId))
                .map(row -> row.row().destination().channel())
                .collect(Collectors.toSet()));
    }

    @Override
    public Optional<Delivery> delivery(UUID id) {
        return deliveries(row -> row.delivery().id().equals(id)).stream().findFirst();
    }

    @Override
    public List<Delivery> batch(UUID id) {
        return deliveries(row -> row.delivery().batchId().filter(id::equals).isPresent());
    }

    private List<Delivery> deliveries(java.util.function.Predicate<NewDelivery> which) {
        return locked(() -> {
            Map<UUID, Delivery> all = new LinkedHashMap<>();
            state.rows.forEach((id, row) -> {
                if (!which.test(row.row())) {
                    return;
                }
                ClaimedDelivery at = row.claimed();
                List<ChannelDelivery> channels = new ArrayList<>();
                Delivery before = all.get(at.delivery().id());
                if (before != null) {
                    channels.addAll(before.channels());
                }
                channels.add(new ChannelDelivery(
                        id,
                        at.channel(),
                        at.progress().provider(),
                        at.status(),
                        at.progress().messageId(),
                        row.error(),
                        at.fallbackOf(),
                        at.attempts()));
                OptionalLong notificationId =
                        before != null && before.notificationId().isPresent()
                                ? before.notificationId()
                                : at.delivery().notificationId();
                all.put(
                        at.delivery().id(),
                        new Delivery(
                                at.delivery().id(),
                                at.delivery().batchId(),
                                at.user(),
                                notificationId,
                                channels,
                                at.createdAt()));
            });
            return List.copyOf(all.values());
        });
    }

    @Override
    public List<DeadLetter> failed(OptionalLong before, int limit) {
        return locked(() -> state.rows.headMap(before.orElse(Long.MAX_VALUE), false).descendingMap().values().stream()
                .filter(row -> row.claimed().status() == DeliveryStatus.FAILED)
                .limit(limit)
                .map(row -> new DeadLetter(
                        row.claimed().id(),
                        row.claimed().delivery().id(),
                        row.claimed().destination(),
                        row.claimed().progress().provider(),
                        row.claimed().attempts(),
                        row.error(),
                        row.claimed().createdAt(),
                        row.updated()))
                .toList());
    }

    @Override
    public int retry(Collection<Long> ids, Instant now) {
        int count = 0;
        for (long id : ids) {
            Row row = state.rows.get(id);
            if (row != null && row.claimed().status() == DeliveryStatus.FAILED) {
                state.rows.put(
                        id,
                        new Row(
                                row.row(),
                                with(row.claimed(), Progress.initial(DeliveryStatus.PENDING), now),
                                Optional.empty(),
                                Optional.of(now),
                                Optional.empty(),
                                now));
                count++;
            }
        }
        return count;
    }

    @Override
    public Optional<ClaimedDelivery> sent(String provider, String messageId) {
        return locked(() -> state.rows.values().stream()
                .map(Row::claimed)
                .filter(at -> at.status() == DeliveryStatus.SENT
                        && at.progress().provider().filter(provider::equals).isPresent()
                        && at.progress().messageId().filter(messageId::equals).isPresent())
                .findFirst());
    }

    @Override
    public void prune(Instant before) {
        locked(() ->
                state.rows.values().removeIf(row -> row.claimed().createdAt().isBefore(before)));
    }

    /** Everything the outbox has, in order. */
    List<String> log() {
        return locked(() -> state.rows.values().stream()
                .map(row -> row.claimed().user() + " " + row.claimed().channel().word() + " "
                        + row.claimed().status().word())
                .toList());
    }

    int count(java.util.function.Predicate<Row> which) {
        return locked(() -> (int) state.rows.values().stream().filter(which).count());
    }

    Optional<Instant> dueAt(long id) {
        return locked(() -> Optional.ofNullable(state.rows.get(id)).flatMap(Row::dueAt));
    }

    @Override
    public void forget(Addressee user, Instant now) {
        state.kept
                .values()
                .removeIf(kept -> state.rows.values().stream()
                        .anyMatch(row -> row.row().destination().user().equals(user)
                                && row.row().delivery().id().equals(kept.deliveryId())));
    }
}
