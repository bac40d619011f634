package dev.hexadmin.http.panel.users;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.access.RowPolicy;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.text.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Tells how many records a row policy selects for a user, before the role is saved. Thread-safe. */
final class PolicyCounts {
    private static final int MOST = 10_000;

    private final BrowsingRecords browsing;
    private final Model users;

    PolicyCounts(BrowsingRecords browsing, Model users) {
        this.browsing = browsing;
        this.users = users;
    }

    /**
     * A sentence for the actor.
     *
     * @param email of the user; the actor's own when it is empty
     */
    String of(Actor.SignedIn actor, Model model, String policy, String email) {
        if (policy.isBlank()) {
            return text("Without a row policy the role covers all records.");
        }
        return switch (RowPolicy.read(model, policy)) {
            case RowPolicy.Reading.Misunderstood(int position, Message message) -> text(message);
            case RowPolicy.Reading.Understood(RowPolicy understood) ->
                user(actor, email)
                        .map(user -> sentence(actor, understood, user))
                        .orElseGet(() -> text(
                                "There is no user with the address ''{email}'' whom you may view.", "email", email));
        };
    }

    private String sentence(Actor.SignedIn actor, RowPolicy policy, Actor.SignedIn user) {
        try {
            List<OptionalLong> counts = browsing.counts(actor, policy, user, MOST + 1);
            String models = text(policy.model().definition().labels().many());
            return counts.get(0).isEmpty() || counts.get(1).isEmpty()
                    ? text("The records cannot be counted: the table of {model} cannot be read.", "model", models)
                    : text(Message.of("Selects {selected} of {all} {model} for {user}.")
                            .with("selected", shown(counts.get(0).getAsLong()))
                            .with("all", shown(counts.get(1).getAsLong()))
                            .with("model", models)
                            .with("user", user.email().value()));
        } catch (RequestRejectedException refused) {
            return text(refused.text());
        }
    }

    private static Object shown(long count) {
        return count > MOST ? Message.of("more than {count}").with("count", MOST) : count;
    }

    private Optional<Actor.SignedIn> user(Actor.SignedIn actor, String email) {
        if (email.isEmpty() || email.equalsIgnoreCase(actor.email().value())) {
            return Optional.of(actor);
        }
        if (!actor.rights().allows(Action.VIEW, users)
                || !actor.rights().allows(Action.VIEW, users, users.fieldNamed("email"))) {
            return Optional.empty();
        }
        List<ExpandedRecords> rows = new ArrayList<>();
        browsing.list(
                actor,
                ListRequest.of(
                        users, Map.of("email", email.toLowerCase(Locale.ROOT), "fields", "id,email", "per_page", "1")),
                shape -> {
                    rows.add(new ExpandedRecords(shape));
                    return rows.getLast();
                });
        return rows.getFirst().all().stream()
                .map(UserLine::of)
                .findFirst()
                .map(line -> new Actor.SignedIn(
                        new UserId(Long.parseLong(line.id())),
                        new EmailAddress(line.email()),
                        Rights.NONE,
                        actor.origin()));
    }
}
