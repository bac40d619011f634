package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.EscalationGuard;
import dev.hexadmin.application.access.PersonOnly;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.port.Users;
import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.application.records.RecordChange;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.identity.User;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.text.LocaleChoice;
import dev.hexadmin.domain.text.Message;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Hooks for the records of {@code admin_users}. */
public final class UserHooks implements RecordHooks {
    private final Users users;
    private final ExternalAccounts external;
    private final boolean providers;
    private final HashingQueue hashing;
    private final PasswordPolicy policy;
    private final ClusterEvents events;
    private final EscalationGuard escalation;
    private final AuditTrail audit;
    private final InstantSource clock;

    /** @param providers whether users can sign in without a password, by an identity provider */
    public UserHooks(
            IdentityAssembly.Storage storage,
            ExternalAccounts external,
            boolean providers,
            PasswordHasher passwords,
            EscalationGuard escalation,
            InstantSource clock) {
        this.users = storage.stores().users();
        this.external = external;
        this.providers = providers;
        this.hashing = passwords.hashing();
        this.policy = passwords.policy();
        this.events = storage.events();
        this.escalation = escalation;
        this.audit = storage.audit();
        this.clock = clock;
    }

    @Override
    public void prepare(Actor actor, Optional<RecordKey> key, Map<String, @Nullable Object> values) {
        if (values.get("time_zone") instanceof String zone
                && LocaleChoice.zone(zone).isEmpty()) {
            throw RequestRejectedException.invalid(List.of(Violation.at(
                    "time_zone",
                    "time_zone",
                    Message.of("This is no name of the IANA database, such as Europe/Berlin."))));
        }
        if (key.isPresent()) {
            prepareUpdate(actor, key.get(), values);
            return;
        }
        if (values.get("password") == null) {
            if (!providers) {
                throw RequestRejectedException.invalid(
                        List.of(Violation.at("password", "required", "This field is required.")));
            }
            values.put("password", User.Credentials.NO_PASSWORD);
            return;
        }
        hash(values, "", "");
    }

    private void prepareUpdate(Actor actor, RecordKey key, Map<String, @Nullable Object> values) {
        if (values.get("password") == null) {
            return;
        }
        if (actor instanceof Actor.SignedIn self
                && key.values().getFirst().equals(self.id().value())) {
            PersonOnly.require(actor);
            throw Accounts.ownPassword();
        }
        Optional<User> user =
                key.values().getFirst() instanceof Long id ? users.byId(new UserId(id)) : Optional.empty();
        hash(
                values,
                user.map(found -> found.email().value()).orElse(""),
                user.map(User::fullName).orElse(""));
    }

    private void hash(Map<String, @Nullable Object> values, String email, String fullName) {
        if (values.get("password") instanceof String password) {
            policy.require(
                    password,
                    values.get("email") instanceof String given ? given : email,
                    values.get("full_name") instanceof String given ? given : fullName);
            values.put("password", hashing.hash(password));
        }
    }

    @Override
    public void onCreate(RecordChange change) {
        lowerCaseAddress(change);
        if (isSuperuser(change.after())) {
            requireSuperuser(change.actor());
        }
        mayAssign(change.actor(), List.of(), change.after().get("roles"));
    }

    @Override
    public void afterCreate(RecordChange change) {
        ClusterEvent.UserChanged event = new ClusterEvent.UserChanged(id(change.stored()));
        change.afterCommit(() -> events.announce(event)); // an import does not wait
    }

    @Override
    public void onUpdate(RecordChange change) {
        Actor actor = change.actor();
        StoredRecord before = change.stored();
        lowerCaseAddress(change);
        if (change.changed().contains("password") && change.after().get("password") == null) {
            change.keep("password"); // the field is always set: a replacement without it keeps the old value
        }
        requireHere(change);
        Map<String, @Nullable Object> after = change.after();
        boolean superuserBefore = isSuperuser(before.values());
        boolean superuserAfter = isSuperuser(after);
        if (superuserBefore || superuserAfter) {
            requireSuperuser(actor);
        }
        mayAssign(actor, keys(before.values().get("roles")), after.get("roles"));
        boolean newAddress = !Objects.equals(before.values().get("email"), after.get("email"));
        boolean newCredentials = change.changed().contains("password") || newAddress;
        if (isSelf(actor, before)) {
            if (newCredentials) {
                PersonOnly.require(actor);
            }
            escalation.mayChangeOwn(
                    actor,
                    change.changed().stream()
                            .filter(field -> !Objects.equals(before.values().get(field), after.get(field)))
                            .toList());
            if (newAddress) {
                throw Accounts.ownEmail();
            }
        } else if (newCredentials) {
            escalation.mayTakeOver(actor, id(before), keys(before.values().get("roles")));
        }
        boolean actsBefore = superuserBefore && isTrue(before.values().get("is_active"));
        boolean actsAfter = superuserAfter && isTrue(after.get("is_active"));
        if (actsBefore && !actsAfter) {
            requireAnotherSuperuser(before);
        }
    }

    @Override
    public void afterUpdate(RecordChange change) {
        StoredRecord before = change.before().orElseThrow();
        StoredRecord after = change.stored();
        boolean newPassword = !String.valueOf(before.values().get("password"))
                .equals(after.values().get("password"));
        boolean deactivated = isTrue(before.values().get("is_active"))
                && !isTrue(after.values().get("is_active"));
        Instant now = clock.instant();
        if (newPassword) {
            audit.append(new AuditEntry(
                    now,
                    change.actor(),
                    "password_change",
                    after.model().name(),
                    after.key().encoded(),
                    List.of()));
        }
        forget(change, newPassword || deactivated);
    }

    @Override
    public void onDelete(RecordChange change) {
        StoredRecord record = change.stored();
        if (!isSuperuser(record.values())) {
            return;
        }
        requireSuperuser(change.actor());
        if (isTrue(record.values().get("is_active"))) {
            requireAnotherSuperuser(record);
        }
    }

    @Override
    public void afterDelete(RecordChange change) {
        forget(change, false);
    }

    /** Evicts cached data about the user after the commit, on every server before the response. */
    private void forget(RecordChange change, boolean endSessions) {
        UserId id = id(change.stored());
        if (endSessions) {
            users.endSessions(id, clock.instant());
        }
        change.afterCommit(() -> events.announceAndAwait(new ClusterEvent.UserChanged(id)));
    }

    private void requireHere(RecordChange change) {
        StoredRecord before = change.stored();
        if (!(before.values().get("source") instanceof String source)) {
            return;
        }
        List<Violation> violations = new ArrayList<>();
        for (String field : external.kept(source)) {
            if (change.changed().contains(field)
                    && isNew(before.values().get(field), change.after().get(field))) {
                violations.add(ExternalAccounts.violation(source, field));
            }
        }
        if (!violations.isEmpty()) {
            throw RequestRejectedException.invalid(violations);
        }
    }

    private static boolean isNew(@Nullable Object before, @Nullable Object after) {
        if (after instanceof List<?>) {
            return !Set.copyOf(keys(before)).equals(Set.copyOf(keys(after)));
        }
        return !Objects.equals(before, after);
    }

    private void requireAnotherSuperuser(StoredRecord record) {
        users.serialize(); // two superusers must not demote each other at the same time
        if (users.activeSuperusersBesides(id(record)) == 0) {
            throw RequestRejectedException.conflict("last_superuser", "This is the last active superuser.", List.of());
        }
    }

    private void mayAssign(Actor actor, List<Long> before, @Nullable Object roles) {
        List<Long> added = new ArrayList<>(keys(roles));
        added.removeAll(before);
        if (!added.isEmpty()) {
            escalation.mayAssign(actor, added);
        }
    }

    private static void requireSuperuser(Actor actor) {
        if (!actor.rights().superuser()) {
            throw RequestRejectedException.forbidden(
                    "escalation", "Only a superuser makes, changes or deletes a superuser.");
        }
    }

    private static void lowerCaseAddress(RecordChange change) {
        if (change.changed().contains("email") && change.after().get("email") instanceof String email) {
            change.set("email", email.strip().toLowerCase(Locale.ROOT));
        }
    }

    /** By the user's flag, or by an equivalent role. */
    private boolean isSuperuser(Map<String, @Nullable Object> values) {
        return isTrue(values.get("is_superuser")) || users.superuserAmong(keys(values.get("roles")));
    }

    private static boolean isSelf(Actor actor, StoredRecord record) {
        return actor instanceof Actor.SignedIn signedIn && signedIn.id().equals(id(record));
    }

    private static boolean isTrue(@Nullable Object value) {
        return Boolean.TRUE.equals(value);
    }

    private static List<Long> keys(@Nullable Object value) {
        List<Long> keys = new ArrayList<>();
        if (value instanceof List<?> list) {
            for (Object each : list) {
                if (each instanceof Long key) {
                    keys.add(key);
                }
            }
        }
        return keys;
    }

    private static UserId id(StoredRecord record) {
        return new UserId((Long) record.key().values().getFirst());
    }
}
