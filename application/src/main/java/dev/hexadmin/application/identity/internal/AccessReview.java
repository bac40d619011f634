package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.PersonOnly;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.ReviewingAccess;
import dev.hexadmin.application.identity.port.OpenAccess;
import dev.hexadmin.application.identity.port.OpenAccess.Filter;
import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.identity.OpenSession;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The sessions and API keys of all users. */
public final class AccessReview implements ReviewingAccess {
    private final UnitOfWork unitOfWork;
    private final OpenAccess access;
    private final Accounts accounts;
    private final ApiKeyService keys;
    private final ClusterEvents events;
    private final AuditTrail audit;
    private final InstantSource clock;

    public AccessReview(IdentityAssembly.Storage storage, Accounts accounts, ApiKeyService keys, InstantSource clock) {
        this.unitOfWork = storage.unitOfWork();
        this.access = storage.byMail().access();
        this.accounts = accounts;
        this.keys = keys;
        this.events = storage.events();
        this.audit = storage.audit();
        this.clock = clock;
    }

    @Override
    public boolean may(Actor actor) {
        return actor.inPerson() && accounts.may(actor, Action.EDIT);
    }

    @Override
    public Listing<OpenSession> sessions(Actor.SignedIn actor, Wanted wanted) {
        Filter filter = filter(actor, wanted);
        Instant now = clock.instant();
        return new Listing<>(
                access.sessions(filter, now, offset(wanted), wanted.perPage()),
                access.countSessions(filter, now),
                wanted.page(),
                wanted.perPage());
    }

    @Override
    public Listing<OwnedKey> keys(Actor.SignedIn actor, Wanted wanted) {
        Filter filter = filter(actor, wanted);
        Instant now = clock.instant();
        return new Listing<>(
                access.keys(filter, offset(wanted), wanted.perPage()).stream()
                        .map(owned -> new OwnedKey(owned.key().owner(), owned.owner(), keys.shown(owned.key(), now)))
                        .toList(),
                access.countKeys(filter),
                wanted.page(),
                wanted.perPage());
    }

    private static long offset(Wanted wanted) {
        return (wanted.page() - 1L) * wanted.perPage();
    }

    private Filter filter(Actor.SignedIn actor, Wanted wanted) {
        PersonOnly.require(actor);
        accounts.requireRight(actor, Action.EDIT);
        String email = wanted.email().strip().toLowerCase(Locale.ROOT);
        return new Filter(
                wanted.user(),
                email.isEmpty() ? Optional.empty() : Optional.of(email),
                accounts.within(actor, Action.EDIT));
    }

    @Override
    public void endSession(Actor.SignedIn actor, String id, boolean dryRun) {
        PersonOnly.require(actor);
        accounts.requireRight(actor, Action.EDIT);
        OpenSession session = access.session(id, clock.instant())
                .filter(found -> accounts.reaches(actor, found.user(), Action.EDIT))
                .orElseThrow(AccessReview::notFound);
        accounts.requireNoStronger(actor, session.user());
        unitOfWork.write(dryRun, scope -> {
            Instant now = clock.instant();
            if (!access.end(session, now)) {
                throw notFound();
            }
            audit.append(new AuditEntry(
                    now, actor, "sign_out", Accounts.MODEL, session.user().toString(), List.of()));
            ClusterEvent ended = switch (session.kind()) {
                case PANEL -> new ClusterEvent.SessionsEnded();
                case API -> new ClusterEvent.SignInEnded(session.id());
            };
            scope.afterCommit(() -> events.announceAndAwait(ended));
            return id;
        });
    }

    private static RequestRejectedException notFound() {
        return RequestRejectedException.notFound("There is no such session; perhaps it has ended by itself.");
    }
}
