package dev.hexadmin.http.panel.users;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.AccessModels;
import dev.hexadmin.application.access.ManagingRoles;
import dev.hexadmin.application.access.ManagingRoles.Draft;
import dev.hexadmin.application.access.ManagingRoles.Listing;
import dev.hexadmin.application.access.RoleListRequest;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.access.Role;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Version;
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
import dev.hexadmin.http.templates.pages.Jteusers_roleGenerated;
import dev.hexadmin.http.templates.pages.Jteusers_role_deleteGenerated;
import dev.hexadmin.http.templates.pages.Jteusers_role_formGenerated;
import dev.hexadmin.http.templates.pages.Jteusers_rolesGenerated;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Roles: their list, and each as a matrix of models and actions. Thread-safe. */
public final class RolePages {
    private static final int FIRST_USERS = 8;
    /** The field of the button that counts the records of a row policy; its value is the model. */
    private static final String COUNT = "count";

    private final Panel panel;
    private final ManagingRoles roles;
    private final BrowsingRecords browsing;
    private final PolicyCounts counts;
    private final Model model;
    private final Model users;
    private final String base;

    public RolePages(Panel panel, ManagingRoles roles, BrowsingRecords browsing) {
        this.panel = panel;
        this.roles = roles;
        this.browsing = browsing;
        this.model = panel.models().model(AccessModels.ROLES).orElseThrow();
        this.users = panel.models().model("admin_users").orElseThrow();
        this.counts = new PolicyCounts(browsing, users);
        this.base = panel.places().admin() + "/roles";
    }

    /**
     * The list.
     *
     * @param q what was searched for
     */
    public record Roles(Frame frame, List<RoleLine> lines, String q, Paging paging, boolean mayCreate) {}

    /** A role in the list. */
    public record RoleLine(long id, String name, String description, long users) {}

    /**
     * The page of one role.
     *
     * @param may what the visitor may do
     */
    public record RolePage(
            Frame frame, RoleLine role, Moment createdAt, List<Allowed> allowed, RoleRail rail, RoleRights may) {}

    /** What the visitor may do with a role. */
    public record RoleRights(boolean edit, boolean delete) {}

    /**
     * What stands beside a role.
     *
     * @param everything whether its users pass every check
     * @param users how many users have it
     * @param allUsers the text of the link to them
     * @param first of them by address; none without the right to see them
     * @param usersHref their list; {@code ""} when {@code first} is all of them, or without the right to see them
     */
    public record RoleRail(
            boolean everything,
            RoleSummary summary,
            String users,
            String allUsers,
            List<UserLine> first,
            String usersHref) {}

    /** The permissions of a role on one model. */
    public record Allowed(String label, String actions, String policy, List<String> fields) {}

    /** The form. */
    public record Editing(
            Frame frame,
            Mistakes mistakes,
            RoleForm form,
            String action,
            String back,
            FormState state,
            RoleRail rail,
            Counted counted) {}

    /**
     * What a row policy was found to select.
     *
     * @param model its name; {@code ""} when nothing was asked
     * @param email whom it was counted for
     * @param text a sentence
     */
    public record Counted(String model, String email, String text) {
        static final Counted NOTHING = new Counted("", "", "");
    }

    /**
     * What a form was made of.
     *
     * @param version what was current when it was opened; {@code ""} for a new role
     * @param seen a fingerprint of its original content
     * @param fixed whether only name and description can be changed
     */
    public record FormState(String version, String seen, boolean fixed) {}

    /** The question before a delete. */
    public record Deleting(Frame frame, Mistakes mistakes, long id, String name, long users) {}

    public List<Route> routes() {
        return List.of(
                route(Method.GET, "", this::list),
                route(Method.GET, "/create", this::createForm),
                route(Method.POST, "/create", this::create),
                route(Method.GET, "/{id}", this::show),
                route(Method.GET, "/{id}/edit", this::editForm),
                route(Method.POST, "/{id}/edit", this::edit),
                route(Method.GET, "/{id}/delete", request -> deleteForm(request, Mistakes.NONE)),
                route(Method.POST, "/{id}/delete", this::delete));
    }

    private Route route(Method method, String path, Handler handler) {
        return new Route(method, base + path, Policy.RIGHTS, Route.Media.HTML, handler);
    }

    private boolean may(RequestContext request, Action action) {
        return request.actor().rights().allows(action, model);
    }

    private void require(RequestContext request, Action action) {
        if (!may(request, action)) {
            throw RequestRejectedException.missingRight(action, model.name());
        }
    }

    private static long id(RequestContext request) {
        String id = request.variable("id");
        if (!id.matches("[0-9]{1,18}")) {
            throw RequestRejectedException.notFound(Message.of("There is no such role."));
        }
        return Long.parseLong(id);
    }

    private Frame frame(RequestContext request, String title) {
        return panel.frame(request, title, new Frame.Crumb(text("Roles"), base + "/"));
    }

    private Frame frame(RequestContext request, String title, long id, String name) {
        return panel.frame(
                request, title, new Frame.Crumb(text("Roles"), base + "/"), new Frame.Crumb(name, base + "/" + id));
    }

    private Response list(RequestContext request) {
        Map<String, String> query = request.query();
        Listing listing = roles.list(request.actor(), RoleListRequest.of(query));
        List<RoleLine> lines = listing.roles().stream().map(RolePages::line).toList();
        return panel.uncached(
                request,
                200,
                Jteusers_rolesGenerated::render,
                new Roles(
                        panel.frame(request, text("Roles")),
                        lines,
                        query.getOrDefault("q", ""),
                        Paging.of(base + "/", query, listing.page(), listing.perPage(), listing.total()),
                        may(request, Action.CREATE)));
    }

    private static RoleLine line(Role role) {
        return new RoleLine(role.id(), role.name(), description(role), role.users());
    }

    /** That of a role of a new installation is translated as long as it is unchanged. */
    private static String description(Role role) {
        Message seeded = ManagingRoles.SEEDED_DESCRIPTIONS.get(role.name());
        return seeded != null && seeded.english().equals(role.description()) ? text(seeded) : role.description();
    }

    private Response show(RequestContext request) {
        Role role = roles.get(request.actor(), id(request));
        List<Allowed> allowed = role.rights().permissions().keySet().stream()
                .map(name -> allowed(role, name))
                .toList();
        return panel.uncached(
                request,
                200,
                Jteusers_roleGenerated::render,
                new RolePage(
                        frame(request, role.name()),
                        line(role),
                        Moment.of(role.createdAt()),
                        allowed,
                        rail(request, Draft.of(role), Optional.of(role)),
                        new RoleRights(may(request, Action.EDIT), may(request, Action.DELETE))));
    }

    private RoleRail rail(RequestContext request, Draft draft, Optional<Role> role) {
        long count = role.map(Role::users).orElse(0L);
        List<UserLine> first =
                role.map(known -> users(request.actor(), known.id())).orElse(List.of());
        return new RoleRail(
                role.map(Role::superuser).orElse(false),
                RoleSummary.of(draft, panel.models()),
                text("{count, plural, =0 {No users} one {# user} other {# users}}", "count", count),
                text("{count, plural, one {All # user} other {All # users}}", "count", count),
                first,
                !first.isEmpty() && count > first.size()
                        ? panel.places().admin() + "/users/?roles="
                                + role.map(Role::id).orElse(0L)
                        : "");
    }

    /** The first users who have a role; none for an actor who may not see both. */
    private List<UserLine> users(Actor actor, long role) {
        Rights rights = actor.rights();
        if (!rights.allows(Action.VIEW, model)
                || !rights.allows(Action.VIEW, users)
                || !rights.allows(Action.VIEW, users, users.fieldNamed("email"))
                || !rights.allows(Action.VIEW, users, users.fieldNamed("roles"))) {
            return List.of();
        }
        List<ExpandedRecords> rows = new ArrayList<>();
        browsing.list(
                actor,
                ListRequest.of(
                        users,
                        Map.of(
                                "roles",
                                Long.toString(role),
                                "fields",
                                "id,email",
                                "ordering",
                                "email",
                                "per_page",
                                Integer.toString(FIRST_USERS))),
                shape -> {
                    rows.add(new ExpandedRecords(shape));
                    return rows.getLast();
                });
        return rows.getFirst().all().stream().map(UserLine::of).toList();
    }

    private Allowed allowed(Role role, String name) {
        String label = name.equals("*")
                ? text("Every model that is not built in")
                : panel.models()
                        .model(name)
                        .map(known -> text(known.definition().labels().many()))
                        .orElse(name);
        Map<String, List<String>> fields = role.rights().fieldWords().getOrDefault(name, Map.of());
        return new Allowed(
                label,
                ActionLabel.of(role.rights().permissionWords().getOrDefault(name, List.of())),
                role.rights().policies().getOrDefault(name, ""),
                fields.entrySet().stream()
                        .map(field -> field.getKey() + ": "
                                + (field.getValue().isEmpty() ? text("hidden") : ActionLabel.of(field.getValue())))
                        .toList());
    }

    private Response createForm(RequestContext request) {
        require(request, Action.CREATE);
        return form(request, Mistakes.NONE, RoleForm.EMPTY, Optional.empty());
    }

    private Response create(RequestContext request) {
        Draft draft = RoleForm.read(request.form(), RoleForm.EMPTY, panel.models());
        if (request.form().has(Form.RESUMED) || request.form().has(COUNT)) {
            require(request, Action.CREATE);
            return form(request, Mistakes.NONE, draft, Optional.empty());
        }
        try {
            Role made = roles.create(request.actor(), () -> draft, false);
            return panel.redirect(
                    request,
                    base + "/" + made.id(),
                    Flash.success(text("The role {name} was created.", "name", made.name())));
        } catch (RequestRejectedException refused) {
            return form(request, Mistakes.of(refused), draft, Optional.empty());
        }
    }

    private Response editForm(RequestContext request) {
        require(request, Action.EDIT);
        Role role = roles.get(request.actor(), id(request));
        return form(request, Mistakes.NONE, Draft.of(role), Optional.of(role));
    }

    private Response edit(RequestContext request) {
        long id = id(request);
        Form form = request.form();
        if (form.has(Form.RESUMED) || form.has(COUNT)) {
            require(request, Action.EDIT);
            Role role = roles.get(request.actor(), id);
            return again(request, Mistakes.NONE, typed(request, Draft.of(role)), role);
        }
        try {
            return saved(
                    request,
                    id,
                    current -> typed(request, current),
                    form.text("version").filter(version -> !version.isEmpty()));
        } catch (RequestRejectedException refused) {
            Role role = roles.get(request.actor(), id);
            Draft typed = typed(request, Draft.of(role));
            if (refused.category() != RequestRejectedException.Category.PRECONDITION_FAILED) {
                return again(request, Mistakes.of(refused), typed, role);
            }
            FormFingerprint.Merge merge = FormFingerprint.merge(
                    form.textOrEmpty("seen"), RoleForm.parts(typed), RoleForm.parts(Draft.of(role)));
            Draft merged = RoleForm.draft(merge.parts());
            return merge.both().isEmpty()
                    ? saved(
                            request,
                            id,
                            current -> merged,
                            Optional.of(role.version().value()))
                    : form(
                            request,
                            new Mistakes(
                                    412,
                                    text(
                                            "Someone else changed the same parts of this role while you were editing: {parts}."
                                                    + " Saving again keeps your values of these.",
                                            "parts",
                                            merge.both().stream()
                                                    .map(this::changedByBoth)
                                                    .collect(Collectors.joining(", "))),
                                    Map.of(),
                                    List.of()),
                            merged,
                            Optional.of(role));
        }
    }

    private String changedByBoth(String part) {
        String[] names = part.split("\\.", 2);
        if (names.length == 1) {
            return names[0].equals(RoleForm.NAME) ? text("Name") : text("Description");
        }
        String model = panel.models()
                .model(names[1])
                .map(known -> text(known.definition().labels().many()))
                .orElseGet(() -> names[1].equals("*") ? text("all models") : names[1]);
        return switch (names[0]) {
            case RoleForm.PERMISSIONS -> text("Permissions on {model}", "model", model);
            case RoleForm.FIELDS -> text("Field permissions on {model}", "model", model);
            default -> text("Row policy on {model}", "model", model);
        };
    }

    private Response saved(RequestContext request, long id, UnaryOperator<Draft> change, Optional<String> version) {
        Role changed =
                roles.change(request.actor(), id, change, version.map(text -> List.of(new Version(text))), false);
        return panel.redirect(
                request, base + "/" + id, Flash.success(text("The role {name} is saved.", "name", changed.name())));
    }

    /** What was typed; of a role whose rights are fixed the form has no boxes. */
    private Draft typed(RequestContext request, Draft current) {
        Draft typed = RoleForm.read(request.form(), current, panel.models());
        return request.form().has("fixed")
                ? new Draft(
                        typed.name(),
                        typed.description(),
                        current.permissions(),
                        current.fieldPermissions(),
                        current.rowPolicies())
                : typed;
    }

    private Response form(RequestContext request, Mistakes mistakes, Draft draft, Optional<Role> role) {
        return form(
                request,
                mistakes,
                draft,
                role,
                role.map(known -> known.version().value()).orElse(""),
                role.map(known -> FormFingerprint.of(RoleForm.parts(Draft.of(known))))
                        .orElse(""));
    }

    /** The form as it was sent, with the fingerprint of its original content. */
    private Response again(RequestContext request, Mistakes mistakes, Draft typed, Role role) {
        Form form = request.form();
        return form(request, mistakes, typed, Optional.of(role), form.textOrEmpty("version"), form.textOrEmpty("seen"));
    }

    private Response form(
            RequestContext request, Mistakes mistakes, Draft draft, Optional<Role> role, String version, String seen) {
        Frame frame = role.map(known ->
                        frame(request, text("Edit {record}", "record", known.name()), known.id(), known.name()))
                .orElseGet(() -> frame(request, text("New role")));
        String own = role.map(known -> base + "/" + known.id()).orElse(base);
        return mistakes.on(panel.page(
                request,
                mistakes.status(),
                Jteusers_role_formGenerated::render,
                new Editing(
                        frame,
                        mistakes,
                        RoleForm.of(draft, panel.models()),
                        own + (role.isPresent() ? "/edit" : "/create"),
                        role.isPresent() ? own : base + "/",
                        new FormState(version, seen, role.map(Role::superuser).orElse(false)),
                        rail(request, draft, role),
                        counted(request, draft))));
    }

    private Counted counted(RequestContext request, Draft draft) {
        String asked = request.method().equals(Method.POST) ? request.form().textOrEmpty(COUNT) : "";
        return panel.models()
                .model(asked)
                .map(known -> {
                    String email = request.form().textOrEmpty("count.for").strip();
                    return new Counted(
                            known.name(),
                            email,
                            counts.of(
                                    request.signedIn(),
                                    known,
                                    draft.rowPolicies().getOrDefault(known.name(), ""),
                                    email));
                })
                .orElse(Counted.NOTHING);
    }

    private Response deleteForm(RequestContext request, Mistakes mistakes) {
        require(request, Action.DELETE);
        Role role = roles.get(request.actor(), id(request));
        return mistakes.on(panel.page(
                request,
                mistakes.status(),
                Jteusers_role_deleteGenerated::render,
                new Deleting(
                        frame(request, text("Delete {record}", "record", role.name()), role.id(), role.name()),
                        mistakes,
                        role.id(),
                        role.name(),
                        role.users())));
    }

    private Response delete(RequestContext request) {
        try {
            roles.delete(request.actor(), id(request), Optional.empty(), false);
        } catch (RequestRejectedException refused) {
            return deleteForm(request, Mistakes.of(refused));
        }
        return panel.redirect(request, base + "/", Flash.success(text("The role is deleted.")));
    }
}
