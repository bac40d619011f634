package dev.hexadmin.application.identity;

import dev.hexadmin.application.access.EscalationGuard;
import dev.hexadmin.application.access.LiveRights;
import dev.hexadmin.application.access.RightsSources;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.identity.internal.AccountStateCache;
import dev.hexadmin.application.identity.internal.Accounts;
import dev.hexadmin.application.identity.internal.ApiKeyService;
import dev.hexadmin.application.identity.internal.Authenticator;
import dev.hexadmin.application.identity.internal.ExternalAccounts;
import dev.hexadmin.application.identity.internal.HashingQueue;
import dev.hexadmin.application.identity.internal.KeyRing;
import dev.hexadmin.application.identity.internal.MaintenanceService;
import dev.hexadmin.application.identity.internal.PasswordPolicy;
import dev.hexadmin.application.identity.internal.SecondFactorCodes;
import dev.hexadmin.application.identity.internal.SecondFactorService;
import dev.hexadmin.application.identity.internal.ServerSecrets;
import dev.hexadmin.application.identity.internal.SessionService;
import dev.hexadmin.application.identity.internal.SignInService;
import dev.hexadmin.application.identity.internal.TokenIssuer;
import dev.hexadmin.application.identity.internal.UserHooks;
import dev.hexadmin.application.identity.internal.UserService;
import dev.hexadmin.application.identity.port.AccountScope;
import dev.hexadmin.application.identity.port.ApiKeys;
import dev.hexadmin.application.identity.port.LoginAttempts;
import dev.hexadmin.application.identity.port.OneTimeCodes;
import dev.hexadmin.application.identity.port.PasswordHashes;
import dev.hexadmin.application.identity.port.PasswordStrength;
import dev.hexadmin.application.identity.port.RefreshTokens;
import dev.hexadmin.application.identity.port.SecondFactors;
import dev.hexadmin.application.identity.port.Sessions;
import dev.hexadmin.application.identity.port.Users;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.application.spi.IdentitySource;
import dev.hexadmin.domain.models.Model;
import java.time.InstantSource;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Signing in and accounts, put together.
 *
 * @param userHooks the rules of {@link IdentityModels#users()}
 */
public record IdentityAssembly(
        SigningIn signingIn,
        KeepingSessions keepingSessions,
        ManagingUsers managingUsers,
        SettingUpSecondFactor settingUpSecondFactor,
        ManagingApiKeys managingApiKeys,
        RecordHooks userHooks,
        IdentityMaintenance upkeep) {

    /**
     * What is kept, and where.
     *
     * @param audit writes into the same transactions
     * @param events to other servers on it
     */
    public record Storage(
            UnitOfWork unitOfWork,
            Users users,
            RefreshTokens refreshTokens,
            LoginAttempts loginAttempts,
            SecondFactors secondFactors,
            ApiKeys apiKeys,
            Sessions sessions,
            AuditTrail audit,
            ClusterEvents events) {}

    /**
     * Who may do what.
     *
     * @param users the model {@code admin_users}
     */
    public record Access(
            LiveRights rights, EscalationGuard escalation, RightsSources explaining, Model users, AccountScope reach) {}

    /**
     * What knows about passwords and codes.
     *
     * @param source where users of the program live, if not here
     */
    public record Credentials(
            PasswordHashes hashes,
            PasswordStrength strength,
            OneTimeCodes oneTimeCodes,
            Optional<IdentitySource> source) {}

    /**
     * Puts it together.
     *
     * @param random cryptographically strong
     */
    public static IdentityAssembly of(
            IdentitySettings settings,
            Storage storage,
            Credentials credentials,
            Access access,
            InstantSource clock,
            RandomGenerator random) {
        UnitOfWork unitOfWork = storage.unitOfWork();
        Users users = storage.users();
        ClusterEvents events = storage.events();
        LiveRights rights = access.rights();
        EscalationGuard escalation = access.escalation();
        ServerSecrets secrets = new ServerSecrets(settings.secret(), random);
        HashingQueue hashing =
                new HashingQueue(credentials.hashes(), settings.hashesAtOnce(), settings.hashingPatience());
        PasswordPolicy policy = new PasswordPolicy(credentials.strength());
        ExternalAccounts external =
                new ExternalAccounts(credentials.source(), unitOfWork, users, events, storage.audit(), clock);
        AccountStateCache standings = new AccountStateCache(external::standing, events, clock);
        Accounts accounts = new Accounts(access.users(), access.reach(), rights);
        KeyRing ring = new KeyRing(unitOfWork, storage.apiKeys(), standings, rights, events, clock);
        SecondFactorCodes codes = new SecondFactorCodes(storage.secondFactors(), credentials.oneTimeCodes(), secrets);
        Authenticator proof = new Authenticator(
                unitOfWork,
                users,
                storage.loginAttempts(),
                storage.secondFactors(),
                codes,
                hashing,
                external,
                secrets,
                storage.audit(),
                clock);
        return new IdentityAssembly(
                new SignInService(
                        unitOfWork,
                        users,
                        storage.refreshTokens(),
                        proof,
                        new TokenIssuer(storage.refreshTokens(), secrets, settings),
                        secrets,
                        standings,
                        external,
                        rights,
                        events,
                        storage.audit(),
                        clock),
                new SessionService(
                        unitOfWork,
                        storage.sessions(),
                        users,
                        proof,
                        secrets,
                        standings,
                        rights,
                        events,
                        storage.audit(),
                        settings,
                        clock),
                new UserService(
                        unitOfWork,
                        users,
                        storage.loginAttempts(),
                        storage.secondFactors(),
                        codes,
                        hashing,
                        policy,
                        external,
                        secrets,
                        events,
                        accounts,
                        escalation,
                        access.explaining(),
                        storage.audit(),
                        clock),
                new SecondFactorService(
                        unitOfWork, storage.secondFactors(), codes, secrets, storage.audit(), clock, settings.issuer()),
                new ApiKeyService(
                        unitOfWork,
                        storage.apiKeys(),
                        ring,
                        secrets,
                        accounts,
                        escalation,
                        rights,
                        events,
                        storage.audit(),
                        clock),
                new UserHooks(unitOfWork, users, external, hashing, policy, events, escalation, storage.audit(), clock),
                new MaintenanceService(
                        unitOfWork,
                        storage.refreshTokens(),
                        storage.loginAttempts(),
                        storage.secondFactors(),
                        storage.apiKeys(),
                        ring,
                        storage.sessions(),
                        settings,
                        clock));
    }
}
