package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.IdentityModels;
import dev.hexadmin.application.identity.IdentitySettings;
import dev.hexadmin.application.identity.port.AccountMail;
import dev.hexadmin.application.identity.port.AccountScope;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.application.spi.IdentitySource;
import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.bootstrap.configuration.IdentityProviderSettings;
import dev.hexadmin.bootstrap.configuration.SecretKey;
import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.http.openid.OpenIdConnections;
import dev.hexadmin.http.webauthn.WebAuthn4jVerifier;
import dev.hexadmin.persistence.Persistence;
import dev.hexadmin.persistence.settings.PasswordCost;
import java.util.Optional;
import java.util.function.Supplier;

/** Assembles accounts, sessions and sign-ins. */
final class Accounts {
    private Accounts() {}

    /**
     * What is assembled after accounts: messages, and records, which need the hooks of users.
     *
     * @param mail of messages about accounts
     * @param records which users an actor may see and change
     */
    record Later(Supplier<AccountMail> mail, Supplier<BrowsingRecords> records) {}

    static IdentityAssembly assemble(
            Foundation base,
            Optional<IdentitySource> source,
            PasswordCost passwordCost,
            OpenIdConnections connections,
            Later later) {
        Persistence persistence = base.persistence();
        Model users = base.model(IdentityModels.users());
        return IdentityAssembly.of(
                settings(base),
                new IdentityAssembly.Storage(
                        persistence.unitOfWork(),
                        new IdentityAssembly.Stores(
                                persistence.users(),
                                persistence.refreshTokens(),
                                persistence.loginAttempts(),
                                persistence.secondFactors(),
                                persistence.apiKeys(),
                                persistence.sessions(),
                                persistence.linkedIdentities(),
                                persistence.usedTokens()),
                        persistence.mailStores(),
                        persistence.passkeys(),
                        persistence.auditTrail(),
                        base.sharing().events()),
                new IdentityAssembly.Credentials(
                        persistence.passwordHashes(base.random(), passwordCost),
                        Persistence.passwordStrength(),
                        persistence.oneTimeCodes(),
                        new WebAuthn4jVerifier(),
                        source,
                        new IdentityAssembly.Providers(
                                base.settings().identityProviders().stream()
                                        .map(IdentityProviderSettings::provider)
                                        .toList(),
                                connections)),
                new IdentityAssembly.Access(
                        base.access().liveRights(),
                        base.access().escalation(),
                        base.access().explaining(),
                        users,
                        scope(users, later.records())),
                new IdentityAssembly.Outgoing(later.mail(), base.tries()),
                base.clock(),
                base.random());
    }

    private static IdentitySettings settings(Foundation base) {
        Settings settings = base.settings();
        return IdentitySettings.of(
                        base.keys(SecretKey.Purpose.TOTP), Runtime.getRuntime().availableProcessors())
                .with(new IdentitySettings.Mailing(
                        MailedLinks.ofAccounts(settings),
                        settings.get(Setting.INVITATION_TTL),
                        settings.get(Setting.PASSWORD_RESET_TTL),
                        settings.get(Setting.SIGN_IN_NOTICES)))
                .named(settings.get(Setting.BRANDING_NAME))
                .with(
                        new IdentitySettings.TokenLifetimes(
                                settings.get(Setting.ACCESS_TOKEN_TTL), settings.get(Setting.REFRESH_TOKEN_TTL)),
                        new IdentitySettings.SessionTimeouts(
                                settings.get(Setting.SESSION_IDLE_TIMEOUT),
                                settings.get(Setting.SESSION_ABSOLUTE_TIMEOUT)));
    }

    private static AccountScope scope(Model users, Supplier<BrowsingRecords> records) {
        return new AccountScope() {
            @Override
            public boolean reaches(Actor actor, UserId user, Action action) {
                return records.get().reaches(actor, users, user.toString(), action);
            }

            @Override
            public Condition condition(Actor actor, Action action) {
                return records.get().condition(actor, users, action);
            }
        };
    }
}
