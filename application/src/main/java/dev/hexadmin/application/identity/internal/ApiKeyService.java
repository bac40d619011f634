package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.EscalationGuard;
import dev.hexadmin.application.access.LiveRights;
import dev.hexadmin.application.access.PersonOnly;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.ManagingApiKeys;
import dev.hexadmin.application.identity.port.ApiKeys;
import dev.hexadmin.application.identity.port.ApiKeys.LentRole;
import dev.hexadmin.application.identity.port.ApiKeys.StoredKey;
import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.domain.text.VisibleText;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Creates and revokes API keys. */
public final class ApiKeyService implements ManagingApiKeys {
    private static final int MAX_NAME_LENGTH = 80;
    private static final int VISIBLE = START.length() + 6;
    /** Years after it have five digits, which sort and print differently. */
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    private final UnitOfWork unitOfWork;
    private final ApiKeys keys;
    private final KeyRing ring;
    private final ServerSecrets secrets;
    private final Accounts accounts;
    private final EscalationGuard escalation;
    private final LiveRights rights;
    private final ClusterEvents events;
    private final AuditTrail audit;
    private final InstantSource clock;

    public ApiKeyService(
            IdentityAssembly.Storage storage,
            KeyRing ring,
            ServerSecrets secrets,
            Accounts accounts,
            EscalationGuard escalation,
            LiveRights rights,
            InstantSource clock) {
        this.unitOfWork = storage.unitOfWork();
        this.keys = storage.stores().apiKeys();
        this.ring = ring;
        this.secrets = secrets;
        this.accounts = accounts;
        this.escalation = escalation;
        this.rights = rights;
        this.events = storage.events();
        this.audit = storage.audit();
        this.clock = clock;
    }

    @Override
    public Optional<Actor.SignedIn> actor(String key, Actor.Origin origin) {
        return ring.actor(key, origin);
    }

    @Override
    public List<Key> of(Actor.SignedIn actor, UserId owner) {
        PersonOnly.require(actor);
        if (!actor.id().equals(owner)) {
            accounts.requireEdit(actor, owner);
        }
        Instant now = clock.instant();
        return keys.of(owner).stream().map(key -> shown(key, now)).toList();
    }

    @Override
    public List<Role> possibleRoles(Actor.SignedIn actor) {
        PersonOnly.require(actor);
        return escalation.lendable(actor).stream()
                .map(role -> new Role(role.id(), role.name()))
                .toList();
    }

    @Override
    public Created create(Actor.SignedIn actor, Draft draft) {
        PersonOnly.require(actor);
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        String name = draft.name().strip();
        Optional<Instant> expiresAt = draft.expiresAt().map(end -> end.truncatedTo(ChronoUnit.MICROS));
        check(name, expiresAt, now);
        escalation.mayLend(actor, draft.role());
        String text = START + secrets.token();
        StoredKey stored = unitOfWork.write(scope -> {
            StoredKey key = keys.insert(
                    actor.id(),
                    draft.role(),
                    name,
                    text.substring(0, VISIBLE),
                    ServerSecrets.hash(text),
                    now,
                    expiresAt);
            if (key.role().isEmpty()) {
                throw RequestRejectedException.invalid(
                        List.of(Violation.at("role", "unknown_role", "There is no such role.")));
            }
            if (keys.of(actor.id()).size() > MOST) {
                throw RequestRejectedException.conflict(
                        "too_many_keys",
                        Message.of(
                                        "{limit, plural, one {You have # API key already; end it first.} other {You have # API keys already; end one of them first.}}")
                                .with("limit", MOST),
                        List.of());
            }
            audit.append(new AuditEntry(
                    now,
                    actor,
                    "api_key_created",
                    Accounts.MODEL,
                    actor.id().toString(),
                    List.of(
                            new AuditEntry.Change("api_key", null, key.prefix()),
                            new AuditEntry.Change("name", null, name),
                            new AuditEntry.Change(
                                    "role", null, key.role().map(LentRole::name).get()),
                            new AuditEntry.Change("expires_at", null, expiresAt.orElse(null)))));
            return key;
        });
        return new Created(shown(stored, now), text);
    }

    private static void check(String name, Optional<Instant> expiresAt, Instant now) {
        List<Violation> violations = new ArrayList<>();
        if (!VisibleText.isIn(name)) {
            violations.add(Violation.at("name", "required", "This field is required."));
        } else if (name.codePointCount(0, name.length()) > MAX_NAME_LENGTH
                || name.codePoints()
                        .anyMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE)) {
            violations.add(Violation.at(
                    "name",
                    "max_length",
                    Message.of(
                                    "{limit, plural, one {At most # character is allowed, and no control characters.} other {At most # characters are allowed, and no control characters.}}")
                            .with("limit", MAX_NAME_LENGTH)));
        }
        if (expiresAt.filter(end -> !now.isBefore(end)).isPresent()) {
            violations.add(Violation.at("expires_at", "past", "This has to be in the future."));
        } else if (expiresAt.filter(LATEST::isBefore).isPresent()) {
            violations.add(Violation.at("expires_at", "maximum", "This is too far away."));
        }
        if (!violations.isEmpty()) {
            throw RequestRejectedException.invalid(violations);
        }
    }

    @Override
    public void revoke(Actor.SignedIn actor, long id, boolean dryRun) {
        PersonOnly.require(actor);
        StoredKey key = keys.byId(id).orElseThrow(ApiKeyService::notFound);
        if (!key.owner().equals(actor.id())) {
            accounts.requireEdit(actor, key.owner());
            accounts.requireNoStronger(actor, key.owner());
        }
        unitOfWork.write(dryRun, scope -> {
            Instant now = clock.instant();
            if (!keys.revoke(id, now)) {
                throw notFound();
            }
            audit.append(new AuditEntry(
                    now,
                    actor,
                    "api_key_revoked",
                    Accounts.MODEL,
                    key.owner().toString(),
                    List.of(
                            new AuditEntry.Change("api_key", key.prefix(), null),
                            new AuditEntry.Change("name", key.name(), null))));
            scope.afterCommit(() -> events.announceAndAwait(new ClusterEvent.ApiKeysChanged()));
            return id;
        });
    }

    /** A key without its secret part. */
    Key shown(StoredKey key, Instant now) {
        State state;
        if (key.expired(now)) {
            state = State.EXPIRED;
        } else if (key.role().isEmpty()) {
            state = State.ROLE_GONE;
        } else if (rights.lent(key.owner(), key.role().get().id()).isEmpty()) {
            state = State.BEYOND_OWNER;
        } else {
            state = State.GOOD;
        }
        return new Key(
                key.id(),
                key.name(),
                key.prefix(),
                key.role().map(LentRole::name),
                key.createdAt(),
                key.expiresAt(),
                key.lastUsedAt(),
                state);
    }

    private static RequestRejectedException notFound() {
        return RequestRejectedException.notFound("There is no such API key.");
    }
}
