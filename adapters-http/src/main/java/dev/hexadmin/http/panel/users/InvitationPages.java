package dev.hexadmin.http.panel.users;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.identity.IdentityAssembly.OwnAccounts;
import dev.hexadmin.application.identity.InvitingUsers;
import dev.hexadmin.application.identity.InvitingUsers.Draft;
import dev.hexadmin.application.identity.InvitingUsers.Invitation;
import dev.hexadmin.application.identity.InvitingUsers.Listing;
import dev.hexadmin.application.identity.InvitingUsers.Role;
import dev.hexadmin.application.identity.InvitingUsers.State;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.http.panel.frame.Flash;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Handler;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.templates.pages.Jteusers_invitationsGenerated;
import dev.hexadmin.http.templates.pages.Jteusers_inviteGenerated;
import dev.hexadmin.http.texts.Localized;
import io.helidon.http.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The list of invitations, and the form that invites a user. Thread-safe. */
public final class InvitationPages {
    private static final int PER_PAGE = 50;

    private final Panel panel;
    private final OwnAccounts accounts;
    private final InvitingUsers inviting;
    private final String users;
    private final String base;

    public InvitationPages(Panel panel, OwnAccounts accounts) {
        this.panel = panel;
        this.accounts = accounts;
        this.inviting = accounts.inviting();
        this.users = panel.places().admin() + "/users";
        this.base = users + "/invitations";
    }

    /**
     * The list.
     *
     * @param available whether invitations can be sent
     */
    public record Invitations(
            Frame frame, UserTabs tabs, boolean available, List<InvitationLine> lines, Paging paging) {}

    /** An invitation. */
    public record InvitationLine(
            long id,
            String email,
            String fullName,
            String roles,
            String invitedBy,
            Moment sentAt,
            Moment expiresAt,
            State state) {
        static InvitationLine of(Invitation invitation) {
            return new InvitationLine(
                    invitation.id(),
                    invitation.email().value(),
                    invitation.fullName(),
                    invitation.roles().stream().map(Role::name).collect(Collectors.joining(", ")),
                    invitation.invitedBy().map(EmailAddress::value).orElse(""),
                    Moment.of(invitation.sentAt()),
                    Moment.of(invitation.expiresAt()),
                    invitation.state());
        }

        /** Whether it can be sent again and withdrawn. */
        public boolean open() {
            return state == State.PENDING || state == State.EXPIRED;
        }
    }

    /**
     * The form.
     *
     * @param roles to choose from
     */
    public record Inviting(
            Frame frame,
            Mistakes mistakes,
            boolean available,
            String email,
            String fullName,
            List<UserPages.Choice> roles) {}

    public List<Route> routes() {
        return List.of(
                route(Method.GET, "", this::list),
                route(Method.GET, "/create", request -> form(request, Mistakes.NONE)),
                route(Method.POST, "/create", this::invite),
                route(Method.POST, "/{id}/send", this::sendAgain),
                route(Method.POST, "/{id}/withdraw", this::withdraw));
    }

    private Route route(Method method, String path, Handler handler) {
        return new Route(method, base + path, Policy.RIGHTS, Route.Media.HTML, handler);
    }

    private Response list(RequestContext request) {
        int page = Paging.page(request);
        Listing listing = inviting.list(request.signedIn(), page, PER_PAGE);
        return panel.page(
                request,
                200,
                Jteusers_invitationsGenerated::render,
                new Invitations(
                        panel.frame(request, text("Invitations"), new Frame.Crumb(text("Users"), users + "/")),
                        UserTabs.of(panel, accounts, request.actor(), "invitations"),
                        inviting.available(),
                        listing.items().stream().map(InvitationLine::of).toList(),
                        Paging.of(base, Map.of(), page, PER_PAGE, listing.total())));
    }

    private Response form(RequestContext request, Mistakes mistakes) {
        if (!inviting.may(request.actor())) {
            throw RequestRejectedException.missingRight(Action.CREATE, "admin_users");
        }
        Form form = request.form();
        boolean again = mistakes.any() || form.has(Form.RESUMED);
        Set<String> chosen = again ? Set.copyOf(form.all("roles")) : Set.of();
        return mistakes.on(panel.page(
                request,
                mistakes.status(),
                Jteusers_inviteGenerated::render,
                new Inviting(
                        panel.frame(
                                request,
                                text("Invite a user"),
                                new Frame.Crumb(text("Users"), users + "/"),
                                new Frame.Crumb(text("Invitations"), base)),
                        mistakes,
                        inviting.available(),
                        again ? form.textOrEmpty("email") : "",
                        again ? form.textOrEmpty("full_name") : "",
                        inviting.possibleRoles(request.signedIn()).stream()
                                .map(role -> new UserPages.Choice(
                                        role.id(), role.name(), chosen.contains(Long.toString(role.id())), true))
                                .toList())));
    }

    private Response invite(RequestContext request) {
        Form form = request.form();
        if (form.has(Form.RESUMED)) {
            return form(request, Mistakes.NONE);
        }
        List<Long> roles = form.all("roles").stream()
                .filter(id -> id.matches("[0-9]{1,18}"))
                .map(Long::valueOf)
                .toList();
        try {
            inviting.invite(
                    request.signedIn(),
                    new Draft(
                            form.textOrEmpty("email"),
                            form.textOrEmpty("full_name"),
                            roles,
                            Localized.current().language()),
                    false);
        } catch (RequestRejectedException refused) {
            return form(request, Mistakes.of(refused));
        }
        return panel.redirect(request, base, Flash.success(text("The invitation was sent.")));
    }

    private Response sendAgain(RequestContext request) {
        return done(
                request,
                text("The invitation was sent again. The link before is no longer valid."),
                () -> inviting.sendAgain(
                        request.signedIn(), id(request), Localized.current().language(), false));
    }

    private Response withdraw(RequestContext request) {
        return done(
                request,
                text("The invitation is withdrawn."),
                () -> inviting.withdraw(request.signedIn(), id(request), false));
    }

    private Response done(RequestContext request, String success, Runnable work) {
        try {
            work.run();
        } catch (RequestRejectedException refused) {
            return panel.redirect(
                    request, base, Flash.error(Mistakes.of(refused).notice()));
        }
        return panel.redirect(request, base, Flash.success(success));
    }

    /** The id in the path; 0, which no invitation has, when it is not valid. */
    private static long id(RequestContext request) {
        String id = request.variable("id");
        return id.matches("[0-9]{1,18}") ? Long.parseLong(id) : 0;
    }
}
