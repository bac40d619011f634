package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.EscalationGuard;
import dev.hexadmin.application.access.PersonOnly;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.ManagingPasskeys;
import dev.hexadmin.application.identity.internal.PasskeyTickets.Purpose;
import dev.hexadmin.application.identity.internal.PasskeyTickets.Ticket;
import dev.hexadmin.application.identity.port.PasskeyRejectedException;
import dev.hexadmin.application.identity.port.PasskeyVerifier;
import dev.hexadmin.application.identity.port.Passkeys;
import dev.hexadmin.application.identity.port.Passkeys.StoredPasskey;
import dev.hexadmin.application.identity.port.SecondFactors;
import dev.hexadmin.application.identity.port.UsedTokens;
import dev.hexadmin.application.identity.port.Users;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.identity.RelyingParty;
import dev.hexadmin.domain.identity.User;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.domain.text.VisibleText;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** Passkeys of users. */
public final class PasskeyService implements ManagingPasskeys {
    private final UnitOfWork unitOfWork;
    private final Passkeys passkeys;
    private final SecondFactors factors;
    private final UsedTokens used;
    private final Users users;
    private final PasskeyVerifier verifier;
    private final PasskeyTickets tickets;
    private final SecondFactorCodes codes;
    private final CurrentPassword current;
    private final ServerSecrets secrets;
    private final AccountMessages messages;
    private final Accounts accounts;
    private final EscalationGuard escalation;
    private final AuditTrail audit;
    private final InstantSource clock;
    private final String product;

    /** What the parts of this package bring. */
    public record Parts(
            SecondFactorCodes codes,
            HashingQueue hashing,
            ServerSecrets secrets,
            AccountMessages messages,
            Accounts accounts) {}

    /** @param product the name of the site */
    public PasskeyService(
            IdentityAssembly.Storage storage,
            PasskeyVerifier verifier,
            Parts parts,
            EscalationGuard escalation,
            InstantSource clock,
            String product) {
        this.unitOfWork = storage.unitOfWork();
        this.passkeys = storage.passkeys();
        this.factors = storage.stores().secondFactors();
        this.used = storage.stores().usedTokens();
        this.users = storage.stores().users();
        this.verifier = verifier;
        this.tickets = new PasskeyTickets(parts.secrets());
        this.codes = parts.codes();
        this.current = new CurrentPassword(storage, parts.hashing(), clock);
        this.secrets = parts.secrets();
        this.messages = parts.messages();
        this.accounts = parts.accounts();
        this.escalation = escalation;
        this.audit = storage.audit();
        this.clock = clock;
        this.product = product;
    }

    @Override
    public List<Passkey> list(Actor.SignedIn actor) {
        PersonOnly.require(actor);
        return shown(actor.id());
    }

    @Override
    public int backupCodesLeft(Actor.SignedIn actor) {
        PersonOnly.require(actor);
        return factors.backupCodes(actor.id());
    }

    private List<Passkey> shown(UserId user) {
        return passkeys.of(user).stream().map(PasskeyService::shown).toList();
    }

    private static Passkey shown(StoredPasskey passkey) {
        return new Passkey(
                passkey.id(),
                passkey.name(),
                passkey.key().sync().backedUp(),
                passkey.times().createdAt(),
                passkey.times().lastUsedAt());
    }

    static Descriptor descriptor(StoredPasskey passkey) {
        return new Descriptor(passkey.key().id(), passkey.key().transports());
    }

    @Override
    public Registration begin(Actor.SignedIn actor, String currentPassword) {
        User user = current.require(actor, currentPassword, "current_password", "passkey_failed");
        String handle = unitOfWork.write(scope -> passkeys.userHandle(user.id(), secrets.token()));
        List<StoredPasskey> existing = passkeys.of(user.id());
        requireRoom(existing.size());
        Ticket ticket = tickets.create(Purpose.REGISTRATION, user.id().toString(), clock.instant());
        return new Registration(
                ticket.challenge(),
                product,
                handle,
                user.email().value(),
                VisibleText.isIn(user.fullName())
                        ? user.fullName()
                        : user.email().value(),
                existing.stream().map(PasskeyService::descriptor).toList(),
                tickets.seal(ticket),
                PasskeyTickets.LIFETIME);
    }

    private static void requireRoom(int existing) {
        if (existing >= MOST) {
            throw RequestRejectedException.conflict(
                    "too_many_passkeys",
                    Message.of("You have {limit} passkeys, which is the limit. Remove one first.")
                            .with("limit", MOST),
                    List.of());
        }
    }

    @Override
    public Added add(Actor.SignedIn actor, RelyingParty party, New passkey, Language language) {
        PersonOnly.require(actor);
        String name = name(passkey.name());
        Instant now = clock.instant();
        Ticket ticket = tickets.open(
                        passkey.ticket(), Purpose.REGISTRATION, actor.id().toString(), now)
                .orElseThrow(PasskeyService::expired);
        PasskeyVerifier.Credential credential;
        try {
            credential = verifier.register(
                    passkey.credential(), new PasskeyVerifier.Expected(ticket.challenge(), party, true));
        } catch (PasskeyRejectedException e) {
            unitOfWork.write(scope -> {
                record(now, actor, actor.id(), "passkey_failed", e.reason());
                return actor.id();
            });
            throw RequestRejectedException.invalid(List.of(Violation.at(
                    "credential", "invalid_credential", "The response of the authenticator is not valid.")));
        }
        return unitOfWork.write(scope -> {
            User user = users.hold(actor.id()).orElseThrow(PasskeyService::expired);
            if (!used.use(ServerSecrets.hash(ticket.challenge()), ticket.expiresAt())) {
                throw expired();
            }
            requireRoom(passkeys.of(user.id()).size());
            StoredPasskey stored = passkeys.insert(user.id(), name, credential, now)
                    .orElseThrow(() -> RequestRejectedException.conflict(
                            "unique",
                            "This passkey is known already.",
                            List.of(Violation.at("credential", "unique", "This passkey is known already."))));
            record(now, actor, user.id(), "passkey_added", name);
            messages.passkeyAdded(user, name, actor.origin(), language, now);
            return new Added(shown(stored), codes.firstBackupCodes(user.id()));
        });
    }

    private static RequestRejectedException expired() {
        return RequestRejectedException.invalid(
                List.of(Violation.at("ticket", "expired", "The request is too old, or was used. Start again.")));
    }

    private static String name(String typed) {
        String name = typed.strip();
        if (!VisibleText.isIn(name)) {
            throw RequestRejectedException.invalid(
                    List.of(Violation.at("name", "required", "This field is required.")));
        }
        if (name.codePointCount(0, name.length()) > LONGEST_NAME
                || name.codePoints()
                        .anyMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE)) {
            throw RequestRejectedException.invalid(List.of(Violation.at(
                    "name",
                    "max_length",
                    Message.of(
                                    "{limit, plural, one {At most # character is allowed, and no control characters.} other {At most # characters are allowed, and no control characters.}}")
                            .with("limit", LONGEST_NAME))));
        }
        return name;
    }

    @Override
    public Passkey rename(Actor.SignedIn actor, long id, String typed, boolean dryRun) {
        PersonOnly.require(actor);
        String name = name(typed);
        return unitOfWork.write(dryRun, scope -> {
            StoredPasskey before = own(actor, id);
            if (!before.name().equals(name)) {
                passkeys.rename(actor.id(), id, name);
                audit.append(new AuditEntry(
                        clock.instant(),
                        actor,
                        "passkey_renamed",
                        Accounts.MODEL,
                        actor.id().toString(),
                        List.of(new AuditEntry.Change("passkey", before.name(), name))));
            }
            return shown(own(actor, id));
        });
    }

    private StoredPasskey own(Actor.SignedIn actor, long id) {
        return passkeys.of(actor.id()).stream()
                .filter(passkey -> passkey.id() == id)
                .findFirst()
                .orElseThrow(() -> RequestRejectedException.notFound("There is no such passkey."));
    }

    @Override
    public void remove(Actor.SignedIn actor, long id, String currentPassword, Language language, boolean dryRun) {
        PersonOnly.require(actor);
        own(actor, id);
        User user = current.require(actor, currentPassword, "current_password", "passkey_failed");
        unitOfWork.write(dryRun, scope -> {
            Instant now = clock.instant();
            StoredPasskey passkey = own(actor, id);
            passkeys.remove(user.id(), id);
            codes.dropBackupCodesIfOff(user.id());
            removed(now, actor, user.id(), passkey.name());
            messages.passkeyRemoved(user, passkey.name(), actor.origin(), language, now);
            return id;
        });
    }

    @Override
    public List<Passkey> of(Actor actor, UserId user) {
        if (!isSelf(actor, user) || !actor.inPerson()) {
            accounts.requireView(actor, user);
        }
        return shown(user);
    }

    private static boolean isSelf(Actor actor, UserId user) {
        return actor instanceof Actor.SignedIn signedIn && signedIn.id().equals(user);
    }

    @Override
    public void removeAll(Actor actor, UserId user) {
        PersonOnly.require(actor);
        accounts.requireEdit(actor, user);
        if (isSelf(actor, user)) {
            throw RequestRejectedException.forbidden(
                    "own_second_factor", "Remove your own passkeys in your profile, with your password.");
        }
        escalation.mayTakeOver(actor, user);
        unitOfWork.write(scope -> {
            Instant now = clock.instant();
            List<StoredPasskey> all = passkeys.of(user);
            User owner = users.byId(user)
                    .filter(found -> !all.isEmpty())
                    .orElseThrow(() ->
                            RequestRejectedException.conflict("no_passkeys", "This user has no passkeys.", List.of()));
            Language language = users.standing(user)
                    .flatMap(standing -> standing.locale().language())
                    .orElse(Language.ENGLISH);
            passkeys.removeAll(user);
            codes.dropBackupCodesIfOff(user);
            for (StoredPasskey passkey : all) {
                removed(now, actor, user, passkey.name());
                messages.passkeyRemoved(owner, passkey.name(), actor.origin(), language, now);
            }
            return user;
        });
    }

    private void record(Instant now, Actor actor, UserId user, String event, String what) {
        String field = event.equals("passkey_failed") ? "reason" : "passkey";
        audit.append(new AuditEntry(
                now, actor, event, Accounts.MODEL, user.toString(), List.of(new AuditEntry.Change(field, null, what))));
    }

    private void removed(Instant now, Actor actor, UserId user, String name) {
        audit.append(new AuditEntry(
                now,
                actor,
                "passkey_removed",
                Accounts.MODEL,
                user.toString(),
                List.of(new AuditEntry.Change("passkey", name, null))));
    }
}
