package dev.hexadmin.http.admin.people;

import dev.hexadmin.application.Refused;
import dev.hexadmin.application.identity.KeepingSessions;
import dev.hexadmin.application.identity.KeepingSessions.Session;
import dev.hexadmin.application.identity.ManagingApiKeys;
import dev.hexadmin.application.identity.ManagingUsers;
import dev.hexadmin.application.identity.SettingUpSecondFactor;
import dev.hexadmin.application.identity.SettingUpSecondFactor.Secret;
import dev.hexadmin.application.identity.SigningIn;
import dev.hexadmin.application.ratelimit.LimitingRequests;
import dev.hexadmin.application.ratelimit.Occasion;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.http.admin.frame.Flash;
import dev.hexadmin.http.admin.frame.Frame;
import dev.hexadmin.http.admin.frame.Panel;
import dev.hexadmin.http.routing.Answer;
import dev.hexadmin.http.routing.Exchange;
import dev.hexadmin.http.routing.Form;
import dev.hexadmin.http.routing.Handler;
import dev.hexadmin.http.routing.Policy;
import dev.hexadmin.http.routing.Route;
import dev.hexadmin.http.templates.pages.Jtepeople_api_keysGenerated;
import dev.hexadmin.http.templates.pages.Jtepeople_backup_codesGenerated;
import dev.hexadmin.http.templates.pages.Jtepeople_passwordGenerated;
import dev.hexadmin.http.templates.pages.Jtepeople_profileGenerated;
import dev.hexadmin.http.templates.pages.Jtepeople_second_factorGenerated;
import dev.hexadmin.http.templates.pages.Jtepeople_sessionsGenerated;
import io.helidon.http.Method;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** What everybody does with their own account. Thread-safe. */
public final class ProfilePages {
    private static final String NEVER = "never";
    private static final long LONGEST_DAYS = 3_660;

    private final Panel panel;
    private final Ports ports;
    private final InstantSource clock;
    private final String base;

    /** The conversations behind the pages. */
    public record Ports(
            SigningIn signingIn,
            ManagingUsers users,
            SettingUpSecondFactor secondFactor,
            KeepingSessions sessions,
            ManagingApiKeys keys,
            LimitingRequests limiting) {}

    public ProfilePages(Panel panel, Ports ports, InstantSource clock) {
        this.panel = panel;
        this.ports = ports;
        this.clock = clock;
        this.base = panel.places().admin() + "/profile";
    }

    /**
     * Who one is.
     *
     * @param fullName as typed, or as it is
     * @param keptBy the identity source where name and password are changed, or {@code ""}
     */
    public record Profile(
            Frame frame,
            Mistakes mistakes,
            String email,
            String fullName,
            String roles,
            Moment createdAt,
            Moment lastLogin,
            String keptBy,
            RightsTable rights) {}

    /**
     * The form for a new password: nothing that was typed comes back.
     *
     * @param keptBy the identity source where it is changed, or {@code ""}
     */
    public record Password(Frame frame, Mistakes mistakes, String email, String keptBy) {}

    /**
     * The second factor.
     *
     * @param begun to be confirmed
     */
    public record SecondFactor(Frame frame, Mistakes mistakes, boolean on, int backupCodes, Optional<Begun> begun) {}

    /**
     * A secret for an authenticator.
     *
     * @param text its Base32 in groups of four
     */
    public record Begun(QrCode code, String text, String address) {
        static Begun of(Secret secret) {
            return new Begun(
                    QrCode.of(secret.address()), secret.base32().replaceAll("(.{4})(?!$)", "$1 "), secret.address());
        }

        @Override
        public String toString() {
            return "Begun[***]";
        }
    }

    /** Backup codes, shown once. */
    public record BackupCodes(Frame frame, List<String> codes) {
        @Override
        public String toString() {
            return "BackupCodes[***]";
        }
    }

    /** Where one is signed in. */
    public record Sessions(Frame frame, List<Open> open) {}

    /** One session. */
    public record Open(String id, boolean current, String address, String browser, Moment since, Moment until) {}

    /**
     * One's API keys.
     *
     * @param made the text of the one just made, shown once
     */
    public record ApiKeys(
            Frame frame,
            Mistakes mistakes,
            List<KeyLine> keys,
            List<ManagingApiKeys.Role> roles,
            Optional<String> made,
            String name,
            String role,
            String expires) {
        @Override
        public String toString() {
            return "ApiKeys[" + keys.size() + "]";
        }
    }

    public List<Route> routes() {
        return List.of(
                route(Method.GET, "", exchange -> profile(exchange, Mistakes.NONE, Optional.empty())),
                route(Method.POST, "", this::rename),
                route(Method.GET, "/password", exchange -> password(exchange, Mistakes.NONE)),
                route(Method.POST, "/password", this::changePassword),
                route(Method.GET, "/2fa", exchange -> secondFactor(exchange, Mistakes.NONE)),
                route(Method.POST, "/2fa/begin", this::begin),
                route(Method.POST, "/2fa/confirm", this::confirm),
                route(Method.POST, "/2fa/remove", this::remove),
                route(Method.GET, "/sessions", this::sessions),
                route(Method.POST, "/sessions/end-others", this::endOthers),
                route(Method.POST, "/sessions/{id}/end", this::end),
                route(Method.GET, "/api-keys", exchange -> keys(exchange, Mistakes.NONE, Optional.empty())),
                route(Method.POST, "/api-keys", this::createKey),
                route(Method.POST, "/api-keys/{id}/revoke", this::revokeKey));
    }

    private Route route(Method method, String path, Handler handler) {
        return new Route(method, base + path, Policy.PERSON, Route.Media.HTML, handler);
    }

    private Frame frame(Exchange exchange, String title) {
        return panel.frame(exchange, title, new Frame.Crumb("Profile", base));
    }

    private Answer profile(Exchange exchange, Mistakes mistakes, Optional<String> typed) {
        Actor.SignedIn actor = exchange.signedIn();
        SigningIn.Profile own = ports.signingIn().profile(actor);
        return mistakes.on(panel.page(
                exchange,
                mistakes.status(),
                Jtepeople_profileGenerated::render,
                new Profile(
                        panel.frame(exchange, "Profile"),
                        mistakes,
                        own.email().value(),
                        typed.orElse(own.fullName()),
                        own.roles().isEmpty() ? "none" : String.join(", ", own.roles()),
                        Moment.of(own.createdAt()),
                        Moment.of(own.lastLogin(), "never"),
                        own.source().orElse(""),
                        RightsTable.of(ports.users().rightsOf(actor, actor.id())))));
    }

    private Answer rename(Exchange exchange) {
        Actor.SignedIn actor = exchange.signedIn();
        String fullName = exchange.form().textOrEmpty("full_name");
        try {
            ports.users().rename(actor, fullName);
        } catch (Refused refused) {
            return profile(exchange, Mistakes.of(refused), Optional.of(fullName));
        }
        return panel.redirect(exchange, base, Flash.success("Your name is saved."));
    }

    private Answer password(Exchange exchange, Mistakes mistakes) {
        SigningIn.Profile own = ports.signingIn().profile(exchange.signedIn());
        return mistakes.on(panel.page(
                exchange,
                mistakes.status(),
                Jtepeople_passwordGenerated::render,
                new Password(
                        frame(exchange, "Password"),
                        mistakes,
                        own.email().value(),
                        own.source().orElse(""))));
    }

    private Answer changePassword(Exchange exchange) {
        Actor.SignedIn actor = exchange.signedIn();
        Form form = exchange.form();
        String wanted = form.textOrEmpty("password");
        if (!wanted.equals(form.textOrEmpty("repeated"))) {
            return password(exchange, Mistakes.at("repeated", "This is not the same as above."));
        }
        try {
            ports.limiting()
                    .countFailedSignIns(
                            Occasion.SIGN_IN,
                            LimitingRequests.key(
                                    actor.origin().address(), actor.email().value()),
                            actor.origin().address(),
                            () -> {
                                ports.users().changeOwnPassword(actor, form.textOrEmpty("current_password"), wanted);
                                return wanted;
                            },
                            refused -> refused.violations().stream()
                                    .anyMatch(violation -> violation.code().equals("wrong_password")));
        } catch (Refused refused) {
            return password(exchange, Mistakes.of(refused));
        }
        return panel.redirect(
                exchange,
                panel.places().admin() + "/login",
                Flash.success(
                        "Your password is changed, and you are signed out everywhere. Sign in with the new one."));
    }

    private Answer secondFactor(Exchange exchange, Mistakes mistakes) {
        Actor.SignedIn actor = exchange.signedIn();
        return mistakes.on(panel.page(
                exchange,
                mistakes.status(),
                Jtepeople_second_factorGenerated::render,
                new SecondFactor(
                        frame(exchange, "Second factor"),
                        mistakes,
                        ports.secondFactor().on(actor),
                        ports.secondFactor().backupCodesLeft(actor),
                        ports.secondFactor().begun(actor).map(Begun::of))));
    }

    private Answer begin(Exchange exchange) {
        try {
            ports.secondFactor().begin(exchange.signedIn());
        } catch (Refused refused) {
            return secondFactor(exchange, Mistakes.of(refused));
        }
        return panel.redirect(base + "/2fa");
    }

    private Answer confirm(Exchange exchange) {
        List<String> codes;
        try {
            codes = ports.secondFactor().confirm(exchange.signedIn(), code(exchange));
        } catch (Refused refused) {
            return secondFactor(exchange, Mistakes.of(refused));
        }
        return panel.page(
                exchange,
                200,
                Jtepeople_backup_codesGenerated::render,
                new BackupCodes(frame(exchange, "Backup codes"), codes));
    }

    private Answer remove(Exchange exchange) {
        try {
            ports.secondFactor().remove(exchange.signedIn(), code(exchange));
        } catch (Refused refused) {
            return secondFactor(exchange, Mistakes.of(refused));
        }
        return panel.redirect(exchange, base + "/2fa", Flash.success("The second factor is off."));
    }

    private static String code(Exchange exchange) {
        return exchange.form().textOrEmpty("code");
    }

    private Answer sessions(Exchange exchange) {
        String current = current(exchange);
        List<Open> open = ports.sessions().list(exchange.signedIn()).stream()
                .map(session -> new Open(
                        session.id(),
                        session.id().equals(current),
                        session.address(),
                        session.browser(),
                        Moment.of(session.createdAt()),
                        Moment.of(session.expiresAt())))
                .toList();
        return panel.page(
                exchange, 200, Jtepeople_sessionsGenerated::render, new Sessions(frame(exchange, "Sessions"), open));
    }

    private static String current(Exchange exchange) {
        return exchange.session().map(Session::id).orElse("");
    }

    private Answer endOthers(Exchange exchange) {
        int ended = ports.sessions().endOthers(exchange.signedIn(), current(exchange));
        return panel.redirect(
                exchange,
                base + "/sessions",
                Flash.success(
                        switch (ended) {
                            case 0 -> "There was no other session; access tokens of programs are no longer good.";
                            case 1 -> "The other session has ended.";
                            default -> ended + " other sessions have ended.";
                        }));
    }

    private Answer end(Exchange exchange) {
        String id = exchange.variable("id");
        boolean own = id.equals(current(exchange));
        try {
            ports.sessions().end(exchange.signedIn(), id);
        } catch (Refused refused) {
            if (refused.category() != Refused.Category.NOT_FOUND) {
                throw refused;
            }
            return panel.redirect(exchange, base + "/sessions", new Flash(Flash.Kind.INFO, "This session was over."));
        }
        return own
                ? panel.redirect(
                        exchange, panel.places().admin() + "/login", new Flash(Flash.Kind.INFO, "You are signed out."))
                : panel.redirect(exchange, base + "/sessions", Flash.success("The session has ended."));
    }

    private Answer keys(Exchange exchange, Mistakes mistakes, Optional<String> made) {
        Actor.SignedIn actor = exchange.signedIn();
        Form form = exchange.form();
        boolean again = mistakes.any();
        return mistakes.on(panel.page(
                exchange,
                mistakes.status(),
                Jtepeople_api_keysGenerated::render,
                new ApiKeys(
                        frame(exchange, "API keys"),
                        mistakes,
                        ports.keys().of(actor, actor.id()).stream()
                                .map(KeyLine::of)
                                .toList(),
                        ports.keys().possibleRoles(actor),
                        made,
                        again ? form.textOrEmpty("name") : "",
                        again ? form.textOrEmpty("role") : "",
                        again ? form.textOrEmpty("expires") : "90")));
    }

    private Answer createKey(Exchange exchange) {
        Form form = exchange.form();
        Optional<Long> role = number(form.textOrEmpty("role"));
        String expires = form.textOrEmpty("expires");
        Optional<Long> days = number(expires).filter(number -> number > 0 && number <= LONGEST_DAYS);
        if (role.isEmpty()) {
            return keys(exchange, Mistakes.at("role", "Choose a role."), Optional.empty());
        }
        if (days.isEmpty() && !expires.equals(NEVER)) {
            return keys(exchange, Mistakes.at("expires_at", "Choose how long it is good."), Optional.empty());
        }
        Optional<Instant> expiresAt = days.map(number -> clock.instant().plus(Duration.ofDays(number)));
        try {
            ManagingApiKeys.Created created = ports.keys()
                    .create(
                            exchange.signedIn(),
                            new ManagingApiKeys.Draft(form.textOrEmpty("name"), role.get(), expiresAt));
            return keys(exchange, Mistakes.NONE, Optional.of(created.text()));
        } catch (Refused refused) {
            return keys(exchange, Mistakes.of(refused), Optional.empty());
        }
    }

    private static Optional<Long> number(String text) {
        return text.matches("[0-9]{1,18}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
    }

    private Answer revokeKey(Exchange exchange) {
        long id = number(exchange.variable("id")).orElseThrow(() -> Refused.notFound("There is no such API key."));
        ports.keys().revoke(exchange.signedIn(), id);
        return panel.redirect(exchange, base + "/api-keys", Flash.success("The API key is no longer good."));
    }
}
