package dev.hexadmin.persistence.identity;

import dev.hexadmin.application.access.AccessAssembly;
import dev.hexadmin.application.access.AccessModels;
import dev.hexadmin.application.access.ManagingRoles.Draft;
import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.IdentityModels;
import dev.hexadmin.application.identity.IdentitySettings;
import dev.hexadmin.application.identity.SettingUpSecondFactor;
import dev.hexadmin.application.identity.port.AccountScope;
import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.application.records.RecordsAssembly;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.application.secrets.SecretKeys;
import dev.hexadmin.application.spi.IdentitySource;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.persistence.access.JdbcGrants;
import dev.hexadmin.persistence.access.JdbcRoles;
import dev.hexadmin.persistence.credentials.Argon2PasswordHashes;
import dev.hexadmin.persistence.credentials.JavaOtpCodes;
import dev.hexadmin.persistence.credentials.ZxcvbnPasswordStrength;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.records.JdbcRecords;
import dev.hexadmin.persistence.records.MatchingKeys;
import dev.hexadmin.persistence.records.NoMessages;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Accounts with real rights, roles and row policies on a real database, with one adjustable clock and the entries of
 * the audit trail. The roles SuperAdmin, Admin, Editor and Viewer exist.
 */
final class InstalledIdentity implements AutoCloseable {
    static final String PASSWORD = "turquoise otter gardens at noon";
    static final Actor.Origin ORIGIN = new Actor.Origin("192.0.2.7", "r1");
    static final Actor OPERATOR = new Actor.Operator("test");

    final ModelRegistry registry = ModelRegistry.of(Stream.concat(
                    Stream.of(
                            IdentityModels.users(),
                            IdentityModels.loginAttempts(),
                            ModelDefinition.builder("products")
                                    .field("id", FieldType.INTEGER, f -> f.primaryKey())
                                    .field("name", FieldType.STRING)
                                    .field("cost", FieldType.INTEGER)
                                    .build()),
                    AccessModels.definitions().stream())
            .toList());
    final Database database;
    final CapturedMail mail = new CapturedMail();
    final List<AuditEntry> audit = Collections.synchronizedList(new ArrayList<>());
    volatile Instant now = Instant.parse("2026-11-20T10:00:00Z");
    final ClusterEvents events = ClusterEvents.none();
    final Server first;

    /** One server with its own caches. */
    record Server(AccessAssembly access, IdentityAssembly identity, RecordsAssembly records) {}

    private final Optional<IdentitySource> source;
    private final IdentityAssembly.Providers providers;

    InstalledIdentity(DatabaseSettings settings) {
        this(settings, Optional.empty());
    }

    /** @param source the identity source of external users */
    InstalledIdentity(DatabaseSettings settings, Optional<IdentitySource> source) {
        this(settings, source, FakeProviders.none());
    }

    /** @param providers at which users sign in */
    InstalledIdentity(
            DatabaseSettings settings, Optional<IdentitySource> source, IdentityAssembly.Providers providers) {
        this.source = source;
        this.providers = providers;
        database = Database.open(settings);
        first = server(events);
        first.access().managingRoles().seed(new Actor.Operator("start"));
        audit.clear();
    }

    /** Another server, which receives no events. */
    Server server() {
        return server(ClusterEvents.none());
    }

    /** Another server, of a program that has no identity source. */
    Server serverWithoutSource() {
        return server(ClusterEvents.none(), Optional.empty());
    }

    Server server(ClusterEvents events) {
        return server(events, source);
    }

    private Server server(ClusterEvents events, Optional<IdentitySource> source) {
        InstantSource clock = () -> now;
        SecureRandom random = new SecureRandom();
        AccessAssembly access = AccessAssembly.assemble(
                new JdbcGrants(database, registry),
                new JdbcRoles(database),
                audit::add,
                database,
                events,
                registry,
                clock,
                () -> Duration.between(Instant.EPOCH, now).toNanos());
        Records stored = new JdbcRecords(database, registry, new byte[32]);
        RecordsAssembly records = RecordsAssembly.of(
                registry,
                stored,
                database,
                audit::add,
                access.rowPolicies(),
                Map.of(),
                NoMessages.on(database),
                SecretKeys.of(new byte[32]),
                clock,
                random);
        Model users = registry.model("admin_users").orElseThrow();
        IdentityAssembly identity = IdentityAssembly.of(
                IdentitySettings.of(SecretKeys.of(new byte[32]), 2).with(CapturedMail.SETTINGS),
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
                        new Argon2PasswordHashes(random, IdentityFixture.PASSWORD_COST),
                        new ZxcvbnPasswordStrength(),
                        new JavaOtpCodes(),
                        new FakeAuthenticators(),
                        source,
                        providers),
                new IdentityAssembly.Access(
                        access.liveRights(), access.escalation(), access.explaining(), users, new AccountScope() {
                            @Override
                            public boolean reaches(Actor actor, UserId user, Action action) {
                                return records.browsing().reaches(actor, users, user.toString(), action);
                            }

                            @Override
                            public Condition condition(Actor actor, Action action) {
                                return records.browsing().condition(actor, users, action);
                            }
                        }),
                new IdentityAssembly.Outgoing(() -> mail, Runnable::run),
                clock,
                random);
        return new Server(access, identity, records);
    }

    void pass(Duration time) {
        now = now.plus(time);
    }

    /** A new user with these roles, who cannot sign in. */
    UserId user(String name, String... roles) {
        UserId id = database.write(scope -> new JdbcUsers(database)
                .insert(new EmailAddress(name + "@example.com"), name, false, "none", Optional.empty(), now)
                .orElseThrow());
        for (String role : roles) {
            give(id, role);
        }
        return id;
    }

    void give(UserId user, String role) {
        run("INSERT INTO admin_user_roles (user_id, role_id) VALUES (" + user + ", " + role(role) + ")");
        events.announce(new ClusterEvent.UserChanged(user));
    }

    /** The user as a signed-in actor with the current account. */
    Actor.SignedIn actor(UserId user) {
        String email =
                column("SELECT email FROM admin_users WHERE id = " + user).getFirst();
        return new Actor.SignedIn(
                user, new EmailAddress(email), first.access().liveRights().of(user), ORIGIN);
    }

    long role(String name) {
        return Long.parseLong(
                column("SELECT id FROM admin_roles WHERE name = '" + name + "'").getFirst());
    }

    /** The current code of an authenticator. */
    String code(SettingUpSecondFactor.Secret secret) {
        byte[] bytes = java.util.HexFormat.of().parseHex(hex(secret.base32()));
        return new JavaOtpCodes().code(bytes, now.getEpochSecond() / 30);
    }

    private static String hex(String base32) {
        StringBuilder bits = new StringBuilder();
        for (char c : base32.toCharArray()) {
            String five = Integer.toBinaryString("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(c));
            bits.append("0".repeat(5 - five.length())).append(five);
        }
        StringBuilder hex = new StringBuilder();
        for (int i = 0; i + 8 <= bits.length(); i += 8) {
            hex.append(String.format("%02x", Integer.parseInt(bits.substring(i, i + 8), 2)));
        }
        return hex.toString();
    }

    /** A new role. */
    long role(String name, Map<String, List<String>> permissions, Map<String, String> policies) {
        return first.access()
                .managingRoles()
                .create(OPERATOR, () -> new Draft(name, "", permissions, Map.of(), policies), false)
                .id();
    }

    List<String> events() {
        return audit.stream().map(AuditEntry::event).toList();
    }

    List<String> column(String sql) {
        return database.query(execute -> {
            try (Stream<io.helidon.dbclient.DbRow> rows = execute.query(sql)) {
                return rows.map(row -> String.valueOf(row.column(1).get(Object.class)))
                        .toList();
            }
        });
    }

    List<String> moments(String column, String table) {
        return database.query(execute -> {
            try (Stream<io.helidon.dbclient.DbRow> rows =
                    execute.query("SELECT " + column + " FROM " + table + " ORDER BY 1")) {
                return rows.map(row -> Columns.optionalInstant(row, column)
                                .map(Instant::toString)
                                .orElse("never"))
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
