package dev.hexadmin.http.panel.users;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.identity.ChangingAddresses;
import dev.hexadmin.application.identity.IdentityAssembly.OwnAccounts;
import dev.hexadmin.application.identity.KeepingSessions;
import dev.hexadmin.application.identity.KeepingSessions.Session;
import dev.hexadmin.application.identity.ManagingApiKeys;
import dev.hexadmin.application.identity.ManagingUsers;
import dev.hexadmin.application.identity.SettingUpSecondFactor.Secret;
import dev.hexadmin.application.identity.SigningIn;
import dev.hexadmin.application.ratelimit.LimitingRequests;
import dev.hexadmin.application.ratelimit.RateLimitRule;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.LocaleChoice;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.panel.frame.Flash;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Handler;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.templates.pages.Jteusers_api_keysGenerated;
import dev.hexadmin.http.templates.pages.Jteusers_backup_codesGenerated;
import dev.hexadmin.http.templates.pages.Jteusers_emailGenerated;
import dev.hexadmin.http.templates.pages.Jteusers_passwordGenerated;
import dev.hexadmin.http.templates.pages.Jteusers_profileGenerated;
import dev.hexadmin.http.templates.pages.Jteusers_second_factorGenerated;
import dev.hexadmin.http.templates.pages.Jteusers_sessionsGenerated;
import dev.hexadmin.http.texts.Localization;
import dev.hexadmin.http.texts.Localized;
import io.helidon.http.Method;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/** The pages of the user's own account. Thread-safe. */
public final class ProfilePages {
    private static final String NEVER = "never";
    private static final long LONGEST_DAYS = 3_660;

    private final Panel panel;
    private final Ports ports;
    private final InstantSource clock;
    private final String base;

    /** The driving ports of the pages. */
    public record Ports(
            SigningIn signingIn,
            ManagingUsers users,
            OwnAccounts accounts,
            KeepingSessions sessions,
            ManagingApiKeys keys,
            LimitingRequests limiting) {}

    public ProfilePages(Panel panel, Ports ports, InstantSource clock) {
        this.panel = panel;
        this.ports = ports;
        this.clock = clock;
        this.base = panel.places().admin() + "/profile";
    }

    /** The user's own profile. */
    public record Profile(Frame frame, Mistakes mistakes, Account account, RightsTable rights) {}

    /**
     * The user's account.
     *
     * @param fullName as typed, or as it is
     * @param managedBy the identity source where name and password are changed, or {@code ""}
     * @param language the tag of the chosen language, or {@code ""}
     * @param zone the name of the chosen zone, or {@code ""}
     */
    public record Account(
            String email,
            String fullName,
            String roles,
            Moment createdAt,
            Moment lastLogin,
            String managedBy,
            String language,
            String zone) {}

    /**
     * The form for a new password: it never contains the typed values.
     *
     * @param keptBy the identity source where it is changed, or {@code ""}
     */
    public record Password(Frame frame, Mistakes mistakes, String email, String keptBy) {}

    /**
     * The form for a new e-mail address.
     *
     * @param typed as typed before
     * @param keptBy the identity source where it is changed, or {@code ""}
     * @param confirms whether a new address is confirmed by a link
     */
    public record Email(
            Frame frame,
            Mistakes mistakes,
            String email,
            String typed,
            String keptBy,
            boolean confirms,
            Optional<NewAddress> pending) {}

    /** An address that is not confirmed yet. */
    public record NewAddress(String email, Moment until) {}

    /**
     * The second factor.
     *
     * @param begun to be confirmed
     * @param password whether that needs the password
     */
    public record SecondFactor(
            Frame frame, Mistakes mistakes, boolean on, int backupCodes, Optional<Begun> begun, boolean password) {}

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

    /**
     * Backup codes, shown once.
     *
     * @param notice what has happened
     * @param next the page that follows
     */
    public record BackupCodes(Frame frame, String notice, String next, List<String> codes) {
        @Override
        public String toString() {
            return "BackupCodes[***]";
        }
    }

    /** Where one is signed in. */
    public record Sessions(Frame frame, List<SessionLine> open) {}

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
                route(Method.GET, "", request -> profile(request, Mistakes.NONE, Optional.empty())),
                route(Method.POST, "", this::rename),
                route(Method.POST, "/locale", this::choose),
                route(Method.GET, "/password", request -> password(request, Mistakes.NONE)),
                route(Method.POST, "/password", this::changePassword),
                route(Method.GET, "/email", request -> email(request, Mistakes.NONE)),
                route(Method.POST, "/email", this::changeEmail),
                route(Method.GET, "/2fa", request -> secondFactor(request, Mistakes.NONE)),
                route(Method.POST, "/2fa/begin", this::begin),
                route(Method.POST, "/2fa/confirm", this::confirm),
                route(Method.POST, "/2fa/remove", this::remove),
                route(Method.GET, "/sessions", this::sessions),
                route(Method.POST, "/sessions/end-others", this::endOthers),
                route(Method.POST, "/sessions/{id}/end", this::end),
                route(Method.GET, "/api-keys", request -> keys(request, Mistakes.NONE, Optional.empty())),
                route(Method.POST, "/api-keys", this::createKey),
                route(Method.POST, "/api-keys/{id}/revoke", this::revokeKey));
    }

    private Route route(Method method, String path, Handler handler) {
        return new Route(method, base + path, Policy.PERSON, Route.Media.HTML, handler);
    }

    private Frame frame(RequestContext request, String title) {
        return panel.frame(request, title, new Frame.Crumb(text("Profile"), base));
    }

    private Response profile(RequestContext request, Mistakes mistakes, Optional<String> typed) {
        Actor.SignedIn actor = request.signedIn();
        SigningIn.Profile own = ports.signingIn().profile(actor);
        return mistakes.on(panel.page(
                request,
                mistakes.status(),
                Jteusers_profileGenerated::render,
                new Profile(
                        panel.frame(request, text("Profile")),
                        mistakes,
                        new Account(
                                own.email().value(),
                                typed.orElse(own.fullName()),
                                own.access().roles().isEmpty()
                                        ? text("none")
                                        : String.join(", ", own.access().roles()),
                                Moment.of(own.createdAt()),
                                Moment.of(own.lastLogin(), text("never")),
                                own.source().orElse(""),
                                own.locale().language().map(Language::tag).orElse(""),
                                own.locale().zone().map(ZoneId::getId).orElse("")),
                        RightsTable.of(ports.users().rightsOf(actor, actor.id())))));
    }

    private Response rename(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        Form form = request.form();
        String fullName = form.textOrEmpty("full_name");
        if (form.has(Form.RESUMED)) {
            return profile(request, Mistakes.NONE, Optional.of(fullName));
        }
        try {
            ports.users().rename(actor, fullName);
        } catch (RequestRejectedException refused) {
            return profile(request, Mistakes.of(refused), Optional.of(fullName));
        }
        return panel.redirect(request, base, Flash.success(text("Your name is saved.")));
    }

    private Response choose(RequestContext request) {
        String language = request.form().textOrEmpty("language");
        String zone = request.form().textOrEmpty("time_zone");
        LocaleChoice choice = LocaleChoice.of(filled(language), filled(zone));
        if (choice.language().isEmpty() && !language.isEmpty()) {
            return profile(
                    request, Mistakes.at("language", text("There are no texts in this language.")), Optional.empty());
        }
        if (choice.zone().isEmpty() && !zone.isEmpty()) {
            return profile(request, Mistakes.at("time_zone", text("This is no time zone.")), Optional.empty());
        }
        ports.users().choose(request.signedIn(), choice);
        Flash saved = choice.language()
                .map(chosen -> new Localization(
                        chosen, ZoneOffset.UTC, Localized.current().texts()))
                .map(next -> Localized.where(() -> next, ProfilePages::localeSaved))
                .orElseGet(ProfilePages::localeSaved);
        return panel.redirect(request, base, saved).with("Set-Cookie", Panel.languageCookie(request, language));
    }

    private static Flash localeSaved() {
        return Flash.success(text("Your language and time zone are saved."));
    }

    private static Optional<String> filled(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    private Response password(RequestContext request, Mistakes mistakes) {
        SigningIn.Profile own = ports.signingIn().profile(request.signedIn());
        return mistakes.on(panel.page(
                request,
                mistakes.status(),
                Jteusers_passwordGenerated::render,
                new Password(
                        frame(request, text("Password")),
                        mistakes,
                        own.email().value(),
                        own.source().orElse(""))));
    }

    private Response changePassword(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        Form form = request.form();
        String wanted = form.textOrEmpty("password");
        if (!wanted.equals(form.textOrEmpty("repeated"))) {
            return password(request, Mistakes.at("repeated", text("This is not the same as above.")));
        }
        try {
            ports.limiting().countWrongPasswords(actor, () -> {
                ports.users().changeOwnPassword(actor, form.textOrEmpty("current_password"), wanted, false);
                return wanted;
            });
        } catch (RequestRejectedException refused) {
            return password(request, Mistakes.of(refused));
        }
        return panel.redirect(
                request,
                panel.places().admin() + "/login",
                Flash.success(text(
                        "Your password is changed, and you are signed out everywhere. Sign in with the new one.")));
    }

    private Response email(RequestContext request, Mistakes mistakes) {
        Actor.SignedIn actor = request.signedIn();
        SigningIn.Profile own = ports.signingIn().profile(actor);
        ChangingAddresses changing = ports.accounts().changing();
        return mistakes.on(panel.page(
                request,
                mistakes.status(),
                Jteusers_emailGenerated::render,
                new Email(
                        frame(request, text("E-mail address")),
                        mistakes,
                        own.email().value(),
                        mistakes.any() ? request.form().textOrEmpty("email") : "",
                        own.source().orElse(""),
                        changing.confirms(),
                        changing.pending(actor)
                                .map(pending ->
                                        new NewAddress(pending.email().value(), Moment.of(pending.expiresAt()))))));
    }

    private Response changeEmail(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        Form form = request.form();
        boolean changed;
        try {
            ports.limiting()
                    .count(
                            RateLimitRule.MAILED_LINKS,
                            LimitingRequests.key(request.origin().address()));
            changed = ports.limiting()
                    .countWrongPasswords(
                            actor,
                            () -> ports.accounts()
                                    .changing()
                                    .request(
                                            actor,
                                            form.textOrEmpty("email"),
                                            form.textOrEmpty("current_password"),
                                            Localized.current().language(),
                                            false));
        } catch (RequestRejectedException refused) {
            return email(request, Mistakes.of(refused));
        }
        return panel.redirect(
                request,
                base + "/email",
                changed
                        ? Flash.success(text("Your e-mail address is changed."))
                        : new Flash(
                                Flash.Kind.INFO,
                                text("A link was sent to the new address. It takes effect when you open the link.")));
    }

    private Response secondFactor(RequestContext request, Mistakes mistakes) {
        Actor.SignedIn actor = request.signedIn();
        return mistakes.on(panel.page(
                request,
                mistakes.status(),
                Jteusers_second_factorGenerated::render,
                new SecondFactor(
                        frame(request, text("Second factor")),
                        mistakes,
                        ports.accounts().secondFactor().on(actor),
                        ports.accounts().secondFactor().backupCodesLeft(actor),
                        ports.accounts().secondFactor().begun(actor).map(Begun::of),
                        ports.accounts().secondFactor().asksForPassword(actor))));
    }

    private Response begin(RequestContext request) {
        try {
            ports.accounts().secondFactor().begin(request.signedIn());
        } catch (RequestRejectedException refused) {
            return secondFactor(request, Mistakes.of(refused));
        }
        return panel.redirect(base + "/2fa");
    }

    private Response confirm(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        String password = request.form().textOrEmpty("current_password");
        List<String> codes;
        try {
            codes = ports.limiting()
                    .countWrongPasswords(
                            actor, () -> ports.accounts().secondFactor().confirm(actor, password, code(request)));
        } catch (RequestRejectedException refused) {
            return secondFactor(request, Mistakes.of(refused));
        }
        return panel.page(
                request,
                200,
                Jteusers_backup_codesGenerated::render,
                new BackupCodes(
                        frame(request, text("Backup codes")),
                        text("The second factor is on: the next sign-in asks for a code."),
                        base + "/2fa",
                        codes));
    }

    private Response remove(RequestContext request) {
        try {
            ports.accounts().secondFactor().remove(request.signedIn(), code(request));
        } catch (RequestRejectedException refused) {
            return secondFactor(request, Mistakes.of(refused));
        }
        return panel.redirect(request, base + "/2fa", Flash.success(text("The second factor is off.")));
    }

    private static String code(RequestContext request) {
        return request.form().textOrEmpty("code");
    }

    private Response sessions(RequestContext request) {
        String current = current(request);
        List<SessionLine> open = ports.sessions().list(request.signedIn()).stream()
                .map(session -> SessionLine.of(session, current))
                .toList();
        return panel.page(
                request, 200, Jteusers_sessionsGenerated::render, new Sessions(frame(request, text("Sessions")), open));
    }

    private static String current(RequestContext request) {
        return request.session().map(Session::id).orElse("");
    }

    private Response endOthers(RequestContext request) {
        int ended = ports.sessions().endOthers(request.signedIn(), current(request));
        return panel.redirect(
                request,
                base + "/sessions",
                Flash.success(text(
                        "{count, plural, =0 {There was no other session; access tokens of programs are no longer good.}"
                                + " =1 {The other session has ended.} other {# other sessions have ended.}}",
                        "count",
                        ended)));
    }

    private Response end(RequestContext request) {
        String id = request.variable("id");
        boolean own = id.equals(current(request));
        try {
            ports.sessions().end(request.signedIn(), id);
        } catch (RequestRejectedException refused) {
            if (refused.category() != RequestRejectedException.Category.NOT_FOUND) {
                throw refused;
            }
            return panel.redirect(
                    request, base + "/sessions", new Flash(Flash.Kind.INFO, text("This session was over.")));
        }
        return own
                ? panel.redirect(
                        request,
                        panel.places().admin() + "/login",
                        new Flash(Flash.Kind.INFO, text("You are signed out.")))
                : panel.redirect(request, base + "/sessions", Flash.success(text("The session has ended.")));
    }

    private Response keys(RequestContext request, Mistakes mistakes, Optional<String> made) {
        Actor.SignedIn actor = request.signedIn();
        Form form = request.form();
        boolean again = mistakes.any();
        return mistakes.on(panel.page(
                request,
                mistakes.status(),
                Jteusers_api_keysGenerated::render,
                new ApiKeys(
                        frame(request, text("API keys")),
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

    private Response createKey(RequestContext request) {
        Form form = request.form();
        Optional<Long> role = number(form.textOrEmpty("role"));
        String expires = form.textOrEmpty("expires");
        Optional<Long> days = number(expires).filter(number -> number > 0 && number <= LONGEST_DAYS);
        if (role.isEmpty()) {
            return keys(request, Mistakes.at("role", text("Choose a role.")), Optional.empty());
        }
        if (days.isEmpty() && !expires.equals(NEVER)) {
            return keys(request, Mistakes.at("expires_at", text("Choose how long it is good.")), Optional.empty());
        }
        Optional<Instant> expiresAt = days.map(number -> clock.instant().plus(Duration.ofDays(number)));
        try {
            ManagingApiKeys.Created created = ports.keys()
                    .create(
                            request.signedIn(),
                            new ManagingApiKeys.Draft(form.textOrEmpty("name"), role.get(), expiresAt));
            return keys(request, Mistakes.NONE, Optional.of(created.text()));
        } catch (RequestRejectedException refused) {
            return keys(request, Mistakes.of(refused), Optional.empty());
        }
    }

    private static Optional<Long> number(String text) {
        return text.matches("[0-9]{1,18}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
    }

    private Response revokeKey(RequestContext request) {
        long id = number(request.variable("id"))
                .orElseThrow(() -> RequestRejectedException.notFound(Message.of("There is no such API key.")));
        ports.keys().revoke(request.signedIn(), id, false);
        return panel.redirect(request, base + "/api-keys", Flash.success(text("The API key is no longer good.")));
    }
}
