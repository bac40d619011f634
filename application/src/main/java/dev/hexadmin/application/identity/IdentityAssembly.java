package dev.hexadmin.application.identity;

import dev.hexadmin.application.access.EscalationGuard;
import dev.hexadmin.application.access.LiveRights;
import dev.hexadmin.application.access.RightsSources;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.identity.internal.AccessReview;
import dev.hexadmin.application.identity.internal.AccountMessages;
import dev.hexadmin.application.identity.internal.AccountStateCache;
import dev.hexadmin.application.identity.internal.Accounts;
import dev.hexadmin.application.identity.internal.AddressChanges;
import dev.hexadmin.application.identity.internal.ApiKeyService;
import dev.hexadmin.application.identity.internal.Authenticator;
import dev.hexadmin.application.identity.internal.ExternalAccounts;
import dev.hexadmin.application.identity.internal.HashingQueue;
import dev.hexadmin.application.identity.internal.InvitationService;
import dev.hexadmin.application.identity.internal.KeyRing;
import dev.hexadmin.application.identity.internal.MaintenanceService;
import dev.hexadmin.application.identity.internal.PasskeyService;
import dev.hexadmin.application.identity.internal.PasskeySignInService;
import dev.hexadmin.application.identity.internal.PasswordHasher;
import dev.hexadmin.application.identity.internal.PasswordPolicy;
import dev.hexadmin.application.identity.internal.PasswordRecovery;
import dev.hexadmin.application.identity.internal.ProviderSignInService;
import dev.hexadmin.application.identity.internal.SecondFactorCodes;
import dev.hexadmin.application.identity.internal.SecondFactorService;
import dev.hexadmin.application.identity.internal.ServerSecrets;
import dev.hexadmin.application.identity.internal.SessionService;
import dev.hexadmin.application.identity.internal.SignInDevices;
import dev.hexadmin.application.identity.internal.SignInService;
import dev.hexadmin.application.identity.internal.TokenIssuer;
import dev.hexadmin.application.identity.internal.UserHooks;
import dev.hexadmin.application.identity.internal.UserService;
import dev.hexadmin.application.identity.port.AccountLinks;
import dev.hexadmin.application.identity.port.AccountMail;
import dev.hexadmin.application.identity.port.AccountScope;
import dev.hexadmin.application.identity.port.ApiKeys;
import dev.hexadmin.application.identity.port.Invitations;
import dev.hexadmin.application.identity.port.KnownDevices;
import dev.hexadmin.application.identity.port.LinkedIdentities;
import dev.hexadmin.application.identity.port.LoginAttempts;
import dev.hexadmin.application.identity.port.OneTimeCodes;
import dev.hexadmin.application.identity.port.OpenAccess;
import dev.hexadmin.application.identity.port.OpenIdProviders;
import dev.hexadmin.application.identity.port.PasskeyVerifier;
import dev.hexadmin.application.identity.port.Passkeys;
import dev.hexadmin.application.identity.port.PasswordHashes;
import dev.hexadmin.application.identity.port.PasswordStrength;
import dev.hexadmin.application.identity.port.RefreshTokens;
import dev.hexadmin.application.identity.port.SecondFactors;
import dev.hexadmin.application.identity.port.Sessions;
import dev.hexadmin.application.identity.port.UsedTokens;
import dev.hexadmin.application.identity.port.Users;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.application.spi.IdentitySource;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Assembles sign-in and accounts.
 *
 * @param userHooks the hooks of {@link IdentityModels#users()}
 */
public record IdentityAssembly(
        SigningIn signingIn,
        KeepingSessions keepingSessions,
        SigningInWithProvider signingInWithProvider,
        ManagingUsers managingUsers,
        ManagingApiKeys managingApiKeys,
        OwnAccounts accounts,
        RecordHooks userHooks,
        IdentityMaintenance upkeep) {

    /** What users do with their accounts themselves, and how administrators invite and review. */
    public record OwnAccounts(
            SettingUpSecondFactor secondFactor,
            InvitingUsers inviting,
            RecoveringPasswords recovering,
            ChangingAddresses changing,
            ReviewingAccess reviewing,
            ManagingPasskeys passkeys,
            SigningInWithPasskey signingInWithPasskey) {}

    /**
     * Storage.
     *
     * @param audit writes into the same transactions
     * @param events publishes to other servers
     */
    public record Storage(
            UnitOfWork unitOfWork,
            Stores stores,
            MailStores byMail,
            Passkeys passkeys,
            AuditTrail audit,
            ClusterEvents events) {}

    /** The stores of accounts and related rows. */
    public record Stores(
            Users users,
            RefreshTokens refreshTokens,
            LoginAttempts loginAttempts,
            SecondFactors secondFactors,
            ApiKeys apiKeys,
            Sessions sessions,
            LinkedIdentities linkedIdentities,
            UsedTokens usedTokens) {}

    /** The stores of invitations, of links in mails and of devices, and the overview of all sessions and keys. */
    public record MailStores(Invitations invitations, AccountLinks links, KnownDevices devices, OpenAccess access) {}

    /**
     * How mails are sent.
     *
     * @param mail asked for at each mail, because messages are assembled after accounts
     * @param executor does what follows a request, after its response
     */
    public record Outgoing(Supplier<AccountMail> mail, Executor executor) {}

    /**
     * Access control.
     *
     * @param users the model {@code admin_users}
     */
    public record Access(
            LiveRights rights, EscalationGuard escalation, RightsSources explaining, Model users, AccountScope reach) {}

    /**
     * Verification of passwords, codes and passkeys.
     *
     * @param source the program's identity source, if there is one
     */
    public record Credentials(
            PasswordHashes hashes,
            PasswordStrength strength,
            OneTimeCodes oneTimeCodes,
            PasskeyVerifier passkeys,
            Optional<IdentitySource> source,
            Providers providers) {}

    /** The providers of OpenID Connect at which users sign in. */
    public record Providers(List<IdentityProvider> known, OpenIdProviders calls) {
        public Providers {
            known = List.copyOf(known);
        }
    }

    /** Why a password is not accepted for a new account with this address, at {@code /password}; empty if it is. */
    public static List<Violation> passwordViolations(PasswordStrength strength, String password, String email) {
        return new PasswordPolicy(strength).check(password, email, "");
    }

    /**
     * Assembles the ports.
     *
     * @param random cryptographically strong
     */
    public static IdentityAssembly of(
            IdentitySettings settings,
            Storage storage,
            Credentials credentials,
            Access access,
            Outgoing outgoing,
            InstantSource clock,
            RandomGenerator random) {
        UnitOfWork unitOfWork = storage.unitOfWork();
        Stores stores = storage.stores();
        ClusterEvents events = storage.events();
        LiveRights rights = access.rights();
        EscalationGuard escalation = access.escalation();
        ServerSecrets secrets = new ServerSecrets(settings.keys(), random);
        PasswordHasher passwords = new PasswordHasher(
                new HashingQueue(credentials.hashes(), settings.hashesAtOnce(), settings.hashingPatience()),
                new PasswordPolicy(credentials.strength()));
        ExternalAccounts external =
                new ExternalAccounts(credentials.source(), unitOfWork, stores.users(), events, storage.audit(), clock);
        AccountStateCache standings =
                new AccountStateCache(external::standing, stores.refreshTokens()::lasts, events, clock);
        Accounts accounts = new Accounts(access.users(), access.reach(), rights);
        KeyRing ring = new KeyRing(unitOfWork, stores.apiKeys(), standings, rights, events, clock);
        SecondFactorCodes codes =
                new SecondFactorCodes(stores.secondFactors(), storage.passkeys(), credentials.oneTimeCodes(), secrets);
        AccountMessages messages = new AccountMessages(outgoing.mail(), stores.users(), settings);
        SignInDevices devices = new SignInDevices(
                storage.byMail().devices(), messages, settings.mailing().signInNotices());
        Authenticator proof = new Authenticator(storage, codes, passwords.hashing(), external, secrets, devices, clock);
        TokenIssuer issuing = new TokenIssuer(stores.refreshTokens(), secrets, settings);
        ApiKeyService keys = new ApiKeyService(storage, ring, secrets, accounts, escalation, rights, clock);
        SessionService sessions = new SessionService(storage, proof, secrets, standings, rights, settings, clock);
        return new IdentityAssembly(
                new SignInService(storage, proof, issuing, secrets, standings, external, rights, clock),
                sessions,
                new ProviderSignInService(storage, credentials.providers(), proof, sessions, issuing, secrets, clock),
                new UserService(storage, codes, passwords, external, secrets, accounts, access, clock),
                keys,
                new OwnAccounts(
                        new SecondFactorService(storage, codes, secrets, passwords.hashing(), clock, settings.issuer()),
                        new InvitationService(storage, passwords, secrets, messages, accounts, access, settings, clock),
                        new PasswordRecovery(
                                storage, passwords, secrets, messages, outgoing.executor(), settings, clock),
                        new AddressChanges(storage, passwords.hashing(), secrets, messages, escalation, clock),
                        new AccessReview(storage, accounts, keys, clock),
                        new PasskeyService(
                                storage,
                                credentials.passkeys(),
                                new PasskeyService.Parts(codes, passwords.hashing(), secrets, messages, accounts),
                                escalation,
                                clock,
                                settings.issuer()),
                        new PasskeySignInService(
                                storage, credentials.passkeys(), proof, sessions, issuing, secrets, messages, clock)),
                new UserHooks(
                        storage, external, !credentials.providers().known().isEmpty(), passwords, escalation, clock),
                new MaintenanceService(storage, ring, settings, clock));
    }
}
