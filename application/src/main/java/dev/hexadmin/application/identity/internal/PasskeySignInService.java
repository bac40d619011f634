package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.KeepingSessions.Opened;
import dev.hexadmin.application.identity.SigningIn.Attempt;
import dev.hexadmin.application.identity.SigningIn.Tokens;
import dev.hexadmin.application.identity.SigningInWithPasskey;
import dev.hexadmin.application.identity.internal.Authenticator.SecondProof;
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
import dev.hexadmin.domain.identity.SignInMethod;
import dev.hexadmin.domain.identity.User;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.text.Language;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Sign-in with passkeys. */
public final class PasskeySignInService implements SigningInWithPasskey {
    private static final System.Logger LOGGER = System.getLogger(PasskeySignInService.class.getName());

    private final UnitOfWork unitOfWork;
    private final Passkeys passkeys;
    private final SecondFactors factors;
    private final UsedTokens used;
    private final Users users;
    private final PasskeyVerifier verifier;
    private final PasskeyTickets tickets;
    private final Authenticator proof;
    private final SessionService opening;
    private final TokenIssuer issuing;
    private final AccountMessages messages;
    private final InstantSource clock;

    public PasskeySignInService(
            IdentityAssembly.Storage storage,
            PasskeyVerifier verifier,
            Authenticator proof,
            SessionService opening,
            TokenIssuer issuing,
            ServerSecrets secrets,
            AccountMessages messages,
            InstantSource clock) {
        this.unitOfWork = storage.unitOfWork();
        this.passkeys = storage.passkeys();
        this.factors = storage.stores().secondFactors();
        this.used = storage.stores().usedTokens();
        this.users = storage.stores().users();
        this.verifier = verifier;
        this.tickets = new PasskeyTickets(secrets);
        this.proof = proof;
        this.opening = opening;
        this.issuing = issuing;
        this.messages = messages;
        this.clock = clock;
    }

    @Override
    public Challenge begin(Actor actor) {
        return challenge(Purpose.SIGN_IN, "", List.of());
    }

    @Override
    public Optional<Challenge> beginSecondStep(Actor actor, String temporaryToken) {
        String hash = ServerSecrets.hash(temporaryToken);
        UserId user = factors.pending(hash, Authenticator.PENDING_TRIES, clock.instant())
                .orElseThrow(Authenticator::invalidCredentials)
                .user();
        List<StoredPasskey> own = passkeys.of(user);
        return own.isEmpty() ? Optional.empty() : Optional.of(challenge(Purpose.SECOND_STEP, hash, own));
    }

    private Challenge challenge(Purpose purpose, String subject, List<StoredPasskey> allowed) {
        Ticket ticket = tickets.create(purpose, subject, clock.instant());
        return new Challenge(
                ticket.challenge(),
                allowed.stream().map(PasskeyService::descriptor).toList(),
                purpose == Purpose.SIGN_IN,
                tickets.seal(ticket),
                PasskeyTickets.LIFETIME);
    }

    @Override
    public Opened enter(Actor actor, RelyingParty party, Response response, String browser) {
        return switch (prepare(actor, party, response, opening.opening(actor, browser))
                .carryOut()) {
            case Attempt.Succeeded<Opened>(Opened opened) -> opened;
            case Attempt.Failed<Opened>(RequestRejectedException refusal) -> throw refusal;
        };
    }

    @Override
    public Prepared<Attempt<Tokens>> prepareTokens(Actor actor, RelyingParty party, Response response) {
        return prepare(actor, party, response, issuing.firstOf(actor));
    }

    private <T> Prepared<Attempt<T>> prepare(
            Actor actor, RelyingParty party, Response response, Authenticator.Reward<T> reward) {
        Purpose purpose = response.temporaryToken().isPresent() ? Purpose.SECOND_STEP : Purpose.SIGN_IN;
        Ticket ticket = tickets.open(
                        response.ticket(),
                        purpose,
                        response.temporaryToken().map(ServerSecrets::hash).orElse(""),
                        clock.instant())
                .orElseThrow(PasskeySignInService::expired); // not recorded: it concerns no user
        Checked checked = check(
                response.credential(),
                new PasskeyVerifier.Expected(ticket.challenge(), party, purpose == Purpose.SIGN_IN));
        return () -> unitOfWork.write(scope -> {
            if (!used.use(ServerSecrets.hash(ticket.challenge()), ticket.expiresAt())) {
                return new Attempt.Failed<>(expired());
            }
            Authenticator.Step<T> step = response.temporaryToken().isPresent()
                    ? proof.secondStep(
                            actor,
                            response.temporaryToken().get(),
                            (user, now) -> second(actor, checked, user, now),
                            reward)
                    : alone(actor, checked, reward);
            return switch (step) {
                case Authenticator.Step.Done<T>(T given) -> new Attempt.Succeeded<>(given);
                case Authenticator.Step.Waiting<T> waiting -> new Attempt.Failed<>(rejected());
                case Authenticator.Step.Failed<T> failed -> new Attempt.Failed<>(rejected());
            };
        });
    }

    /** The result of the verification, which needs no transaction. */
    private sealed interface Checked {
        record Valid(StoredPasskey passkey, PasskeyVerifier.Use use) implements Checked {}

        /** @param passkey the one that the response claims to come from, if it is known */
        record Invalid(Optional<StoredPasskey> passkey, String reason) implements Checked {}
    }

    private Checked check(String response, PasskeyVerifier.Expected expected) {
        Optional<StoredPasskey> claimed = Optional.empty();
        try {
            PasskeyVerifier.Claim claim = verifier.read(response);
            claimed = passkeys.byCredential(claim.credentialId());
            if (claimed.isEmpty()) {
                return new Checked.Invalid(claimed, "unknown_passkey");
            }
            StoredPasskey passkey = claimed.get();
            // an authenticator that was not told whose passkeys it may use has to say for whom this one is
            if (claim.userHandle().isEmpty()
                    ? expected.userVerification()
                    : !claim.userHandle().equals(passkey.userHandle())) {
                return new Checked.Invalid(claimed, "wrong_user_handle");
            }
            return new Checked.Valid(passkey, verifier.authenticate(response, expected, passkey.key()));
        } catch (PasskeyRejectedException e) {
            return new Checked.Invalid(claimed, e.reason());
        }
    }

    private <T> Authenticator.Step<T> alone(Actor actor, Checked checked, Authenticator.Reward<T> reward) {
        Instant now = clock.instant();
        return switch (checked) {
            case Checked.Invalid(Optional<StoredPasskey> passkey, String reason) -> {
                Optional<User> user = passkey.flatMap(known -> users.byId(known.user()));
                passkey.ifPresent(known -> noteCopy(actor, known, reason, now));
                yield proof.failed(actor, user, reason);
            }
            case Checked.Valid(StoredPasskey passkey, PasskeyVerifier.Use use) -> {
                Optional<User> user = users.byId(passkey.user());
                if (user.isEmpty()
                        || !user.get().active()
                        || user.get().external().isPresent()) {
                    yield proof.failed(actor, user, "inactive");
                }
                if (!passkeys.use(passkey.id(), use, now)) {
                    noteCopy(actor, passkey, PasskeyRejectedException.SIGN_COUNT, now);
                    yield proof.failed(actor, user, PasskeyRejectedException.SIGN_COUNT);
                }
                yield proof.complete(actor, user.get(), SignInMethod.PASSKEY, details(passkey), reward);
            }
        };
    }

    private SecondProof second(Actor actor, Checked checked, UserId user, Instant now) {
        return switch (checked) {
            case Checked.Invalid(Optional<StoredPasskey> passkey, String reason) -> {
                passkey.filter(known -> known.user().equals(user))
                        .ifPresent(known -> noteCopy(actor, known, reason, now));
                yield new SecondProof.Wrong(reason);
            }
            case Checked.Valid(StoredPasskey passkey, PasskeyVerifier.Use use) -> {
                if (!passkey.user().equals(user)) {
                    yield new SecondProof.Wrong("passkey_of_another_user");
                }
                if (!passkeys.use(passkey.id(), use, now)) {
                    noteCopy(actor, passkey, PasskeyRejectedException.SIGN_COUNT, now);
                    yield new SecondProof.Wrong(PasskeyRejectedException.SIGN_COUNT);
                }
                yield new SecondProof.Right(SignInMethod.PASSWORD_AND_PASSKEY, details(passkey));
            }
        };
    }

    private static List<AuditEntry.Change> details(StoredPasskey passkey) {
        return List.of(new AuditEntry.Change("passkey", null, passkey.name()));
    }

    /** Logs, and mails to the user, that an authenticator may have been copied. */
    private void noteCopy(Actor actor, StoredPasskey passkey, String reason, Instant now) {
        if (!reason.equals(PasskeyRejectedException.SIGN_COUNT)) {
            return;
        }
        LOGGER.log(
                System.Logger.Level.WARNING,
                "The counter of passkey {0} of user {1} has not increased: the authenticator may have been copied. The"
                        + " sign-in from {2} was rejected",
                passkey.id(),
                passkey.user(),
                actor.origin().address());
        users.byId(passkey.user())
                .ifPresent(user -> messages.passkeyCopied(user, passkey.name(), actor.origin(), Language.ENGLISH, now));
    }

    private static RequestRejectedException expired() {
        return RequestRejectedException.unauthenticated(
                "passkey_ticket_expired", "The request for a passkey is too old, or was used. Try again.");
    }

    private static RequestRejectedException rejected() {
        return RequestRejectedException.unauthenticated(
                "passkey_rejected", "This passkey cannot be used to sign in. Sign in in another way.");
    }
}
