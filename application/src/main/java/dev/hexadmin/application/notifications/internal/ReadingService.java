package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.PersonOnly;
import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.notifications.ReadingNotifications;
import dev.hexadmin.application.notifications.internal.UnsubscribeLinks.Unsubscription;
import dev.hexadmin.application.notifications.port.Addressees;
import dev.hexadmin.application.notifications.port.Addressees.Choice;
import dev.hexadmin.application.notifications.port.Addressees.Known;
import dev.hexadmin.application.notifications.port.Feeds;
import dev.hexadmin.application.notifications.port.Feeds.Marked;
import dev.hexadmin.application.notifications.port.Feeds.Position;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.spi.AddressKind;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.InboxNotification;
import dev.hexadmin.domain.text.Message;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Users' inboxes, preferences and live feeds. */
final class ReadingService implements ReadingNotifications {
    private final Feeds feeds;
    private final Addressees addressees;
    private final Inbox inbox;
    private final EventHub hub;
    private final UnsubscribeLinks links;
    private final UnreadCounts unreadCounts;
    private final UnitOfWork work;
    private final InstantSource clock;
    private final MessageChannels channels;
    private final Model notifications;

    /** @param notifications {@code admin_notifications} */
    ReadingService(
            Feeds feeds,
            Addressees addressees,
            EventHub hub,
            UnsubscribeLinks links,
            UnitOfWork work,
            InstantSource clock,
            MessageChannels channels,
            Model notifications) {
        this.feeds = feeds;
        this.addressees = addressees;
        this.inbox = new Inbox(feeds, hub);
        this.hub = hub;
        this.links = links;
        this.unreadCounts = new UnreadCounts(hub.clusterEvents(), clock);
        this.work = work;
        this.clock = clock;
        this.channels = channels;
        this.notifications = notifications;
    }

    @Override
    public Page list(Actor actor, Addressee user, int limit, Optional<String> cursor, boolean unreadOnly) {
        require(actor, user, Action.VIEW);
        PageCursors.check(limit);
        List<InboxNotification> found = feeds.list(user, PageCursors.read(cursor), unreadOnly, limit + 1);
        boolean more = found.size() > limit;
        List<InboxNotification> items = more ? found.subList(0, limit) : found;
        return new Page(
                items,
                more ? Optional.of(PageCursors.of(items.getLast().notification().id())) : Optional.empty(),
                position(user).unread());
    }

    @Override
    public InboxNotification get(Actor actor, Addressee user, long notificationId) {
        require(actor, user, Action.VIEW);
        return feeds.find(user, notificationId).orElseThrow(ReadingService::missing);
    }

    @Override
    public long unread(Actor actor, Addressee user) {
        require(actor, user, Action.VIEW);
        return position(user).unread();
    }

    @Override
    public long recentUnread(Actor actor, Addressee user) {
        require(actor, user, Action.VIEW);
        return unreadCounts.of(user, one -> position(one).unread());
    }

    private Position position(Addressee user) {
        return feeds.positions(List.of(user)).getOrDefault(user, Position.START);
    }

    @Override
    public long markRead(Actor actor, Addressee user, long notificationId, boolean dryRun) {
        require(actor, user, Action.EDIT);
        return run(dryRun, scope -> {
            Marked marked =
                    feeds.markRead(user, notificationId, clock.instant()).orElseThrow(ReadingService::missing);
            return told(scope, user, marked);
        });
    }

    @Override
    public long markUnread(Actor actor, Addressee user, long notificationId, boolean dryRun) {
        require(actor, user, Action.EDIT);
        return run(dryRun, scope -> {
            Marked marked =
                    feeds.markUnread(user, notificationId, clock.instant()).orElseThrow(ReadingService::missing);
            return told(scope, user, marked);
        });
    }

    private static RequestRejectedException missing() {
        return RequestRejectedException.notFound("There is no such notification.");
    }

    @Override
    public long markAllRead(Actor actor, Addressee user, boolean dryRun) {
        require(actor, user, Action.EDIT);
        return run(dryRun, scope -> told(scope, user, feeds.markAllRead(user, clock.instant())));
    }

    private long told(UnitOfWork.Scope scope, Addressee user, Marked marked) {
        marked.event().ifPresent(event -> inbox.happened(scope, user, event));
        return marked.unread();
    }

    @Override
    public List<Preference> preferences(Actor actor, Addressee user) {
        requireInPerson(actor, user);
        Known known = addressees.known(List.of(user)).getOrDefault(user, Known.NOTHING);
        return channels.all().stream()
                .map(channel -> new Preference(
                        channel,
                        !known.unwanted().contains(channel),
                        Optional.ofNullable(known.addresses().get(channel))))
                .toList();
    }

    @Override
    public Preference setPreference(
            Actor actor, Addressee user, String channel, boolean enabled, Optional<String> address, boolean dryRun) {
        return set(actor, user, List.of(new PreferenceChange(channel, enabled, address)), false, dryRun)
                .getFirst();
    }

    @Override
    public List<Preference> setPreferences(
            Actor actor, Addressee user, List<PreferenceChange> changes, boolean dryRun) {
        return set(actor, user, changes, true, dryRun);
    }

    private List<Preference> set(
            Actor actor, Addressee user, List<PreferenceChange> changes, boolean several, boolean dryRun) {
        requireInPerson(actor, user);
        List<Violation> wrong = new ArrayList<>();
        Map<Channel, Choice> values = new LinkedHashMap<>();
        List<Preference> set = new ArrayList<>(changes.size());
        for (int i = 0; i < changes.size(); i++) {
            String place = several ? "/" + i : "";
            PreferenceChange each = changes.get(i);
            Optional<Channel> channel = channels.named(each.channel());
            Optional<String> address = each.address().map(String::strip);
            if (channel.isEmpty()) {
                wrong.add(channels.unknown(place + "/channel", each.channel()));
            } else if (values.put(channel.get(), new Choice(each.enabled(), address)) != null) {
                wrong.add(new Violation(place + "/channel", "repeated", "This channel is named twice."));
            } else {
                address.flatMap(text -> wrong(channel.get(), text, place)).ifPresent(wrong::add);
                set.add(new Preference(channel.get(), each.enabled(), address));
            }
        }
        if (!wrong.isEmpty()) {
            throw RequestRejectedException.invalid(wrong);
        }
        if (!values.isEmpty()) {
            store(user, values, dryRun);
        }
        return set;
    }

    private void store(Addressee user, Map<Channel, Choice> values, boolean dryRun) {
        run(dryRun, scope -> {
            addressees.want(user, values);
            return (long) values.size();
        });
    }

    @Override
    public Optional<Channel> unsubscription(String token) {
        return linked(token).map(Unsubscription::channel);
    }

    @Override
    public Channel unsubscribe(Actor actor, String token) {
        Unsubscription off = linked(token)
                .orElseThrow(() -> RequestRejectedException.notFound("This link to unsubscribe is not valid."));
        store(off.user(), Map.of(off.channel(), new Choice(false, Optional.empty())), false);
        return off.channel();
    }

    /** What a link turns off, unless the channel is no longer registered. */
    private Optional<Unsubscription> linked(String token) {
        return links.read(token).filter(off -> channels.find(off.channel()).isPresent());
    }

    private Optional<Violation> wrong(Channel channel, String address, String place) {
        Optional<AddressKind> kind =
                channels.get(channel).address().filter(one -> one.origin() == AddressKind.Origin.PREFERENCE);
        if (kind.isEmpty()) {
            return Optional.of(new Violation(
                    place + "/address", "not_settable", "Users do not set the address of this channel themselves."));
        }
        if (address.isEmpty()) {
            return Optional.empty();
        }
        String field = kind.get().field();
        String pointer = place + "/address";
        if (!kind.get().matches(address)) {
            return Optional.of(new Violation(pointer, field, kind.get().ruleText()));
        }
        return work.running()
                ? Optional.empty()
                : channels.refused(field, Map.of(address, List.of(pointer))).stream()
                        .findFirst();
    }

    @Override
    public Subscription follow(Actor actor, Addressee user, OptionalLong since, Follower follower) {
        require(actor, user, Action.VIEW);
        return hub.follow(user, since, follower);
    }

    private long run(boolean dryRun, UnitOfWork.Work<Long> step) {
        return dryRun ? work.rehearse(step) : work.write(step);
    }

    @Override
    public boolean mayFollow(Actor actor, Addressee user) {
        return isTheirs(actor, user) && covers(actor, Action.VIEW);
    }

    /** Rejects access to another user's inbox, and keys whose role lacks the right. */
    private void require(Actor actor, Addressee user, Action action) {
        requireTheirs(actor, user);
        if (!covers(actor, action)) {
            throw RequestRejectedException.forbidden(
                    "forbidden",
                    Message.of("This API key needs the right ''{right}'' on ''{notifications}''.")
                            .with("right", action.word())
                            .with("notifications", notifications.name()));
        }
    }

    private static void requireInPerson(Actor actor, Addressee user) {
        requireTheirs(actor, user);
        PersonOnly.require(actor);
    }

    private boolean covers(Actor actor, Action action) {
        return actor.inPerson() || actor.rights().allows(action, notifications);
    }

    private static void requireTheirs(Actor actor, Addressee user) {
        if (!isTheirs(actor, user)) {
            throw RequestRejectedException.forbidden("not_yours", "These are another user's notifications.");
        }
    }

    private static boolean isTheirs(Actor actor, Addressee user) {
        return switch (actor) {
            case Actor.SignedIn signedIn ->
                signedIn.rights().superuser() || Addressee.of(signedIn.id()).equals(user);
            case Actor.Operator operator -> true;
            case Actor.Anonymous anonymous -> false;
        };
    }
}
