package dev.hexadmin.http.panel.users;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.ManagingRoles;
import dev.hexadmin.application.identity.IdentityAssembly.OwnAccounts;
import dev.hexadmin.application.identity.ManagingApiKeys;
import dev.hexadmin.application.identity.ManagingUsers;
import dev.hexadmin.application.identity.SigningInWithProvider;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.application.records.EditingRecords;
import dev.hexadmin.application.records.EditingRecords.Consequences;
import dev.hexadmin.application.records.EditingRecords.Others;
import dev.hexadmin.application.records.EditingRecords.Precondition;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.panel.frame.Flash;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.PageBody;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.panel.lists.ListAdditions;
import dev.hexadmin.http.panel.records.RecordCounts;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Handler;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.templates.pages.Jteusers_userGenerated;
import dev.hexadmin.http.templates.pages.Jteusers_user_deleteGenerated;
import dev.hexadmin.http.templates.parts.Jteusers_invite_linkGenerated;
import dev.hexadmin.http.templates.parts.Jteusers_pagesGenerated;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All that is done to one account; the list of accounts is that of every model. Thread-safe.
 *
 * <p>They are the records of {@code admin_users}, written by the same service as everywhere, so every rule of them holds.
 * A field that the caller may not see or write is not on the page.
 */
public final class UserPages {
    private final Panel panel;
    private final Ports ports;
    private final RecordCounts counts;
    private final UserRecords users;
    private final UserEditing editing;
    private final Model model;
    private final String base;

    /** The conversations behind the pages. */
    public record Ports(
            BrowsingRecords browsing,
            EditingRecords editing,
            ManagingUsers users,
            ManagingRoles roles,
            ManagingApiKeys keys,
            SigningInWithProvider providers,
            OwnAccounts accounts) {}

    /** @param counts of the lists */
    public UserPages(Panel panel, Ports ports, RecordCounts counts) {
        this.panel = panel;
        this.ports = ports;
        this.counts = counts;
        this.users = new UserRecords(panel, ports);
        this.editing = new UserEditing(panel, ports, users, counts);
        this.model = users.model();
        this.base = users.base();
    }

    /**
     * A role to choose.
     *
     * @param possible whether the caller may assign it
     */
    public record Choice(long id, String name, boolean chosen, boolean possible) {}

    /** The page of one account. */
    public record UserPage(
            Frame frame,
            UserLine line,
            boolean self,
            boolean mayEdit,
            boolean mayDelete,
            SignInSteps signIn,
            RightsTable rights,
            List<KeyLine> keys) {}

    /**
     * What a user signs in with beside a password.
     *
     * @param totp whether codes of an authenticator are required
     */
    public record SignInSteps(boolean totp, List<PasskeyLine> passkeys) {}

    /**
     * The form.
     *
     * @param roles to choose from
     */
    public record Editing(
            Frame frame,
            Mistakes mistakes,
            Target target,
            Stored stored,
            Writable writable,
            UserForm form,
            List<Choice> roles) {
        public boolean has(String field) {
            return writable.fields().contains(field);
        }

        public String now(String field) {
            return stored.now().getOrDefault(field, "");
        }
    }

    /** Where the form is sent, and where it leads back to. */
    public record Target(String action, String back, boolean create) {}

    /**
     * The stored values when the form was filled in.
     *
     * @param now the current values of the fields that another user has changed meanwhile, too
     */
    public record Stored(String version, String seen, Map<String, String> now) {
        static final Stored NOTHING = new Stored("", "", Map.of());

        static Stored of(Form form) {
            return new Stored(form.textOrEmpty("version"), form.textOrEmpty("seen"), Map.of());
        }
    }

    /**
     * What the caller may write.
     *
     * @param keptBy the identity source that manages the other fields, or {@code ""}
     * @param ownPassword the page where users change their own password and address, or {@code ""}
     * @param needsPassword whether a new user needs a password: there is no identity provider to sign in with
     */
    public record Writable(Set<String> fields, String keptBy, String ownPassword, boolean needsPassword) {}

    /** The question before a delete. */
    public record Deleting(
            Frame frame, Mistakes mistakes, String id, String email, List<String> along, String refusal) {}

    public List<Route> routes() {
        return List.of(
                route(Method.GET, "/create", editing::createForm),
                route(Method.POST, "/create", editing::create),
                route(Method.GET, "/{id}", this::show),
                route(Method.GET, "/{id}/edit", editing::editForm),
                route(Method.POST, "/{id}/edit", editing::edit),
                route(Method.GET, "/{id}/delete", request -> deleteForm(request, Mistakes.NONE)),
                route(Method.POST, "/{id}/delete", this::delete),
                person("/{id}/remove-2fa", this::removeSecondFactor),
                person("/{id}/remove-passkeys", this::removePasskeys),
                person("/{id}/end-sessions", this::endSessions),
                person("/{id}/api-keys/{key}/revoke", this::revokeKey));
    }

    /** {@code admin_users}. */
    public Model model() {
        return model;
    }

    /** What the list has in addition to other lists. */
    public ListAdditions listAdditions() {
        return new ListAdditions(
                actor -> Panel.content(
                        Jteusers_pagesGenerated::render, UserTabs.of(panel, ports.accounts(), actor, "users")),
                actor -> ports.accounts().inviting().may(actor)
                        ? Panel.content(Jteusers_invite_linkGenerated::render, base)
                        : PageBody.NOTHING);
    }

    /** What is about the user's account itself. */
    private Route person(String path, Handler handler) {
        return new Route(Method.POST, base + path, Policy.PERSON, Route.Media.HTML, handler);
    }

    private Route route(Method method, String path, Handler handler) {
        return new Route(method, base + path, Policy.RIGHTS, Route.Media.HTML, handler);
    }

    private Response show(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        UserId user = UserRecords.user(request);
        UserLine line = UserLine.of(users.read(actor, user).row());
        boolean mayEdit = ports.browsing().reaches(actor, model, user.toString(), Action.EDIT);
        boolean self = actor.id().equals(user);
        return panel.uncached(
                request,
                200,
                Jteusers_userGenerated::render,
                new UserPage(
                        users.frame(request, UserRecords.name(line.email(), user)),
                        line,
                        self,
                        mayEdit,
                        ports.browsing().reaches(actor, model, user.toString(), Action.DELETE),
                        new SignInSteps(
                                ports.users().secondFactorOn(actor, user),
                                ports.accounts().passkeys().of(actor, user).stream()
                                        .map(PasskeyLine::of)
                                        .toList()),
                        RightsTable.of(ports.users().rightsOf(actor, user)),
                        mayEdit && actor.key().isEmpty()
                                ? ports.keys().of(actor, user).stream()
                                        .map(KeyLine::of)
                                        .toList()
                                : List.of()));
    }

    private Response deleteForm(RequestContext request, Mistakes mistakes) {
        Actor actor = request.actor();
        UserId user = UserRecords.user(request);
        Consequences consequences = ports.editing().consequences(actor, model, user.toString());
        String email = users.name(actor, user);
        List<String> along = new ArrayList<>();
        if (request.signedIn().id().equals(user)) {
            along.add(text("your own account: you are signed out at once"));
        }
        consequences.deleted().stream()
                .filter(affected -> !affected.model().equals(model))
                .forEach(affected -> along.add(text(
                        "{count} of {model}",
                        "count",
                        affected.count(),
                        "model",
                        text(affected.model().definition().labels().many()))));
        consequences
                .cleared()
                .forEach(affected -> along.add(text(
                        "the reference to it in {count} of {model}",
                        "count",
                        affected.count(),
                        "model",
                        text(affected.model().definition().labels().many()))));
        consequences
                .holding()
                .forEach(affected -> along.add(text(
                        "{count} of {model} prevent deletion",
                        "count",
                        affected.count(),
                        "model",
                        text(affected.model().definition().labels().many()))));
        Others others = consequences.others();
        long hidden = others.deleted() + others.cleared() + others.unlinked() + others.holding();
        if (hidden > 0) {
            along.add(text(
                    "{count, plural, one {# other record} other {# other records}} that you may not view",
                    "count",
                    hidden));
        }
        return mistakes.on(panel.page(
                request,
                mistakes.status(),
                Jteusers_user_deleteGenerated::render,
                new Deleting(
                        users.frame(
                                request,
                                text("Delete {record}", "record", email),
                                new Frame.Crumb(email, users.place(user))),
                        mistakes,
                        user.toString(),
                        email,
                        along,
                        consequences
                                .refusal()
                                .map(refusal -> text(refusal.text()))
                                .orElse(""))));
    }

    private Response delete(RequestContext request) {
        UserId user = UserRecords.user(request);
        try {
            ports.editing().delete(request.actor(), model, user.toString(), new Precondition.Exists(), false);
        } catch (RequestRejectedException refused) {
            return deleteForm(request, Mistakes.of(refused));
        }
        counts.drop();
        return panel.redirect(request, base + "/", Flash.success(text("The user is deleted.")));
    }

    private Response removeSecondFactor(RequestContext request) {
        UserId user = UserRecords.user(request);
        return done(
                request,
                user,
                text("The second factor is off."),
                () -> ports.users().removeSecondFactor(request.signedIn(), user));
    }

    private Response removePasskeys(RequestContext request) {
        UserId user = UserRecords.user(request);
        return done(
                request,
                user,
                text("The passkeys of the user are removed."),
                () -> ports.accounts().passkeys().removeAll(request.signedIn(), user));
    }

    private Response endSessions(RequestContext request) {
        UserId user = UserRecords.user(request);
        return done(
                request,
                user,
                text("The user is signed out everywhere."),
                () -> ports.users().endSessions(request.signedIn(), user, false));
    }

    private Response revokeKey(RequestContext request) {
        users.require(request.actor(), Action.EDIT);
        UserId user = UserRecords.user(request);
        String key = request.variable("key");
        if (!key.matches("[0-9]{1,18}")) {
            throw RequestRejectedException.notFound(Message.of("There is no such API key."));
        }
        return done(
                request,
                user,
                text("The API key is no longer good."),
                () -> ports.keys().revoke(request.signedIn(), Long.parseLong(key), false));
    }

    /** Handles a button that is not part of a form: the page of the button shows why a request was rejected. */
    private Response done(RequestContext request, UserId user, String success, Runnable work) {
        try {
            work.run();
        } catch (RequestRejectedException refused) {
            return panel.redirect(
                    request, users.place(user), Flash.error(Mistakes.of(refused).notice()));
        }
        return panel.redirect(request, users.place(user), Flash.success(success));
    }
}
