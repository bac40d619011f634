package dev.hexadmin.http.api.identity;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.RightsOverview;
import dev.hexadmin.application.identity.ManagingApiKeys;
import dev.hexadmin.application.identity.ManagingUsers;
import dev.hexadmin.application.identity.SigningIn;
import dev.hexadmin.application.identity.SigningIn.SecondStep;
import dev.hexadmin.application.ratelimit.LimitingRequests;
import dev.hexadmin.application.ratelimit.port.RateWindows;
import dev.hexadmin.application.spi.ExternalUser;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.Account;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.ratelimit.Decision;
import dev.hexadmin.domain.ratelimit.Limit;
import dev.hexadmin.domain.text.LocaleChoice;
import dev.hexadmin.http.server.idempotency.IdempotentPosts;
import dev.hexadmin.http.server.idempotency.NoIdempotencyKeys;
import dev.hexadmin.http.server.problem.Problem;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.server.security.AccessTokens;
import dev.hexadmin.http.server.security.BearerAuthentication;
import dev.hexadmin.http.settings.HttpSettings.Secret;
import io.helidon.http.Method;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class AuthResourceTest {
    private static final Actor.Origin ORIGIN = new Actor.Origin("192.0.2.7", "r1");

    private Instant now = Instant.parse("2026-11-20T10:00:00Z");
    private final Recorded signingIn = new Recorded();
    private final RecordedUsers users = new RecordedUsers();
    private final AccessTokens accessTokens =
            new AccessTokens(List.of(new Secret("k1", new byte[32])), "hexadmin", () -> now, new SplittableRandom(1));
    private final BearerAuthentication authentication = new BearerAuthentication(accessTokens, signingIn, new OneKey());
    private final IdempotentPosts posts = new IdempotentPosts(new NoIdempotencyKeys());
    private List<Route> routes = new AuthResource(
                    "/admin",
                    signingIn,
                    users,
                    new LimitingRequests(new Unlimited(), LimitingRequests.usual()),
                    accessTokens,
                    posts)
            .routes();

    /** Windows that are never full. */
    private static final class Unlimited implements RateWindows {
        @Override
        public Decision acquire(Limit limit, String key) {
            return new Decision.Allowed(limit.most(), 0, limit.window());
        }

        @Override
        public void giveBack(Limit limit, String key, Decision.Allowed attempt) {}
    }

    /** What reached the application about accounts. */
    private static final class RecordedUsers implements ManagingUsers {
        @Override
        public void choose(Actor.SignedIn actor, LocaleChoice locale) {
            throw new AssertionError();
        }

        final List<String> calls = new ArrayList<>();

        @Override
        public UserId createSuperuser(Actor actor, String email, String password, String fullName) {
            throw new AssertionError();
        }

        @Override
        public boolean createFirstSuperuser(Actor actor, String email, String password, String fullName) {
            throw new AssertionError();
        }

        @Override
        public void changePassword(Actor actor, String email, String newPassword) {
            throw new AssertionError();
        }

        @Override
        public void rename(Actor.SignedIn actor, String fullName) {
            throw new AssertionError();
        }

        @Override
        public void changeOwnPassword(
                Actor.SignedIn actor, String currentPassword, String newPassword, boolean dryRun) {
            calls.add(actor.id() + " " + currentPassword + " " + newPassword);
        }

        @Override
        public List<Long> assignableRoles(Actor actor) {
            throw new AssertionError();
        }

        @Override
        public RightsOverview rightsOf(Actor actor, UserId user) {
            throw new AssertionError();
        }

        @Override
        public UserId keep(Actor actor, ExternalUser user) {
            throw new AssertionError();
        }

        @Override
        public Optional<Keeper> keeper(Actor actor, UserId user) {
            throw new AssertionError();
        }

        @Override
        public boolean secondFactorOn(Actor actor, UserId user) {
            throw new AssertionError();
        }

        @Override
        public void removeSecondFactor(Actor actor, UserId user) {
            throw new AssertionError();
        }

        @Override
        public long endSessions(Actor actor, UserId user, boolean dryRun) {
            throw new AssertionError();
        }

        @Override
        public List<Account> list(Actor actor) {
            throw new AssertionError();
        }

        @Override
        public boolean empty() {
            return true;
        }

        @Override
        public Optional<String> createSetupToken() {
            return Optional.empty();
        }

        @Override
        public Prepared<UserId> prepareSetup(
                Actor actor, String setupToken, String email, String password, String fullName, boolean dryRun) {
            calls.add(String.join(" ", actor.origin().address(), setupToken, email, password, fullName));
            return () -> new UserId(1);
        }
    }

    /** What reached the application, and answers for the asking. */
    private static final class Recorded implements SigningIn {
        final List<String> calls = new ArrayList<>();
        boolean secondFactor;
        boolean gone;

        private static Tokens tokens() {
            return new Tokens(
                    new Claims(new UserId(7), 3, Optional.of("f1")),
                    Duration.ofSeconds(600),
                    "refresh-me",
                    Duration.ofDays(7));
        }

        private static String who(Actor actor) {
            return actor.getClass().getSimpleName() + "@" + actor.origin().address() + " ";
        }

        @Override
        public Prepared<Attempt<Outcome>> prepareSignIn(
                Actor actor, String email, String password, Optional<String> code) {
            calls.add(who(actor) + "signIn " + email + " " + password + " " + code.orElse("-"));
            Outcome outcome = secondFactor
                    ? new Outcome.SecondFactorNeeded(
                            "temporary", Duration.ofMinutes(5), new SecondStep(true, true, true))
                    : new Outcome.Complete(tokens());
            return () -> new Attempt.Succeeded<>(outcome);
        }

        @Override
        public Prepared<Attempt<Tokens>> prepareSecondFactor(Actor actor, String temporaryToken, String code) {
            calls.add(who(actor) + "verify " + temporaryToken + " " + code);
            return () -> new Attempt.Succeeded<>(tokens());
        }

        @Override
        public Prepared<Attempt<Tokens>> prepareRefresh(Actor actor, String refreshToken) {
            calls.add(who(actor) + "refresh " + refreshToken);
            return () -> new Attempt.Succeeded<>(tokens());
        }

        @Override
        public boolean signOut(Actor actor, String refreshToken, boolean dryRun) {
            calls.add(who(actor) + "signOut " + refreshToken);
            return true;
        }

        @Override
        public void signOutEverywhere(Actor.SignedIn actor, boolean dryRun) {
            calls.add(who(actor) + "signOutEverywhere");
        }

        @Override
        public Optional<Actor.SignedIn> actor(Claims claims, Actor.Origin origin) {
            return gone
                    ? Optional.empty()
                    : Optional.of(new Actor.SignedIn(
                            claims.user(), new EmailAddress("ada@example.com"), Rights.NONE, origin));
        }

        @Override
        public Optional<Actor.SignedIn> actor(String foreignToken, Actor.Origin origin) {
            return Optional.empty();
        }

        @Override
        public Profile profile(Actor.SignedIn actor) {
            return new Profile(
                    actor.id(),
                    actor.email(),
                    "Ada \"L\"",
                    new Access(false, List.of("Editor"), Map.of("products", List.of("view", "create"))),
                    Instant.parse("2026-11-20T09:00:00Z"),
                    Optional.empty(),
                    Optional.empty(),
                    LocaleChoice.of(Optional.of("de"), Optional.of("Europe/Berlin")));
        }
    }

    /** The key {@code hx_good}, and no other. */
    private static final class OneKey implements ManagingApiKeys {
        @Override
        public Optional<Actor.SignedIn> actor(String key, Actor.Origin origin) {
            return key.equals("hx_good")
                    ? Optional.of(new Actor.SignedIn(
                            new UserId(7),
                            new EmailAddress("ada@example.com"),
                            Rights.NONE,
                            origin,
                            Optional.of(new Actor.ApiKey("hx_good", "Editor"))))
                    : Optional.empty();
        }

        @Override
        public List<Key> of(Actor.SignedIn actor, UserId owner) {
            throw new AssertionError();
        }

        @Override
        public List<Role> possibleRoles(Actor.SignedIn actor) {
            throw new AssertionError();
        }

        @Override
        public Created create(Actor.SignedIn actor, Draft draft) {
            throw new AssertionError();
        }

        @Override
        public void revoke(Actor.SignedIn actor, long id, boolean dryRun) {
            throw new AssertionError();
        }
    }

    private final Map<String, String> headers = new HashMap<>();

    private Response call(String method, String path, String body) {
        Route route = routes.stream()
                .filter(each ->
                        each.method().text().equals(method) && each.template().equals(path))
                .findFirst()
                .orElseThrow();
        RequestContext request = new RequestContext() {
            @Override
            public Method method() {
                return route.method();
            }

            @Override
            public String path() {
                return path;
            }

            @Override
            public String variable(String name) {
                throw new IllegalArgumentException(name);
            }

            @Override
            public Map<String, String> query() {
                return Map.of();
            }

            @Override
            public Optional<String> header(String name) {
                return Optional.ofNullable(headers.get(name));
            }

            @Override
            public Map<String, String> headers() {
                return headers;
            }

            @Override
            public String url() {
                return "http://localhost" + path;
            }

            @Override
            public Actor.Origin origin() {
                return ORIGIN;
            }

            @Override
            public Actor actor() {
                return authentication.authenticate(header("Authorization"), ORIGIN);
            }

            @Override
            public Actor.SignedIn signedIn() {
                if (actor() instanceof Actor.SignedIn signedIn) {
                    return signedIn;
                }
                throw RequestRejectedException.unauthenticated("unauthenticated", "");
            }

            @Override
            public byte[] body() {
                return body.getBytes(UTF_8);
            }
        };
        if (route.policy() != Policy.PUBLIC) {
            request.signedIn();
        }
        return route.handler().handle(request);
    }

    private static String text(Response answer) {
        return new String(answer.body(), UTF_8);
    }

    private static void assertInvalid(ThrowingCallable call, String... pointersAndCodes) {
        assertThatThrownBy(call).isInstanceOfSatisfying(RequestRejectedException.class, refused -> {
            assertThat(refused.category()).isEqualTo(RequestRejectedException.Category.INVALID);
            assertThat(refused.violations().stream()
                            .map((Violation v) -> v.pointer() + " " + v.code())
                            .toList())
                    .containsExactlyInAnyOrder(pointersAndCodes);
        });
    }

    private static void assertUnauthorized(String code, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(Problem.class, problem -> {
            assertThat(problem.status()).isEqualTo(401);
            assertThat(problem.code()).isEqualTo(code);
            assertThat(problem.headers().get("WWW-Authenticate")).startsWith("Bearer error=\"invalid_token\"");
        });
    }

    private String bearer() {
        return "Bearer "
                + accessTokens.issue(new SigningIn.Claims(new UserId(7), 3, Optional.of("f1")), Duration.ofMinutes(10));
    }

    @Test
    void a_sign_in_answers_exactly_the_five_keys() {
        for (String path : List.of("/admin/api/auth/login", "/api/auth/token")) {
            Response answer = call("POST", path, "{\"email\":\"ada@example.com\",\"password\":\"p\"}");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(text(answer))
                    .matches("\\{\"access_token\":\"[A-Za-z0-9_.-]+\",\"refresh_token\":\"refresh-me\","
                            + "\"token_type\":\"bearer\",\"expires_in\":600,\"refresh_expires_in\":604800}");
        }
        assertThat(signingIn.calls).hasSize(2).containsOnly("Anonymous@192.0.2.7 signIn ada@example.com p -");
    }

    @Test
    void a_code_comes_along_and_a_second_step_is_offered() {
        signingIn.secondFactor = true;
        Response answer =
                call("POST", "/admin/api/auth/login", "{\"email\":\"a\",\"password\":\"p\",\"code\":\"123456\"}");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(text(answer))
                .isEqualTo(
                        "{\"requires_2fa\":true,\"temp_token\":\"temporary\",\"expires_in\":300,\"methods\":[\"totp\",\"passkey\",\"backup_code\"]}");
        for (String base : List.of("/admin/api/auth", "/api/auth")) {
            assertThat(text(call("POST", base + "/2fa/verify", "{\"temp_token\":\"temporary\",\"code\":\"123456\"}")))
                    .contains("refresh-me");
        }
        assertThat(signingIn.calls)
                .containsExactly(
                        "Anonymous@192.0.2.7 signIn a p 123456",
                        "Anonymous@192.0.2.7 verify temporary 123456",
                        "Anonymous@192.0.2.7 verify temporary 123456");
    }

    @Test
    void what_is_missing_unknown_or_of_a_wrong_type_is_named() {
        assertInvalid(() -> call("POST", "/admin/api/auth/login", "{}"), "/email required", "/password required");
        assertInvalid(
                () -> call("POST", "/api/auth/token", "{\"email\":\"\",\"password\":null,\"remember\":true,\"a/b\":1}"),
                "/email required",
                "/password required",
                "/remember unknown_field",
                "/a~1b unknown_field");
        assertInvalid(
                () -> call("POST", "/admin/api/auth/login", "{\"email\":1,\"password\":[],\"code\":123456}"),
                "/email type",
                "/password type",
                "/code type");
        assertInvalid(() -> call("POST", "/api/auth/refresh", "[]"), " type");
        assertInvalid(() -> call("POST", "/api/auth/refresh", "{}"), "/refresh_token required");
        assertInvalid(() -> call("POST", "/admin/api/auth/logout", "{}"), "/refresh_token required");
        assertInvalid(
                () -> call("POST", "/admin/api/auth/logout", "{\"all\":\"yes\"}"),
                "/all type",
                "/refresh_token required");
        assertInvalid(
                () -> call("POST", "/api/auth/2fa/verify", "{\"temp_token\":\"\"}"),
                "/temp_token required",
                "/code required");
        assertThat(signingIn.calls).isEmpty();
    }

    @Test
    void http_basic_signs_in_at_the_token_path_alone() {
        headers.put(
                "Authorization", "basic " + Base64.getEncoder().encodeToString("ada@example.com:p:ö".getBytes(UTF_8)));
        assertThat(call("POST", "/api/auth/token", "").status()).isEqualTo(200);
        assertThat(call("POST", "/api/auth/token", "{\"code\":\"123456\"}").status())
                .isEqualTo(200);
        assertInvalid(() -> call("POST", "/api/auth/token", "{\"email\":\"eve\"}"), "/email unknown_field");
        assertThat(signingIn.calls)
                .containsExactly(
                        "Anonymous@192.0.2.7 signIn ada@example.com p:ö -",
                        "Anonymous@192.0.2.7 signIn ada@example.com p:ö 123456");
        assertThatThrownBy(() -> call("GET", "/api/auth/me", "")).isInstanceOf(RequestRejectedException.class);
    }

    @Test
    void basic_credentials_that_are_none_are_an_attempt_like_any_other() {
        for (String credentials : List.of("", "!!!", Base64.getEncoder().encodeToString(new byte[] {-1, -2}))) {
            headers.put("Authorization", "Basic " + credentials);
            call("POST", "/api/auth/token", "");
        }
        assertThat(signingIn.calls).hasSize(3).containsOnly("Anonymous@192.0.2.7 signIn   -");
    }

    @Test
    void an_old_access_token_does_not_stand_in_the_way_of_a_refresh_or_a_sign_out() {
        headers.put("Authorization", "Bearer stale");
        for (String base : List.of("/admin/api/auth", "/api/auth")) {
            assertThat(text(call("POST", base + "/refresh", "{\"refresh_token\":\"r\"}")))
                    .contains("refresh-me");
            assertThat(call("POST", base + "/logout", "{\"refresh_token\":\"r\"}")
                            .status())
                    .isEqualTo(204);
        }
        assertThat(signingIn.calls)
                .contains("Anonymous@192.0.2.7 refresh r", "Anonymous@192.0.2.7 signOut r")
                .hasSize(4);
    }

    @Test
    void signing_out_everywhere_takes_an_access_token() {
        assertThatThrownBy(() -> call("POST", "/api/auth/logout", "{\"all\":true}"))
                .isInstanceOf(RequestRejectedException.class);
        headers.put("Authorization", bearer());
        assertThat(call("POST", "/api/auth/logout", "{\"all\":true}").status()).isEqualTo(204);
        assertThat(call("POST", "/api/auth/logout", "{\"all\":true,\"refresh_token\":\"r\"}")
                        .body())
                .isEmpty();
        assertThat(signingIn.calls)
                .containsExactly(
                        "SignedIn@192.0.2.7 signOutEverywhere",
                        "SignedIn@192.0.2.7 signOutEverywhere",
                        "Anonymous@192.0.2.7 signOut r");
    }

    @Test
    void me_shows_the_profile() {
        headers.put("Authorization", bearer());
        for (String base : List.of("/admin/api/auth", "/api/auth")) {
            assertThat(text(call("GET", base + "/me", "")))
                    .isEqualTo("{\"id\":7,\"email\":\"ada@example.com\",\"full_name\":\"Ada \\\"L\\\"\","
                            + "\"is_superuser\":false,\"roles\":[\"Editor\"],"
                            + "\"permissions\":{\"products\":[\"view\",\"create\"]},"
                            + "\"created_at\":\"2026-11-20T09:00:00Z\",\"last_login\":null,"
                            + "\"language\":\"de\",\"time_zone\":\"Europe/Berlin\"}");
        }
    }

    @Test
    void tokens_that_are_old_foreign_or_no_longer_accepted_are_told_with_the_header_of_rfc_6750() {
        headers.put("Authorization", bearer());
        signingIn.gone = true;
        assertUnauthorized("invalid_token", () -> call("GET", "/api/auth/me", ""));
        now = now.plus(Duration.ofMinutes(10));
        assertUnauthorized("token_expired", () -> call("GET", "/api/auth/me", ""));
        headers.put("Authorization", "bearer hx_key");
        assertUnauthorized("invalid_token", () -> call("GET", "/api/auth/me", ""));
        headers.put("Authorization", "Bearer ");
        assertUnauthorized("invalid_token", () -> call("GET", "/api/auth/me", ""));
    }

    @Test
    void an_api_key_is_as_good_as_a_token() {
        headers.put("Authorization", "bearer hx_good");
        assertThat(call("GET", "/api/auth/me", "").status()).isEqualTo(200);
        assertThat(authentication.admit("hx_good", ORIGIN).again().get()).isPresent();
        assertUnauthorized("invalid_token", () -> authentication.admit("hx_goof", ORIGIN));
    }

    @Test
    void the_set_up_passes_on_what_it_is_given() {
        List<String> calls = users.calls;
        routes = new SetupResource("/admin", users, posts).routes();
        assertThat(text(call(
                        "POST",
                        "/admin/api/setup",
                        "{\"token\":\"t\",\"email\":\"e\",\"password\":\"p\",\"full_name\":\"n\"}")))
                .isEqualTo("{\"id\":1}");
        assertInvalid(
                () -> call("POST", "/admin/api/setup", "{}"),
                "/token required",
                "/email required",
                "/password required");
        assertThat(calls).containsExactly("192.0.2.7 t e p n");
    }
}
