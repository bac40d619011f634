package dev.hexadmin.http.openid;

import dev.hexadmin.application.identity.port.OpenIdProviders;
import dev.hexadmin.application.identity.port.ProviderRejectedException;
import dev.hexadmin.application.identity.port.ProviderUnavailableException;
import dev.hexadmin.http.openid.ProviderRequests.JsonAnswer;
import dev.hexadmin.http.settings.OpenIdClient;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jose4j.json.JsonUtil;
import org.jose4j.jwk.JsonWebKey;
import org.jose4j.jwk.JsonWebKeySet;
import org.jose4j.lang.JoseException;

/** The configured providers. Metadata and keys are cached by this process; nothing else is stored. Thread-safe. */
public final class OpenIdConnections implements OpenIdProviders, AutoCloseable {
    private static final Duration METADATA_LIFETIME = Duration.ofHours(1);
    private static final Duration KEYS_LIFETIME = Duration.ofMinutes(10);
    private static final System.Logger LOG = System.getLogger(OpenIdConnections.class.getName());

    private final ProviderRequests requests = new ProviderRequests();
    private final Map<String, Connection> connections = new LinkedHashMap<>();

    /** One provider. */
    private record Connection(OpenIdClient client, CachedDocument<Endpoints> endpoints, IdTokens tokens) {}

    /** Creates it; no request is made. */
    public OpenIdConnections(List<OpenIdClient> clients, InstantSource clock) {
        for (OpenIdClient client : clients) {
            connections.put(client.name(), connection(client, clock));
        }
    }

    private Connection connection(OpenIdClient client, InstantSource clock) {
        String provider = "the identity provider '" + client.name() + "'";
        CachedDocument<Endpoints> endpoints = new CachedDocument<>(
                "The metadata of " + provider,
                METADATA_LIFETIME,
                () -> Endpoints.of(client, requests.get(Endpoints.metadata(client))),
                clock);
        CachedDocument<List<JsonWebKey>> keys = new CachedDocument<>(
                "The key set of " + provider,
                KEYS_LIFETIME,
                () -> keys(requests.get(endpoints.get().keys())),
                clock);
        return new Connection(client, endpoints, new IdTokens(client, keys, clock));
    }

    private static List<JsonWebKey> keys(Map<String, Object> set) {
        try {
            return new JsonWebKeySet(JsonUtil.toJson(set)).getJsonWebKeys();
        } catch (JoseException e) {
            throw new ProviderUnavailableException("it is not a JSON Web Key Set", e);
        }
    }

    private Connection connection(String provider) {
        return Optional.ofNullable(connections.get(provider))
                .orElseThrow(() -> new IllegalArgumentException("there is no provider '" + provider + "'"));
    }

    @Override
    public URI authorization(String provider, AuthorizationRequest request) {
        Connection connection = connection(provider);
        Map<String, String> query = new LinkedHashMap<>();
        query.put("response_type", "code");
        query.put("client_id", connection.client().clientId());
        query.put("redirect_uri", request.redirectUri().toString());
        query.put("scope", String.join(" ", connection.client().scopes()));
        query.put("state", request.state());
        query.put("nonce", request.nonce());
        query.put("code_challenge", request.codeChallenge());
        query.put("code_challenge_method", "S256");
        return with(connection.endpoints().get().authorization(), query);
    }

    @Override
    public VerifiedIdentity redeem(String provider, AuthorizationCode code) {
        Connection connection = connection(provider);
        OpenIdClient client = connection.client();
        Endpoints endpoints = connection.endpoints().get();
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "authorization_code");
        form.put("code", code.code());
        form.put("redirect_uri", code.redirectUri().toString());
        form.put("code_verifier", code.codeVerifier());
        String authorization = "";
        if (client.clientSecret().isPresent() && !endpoints.secretInBody()) {
            authorization = basic(client.clientId(), client.clientSecret().get());
        } else {
            form.put("client_id", client.clientId());
            client.clientSecret().ifPresent(secret -> form.put("client_secret", secret));
        }
        JsonAnswer answer = post(connection, endpoints.token(), form, authorization);
        if (answer.status() != 200) {
            throw refused(client, answer);
        }
        if (!(answer.body().get("id_token") instanceof String idToken)) {
            throw new ProviderUnavailableException("the token endpoint gives no ID token");
        }
        return connection.tokens().verify(idToken, Optional.of(code.nonce()));
    }

    private JsonAnswer post(Connection connection, URI address, Map<String, String> form, String authorization) {
        try {
            return requests.post(address, form, authorization);
        } catch (ProviderUnavailableException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The identity provider '" + connection.client().name() + "' is unavailable: " + e.getMessage());
            throw e;
        }
    }

    /** RFC 6749, section 5.2. What concerns this client and not the user is logged for the operator. */
    private static ProviderRejectedException refused(OpenIdClient client, JsonAnswer answer) {
        String error = answer.body().get("error") instanceof String text && text.matches("[a-z_]{1,40}") ? text : "";
        if (!error.equals("invalid_grant")) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The token endpoint of the identity provider '" + client.name() + "' rejects this client: status "
                            + answer.status() + (error.isEmpty() ? "" : ", " + error));
            return new ProviderRejectedException("client_rejected");
        }
        return new ProviderRejectedException("code_rejected");
    }

    private static String basic(String id, String secret) {
        String credentials = ProviderRequests.encoded(id) + ":" + ProviderRequests.encoded(secret);
        return "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public VerifiedIdentity verify(String provider, String idToken, Optional<String> nonce) {
        return connection(provider).tokens().verify(idToken, nonce);
    }

    @Override
    public Optional<URI> signOut(String provider, SignOutRequest request) {
        Connection connection = connection(provider);
        return connection.endpoints().get().endSession().map(page -> {
            Map<String, String> query = new LinkedHashMap<>();
            request.idToken().ifPresent(token -> query.put("id_token_hint", token));
            query.put("client_id", connection.client().clientId());
            query.put("post_logout_redirect_uri", request.returnTo().toString());
            return with(page, query);
        });
    }

    private static URI with(URI page, Map<String, String> query) {
        return URI.create(page
                + (page.getRawQuery() == null ? "?" : page.getRawQuery().isEmpty() ? "" : "&")
                + ProviderRequests.encoded(query));
    }

    @Override
    public void close() {
        requests.close();
    }
}
