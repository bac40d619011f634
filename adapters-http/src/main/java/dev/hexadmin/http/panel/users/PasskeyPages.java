package dev.hexadmin.http.panel.users;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.identity.ManagingPasskeys;
import dev.hexadmin.application.identity.ManagingPasskeys.Added;
import dev.hexadmin.application.identity.ManagingPasskeys.Registration;
import dev.hexadmin.application.identity.SigningIn;
import dev.hexadmin.application.ratelimit.LimitingRequests;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.BrowserName;
import dev.hexadmin.domain.identity.RelyingParty;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.api.identity.PasskeyCreationResponse;
import dev.hexadmin.http.panel.frame.Flash;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.server.json.JsonResponse;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Handler;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.templates.pages.Jteusers_backup_codesGenerated;
import dev.hexadmin.http.templates.pages.Jteusers_passkeyGenerated;
import dev.hexadmin.http.templates.pages.Jteusers_passkey_createGenerated;
import dev.hexadmin.http.templates.pages.Jteusers_passkeysGenerated;
import dev.hexadmin.http.texts.Localized;
import dev.hexadmin.http.webauthn.RelyingParties;
import io.helidon.http.Method;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The pages of the user's own passkeys. Thread-safe. */
public final class PasskeyPages {
    private final Panel panel;
    private final SigningIn signingIn;
    private final ManagingPasskeys passkeys;
    private final RelyingParties parties;
    private final LimitingRequests limiting;
    private final String base;

    public PasskeyPages(
            Panel panel,
            SigningIn signingIn,
            ManagingPasskeys passkeys,
            RelyingParties parties,
            LimitingRequests limiting) {
        this.panel = panel;
        this.signingIn = signingIn;
        this.passkeys = passkeys;
        this.parties = parties;
        this.limiting = limiting;
        this.base = panel.places().admin() + "/profile/passkeys";
    }

    /**
     * The list, with the form for a new one.
     *
     * @param name as typed, or one that says which device this is
     * @param here whether passkeys can be used at this address
     * @param managedBy the identity source where the user signs in, or {@code ""}
     */
    public record Passkeys(
            Frame frame,
            Mistakes mistakes,
            List<PasskeyLine> lines,
            String name,
            boolean here,
            String managedBy,
            int backupCodes) {}

    /**
     * The page on which the browser creates a passkey.
     *
     * @param creation what the browser needs, as JSON
     */
    public record Creating(Frame frame, Mistakes mistakes, String name, String ticket, String creation) {
        @Override
        public String toString() {
            return "Creating[" + name + "]";
        }
    }

    /**
     * One passkey.
     *
     * @param name as typed, or as it is
     */
    public record One(Frame frame, Mistakes mistakes, PasskeyLine line, String name) {}

    public List<Route> routes() {
        return List.of(
                route(Method.GET, "", request -> list(request, Mistakes.NONE)),
                route(Method.POST, "/begin", this::begin),
                route(Method.POST, "", this::add),
                route(Method.GET, "/{id}", request -> one(request, Mistakes.NONE)),
                route(Method.POST, "/{id}/rename", this::rename),
                route(Method.POST, "/{id}/remove", this::remove));
    }

    private Route route(Method method, String path, Handler handler) {
        return new Route(method, base + path, Policy.PERSON, Route.Media.HTML, handler);
    }

    private Frame frame(RequestContext request, String title, Frame.Crumb... more) {
        Frame.Crumb profile = new Frame.Crumb(text("Profile"), panel.places().admin() + "/profile");
        return more.length == 0 ? panel.frame(request, title, profile) : panel.frame(request, title, profile, more[0]);
    }

    private Frame.Crumb crumb() {
        return new Frame.Crumb(text("Passkeys"), base);
    }

    private Response list(RequestContext request, Mistakes mistakes) {
        Actor.SignedIn actor = request.signedIn();
        return mistakes.on(panel.page(
                request,
                mistakes.status(),
                Jteusers_passkeysGenerated::render,
                new Passkeys(
                        frame(request, text("Passkeys")),
                        mistakes,
                        passkeys.list(actor).stream().map(PasskeyLine::of).toList(),
                        mistakes.any()
                                ? request.form().textOrEmpty("name")
                                : text(BrowserName.of(
                                        request.header("User-Agent").orElse(""))),
                        parties.of(request).isPresent(),
                        signingIn.profile(actor).source().orElse(""),
                        passkeys.backupCodesLeft(actor))));
    }

    private Response begin(RequestContext request) {
        Form form = request.form();
        RelyingParty party = parties.require(request);
        try {
            Registration registration = limiting.countWrongPasswords(
                    request.signedIn(), () -> passkeys.begin(request.signedIn(), form.textOrEmpty("current_password")));
            return creating(
                    request,
                    Mistakes.NONE,
                    registration.ticket(),
                    new String(
                            JsonResponse.bytes(PasskeyCreationResponse.of(registration, party)),
                            StandardCharsets.UTF_8));
        } catch (RequestRejectedException refused) {
            return list(request, Mistakes.of(refused));
        }
    }

    private Response creating(RequestContext request, Mistakes mistakes, String ticket, String creation) {
        return mistakes.on(panel.page(
                request,
                mistakes.status(),
                Jteusers_passkey_createGenerated::render,
                new Creating(
                        frame(request, text("Add a passkey"), crumb()),
                        mistakes,
                        request.form().textOrEmpty("name"),
                        ticket,
                        creation)));
    }

    private Response add(RequestContext request) {
        Form form = request.form();
        Added added;
        try {
            added = passkeys.add(
                    request.signedIn(),
                    parties.require(request),
                    new ManagingPasskeys.New(
                            form.textOrEmpty("ticket"), form.textOrEmpty("name"), form.textOrEmpty("credential")),
                    Localized.current().language());
        } catch (RequestRejectedException refused) {
            return list(request, Mistakes.of(refused));
        }
        String notice = text("The passkey is added: you can sign in with it now.");
        return added.backupCodes().isEmpty()
                ? panel.redirect(request, base, Flash.success(notice))
                : panel.page(
                        request,
                        200,
                        Jteusers_backup_codesGenerated::render,
                        new ProfilePages.BackupCodes(
                                frame(request, text("Backup codes"), crumb()), notice, base, added.backupCodes()));
    }

    private Response one(RequestContext request, Mistakes mistakes) {
        PasskeyLine line = passkeys.list(request.signedIn()).stream()
                .filter(passkey -> Long.toString(passkey.id()).equals(request.variable("id")))
                .findFirst()
                .map(PasskeyLine::of)
                .orElseThrow(() -> RequestRejectedException.notFound(Message.of("There is no such passkey.")));
        return mistakes.on(panel.page(
                request,
                mistakes.status(),
                Jteusers_passkeyGenerated::render,
                new One(
                        frame(request, line.name(), crumb()),
                        mistakes,
                        line,
                        mistakes.at("/name").isEmpty()
                                ? line.name()
                                : request.form().textOrEmpty("name"))));
    }

    private Response rename(RequestContext request) {
        try {
            passkeys.rename(request.signedIn(), id(request), request.form().textOrEmpty("name"), false);
        } catch (RequestRejectedException refused) {
            return one(request, Mistakes.of(refused));
        }
        return panel.redirect(request, base, Flash.success(text("The passkey is renamed.")));
    }

    private Response remove(RequestContext request) {
        String password = request.form().textOrEmpty("current_password");
        try {
            limiting.countWrongPasswords(request.signedIn(), () -> {
                passkeys.remove(
                        request.signedIn(),
                        id(request),
                        password,
                        Localized.current().language(),
                        false);
                return password;
            });
        } catch (RequestRejectedException refused) {
            return one(request, Mistakes.of(refused));
        }
        return panel.redirect(request, base, Flash.success(text("The passkey is removed.")));
    }

    /** The id in the path; 0, which no passkey has, when it is not valid. */
    private static long id(RequestContext request) {
        try {
            return Long.parseLong(request.variable("id"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
