package dev.hexadmin.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.bootstrap.Hexadmin;
import dev.hexadmin.bootstrap.Setting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A program's Hexadmin as a server, for the tests of one class: on a database and a port of its own, with one superuser,
 * a clock that a test turns, and providers that keep messages instead of sending them.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final TestServer SERVER = TestServer.of(Clinic::builder)
 *         .role("receptionist", Map.of("appointments", List.of("view", "create")));
 *
 * @Test
 * void a_receptionist_books() {
 *     SERVER.as("receptionist").post("/admin/api/appointments/", "…").expect(201);
 * }
 * }</pre>
 *
 * <p>Without JUnit, {@link #start} and {@link #close} do the same. Thread-safe once it is started.
 */
public final class TestServer implements BeforeAllCallback, AfterAllCallback, AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String SUPERUSER = "superuser@example.com";
    private static final String MANY = "10000";

    private final Supplier<Hexadmin.Builder> program;
    private final List<UnaryOperator<Hexadmin.Builder>> options = new ArrayList<>();
    private final Map<String, Map<String, List<String>>> roles = new LinkedHashMap<>();
    private final Map<String, TestClient> clients = new LinkedHashMap<>();
    private final CapturedMessages messages = new CapturedMessages();
    private final TestClock clock = new TestClock();
    private final String password = "test " + UUID.randomUUID();
    private Optional<String> database = Optional.empty();
    private boolean ownDatabase;
    private String owner = "";
    private @Nullable Path folder;
    private @Nullable Hexadmin hexadmin;
    private @Nullable HttpClient http;

    private TestServer(Supplier<Hexadmin.Builder> program) {
        this.program = program;
    }

    /**
     * A server of the program's builder, which is asked for at each start.
     *
     * @param program returns a new builder with the program's models and code; the server replaces its database, its
     *     port, its secret key, its clock, and where messages go
     */
    public static TestServer of(Supplier<Hexadmin.Builder> program) {
        return new TestServer(program);
    }

    /** Another database than a new file of SQLite: the address of an empty one, as {@link Setting#DATABASE_URL} has it. */
    public TestServer database(String url) {
        database = Optional.of(url);
        return this;
    }

    /** The database of the builder, such as a data source of the program, which is used as it is. */
    public TestServer ownDatabase() {
        ownDatabase = true;
        return this;
    }

    /** Changes the builder after everything else. */
    public TestServer with(UnaryOperator<Hexadmin.Builder> option) {
        options.add(option);
        return this;
    }

    /**
     * A role that is there when the server has started.
     *
     * @param permissions actions by model, such as {@code Map.of("appointments", List.of("view", "create"))}
     */
    public TestServer role(String name, Map<String, List<String>> permissions) {
        roles.put(name, Map.copyOf(permissions));
        return this;
    }

    /**
     * Starts it.
     *
     * @throws IllegalStateException when it is started
     * @throws dev.hexadmin.bootstrap.ConfigurationException when models or settings are not valid
     */
    public synchronized TestServer start() {
        if (hexadmin != null) {
            throw new IllegalStateException("the server is started already");
        }
        Hexadmin.Builder builder = program.get()
                .clock(clock)
                .set(Setting.PORT, 0)
                .set(Setting.HOST, "127.0.0.1")
                .set(Setting.SECRET_KEY, password + UUID.randomUUID())
                .set(Setting.ADMIN_EMAIL, SUPERUSER)
                .set(Setting.ADMIN_PASSWORD, password)
                .set(Setting.NOTIFICATIONS_DEFAULT_SMS_PROVIDER, CapturedMessages.PROVIDER)
                .set(Setting.NOTIFICATIONS_DEFAULT_EMAIL_PROVIDER, CapturedMessages.PROVIDER)
                .setting("rate_limits.sign_in_of_address.limit", MANY)
                .smsProvider(messages.sms())
                .emailProvider(messages.email());
        if (!ownDatabase) {
            builder.set(
                    Setting.DATABASE_URL,
                    database.orElseGet(() -> "sqlite:" + newFolder().resolve("test.db")));
        }
        for (UnaryOperator<Hexadmin.Builder> option : options) {
            builder = option.apply(builder);
        }
        Hexadmin started = builder.build();
        hexadmin = started;
        http = HttpClient.newHttpClient();
        try {
            started.start();
            if (anonymous()
                            .post("/api/auth/token", credentials(SUPERUSER, password))
                            .status()
                    != 200) {
                throw new IllegalStateException(
                        "the database has users; the tests need an empty one, or one for each start");
            }
            roles.forEach(this::create);
        } catch (RuntimeException | AssertionError e) {
            close();
            throw e;
        }
        return this;
    }

    private Path newFolder() {
        try {
            folder = Files.createTempDirectory("hexadmin-test");
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void create(String role, Map<String, List<String>> permissions) {
        ObjectNode body = JSON.createObjectNode().put("name", role);
        body.set("permissions", JSON.valueToTree(permissions));
        superuser().post(api() + "/roles/", body.toString()).expect(201);
    }

    /** The Hexadmin that runs, for what the program calls in Java. */
    public synchronized Hexadmin hexadmin() {
        return started(hexadmin);
    }

    /** Where it listens, such as {@code http://127.0.0.1:43210}. */
    public URI url() {
        return hexadmin().url();
    }

    /** Where the JSON API of records is, whatever the program's setting {@code admin_path} is. */
    private String api() {
        return hexadmin().panelUrl().getPath() + "/api";
    }

    /** Turned by the test; the server, its tokens and its records go by it. */
    public TestClock clock() {
        return clock;
    }

    /** A client that is not signed in. */
    public synchronized TestClient anonymous() {
        return new TestClient(started(http), url(), () -> "");
    }

    /** A client that may do everything. */
    public synchronized TestClient superuser() {
        return clients.computeIfAbsent("", none -> signedIn(SUPERUSER, password));
    }

    /**
     * A client of a user who has only this role; the same one each time.
     *
     * @param role of {@link #role}, or one that the program or Hexadmin itself made, such as {@code Viewer}
     * @throws IllegalArgumentException when there is no such role
     */
    public synchronized TestClient as(String role) {
        TestClient known = clients.get(role);
        if (known != null) {
            return known;
        }
        JsonNode all = superuser()
                .get(api() + "/roles/?per_page=200")
                .expect(200)
                .json()
                .path("items");
        long id = Stream.iterate(0, i -> i < all.size(), i -> i + 1)
                .map(all::get)
                .filter(one -> one.path("name").asText().equals(role))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no role '" + role + "'"))
                .path("id")
                .asLong();
        String email = "user-" + clients.size() + "@example.com";
        ObjectNode user = JSON.createObjectNode()
                .put("email", email)
                .put("full_name", role)
                .put("password", password);
        ArrayNode has = user.putArray("roles");
        has.add(id);
        superuser().post(api() + "/admin_users/", user.toString()).expect(201);
        TestClient client = signedIn(email, password);
        clients.put(role, client);
        return client;
    }

    /**
     * Signs a user in.
     *
     * @throws AssertionError when the server rejects it
     */
    public synchronized TestClient signedIn(String email, String password) {
        String body = credentials(email, password);
        TestClient anonymous = anonymous();
        return new TestClient(
                started(http),
                url(),
                () -> anonymous.post("/api/auth/token", body).expect(200).at("/access_token"));
    }

    private static String credentials(String email, String password) {
        return JSON.createObjectNode()
                .put("email", email)
                .put("password", password)
                .toString();
    }

    /** The messages of both channels that were sent until now, oldest first. They are sent after the commit, see {@link #awaitMessages}. */
    public List<SentMessage> messages() {
        return messages.all();
    }

    /**
     * The messages, as soon as this many were sent.
     *
     * @throws AssertionError when they are not sent within ten seconds; the message has those that were
     */
    public List<SentMessage> awaitMessages(int least) {
        return messages.await(least, PATIENCE);
    }

    /** Forgets the messages that were sent. */
    public void clearMessages() {
        messages.clear();
    }

    /** The audit log of a model's records, oldest first. */
    public List<AuditLine> audit(String model) {
        List<AuditLine> lines = new ArrayList<>();
        superuser()
                .get(api() + "/admin_audit_log/?ordering=id&per_page=200&model=" + model)
                .expect(200)
                .json()
                .path("items")
                .forEach(entry -> {
                    Set<String> fields = new HashSet<>();
                    entry.path("changes").fieldNames().forEachRemaining(fields::add);
                    lines.add(new AuditLine(
                            entry.path("event").asText(),
                            entry.path("model").asText(),
                            entry.path("record_id").asText(),
                            entry.path("actor").asText(),
                            fields));
                });
        return lines;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        if (owner.isEmpty()) {
            owner = context.getUniqueId();
            start();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (owner.equals(context.getUniqueId())) {
            owner = "";
            close();
        }
    }

    /** Stops it and deletes its database, unless that was given. Does nothing if it is not started. */
    @Override
    public synchronized void close() {
        clients.clear();
        messages.clear();
        if (hexadmin != null) {
            hexadmin.close();
            hexadmin = null;
        }
        if (http != null) {
            http.close();
            http = null;
        }
        if (folder != null) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            folder = null;
        }
    }

    private static <T> T started(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("the server is not started");
        }
        return part;
    }
}
