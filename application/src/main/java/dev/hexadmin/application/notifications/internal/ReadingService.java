package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.Refused;
import dev.hexadmin.application.notifications.ReadingNotifications;
import dev.hexadmin.application.notifications.port.Addressees;
import dev.hexadmin.application.notifications.port.Addressees.Known;
import dev.hexadmin.application.notifications.port.Feeds;
import dev.hexadmin.application.notifications.port.Feeds.Marked;
import dev.hexadmin.application.notifications.port.Feeds.Position;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Users' own lists, preferences and live feeds. */
final class ReadingService implements ReadingNotifications {
    private final Feeds feeds;
    private final Addressees addressees;
    private final Inbox inbox;
    private final FeedHub hub;
    private final UnitOfWork work;
    private final InstantSource clock;

    ReadingService(Feeds feeds, Addressees addressees, Inbox inbox, FeedHub hub, UnitOfWork work, InstantSource clock) {
        this.feeds = feeds;
        this.addressees = addressees;
        this.inbox = inbox;
        this.hub = hub;
        this.work = work;
        this.clock = clock;
    }

    @Override
    public Page list(Actor actor, Addressee user, int limit, Optional<String> cursor, boolean unreadOnly) {
        require(actor, user);
        PageCursors.check(limit);
        List<Item> found = feeds.list(user, PageCursors.read(cursor), unreadOnly, limit + 1);
        boolean more = found.size() > limit;
        List<Item> items = more ? found.subList(0, limit) : found;
        return new Page(
                items,
                more ? Optional.of(PageCursors.of(items.getLast().notification().id())) : Optional.empty(),
                position(user).unread());
    }

    @Override
    public long unread(Actor actor, Addressee user) {
        require(actor, user);
        return position(user).unread();
    }

    private Position position(Addressee user) {
        return feeds.positions(List.of(user)).getOrDefault(user, Position.START);
    }

    @Override
    public long markRead(Actor actor, Addressee user, long notificationId, boolean dryRun) {
        require(actor, user);
        return run(dryRun, scope -> {
            Marked marked = feeds.markRead(user, notificationId, clock.instant())
                    .orElseThrow(() -> Refused.notFound("There is no such notification."));
            return told(scope, user, marked);
        });
    }

    @Override
    public long markAllRead(Actor actor, Addressee user, boolean dryRun) {
        require(actor, user);
        return run(dryRun, scope -> told(scope, user, feeds.markAllRead(user, clock.instant())));
    }

    private long told(UnitOfWork.Scope scope, Addressee user, Marked marked) {
        marked.event().ifPresent(event -> inbox.happened(scope, user, event));
        return marked.unread();
    }

    @Override
    public List<Preference> preferences(Actor actor, Addressee user) {
        require(actor, user);
        Set<Channel> unwanted = addressees
                .known(List.of(user))
                .getOrDefault(user, Known.NOTHING)
                .unwanted();
        List<Preference> all = new ArrayList<>();
        for (Channel channel : Channel.values()) {
            all.add(new Preference(channel, !unwanted.contains(channel)));
        }
        return all;
    }

    @Override
    public Preference setPreference(Actor actor, Addressee user, String channel, boolean enabled, boolean dryRun) {
        return set(actor, user, List.of(new Wanted(channel, enabled)), false, dryRun)
                .getFirst();
    }

    @Override
    public List<Preference> setPreferences(Actor actor, Addressee user, List<Wanted> wanted, boolean dryRun) {
        return set(actor, user, wanted, true, dryRun);
    }

    private List<Preference> set(Actor actor, Addressee user, List<Wanted> wanted, boolean several, boolean dryRun) {
        require(actor, user);
        List<Violation> wrong = new ArrayList<>();
        Map<Channel, Boolean> values = new EnumMap<>(Channel.class);
        List<Preference> set = new ArrayList<>(wanted.size());
        for (int i = 0; i < wanted.size(); i++) {
            String place = (several ? "/" + i : "") + "/channel";
            Wanted each = wanted.get(i);
            Optional<Channel> channel = Channel.of(each.channel());
            if (channel.isEmpty()) {
                wrong.add(new Violation(place, "unknown_channel", Composer.unknownChannel(each.channel())));
            } else if (values.put(channel.get(), each.enabled()) != null) {
                wrong.add(new Violation(place, "repeated", "This channel is named twice."));
            } else {
                set.add(new Preference(channel.get(), each.enabled()));
            }
        }
        if (!wrong.isEmpty()) {
            throw Refused.invalid(wrong);
        }
        if (!values.isEmpty()) {
            run(dryRun, scope -> {
                addressees.want(user, values);
                return (long) values.size();
            });
        }
        return set;
    }

    @Override
    public Subscription follow(Actor actor, Addressee user, OptionalLong since, Follower follower) {
        require(actor, user);
        return hub.follow(user, since, follower);
    }

    private long run(boolean dryRun, UnitOfWork.Work<Long> step) {
        return dryRun ? work.rehearse(step) : work.write(step);
    }

    private static void require(Actor actor, Addressee user) {
        boolean may = switch (actor) {
            case Actor.SignedIn signedIn ->
                signedIn.rights().superuser() || Addressee.of(signedIn.id()).equals(user);
            case Actor.Operator operator -> true;
            case Actor.Anonymous nobody -> false;
        };
        if (!may) {
            throw Refused.forbidden("not_yours", "These are another user's notifications.");
        }
    }
}
