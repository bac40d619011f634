package dev.hexadmin.application.comments.internal;

import dev.hexadmin.application.access.LiveRights;
import dev.hexadmin.application.comments.DiscussingRecords.Mentionable;
import dev.hexadmin.application.comments.port.NamedUsers;
import dev.hexadmin.application.comments.port.NamedUsers.NamedUser;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.comments.Mentions;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the users whom comments on a record mention, and those who can be mentioned: active users who may view the record. A
 * name that several users have means none of them. Thread-safe.
 */
public final class MentionedUsers {
    private static final int BATCH = 50;
    /** How many users are asked for their rights. */
    private static final int MOST_ASKED = 200;

    private final NamedUsers users;
    private final BrowsingRecords browsing;
    private final LiveRights rights;

    public MentionedUsers(NamedUsers users, BrowsingRecords browsing, LiveRights rights) {
        this.users = users;
        this.browsing = browsing;
        this.rights = rights;
    }

    /** A user who may view the record. */
    record Viewer(NamedUser user, Actor.SignedIn actor) {}

    Map<UserId, NamedUser> byId(Collection<UserId> ids) {
        return ids.isEmpty() ? Map.of() : users.byId(ids);
    }

    /** The users with these names. */
    List<Viewer> named(Set<String> names, Model model, String id) {
        return viewers(Set.copyOf(meant(names).values()), model, id);
    }

    /** The names for other users of those who are mentioned, by the names in the texts. Of many names, only some are looked up. */
    Map<String, String> displayNames(Set<String> names, Model model, String id) {
        Map<String, NamedUser> meant =
                meant(names.stream().sorted().limit(BATCH).toList());
        Set<UserId> viewing = viewing(Set.copyOf(meant.values()), model, id)
                .map(viewer -> viewer.user().id())
                .collect(Collectors.toSet());
        return meant.entrySet().stream()
                .filter(entry -> viewing.contains(entry.getValue().id()))
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().displayName()));
    }

    private Map<String, NamedUser> meant(Collection<String> names) {
        Map<String, NamedUser> meant = new HashMap<>();
        if (!names.isEmpty()) {
            Map<String, List<NamedUser>> byName = byName(names);
            names.forEach(name -> {
                List<NamedUser> those = byName.getOrDefault(name, List.of());
                if (those.size() == 1) {
                    meant.put(name, those.getFirst());
                }
            });
        }
        return meant;
    }

    private Map<String, List<NamedUser>> byName(Collection<String> names) {
        Map<String, List<NamedUser>> byName = new HashMap<>();
        for (NamedUser user : users.byName(names)) {
            for (String name : List.of(user.shortName(), user.email().value())) {
                byName.computeIfAbsent(name, first -> new ArrayList<>()).add(user);
            }
        }
        return byName;
    }

    /** Those of the users who are active and may view the record, which exists. */
    List<Viewer> viewers(Collection<NamedUser> some, Model model, String id) {
        return viewing(some, model, id).toList();
    }

    /** The same; those whom a row policy binds each with a statement when they are taken. */
    private Stream<Viewer> viewing(Collection<NamedUser> some, Model model, String id) {
        return some.stream()
                .filter(NamedUser::active)
                .map(user -> new Viewer(
                        user, new Actor.SignedIn(user.id(), user.email(), rights.of(user.id()), Actor.Origin.LOCAL)))
                .filter(viewer ->
                        browsing.condition(viewer.actor(), model, Action.VIEW).equals(Condition.always())
                                || browsing.reaches(viewer.actor(), model, id, Action.VIEW));
    }

    /** The first users whose name begins with a text, without the one who asks. */
    List<Mentionable> startingWith(String start, UserId asking, Model model, String id, int most) {
        List<NamedUser> found = new ArrayList<>();
        String after = "";
        for (int asked = 0; asked < MOST_ASKED && found.size() < most; asked += BATCH) {
            List<NamedUser> some = users.startingWith(start, after, BATCH);
            viewing(some.stream().filter(user -> !user.id().equals(asking)).toList(), model, id)
                    .limit(most - found.size())
                    .map(Viewer::user)
                    .forEach(found::add);
            if (some.size() < BATCH) {
                break;
            }
            after = some.getLast().email().value();
        }
        Map<String, List<NamedUser>> byName = found.isEmpty()
                ? Map.of()
                : byName(found.stream().map(NamedUser::shortName).toList());
        return found.stream()
                .flatMap(user -> username(
                        user, byName.getOrDefault(user.shortName(), List.of()).size() == 1)
                        .map(name -> new Mentionable(name, user.displayName()))
                        .stream())
                .toList();
    }

    /** The shortest name by which a text can mention the user. */
    private static Optional<String> username(NamedUser user, boolean unique) {
        return (unique
                        ? List.of(user.shortName(), user.email().value())
                        : List.of(user.email().value()))
                .stream().filter(name -> Mentions.in("@" + name).contains(name)).findFirst();
    }
}
