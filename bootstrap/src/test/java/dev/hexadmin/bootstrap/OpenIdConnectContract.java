package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.OAuth2Config;
import no.nav.security.mock.oauth2.http.NettyWrapper;
import no.nav.security.mock.oauth2.token.DefaultOAuth2TokenCallback;
import no.nav.security.mock.oauth2.token.OAuth2TokenProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Signing in to panel and API by a provider of OpenID Connect. */
abstract class OpenIdConnectContract {
    static final String SECRET = "the-secret-of-the-client";
    private static final String VERIFIER = "a-code-verifier-of-more-than-forty-three-characters";
    private static final String FRONT_END = "https://shop.example/signed-in";

    /** The provider logs every request that it refuses, with a stack trace. */
    private static final Logger PROVIDER_LOG = Logger.getLogger("no.nav.security");

    @TempDir
    Path folder;

    final MockOAuth2Server provider = provider(false);
    private final HttpClient client = HttpClient.newHttpClient();
    RunningServer server;
    PanelVisitor visitor;

    abstract DatabaseSettings database(Path folder);

    /**
     * A provider that is not started.
     *
     * @param pages whether users sign in on a page, instead of being sent back at once
     */
    static MockOAuth2Server provider(boolean pages) {
        // its usual web server needs JUnit 4
        return new MockOAuth2Server(
                new OAuth2Config(pages, null, null, false, new OAuth2TokenProvider(), Set.of(), new NettyWrapper()));
    }

    @BeforeEach
    void open() throws IOException {
        PROVIDER_LOG.setLevel(Level.OFF);
        provider.start(InetAddress.getLoopbackAddress(), 0);
        Path file = Files.writeString(folder.resolve("hexadmin.yaml"), """
            trusted_proxies: ["127.0.0.1"]
            oidc:
              corp:
                label: Corp
                issuer: %s
                client_id: hexadmin
                client_secret: %s
                provision: everyone
                roles: { staff: Editor }
              partner: { issuer: "%s", client_id: hexadmin, label: "Partner <1>" }
              gone: { issuer: "http://127.0.0.1:1", client_id: hexadmin }
            """.formatted(
                        provider.issuerUrl("corp"), SECRET, provider.issuerUrl("partner")));
        server = RunningServer.start(
                database(folder),
                builder -> builder.configuration(file)
                        .oidc(OidcProvider.builder(
                                        "team", provider.issuerUrl("team").toString(), "hexadmin")
                                .label("Team")
                                .clientSecret(SECRET)
                                .provision(OidcProvider.Provision.EVERYONE)
                                .role("staff", "Editor")
                                .build()));
        visitor = new PanelVisitor(server);
    }

    @AfterEach
    void close() {
        visitor.close();
        server.close();
        client.close();
        provider.shutdown();
    }

    /** What the next token of a provider says. */
    private void says(String issuer, Map<String, Object> claims) {
        provider.enqueueCallback(
                new DefaultOAuth2TokenCallback(issuer, "s-1", "JWT", List.of("hexadmin"), claims, 300));
    }

    private void saysEva() {
        says("corp", Map.of("email", "eva@example.com", "email_verified", true, "groups", List.of("staff")));
    }

    private static void assertProblem(HttpResponse<String> response, int status, String code) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(RunningServer.json(response).path("code").asText()).isEqualTo(code);
    }

    /** The browser at the provider, which sends it back. */
    private Page back(String next) {
        return visitor.get("/admin/login?next=" + encoded(next))
                .click("Sign in with Corp")
                .follow();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Test
    void a_user_signs_in_by_the_button_and_arrives_where_they_wanted_to_go() {
        saysEva();
        Page start =
                visitor.get("/admin/login?next=%2Fadmin%2Fprofile%3Ftab%3D1").click("Sign in with Corp");
        assertThat(start.status()).isEqualTo(303);
        assertThat(query(start.header("Location").orElseThrow()))
                .containsEntry("response_type", "code")
                .containsEntry("code_challenge_method", "S256")
                .containsEntry(
                        "redirect_uri", server.uri("/admin/oidc/corp/callback").toString())
                .containsKeys("state", "nonce", "code_challenge");
        Page callback = start.follow();
        assertThat(callback.status()).isEqualTo(302);
        Page entered = callback.follow();
        assertThat(entered.status()).as(entered.body()).isEqualTo(303);
        assertThat(entered.header("Location")).contains("/admin/profile?tab=1");
        assertThat(entered.answer().headers().allValues("Set-Cookie"))
                .anySatisfy(
                        line -> assertThat(line).startsWith("admin_session=").contains("HttpOnly; SameSite=Lax"))
                .anySatisfy(line -> assertThat(line).startsWith("admin_oidc=;").contains("Max-Age=0"));
        assertThat(entered.follow().body()).contains("eva@example.com");
        assertThat(visitor.get("/admin/oidc/corp/login?next=/admin/search").header("Location"))
                .contains("/admin/search");
    }

    @Test
    void a_provider_that_the_program_gives_signs_users_in() {
        says("team", Map.of("email", "ora@example.com", "email_verified", true, "groups", List.of("staff")));
        Page entered =
                visitor.get("/admin/login").click("Sign in with Team").follow().follow();
        assertThat(entered.status()).as(entered.body()).isEqualTo(303);
        assertThat(visitor.get("/admin/profile").body()).contains("ora@example.com");
        JsonNode users = RunningServer.json(
                server.send("GET", "/admin/api/admin_users/?email=ora@example.com", server.token(), ""));
        assertThat(users.path("total").asInt()).as(users.toString()).isOne();
        JsonNode named = RunningServer.json(server.send("GET", "/api/auth/oidc", "", ""));
        assertThat(named.path("items").findValuesAsText("name")).containsExactly("corp", "partner", "gone", "team");
    }

    @Test
    void behind_a_proxy_with_tls_the_cookie_and_the_address_are_those_of_the_proxy() {
        Page start = visitor.get(
                "/admin/oidc/corp/login", "X-Forwarded-Proto", "https", "X-Forwarded-Host", "admin.example");
        assertThat(query(start.header("Location").orElseThrow()))
                .containsEntry("redirect_uri", "https://admin.example/admin/oidc/corp/callback");
        assertThat(start.header("Set-Cookie").orElseThrow())
                .startsWith("__Host-admin_oidc=")
                .contains("; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=600");
    }

    @Test
    void a_response_of_the_provider_is_accepted_once() {
        saysEva();
        Page callback = back("/admin");
        String address = callback.header("Location").orElseThrow();
        String ticket = visitor.cookie("admin_oidc").orElseThrow();
        assertThat(callback.follow().status()).isEqualTo(303);
        Page again = visitor.get(address, "Cookie", "admin_oidc=" + ticket);
        assertThat(again.status()).isEqualTo(401);
        assertThat(again.text("[role=alert]")).isEqualTo("The sign-in with Corp failed. Start it again.");
        assertThat(again.answer().headers().allValues("Set-Cookie"))
                .noneMatch(line -> line.startsWith("admin_session="));
    }

    @Test
    void a_response_that_this_browser_has_not_asked_for_is_refused() {
        saysEva();
        String address = back("/admin").header("Location").orElseThrow();
        try (PanelVisitor victim = new PanelVisitor(server)) {
            Page refused = victim.get(address);
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.text("[role=alert]")).isEqualTo("The sign-in with Corp failed. Start it again.");
            assertThat(victim.cookie("admin_session")).isEmpty();
            // with a sign-in under way, too
            victim.get("/admin/oidc/corp/login");
            assertThat(victim.get(address).status()).isEqualTo(401);
        }
        Page other = visitor.get(address.replaceFirst("state=[^&]*", "state=x"));
        assertThat(other.status()).isEqualTo(401);
        assertThat(visitor.cookie("admin_session")).isEmpty();
    }

    @Test
    void a_user_who_declines_is_back_at_the_sign_in() {
        Page start = visitor.get("/admin/oidc/corp/login");
        String state = query(start.header("Location").orElseThrow()).get("state");
        Page declined =
                visitor.get("/admin/oidc/corp/callback?error=access_denied&error_description=%3Cb%3E&state=" + state);
        assertThat(declined.status()).isEqualTo(401);
        assertThat(declined.text("[role=alert]")).isEqualTo("The sign-in with Corp failed. Start it again.");
        assertThat(declined.texts("main .providers a")).contains("Sign in with Corp");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example/",
                "//evil.example",
                "/\\evil.example",
                "\\\\evil.example",
                "javascript:alert(1)",
                "/%0d%0aSet-Cookie:a=b/../ b",
                "evil"
            })
    void the_user_is_led_to_pages_of_this_server_only(String next) {
        saysEva();
        Page entered = visitor.get("/admin/oidc/corp/login?next=" + encoded(next))
                .follow()
                .follow();
        assertThat(entered.status()).isEqualTo(303);
        assertThat(entered.header("Location")).contains("/admin");
    }

    @Test
    void only_invited_users_of_a_provider_for_them_get_in() {
        says("partner", Map.of("email", "kim@example.com", "email_verified", true));
        Page refused = visitor.get("/admin/login")
                .click("Sign in with Partner <1>")
                .follow()
                .follow();
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.text("[role=alert]"))
                .isEqualTo("No account here can be used with this sign-in at Partner <1>. Ask an administrator for an"
                        + " account with your verified e-mail address.");
        String body = "{\"email\":\"kim@example.com\",\"full_name\":\"Kim\"}";
        assertThat(server.send("POST", "/admin/api/admin_users/", server.token(), body)
                        .statusCode())
                .isEqualTo(201);
        says("partner", Map.of("email", "kim@example.com", "email_verified", true));
        assertThat(visitor.get("/admin/oidc/partner/login").follow().follow().status())
                .isEqualTo(303);
        assertThat(visitor.get("/admin/profile").body()).contains("kim@example.com");
    }

    @Test
    void a_provider_that_does_not_answer_is_said_to_be_unavailable() {
        Page page = visitor.get("/admin/oidc/gone/login?next=/admin/search");
        assertThat(page.status()).isEqualTo(503);
        assertThat(page.text("[role=alert]")).isEqualTo("Gone is unavailable at the moment. Try again.");
        assertThat(page.header("Retry-After")).contains("10");
        assertThat(page.form().fields()).containsEntry("next", List.of("/admin/search"));
        HttpResponse<String> answer =
                server.send("POST", "/api/auth/oidc/gone", "", "{\"id_token\":\"" + idToken("hexadmin") + "\"}");
        assertProblem(answer, 503, "identity_provider_unavailable");
        assertThat(answer.headers().firstValue("Retry-After")).contains("10");
    }

    @Test
    void an_unknown_provider_is_not_found() {
        assertThat(visitor.get("/admin/oidc/nobody/login").status()).isEqualTo(404);
        assertThat(visitor.get("/admin/oidc/nobody/callback?state=a&code=b").status())
                .isEqualTo(404);
        assertProblem(server.send("POST", "/api/auth/oidc/nobody", "", "{\"id_token\":\"a\"}"), 404, "not_found");
    }

    @Test
    void failed_sign_ins_are_limited_like_those_with_a_password() {
        for (int i = 0; i < 5; i++) {
            assertThat(visitor.get("/admin/oidc/corp/callback?state=a&code=b").status())
                    .isEqualTo(401);
        }
        Page limited = visitor.get("/admin/oidc/corp/callback?state=a&code=b");
        assertThat(limited.status()).isEqualTo(429);
        assertThat(limited.header("Retry-After")).isPresent();
        assertThat(visitor.get("/admin/login")
                        .form()
                        .set("email", RunningServer.EMAIL)
                        .set("password", RunningServer.PASSWORD)
                        .send()
                        .status())
                .isEqualTo(429);
        for (int i = 0; i < 10; i++) {
            assertThat(server.send("POST", "/api/auth/oidc/corp", "", "{\"id_token\":\"a\"}")
                            .statusCode())
                    .isEqualTo(401);
        }
        assertProblem(
                server.send("POST", "/admin/api/auth/oidc/corp", "", "{\"id_token\":\"a\"}"), 429, "rate_limited");
    }

    @Test
    void the_sign_out_goes_on_at_the_provider() {
        saysEva();
        back("/admin").follow();
        Page profile = visitor.get("/admin/profile");
        Page out = profile.form("form[action$=/logout]").send();
        assertThat(out.status()).isEqualTo(200);
        assertThat(visitor.cookie("admin_session").orElse("")).isEmpty();
        String address = out.header("Refresh").orElseThrow().replaceFirst("^0; url=", "");
        assertThat(address).startsWith(provider.endSessionEndpointUrl("corp").toString());
        assertThat(query(address))
                .containsEntry("client_id", "hexadmin")
                .containsEntry(
                        "post_logout_redirect_uri", server.uri("/admin/login").toString());
        assertThat(query(address).get("id_token_hint").split("\\.")).hasSize(3);
        assertThat(out.document().select("main a.primary").attr("href")).isEqualTo(address);
        assertThat(visitor.get("/admin/profile").status()).isEqualTo(303);
    }

    // ---- the API

    private static Map<String, String> query(String address) {
        return Arrays.stream(URI.create(address).getRawQuery().split("&"))
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
    }

    /** An authorization code, as a front end obtains it. */
    private String code() {
        URI address = URI.create(provider.authorizationEndpointUrl("corp") + "?response_type=code&client_id=hexadmin"
                + "&scope=openid&state=s&nonce=n-1&code_challenge_method=S256&code_challenge=" + challenge()
                + "&redirect_uri=" + encoded(FRONT_END));
        try {
            HttpResponse<Void> answer =
                    client.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.discarding());
            return query(answer.headers().firstValue("Location").orElseThrow()).get("code");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String challenge() {
        try {
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(
                            MessageDigest.getInstance("SHA-256").digest(VERIFIER.getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String proof(String code, String verifier, String nonce) {
        return RunningServer.JSON
                .createObjectNode()
                .put("code", code)
                .put("code_verifier", verifier)
                .put("redirect_uri", FRONT_END)
                .put("nonce", nonce)
                .toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/auth/oidc/corp", "/admin/api/auth/oidc/corp"})
    void a_front_end_exchanges_its_code_for_tokens(String path) {
        saysEva();
        String code = code();
        HttpResponse<String> answer = server.send("POST", path, "", proof(code, VERIFIER, "n-1"));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        JsonNode tokens = RunningServer.json(answer);
        assertThat(tokens.path("token_type").asText()).isEqualTo("bearer");
        JsonNode me = RunningServer.json(
                server.send("GET", "/api/auth/me", tokens.path("access_token").asText(), ""));
        assertThat(me.path("email").asText()).isEqualTo("eva@example.com");
        assertThat(me.path("roles").get(0).asText()).isEqualTo("Editor");
        HttpResponse<String> refreshed = server.send(
                "POST",
                "/api/auth/refresh",
                "",
                "{\"refresh_token\":\"" + tokens.path("refresh_token").asText() + "\"}");
        assertThat(refreshed.statusCode()).isEqualTo(200);
        assertProblem(server.send("POST", path, "", proof(code, VERIFIER, "n-1")), 401, "provider_sign_in_failed");
    }

    @Test
    void a_code_with_another_verifier_or_nonce_is_refused() {
        String path = "/api/auth/oidc/corp";
        saysEva();
        assertProblem(
                server.send("POST", path, "", proof(code(), VERIFIER + "x", "n-1")), 401, "provider_sign_in_failed");
        assertProblem(server.send("POST", path, "", proof(code(), VERIFIER, "n-2")), 401, "provider_sign_in_failed");
        assertProblem(server.send("POST", path, "", proof("unknown", VERIFIER, "n-1")), 401, "provider_sign_in_failed");
        JsonNode failures = RunningServer.json(server.send(
                "GET", "/admin/api/admin_login_attempts/?ordering=id&success=false&fields=reason", server.token(), ""));
        assertThat(failures.path("items").findValuesAsText("reason"))
                .containsExactly("code_rejected", "wrong_nonce", "code_rejected");
    }

    private String idToken(String audience) {
        return provider.issueToken(
                        "corp",
                        "hexadmin",
                        new DefaultOAuth2TokenCallback(
                                "corp",
                                "s-1",
                                "JWT",
                                List.of(audience),
                                Map.of("email", "eva@example.com", "email_verified", true),
                                300))
                .serialize();
    }

    @Test
    void an_id_token_is_exchanged_once() {
        String token = idToken("hexadmin");
        String body = "{\"id_token\":\"" + token + "\"}";
        assertThat(server.send("POST", "/api/auth/oidc/corp", "", body).statusCode())
                .isEqualTo(200);
        assertProblem(server.send("POST", "/admin/api/auth/oidc/corp", "", body), 401, "provider_sign_in_failed");
        assertProblem(
                server.send("POST", "/api/auth/oidc/corp", "", "{\"id_token\":\"" + idToken("another") + "\"}"),
                401,
                "provider_sign_in_failed");
        assertProblem(
                server.send("POST", "/api/auth/oidc/partner", "", "{\"id_token\":\"" + idToken("hexadmin") + "\"}"),
                401,
                "provider_sign_in_failed");
        assertProblem(
                server.send(
                        "POST",
                        "/api/auth/oidc/corp",
                        "",
                        "{\"id_token\":\"" + idToken("hexadmin") + "\",\"nonce\":\"n\"}"),
                401,
                "provider_sign_in_failed");
    }

    @Test
    void a_repeated_request_with_an_idempotency_key_gets_the_same_tokens() {
        String body = "{\"id_token\":\"" + idToken("hexadmin") + "\"}";
        HttpResponse<String> first =
                server.send("POST", "/api/auth/oidc/corp", "", body, "Idempotency-Key", "sign-in-of-eva-1");
        HttpResponse<String> again =
                server.send("POST", "/api/auth/oidc/corp", "", body, "Idempotency-Key", "sign-in-of-eva-1");
        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.headers().firstValue("Idempotent-Replayed")).contains("true");
    }

    @Test
    void a_body_that_is_not_valid_names_its_fields() {
        HttpResponse<String> empty = server.send("POST", "/api/auth/oidc/corp", "", "{}");
        assertThat(empty.statusCode()).isEqualTo(422);
        assertThat(RunningServer.json(empty).path("errors").findValuesAsText("pointer"))
                .containsExactly("/code", "/code_verifier", "/redirect_uri", "/nonce");
        HttpResponse<String> both =
                server.send("POST", "/api/auth/oidc/corp", "", "{\"id_token\":\"a\",\"code\":\"b\"}");
        assertThat(RunningServer.json(both).path("errors").findValuesAsText("pointer"))
                .containsExactly("/code");
        HttpResponse<String> relative = server.send(
                "POST",
                "/api/auth/oidc/corp",
                "",
                "{\"code\":\"a\",\"code_verifier\":\"b\",\"nonce\":\"c\",\"redirect_uri\":\"/x\"}");
        assertThat(relative.statusCode()).isEqualTo(422);
        assertThat(RunningServer.json(relative).path("errors").findValuesAsText("pointer"))
                .containsExactly("/redirect_uri");
    }

    @Test
    void the_providers_are_listed_without_their_secrets() {
        HttpResponse<String> answer = server.send("GET", "/api/auth/oidc", "", "");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).doesNotContain(SECRET);
        JsonNode corp = RunningServer.json(answer).path("items").get(0);
        assertThat(corp.path("name").asText()).isEqualTo("corp");
        assertThat(corp.path("label").asText()).isEqualTo("Corp");
        assertThat(corp.path("issuer").asText())
                .isEqualTo(provider.issuerUrl("corp").toString());
        assertThat(corp.path("client_id").asText()).isEqualTo("hexadmin");
        assertThat(corp.path("scopes")).hasSize(3);
        assertThat(server.send("GET", "/admin/api/auth/oidc", "", "").body()).isEqualTo(answer.body());
    }

    @Test
    void audit_rows_tell_of_the_account_and_the_sign_in() {
        saysEva();
        back("/admin").follow();
        JsonNode rows = RunningServer.json(server.send(
                "GET", "/admin/api/admin_audit_log/?ordering=id&model=admin_users&record_id=2", server.token(), ""));
        assertThat(rows.path("items").findValuesAsText("event")).containsExactly("create", "update", "sign_in");
        assertThat(rows.toString()).contains("corp").doesNotContain(SECRET);
    }
}
