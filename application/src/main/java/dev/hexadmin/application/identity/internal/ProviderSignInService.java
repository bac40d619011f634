package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.PersonOnly;
import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.IdentityProvider;
import dev.hexadmin.application.identity.KeepingSessions.Opened;
import dev.hexadmin.application.identity.SigningIn.Attempt;
import dev.hexadmin.application.identity.SigningIn.Tokens;
import dev.hexadmin.application.identity.SigningInWithProvider;
import dev.hexadmin.application.identity.port.OpenIdProviders;
import dev.hexadmin.application.identity.port.OpenIdProviders.AuthorizationCode;
import dev.hexadmin.application.identity.port.OpenIdProviders.AuthorizationRequest;
import dev.hexadmin.application.identity.port.OpenIdProviders.SignOutRequest;
import dev.hexadmin.application.identity.port.OpenIdProviders.VerifiedIdentity;
import dev.hexadmin.application.identity.port.ProviderRejectedException;
import dev.hexadmin.application.identity.port.ProviderUnavailableException;
import dev.hexadmin.application.identity.port.Sessions;
import dev.hexadmin.application.identity.port.UsedTokens;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.text.Message;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Sign-in by providers of OpenID Connect. */
public final class ProviderSignInService implements SigningInWithProvider {
    /** How long a user may take at the provider. */
    private static final Duration TICKET_LIFETIME = Duration.ofMinutes(10);
    /** How old an ID token may be that a client presents. */
    private static final Duration TOKEN_AGE = Duration.ofMinutes(10);
    /** A longer ID token is not kept for the sign-out. */
    private static final int MAX_KEPT_TOKEN = 8_192;

    private static final Duration RETRY = Duration.ofSeconds(10);

    private final UnitOfWork unitOfWork;
    private final Map<String, IdentityProvider> known = new LinkedHashMap<>();
    private final OpenIdProviders providers;
    private final Sessions sessions;
    private final UsedTokens used;
    private final SessionService opening;
    private final TokenIssuer issuing;
    private final Authenticator proof;
    private final ProviderAccounts accounts;
    private final ProviderTickets tickets;
    private final ServerSecrets secrets;
    private final InstantSource clock;

    public ProviderSignInService(
            IdentityAssembly.Storage storage,
            IdentityAssembly.Providers configured,
            Authenticator proof,
            SessionService opening,
            TokenIssuer issuing,
            ServerSecrets secrets,
            InstantSource clock) {
        this.unitOfWork = storage.unitOfWork();
        configured.known().forEach(provider -> known.put(provider.name(), provider));
        this.providers = configured.calls();
        this.sessions = storage.stores().sessions();
        this.used = storage.stores().usedTokens();
        this.opening = opening;
        this.issuing = issuing;
        this.proof = proof;
        this.accounts = new ProviderAccounts(storage);
        this.tickets = new ProviderTickets(secrets);
        this.secrets = secrets;
        this.clock = clock;
    }

    @Override
    public List<IdentityProvider> providers(Actor actor) {
        return List.copyOf(known.values());
    }

    @Override
    public Start start(Actor actor, String name, URI redirectUri, String next) {
        IdentityProvider provider = provider(name);
        ProviderTickets.Ticket ticket =
                tickets.create(name, clock.instant().plus(TICKET_LIFETIME), next.replace('\n', ' '));
        URI page = available(
                provider,
                () -> providers.authorization(
                        name,
                        new AuthorizationRequest(
                                redirectUri,
                                ticket.state(),
                                ticket.nonce(),
                                ServerSecrets.hash(ticket.codeVerifier()))));
        return new Start(page, tickets.seal(ticket), TICKET_LIFETIME);
    }

    @Override
    public Completed enter(Actor actor, String name, ProviderAnswer callback, String browser) {
        IdentityProvider provider = provider(name);
        ProviderTickets.Ticket ticket = ticket(provider, callback);
        VerifiedIdentity identity;
        try {
            identity = available(provider, () -> redeemed(provider, ticket, callback));
        } catch (ProviderRejectedException e) {
            unitOfWork.write(scope -> failed(actor, provider, e.reason()));
            throw rejected(provider);
        }
        Authenticator.Reward<Opened> session =
                opening.opening(actor, browser, hash -> Optional.of(kept(provider, identity, hash)));
        return switch (unitOfWork.write(scope -> complete(scope, actor, provider, identity, session))) {
            case Authenticator.Step.Done<Opened>(Opened opened) -> new Completed(opened, ticket.next());
            case Authenticator.Step.Waiting<Opened> waiting -> throw noAccount(provider);
            case Authenticator.Step.Failed<Opened> refused -> throw noAccount(provider);
        };
    }

    /**
     * The ticket of the browser's sign-in, marked as used.
     *
     * @throws RequestRejectedException when the response of the provider does not belong to it; not recorded, since it
     *     concerns no user
     */
    private ProviderTickets.Ticket ticket(IdentityProvider provider, ProviderAnswer callback) {
        ProviderTickets.Ticket ticket = callback.ticket()
                .flatMap(tickets::open)
                .filter(open -> open.provider().equals(provider.name()))
                .filter(open -> clock.instant().isBefore(open.expiresAt()))
                .filter(open -> callback.state()
                        .filter(state -> ServerSecrets.same(state, open.state()))
                        .isPresent())
                .orElseThrow(() -> rejected(provider));
        String hash = ServerSecrets.hash(ticket.state());
        if (!unitOfWork.write(scope -> used.use(hash, ticket.expiresAt()))) {
            throw rejected(provider);
        }
        return ticket;
    }

    private VerifiedIdentity redeemed(
            IdentityProvider provider, ProviderTickets.Ticket ticket, ProviderAnswer callback) {
        if (callback.issuer()
                .filter(issuer -> !issuer.equals(provider.issuer()))
                .isPresent()) { // RFC 9207: the response of another provider
            throw new ProviderRejectedException("wrong_issuer");
        }
        String code = callback.code().orElseThrow(() -> new ProviderRejectedException("denied_by_provider"));
        return providers.redeem(
                provider.name(),
                new AuthorizationCode(code, ticket.codeVerifier(), callback.redirectUri(), ticket.nonce()));
    }

    private Sessions.ProviderSession kept(IdentityProvider provider, VerifiedIdentity identity, String sessionHash) {
        String token = identity.token().text();
        return new Sessions.ProviderSession(
                provider.name(),
                token.length() > MAX_KEPT_TOKEN
                        ? ""
                        : secrets.sealForProvider(token.getBytes(StandardCharsets.UTF_8), sessionHash));
    }

    @Override
    public Prepared<Attempt<Tokens>> prepareExchange(Actor actor, String name, Proof given) {
        IdentityProvider provider = provider(name);
        VerifiedIdentity identity;
        try {
            identity = available(provider, () -> verified(provider, given));
        } catch (ProviderRejectedException e) {
            return () -> {
                unitOfWork.write(scope -> failed(actor, provider, e.reason()));
                return new Attempt.Failed<>(rejected(provider));
            };
        }
        return () -> unitOfWork.write(scope -> exchanged(scope, actor, provider, identity, given));
    }

    private VerifiedIdentity verified(IdentityProvider provider, Proof given) {
        return switch (given) {
            case Proof.Code(String code, String codeVerifier, URI redirectUri, String nonce) ->
                providers.redeem(provider.name(), new AuthorizationCode(code, codeVerifier, redirectUri, nonce));
            case Proof.IdToken(String token, Optional<String> nonce) -> {
                VerifiedIdentity identity = providers.verify(provider.name(), token, nonce);
                if (identity.token().issuedAt().isBefore(clock.instant().minus(TOKEN_AGE))) {
                    throw new ProviderRejectedException("token_too_old");
                }
                yield identity;
            }
        };
    }

    private Attempt<Tokens> exchanged(
            UnitOfWork.Scope scope, Actor actor, IdentityProvider provider, VerifiedIdentity identity, Proof given) {
        if (given instanceof Proof.IdToken(String token, Optional<String> nonce)
                // kept until its age rejects it, with time for clocks that differ
                && !used.use(
                        ServerSecrets.hash(token), identity.token().issuedAt().plus(TOKEN_AGE.multipliedBy(2)))) {
            failed(actor, provider, "token_reused");
            return new Attempt.Failed<>(rejected(provider));
        }
        return switch (complete(scope, actor, provider, identity, issuing.firstOf(actor))) {
            case Authenticator.Step.Done<Tokens>(Tokens tokens) -> new Attempt.Succeeded<>(tokens);
            case Authenticator.Step.Waiting<Tokens> waiting -> new Attempt.Failed<>(noAccount(provider));
            case Authenticator.Step.Failed<Tokens> refused -> new Attempt.Failed<>(noAccount(provider));
        };
    }

    private <T> Authenticator.Step<T> complete(
            UnitOfWork.Scope scope,
            Actor actor,
            IdentityProvider provider,
            VerifiedIdentity identity,
            Authenticator.Reward<T> reward) {
        ProviderAccounts.SignIn signIn = new ProviderAccounts.SignIn(provider, identity, clock.instant());
        return switch (accounts.settle(scope, signIn)) {
            case ProviderAccounts.Settled.Found(var user) -> proof.completeWith(provider.name(), actor, user, reward);
            case ProviderAccounts.Settled.Refused(var user, String reason) ->
                proof.failedWith(provider.name(), actor, identity.email().orElse(""), user, reason);
        };
    }

    private Authenticator.Step<Tokens> failed(Actor actor, IdentityProvider provider, String reason) {
        return proof.failedWith(provider.name(), actor, "", Optional.empty(), reason);
    }

    @Override
    public Optional<SignOutPage> signOutPage(Actor.SignedIn actor, String sessionToken, URI returnTo) {
        PersonOnly.require(actor);
        String hash = ServerSecrets.hash(sessionToken);
        Optional<Sessions.ProviderSession> session =
                sessions.find(hash).flatMap(row -> row.signIn().provider());
        Optional<IdentityProvider> provider = session.flatMap(begun -> Optional.ofNullable(known.get(begun.name())));
        if (session.isEmpty() || provider.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> idToken = secrets.openForProvider(session.get().sealedToken(), hash)
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
        try {
            return providers
                    .signOut(provider.get().name(), new SignOutRequest(idToken, returnTo))
                    .map(address -> new SignOutPage(provider.get().label(), address));
        } catch (ProviderUnavailableException e) {
            return Optional.empty();
        }
    }

    private IdentityProvider provider(String name) {
        return Optional.ofNullable(known.get(name))
                .orElseThrow(() -> RequestRejectedException.notFound("There is no identity provider of this name."));
    }

    private static <T> T available(IdentityProvider provider, Supplier<T> call) {
        try {
            return call.get();
        } catch (ProviderUnavailableException e) {
            throw RequestRejectedException.later(
                    RequestRejectedException.Category.UNAVAILABLE,
                    "identity_provider_unavailable",
                    Message.of("{provider} is unavailable at the moment. Try again.")
                            .with("provider", provider.label()),
                    RETRY);
        }
    }

    /** The same for every cause: the audit log has the reason. */
    private static RequestRejectedException rejected(IdentityProvider provider) {
        return RequestRejectedException.unauthenticated(
                "provider_sign_in_failed",
                Message.of("The sign-in with {provider} failed. Start it again.")
                        .with("provider", provider.label()));
    }

    private static RequestRejectedException noAccount(IdentityProvider provider) {
        return RequestRejectedException.unauthenticated(
                "no_account",
                Message.of(
                                "No account here can be used with this sign-in at {provider}. Ask an administrator for an account with your verified e-mail address.")
                        .with("provider", provider.label()));
    }
}
