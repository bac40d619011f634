package dev.hexadmin.http.openid;

import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jose4j.json.JsonUtil;
import org.jose4j.jwa.AlgorithmConstraints;
import org.jose4j.jwk.JsonWebKey;
import org.jose4j.jwk.JsonWebKeySet;
import org.jose4j.jwk.RsaJsonWebKey;
import org.jose4j.jwk.RsaJwkGenerator;
import org.jose4j.jws.AlgorithmIdentifiers;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.lang.JoseException;

/** A provider of OpenID Connect whose answers and tokens a test decides, also wrong ones. */
final class ScriptedProvider implements AutoCloseable {
    // making one takes a while
    private static final RsaJsonWebKey FIRST = key("first");

    final Map<String, Object> metadata = new LinkedHashMap<>();
    /** The published keys. */
    final List<JsonWebKey> keys = new CopyOnWriteArrayList<>();
    /** The path of each request. */
    final List<String> requests = new CopyOnWriteArrayList<>();
    /** The forms and the header of the last request to the token endpoint. */
    volatile Map<String, String> form = Map.of();

    volatile Optional<String> authorization = Optional.empty();
    volatile Status status = Status.OK_200;
    volatile String tokenBody = "{}";
    volatile boolean down;
    final RsaJsonWebKey key = FIRST;
    private final WebServer server;

    ScriptedProvider() {
        server = WebServer.builder()
                .host("127.0.0.1")
                .port(0)
                .routing(routing -> routing.get("/op/.well-known/openid-configuration", this::metadata)
                        .get("/op/keys", this::keys)
                        .get(
                                "/op/moved",
                                (request, response) -> response.status(Status.FOUND_302)
                                        .header("Location", issuer() + "/keys")
                                        .send())
                        .post("/op/token", this::token))
                .build()
                .start();
        keys.add(key);
        metadata.put("issuer", issuer());
        metadata.put("authorization_endpoint", issuer() + "/authorize?tenant=a%20b");
        metadata.put("token_endpoint", issuer() + "/token");
        metadata.put("jwks_uri", issuer() + "/keys");
        metadata.put("end_session_endpoint", issuer() + "/logout");
    }

    String issuer() {
        return "http://127.0.0.1:" + server.port() + "/op";
    }

    static RsaJsonWebKey key(String id) {
        try {
            RsaJsonWebKey made = RsaJwkGenerator.generateJwk(2048);
            made.setKeyId(id);
            made.setUse("sig");
            return made;
        } catch (JoseException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A token that is signed with this key. */
    static String sign(JwtClaims claims, RsaJsonWebKey key) {
        JsonWebSignature jws = new JsonWebSignature();
        jws.setAlgorithmHeaderValue(AlgorithmIdentifiers.RSA_USING_SHA256);
        jws.setKeyIdHeaderValue(key.getKeyId());
        jws.setKey(key.getPrivateKey());
        return serialized(jws, claims);
    }

    static String serialized(JsonWebSignature jws, JwtClaims claims) {
        jws.setPayload(claims.toJson());
        jws.setAlgorithmConstraints(AlgorithmConstraints.NO_CONSTRAINTS);
        jws.setDoKeyValidation(false);
        try {
            return jws.getCompactSerialization();
        } catch (JoseException e) {
            throw new IllegalStateException(e);
        }
    }

    long requestsOf(String path) {
        return requests.stream().filter(path::equals).count();
    }

    private void metadata(ServerRequest request, ServerResponse response) {
        send(request, response, Status.OK_200, JsonUtil.toJson(metadata));
    }

    private void keys(ServerRequest request, ServerResponse response) {
        send(request, response, Status.OK_200, new JsonWebKeySet(keys).toJson());
    }

    private void token(ServerRequest request, ServerResponse response) {
        Map<String, String> read = new LinkedHashMap<>();
        for (String pair : request.content().as(String.class).split("&")) {
            String[] parts = pair.split("=", 2);
            read.put(decoded(parts[0]), decoded(parts[1]));
        }
        form = read;
        authorization = request.headers().first(io.helidon.http.HeaderNames.AUTHORIZATION);
        send(request, response, status, tokenBody);
    }

    private void send(ServerRequest request, ServerResponse response, Status status, String body) {
        requests.add(request.path().path().replaceFirst("/op/", ""));
        response.status(down ? Status.SERVICE_UNAVAILABLE_503 : status)
                .header("Content-Type", "application/json")
                .send(body.getBytes(StandardCharsets.UTF_8));
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    /** Puts other keys in place of the published ones. */
    void publish(JsonWebKey... others) {
        keys.clear();
        keys.addAll(new ArrayList<>(List.of(others)));
    }

    @Override
    public void close() {
        server.stop();
    }
}
