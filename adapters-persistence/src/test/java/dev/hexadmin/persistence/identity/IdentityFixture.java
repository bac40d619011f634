package dev.hexadmin.persistence.identity;

import dev.hexadmin.application.access.AccessModels;
import dev.hexadmin.application.access.EscalationGuard;
import dev.hexadmin.application.access.LiveRights;
import dev.hexadmin.application.access.RightsOverview;
import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.IdentityModels;
import dev.hexadmin.application.identity.IdentitySettings;
import dev.hexadmin.application.identity.port.AccountScope;
import dev.hexadmin.application.identity.port.PasswordHashes;
import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.application.secrets.SecretKeys;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.access.Role;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.persistence.credentials.Argon2PasswordHashes;
import dev.hexadmin.persistence.credentials.JavaOtpCodes;
import dev.hexadmin.persistence.credentials.ZxcvbnPasswordStrength;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.records.MatchingKeys;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.persistence.settings.PasswordCost;
import io.helidon.dbclient.DbRow;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Identity on a real, empty database, with an adjustable clock and the entries of the audit trail. */
final class IdentityFixture implements AutoCloseable {
    static final PasswordCost PASSWORD_COST = new PasswordCost(8, 1);
    static final String EMAIL = "ada@example.com";
    static final String PASSWORD = "turquoise otter gardens at noon";
    static final Actor.Origin ORIGIN = new Actor.Origin("192.0.2.7", "r1");
    static final Actor ANYBODY = new Actor.Anonymous(ORIGIN);
    static final Model USERS = ModelRegistry.of(
                    Stream.concat(Stream.of(IdentityModels.users()), AccessModels.definitions().stream())
                            .toList())
            .model("admin_users")
            .orElseThrow();
    static final Actor OPERATOR = new Actor.Operator("test");

    final Database database;
    final CapturedMail mail = new CapturedMail();
    final List<AuditEntry> audit = Collections.synchronizedList(new ArrayList<>());
    final List<ClusterEvent> announced = Collections.synchronizedList(new ArrayList<>());
    final List<String> takenOver = Collections.synchronizedList(new ArrayList<>());
    final List<List<Long>> assigned = Collections.synchronizedList(new ArrayList<>());
    final PasswordHashes hashes = new Argon2PasswordHashes(new SecureRandom(), PASSWORD_COST);
    final IdentityAssembly identity;
    volatile Instant now = Instant.parse("2026-11-20T10:00:00Z");
    volatile Rights rights = Rights.ALL;

    IdentityFixture(DatabaseSettings settings) {
        database = Database.open(settings);
        identity = assemble();
    }

    /** Identity of one server. Each server has separate caches. */
    IdentityAssembly assemble() {
        InstantSource clock = () -> now;
        ClusterEvents events = ClusterEvents.none();
        events.listen(announced::add);
        LiveRights live = new LiveRights() {
            @Override
            public Rights of(UserId user) {
                return rights;
            }

            @Override
            public Optional<Lent> lent(UserId user, long role) {
                throw new AssertionError("no key is used here");
            }
        };
        EscalationGuard escalation = new EscalationGuard() {
            @Override
            public void mayAssign(Actor actor, Collection<Long> roleIds) {
                assigned.add(List.copyOf(roleIds));
            }

            @Override
            public void mayLend(Actor.SignedIn actor, long role) {
                throw new AssertionError("no key is made here");
            }

            @Override
            public List<Role> assignable(Actor actor) {
                return List.of();
            }

            @Override
            public List<Role> lendable(Actor.SignedIn actor) {
                return List.of();
            }

            @Override
            public void mayChangeOwn(Actor actor, Collection<String> fields) {}

            @Override
            public void mayTakeOver(Actor actor, UserId user, Collection<Long> roleIds) {
                takenOver.add(user + " with " + roleIds);
            }

            @Override
            public void mayTakeOver(Actor actor, UserId user) {
                takenOver.add(user + " as they are");
            }
        };
        return IdentityAssembly.of(
                new IdentitySettings(
                        new IdentitySettings.TokenLifetimes(Duration.ofMinutes(10), Duration.ofDays(7)),
                        new IdentitySettings.SessionTimeouts(Duration.ofHours(8), Duration.ofDays(1)),
                        Duration.ofDays(90),
                        2,
                        Duration.ofSeconds(60),
                        SecretKeys.of(new byte[32]),
                        "Hexadmin",
                        CapturedMail.SETTINGS),
                new IdentityAssembly.Storage(
                        database,
                        new IdentityAssembly.Stores(
                                new JdbcUsers(database),
                                new JdbcRefreshTokens(database),
                                new JdbcLoginAttempts(database),
                                new JdbcSecondFactors(database),
                                new JdbcApiKeys(database),
                                new JdbcSessions(database),
                                new JdbcLinkedIdentities(database),
                                new JdbcUsedTokens(database)),
                        new IdentityAssembly.MailStores(
                                new JdbcInvitations(database),
                                new JdbcAccountLinks(database),
                                new JdbcKnownDevices(database),
                                new JdbcOpenAccess(database, new MatchingKeys(database.kind()))),
                        new JdbcPasskeys(database),
                        audit::add,
                        events),
                new IdentityAssembly.Credentials(
                        hashes,
                        new ZxcvbnPasswordStrength(),
                        new JavaOtpCodes(),
                        new FakeAuthenticators(),
                        Optional.empty(),
                        FakeProviders.none()),
                new IdentityAssembly.Access(
                        live, escalation, user -> new RightsOverview(List.of(), List.of()), USERS, new AccountScope() {
                            @Override
                            public boolean reaches(Actor actor, UserId user, Action action) {
                                return true;
                            }

                            @Override
                            public Condition condition(Actor actor, Action action) {
                                return Condition.always();
                            }
                        }),
                new IdentityAssembly.Outgoing(() -> mail, Runnable::run),
                clock,
                new SecureRandom());
    }

    void pass(Duration time) {
        now = now.plus(time);
    }

    UserId superuser() {
        return identity.managingUsers().createSuperuser(OPERATOR, EMAIL, PASSWORD, "Ada Lovelace");
    }

    List<String> events() {
        return audit.stream().map(AuditEntry::event).toList();
    }

    List<String> column(String sql) {
        return database.query(execute -> {
            try (Stream<DbRow> rows = execute.query(sql)) {
                return rows.map(row -> String.valueOf(row.column(1).get(Object.class)))
                        .toList();
            }
        });
    }

    void run(String sql) {
        database.write(scope -> database.execute(execute -> execute.dml(sql)));
    }

    @Override
    public void close() {
        database.close();
    }
}
