package dev.hexadmin.http.api.identity;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.Refused;
import dev.hexadmin.application.identity.ManagingUsers;
import dev.hexadmin.application.identity.SigningIn;
import dev.hexadmin.application.identity.SigningIn.Attempt;
import dev.hexadmin.application.identity.SigningIn.Outcome;
import dev.hexadmin.application.identity.SigningIn.Profile;
import dev.hexadmin.application.identity.SigningIn.Tokens;
import dev.hexadmin.application.ratelimit.LimitingRequests;
import dev.hexadmin.application.ratelimit.Occasion;
import dev.hexadmin.application.replay.Done;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.http.json.JsonDocument;
import dev.hexadmin.http.replay.IdempotentPosts;
import dev.hexadmin.http.routing.Answer;
import dev.hexadmin.http.routing.Exchange;
import dev.hexadmin.http.routing.Handler;
import dev.hexadmin.http.routing.Policy;
import dev.hexadmin.http.routing.Route;
import dev.hexadmin.http.security.AccessTokens;
import dev.hexadmin.http.security.BearerAuthentication;
import io.helidon.http.Method;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Signing in and out, and one's own password: below the panel's API and below {@code /api/auth}. */
public final class AuthResource {
    private static final String BASIC = "Basic ";

    private final String adminPath;
    private final SigningIn signingIn;
    private final ManagingUsers users;
    private final LimitingRequests limiting;
    private final AccessTokens accessTokens;
    private final IdempotentPosts posts;

    public AuthResource(
            String adminPath,
            SigningIn signingIn,
            ManagingUsers users,
            LimitingRequests limiting,
            AccessTokens accessTokens,
            IdempotentPosts posts) {
        this.adminPath = adminPath;
        this.signingIn = signingIn;
        this.users = users;
        this.limiting = limiting;
        this.accessTokens = accessTokens;
        this.posts = posts;
    }

    public List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        routes.add(new Route(Method.POST, adminPath + "/api/auth/login", Policy.PUBLIC, this::login));
        routes.add(new Route(Method.POST, "/api/auth/token", Policy.PUBLIC, this::token));
        both(routes, Method.POST, "/2fa/verify", Policy.PUBLIC, this::verify);
        both(routes, Method.POST, "/refresh", Policy.PUBLIC, this::refresh);
        both(routes, Method.POST, "/logout", Policy.PUBLIC, this::logout);
        both(routes, Method.PUT, "/password", Policy.PERSON, this::password);
        both(routes, Method.GET, "/me", Policy.SIGNED_IN, this::me);
        return routes;
    }

    private void both(List<Route> routes, Method method, String path, Policy policy, Handler handler) {
        routes.add(new Route(method, adminPath + "/api/auth" + path, policy, handler));
        routes.add(new Route(method, "/api/auth" + path, policy, handler));
    }

    private Answer login(Exchange exchange) {
        Members body = new Members(exchange.body());
        String email = body.text("email");
        String password = body.text("password");
        Optional<String> code = body.optionalText("code");
        body.check();
        return signIn(exchange, email, password, code);
    }

    private Answer token(Exchange exchange) {
        Optional<String> authorization =
                exchange.header("Authorization").filter(header -> BearerAuthentication.hasScheme(header, BASIC));
        if (authorization.isEmpty()) {
            return login(exchange);
        }
        Members body = Members.ofOptional(exchange.body());
        Optional<String> code = body.optionalText("code");
        body.check();
        String credentials =
                decoded(authorization.get().substring(BASIC.length()).strip());
        int colon = credentials.indexOf(':');
        return signIn(
                exchange,
                colon < 0 ? credentials : credentials.substring(0, colon),
                colon < 0 ? "" : credentials.substring(colon + 1),
                code);
    }

    /** The user and password of RFC 7617, in UTF-8. What is none is nobody's, and so fails like any other. */
    private static String decoded(String credentials) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(Base64.getDecoder().decode(credentials)))
                    .toString();
        } catch (IllegalArgumentException | CharacterCodingException e) {
            return "";
        }
    }

    /** Whoever signs in is nobody yet: a token that came along, perhaps an old one, is not looked at. */
    private static Actor nobody(Exchange exchange) {
        return new Actor.Anonymous(exchange.origin());
    }

    private Answer signIn(Exchange exchange, String email, String password, Optional<String> code) {
        // a key is looked at within the limit: whoever may not try may not ask for an earlier answer either
        return limiting.countFailedSignIns(
                Occasion.SIGN_IN,
                LimitingRequests.key(exchange.origin().address(), email),
                exchange.origin().address(),
                () -> posts.once(
                        exchange,
                        () -> attempted(
                                signingIn.prepareSignIn(nobody(exchange), email, password, code), this::signedIn)),
                refused -> refused.category() == Refused.Category.UNAUTHENTICATED);
    }

    private static <T> Prepared<Done<Answer>> attempted(Prepared<Attempt<T>> attempt, Function<T, Answer> form) {
        return () -> switch (attempt.carryOut()) {
            case Attempt.Succeeded<T>(T given) -> new Done.Committed<>(form.apply(given));
            case Attempt.Failed<T>(Refused refusal) -> new Done.Failed<>(refusal);
        };
    }

    private Answer signedIn(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Complete(Tokens tokens) -> tokens(tokens);
            case Outcome.SecondFactorNeeded needed ->
                json(200, json -> {
                    json.writeBooleanField("requires_2fa", true);
                    json.writeStringField("temp_token", needed.temporaryToken());
                    json.writeNumberField("expires_in", needed.lifetime().toSeconds());
                });
        };
    }

    private Answer verify(Exchange exchange) {
        Members body = new Members(exchange.body());
        String temporaryToken = body.text("temp_token");
        String code = body.text("code");
        body.check();
        return limiting.countFailedSignIns(
                Occasion.SECOND_FACTOR,
                LimitingRequests.key(exchange.origin().address()),
                exchange.origin().address(),
                () -> posts.once(
                        exchange,
                        () -> attempted(
                                signingIn.prepareSecondFactor(nobody(exchange), temporaryToken, code), this::tokens)),
                refused -> refused.category() == Refused.Category.UNAUTHENTICATED);
    }

    private Answer refresh(Exchange exchange) {
        count(exchange, Occasion.REFRESH);
        Members body = new Members(exchange.body());
        String refreshToken = body.text("refresh_token");
        body.check();
        return posts.once(
                exchange, () -> attempted(signingIn.prepareRefresh(nobody(exchange), refreshToken), this::tokens));
    }

    private Answer logout(Exchange exchange) {
        count(exchange, Occasion.SIGN_OUT);
        Members body = new Members(exchange.body());
        boolean all = body.flag("all");
        Optional<String> refreshToken =
                all ? body.optionalText("refresh_token") : Optional.of(body.text("refresh_token"));
        body.check();
        return posts.once(exchange, () -> {
            Optional<Actor.SignedIn> everywhere = all ? Optional.of(exchange.signedIn()) : Optional.empty();
            return () -> {
                everywhere.ifPresent(signingIn::signOutEverywhere);
                boolean ended = refreshToken.isPresent() && signingIn.signOut(nobody(exchange), refreshToken.get());
                Answer answer = Answer.empty(204);
                return all || ended ? new Done.Committed<>(answer) : new Done.Unchanged<>(answer);
            };
        });
    }

    /** The caller's own password; a wrong current one counts as a sign-in that failed. */
    private Answer password(Exchange exchange) {
        Actor.SignedIn actor = exchange.signedIn();
        Members body = new Members(exchange.body());
        String current = body.text("current_password");
        String wanted = body.text("password");
        body.check();
        return limiting.countFailedSignIns(
                Occasion.SIGN_IN,
                LimitingRequests.key(exchange.origin().address(), actor.email().value()),
                exchange.origin().address(),
                () -> {
                    users.changeOwnPassword(actor, current, wanted);
                    return Answer.empty(204);
                },
                refused -> refused.violations().stream()
                        .anyMatch(violation -> violation.code().equals("wrong_password")));
    }

    private void count(Exchange exchange, Occasion occasion) {
        limiting.count(occasion, LimitingRequests.key(exchange.origin().address()))
                .ifPresent(counted -> exchange.counted(List.of(counted)));
    }

    private Answer me(Exchange exchange) {
        Profile profile = signingIn.profile(exchange.signedIn());
        return json(200, json -> {
            json.writeNumberField("id", profile.id().value());
            json.writeStringField("email", profile.email().value());
            json.writeStringField("full_name", profile.fullName());
            json.writeBooleanField("is_superuser", profile.superuser());
            json.writeArrayFieldStart("roles");
            for (String role : profile.roles()) {
                json.writeString(role);
            }
            json.writeEndArray();
            json.writeObjectFieldStart("permissions");
            for (Map.Entry<String, List<String>> model : profile.permissions().entrySet()) {
                json.writeArrayFieldStart(model.getKey());
                for (String action : model.getValue()) {
                    json.writeString(action);
                }
                json.writeEndArray();
            }
            json.writeEndObject();
            json.writeStringField("created_at", FieldText.write(profile.createdAt()));
            Optional<Instant> lastLogin = profile.lastLogin();
            if (lastLogin.isPresent()) {
                json.writeStringField("last_login", FieldText.write(lastLogin.get()));
            } else {
                json.writeNullField("last_login");
            }
        });
    }

    private Answer tokens(Tokens tokens) {
        String accessToken = accessTokens.issue(tokens.claims(), tokens.accessLifetime());
        return json(200, json -> {
            json.writeStringField("access_token", accessToken);
            json.writeStringField("refresh_token", tokens.refreshToken());
            json.writeStringField("token_type", "bearer");
            json.writeNumberField("expires_in", tokens.accessLifetime().toSeconds());
            json.writeNumberField("refresh_expires_in", tokens.refreshLifetime().toSeconds());
        });
    }

    /** Writes the members of an object. */
    interface Content {
        void writeTo(JsonGenerator json) throws IOException;
    }

    static Answer json(int status, Content content) {
        return Answer.json(status, JsonDocument.bytes(json -> {
            json.writeStartObject();
            content.writeTo(json);
            json.writeEndObject();
        }));
    }
}
