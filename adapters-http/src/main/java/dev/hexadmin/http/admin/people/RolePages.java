package dev.hexadmin.http.admin.people;

import dev.hexadmin.application.Refused;
import dev.hexadmin.application.access.AccessModels;
import dev.hexadmin.application.access.ManagingRoles;
import dev.hexadmin.application.access.ManagingRoles.Draft;
import dev.hexadmin.application.access.ManagingRoles.Listing;
import dev.hexadmin.application.access.ManagingRoles.Role;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.http.admin.frame.Flash;
import dev.hexadmin.http.admin.frame.Frame;
import dev.hexadmin.http.admin.frame.Panel;
import dev.hexadmin.http.routing.Answer;
import dev.hexadmin.http.routing.Exchange;
import dev.hexadmin.http.routing.Form;
import dev.hexadmin.http.routing.Handler;
import dev.hexadmin.http.routing.Policy;
import dev.hexadmin.http.routing.Route;
import dev.hexadmin.http.templates.pages.Jtepeople_roleGenerated;
import dev.hexadmin.http.templates.pages.Jtepeople_role_deleteGenerated;
import dev.hexadmin.http.templates.pages.Jtepeople_role_formGenerated;
import dev.hexadmin.http.templates.pages.Jtepeople_rolesGenerated;
import io.helidon.http.Method;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Roles: their list, and each as a matrix of models and actions. Thread-safe. */
public final class RolePages {
    private final Panel panel;
    private final ManagingRoles roles;
    private final Model model;
    private final String base;

    public RolePages(Panel panel, ManagingRoles roles) {
        this.panel = panel;
        this.roles = roles;
        this.model = panel.models().model(AccessModels.ROLES).orElseThrow();
        this.base = panel.places().admin() + "/roles";
    }

    /**
     * The list.
     *
     * @param q what was searched for
     */
    public record Roles(Frame frame, List<Line> lines, String q, Paging paging, boolean mayCreate) {}

    /** A role in the list. */
    public record Line(long id, String name, String description, long users) {}

    /**
     * One role, to look at.
     *
     * @param everything whether its users pass every check
     */
    public record Shown(
            Frame frame,
            long id,
            String name,
            String description,
            long users,
            Moment createdAt,
            boolean everything,
            List<Allowed> allowed,
            boolean mayEdit,
            boolean mayDelete,
            boolean maySeeUsers) {}

    /** What a role says about one model. */
    public record Allowed(String label, String actions, String policy, List<String> fields) {}

    /**
     * The form.
     *
     * @param version what was current when it was opened; {@code ""} for a new role
     * @param fixed whether only name and description can be changed
     */
    public record Editing(
            Frame frame,
            Mistakes mistakes,
            RoleForm form,
            String action,
            String back,
            String version,
            String seen,
            boolean fixed) {}

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
                route(Method.GET, "/{id}/delete", exchange -> deleteForm(exchange, Mistakes.NONE)),
                route(Method.POST, "/{id}/delete", this::delete));
    }

    private Route route(Method method, String path, Handler handler) {
        return new Route(method, base + path, Policy.RIGHTS, Route.Media.HTML, handler);
    }

    private boolean may(Exchange exchange, Action action) {
        return exchange.actor().rights().allows(action, model);
    }

    private void require(Exchange exchange, Action action) {
        if (!may(exchange, action)) {
            throw Refused.forbidden(
                    "forbidden", "This needs the right '" + action.word() + "' on '" + model.name() + "'.");
        }
    }

    private static long id(Exchange exchange) {
        String id = exchange.variable("id");
        if (!id.matches("[0-9]{1,18}")) {
            throw Refused.notFound("There is no such role.");
        }
        return Long.parseLong(id);
    }

    private Frame frame(Exchange exchange, String title) {
        return panel.frame(exchange, title, new Frame.Crumb("Roles", base + "/"));
    }

    private Frame frame(Exchange exchange, String title, long id, String name) {
        return panel.frame(
                exchange, title, new Frame.Crumb("Roles", base + "/"), new Frame.Crumb(name, base + "/" + id));
    }

    private Answer list(Exchange exchange) {
        Map<String, String> query = exchange.query();
        Listing listing = roles.list(exchange.actor(), query);
        List<Line> lines = listing.roles().stream()
                .map(role -> new Line(role.id(), role.name(), role.description(), role.users()))
                .toList();
        return panel.page(
                exchange,
                200,
                Jtepeople_rolesGenerated::render,
                new Roles(
                        panel.frame(exchange, "Roles"),
                        lines,
                        query.getOrDefault("q", ""),
                        Paging.of(base + "/", query, listing.page(), listing.perPage(), listing.total()),
                        may(exchange, Action.CREATE)));
    }

    private Answer show(Exchange exchange) {
        Role role = roles.get(exchange.actor(), id(exchange));
        List<Allowed> allowed = role.rights().permissions().keySet().stream()
                .map(name -> allowed(role, name))
                .toList();
        boolean seesUsers = panel.models()
                .model("admin_users")
                .filter(users -> exchange.actor().rights().allows(Action.VIEW, users))
                .isPresent();
        return panel.page(
                exchange,
                200,
                Jtepeople_roleGenerated::render,
                new Shown(
                        frame(exchange, role.name()),
                        role.id(),
                        role.name(),
                        role.description(),
                        role.users(),
                        Moment.of(role.createdAt()),
                        role.superuser(),
                        allowed,
                        may(exchange, Action.EDIT),
                        may(exchange, Action.DELETE),
                        seesUsers));
    }

    private Allowed allowed(Role role, String name) {
        String label = name.equals("*")
                ? "Every model that is not built in"
                : panel.models()
                        .model(name)
                        .map(known -> known.definition().labelPlural())
                        .orElse(name);
        Map<String, List<String>> fields = role.rights().fieldWords().getOrDefault(name, Map.of());
        return new Allowed(
                label,
                String.join(", ", role.rights().permissionWords().getOrDefault(name, List.of())),
                role.rights().policies().getOrDefault(name, ""),
                fields.entrySet().stream()
                        .map(field -> field.getKey() + ": "
                                + (field.getValue().isEmpty() ? "hidden" : String.join(", ", field.getValue())))
                        .toList());
    }

    private Answer createForm(Exchange exchange) {
        require(exchange, Action.CREATE);
        return form(exchange, Mistakes.NONE, RoleForm.EMPTY, Optional.empty());
    }

    private Answer create(Exchange exchange) {
        Draft draft = RoleForm.read(exchange.form(), RoleForm.EMPTY, panel.models());
        if (exchange.form().has(Form.RESUMED)) {
            return form(exchange, Mistakes.NONE, draft, Optional.empty());
        }
        try {
            Role made = roles.create(exchange.actor(), () -> draft, false);
            return panel.redirect(
                    exchange, base + "/" + made.id(), Flash.success("The role " + made.name() + " is made."));
        } catch (Refused refused) {
            return form(exchange, Mistakes.of(refused), draft, Optional.empty());
        }
    }

    private Answer editForm(Exchange exchange) {
        require(exchange, Action.EDIT);
        Role role = roles.get(exchange.actor(), id(exchange));
        return form(exchange, Mistakes.NONE, role.draft(), Optional.of(role));
    }

    private Answer edit(Exchange exchange) {
        long id = id(exchange);
        Form form = exchange.form();
        if (form.has(Form.RESUMED)) {
            Role role = roles.get(exchange.actor(), id);
            return again(exchange, Mistakes.NONE, typed(exchange, role.draft()), role);
        }
        try {
            return saved(
                    exchange,
                    id,
                    current -> typed(exchange, current),
                    form.text("version").filter(version -> !version.isEmpty()));
        } catch (Refused refused) {
            Role role = roles.get(exchange.actor(), id);
            Draft typed = typed(exchange, role.draft());
            if (refused.category() != Refused.Category.PRECONDITION_FAILED) {
                return again(exchange, Mistakes.of(refused), typed, role);
            }
            FormFingerprint.Merge merge = FormFingerprint.merge(
                    form.textOrEmpty("seen"), RoleForm.parts(typed), RoleForm.parts(role.draft()));
            Draft merged = RoleForm.draft(merge.parts());
            return merge.both().isEmpty()
                    ? saved(
                            exchange,
                            id,
                            current -> merged,
                            Optional.of(role.version().value()))
                    : form(
                            exchange,
                            new Mistakes(
                                    412,
                                    "Someone else changed the same parts of this role while you were editing: "
                                            + merge.both().stream()
                                                    .map(this::changedByBoth)
                                                    .collect(Collectors.joining(", "))
                                            + ". Saving again keeps your values of these.",
                                    Map.of(),
                                    List.of()),
                            merged,
                            Optional.of(role));
        }
    }

    private String changedByBoth(String part) {
        String[] names = part.split("\\.", 2);
        String model = names.length == 1
                ? ""
                : " on "
                        + panel.models()
                                .model(names[1])
                                .map(known -> known.definition().labelPlural())
                                .orElse(names[1].equals("*") ? "all models" : names[1]);
        return switch (names[0]) {
            case RoleForm.NAME -> "Name";
            case RoleForm.DESCRIPTION -> "Description";
            case RoleForm.PERMISSIONS -> "Permissions" + model;
            case RoleForm.FIELDS -> "Field permissions" + model;
            default -> "Row policy" + model;
        };
    }

    private Answer saved(Exchange exchange, long id, UnaryOperator<Draft> change, Optional<String> version) {
        Role changed =
                roles.change(exchange.actor(), id, change, version.map(text -> List.of(new Version(text))), false);
        return panel.redirect(exchange, base + "/" + id, Flash.success("The role " + changed.name() + " is saved."));
    }

    /** What was typed; of a role whose rights are fixed the form has no boxes. */
    private Draft typed(Exchange exchange, Draft current) {
        Draft typed = RoleForm.read(exchange.form(), current, panel.models());
        return exchange.form().has("fixed")
                ? new Draft(
                        typed.name(),
                        typed.description(),
                        current.permissions(),
                        current.fieldPermissions(),
                        current.rowPolicies())
                : typed;
    }

    private Answer form(Exchange exchange, Mistakes mistakes, Draft draft, Optional<Role> role) {
        return form(
                exchange,
                mistakes,
                draft,
                role,
                role.map(known -> known.version().value()).orElse(""),
                role.map(known -> FormFingerprint.of(RoleForm.parts(known.draft())))
                        .orElse(""));
    }

    /** The form as it was sent: it still says what it held when it was made. */
    private Answer again(Exchange exchange, Mistakes mistakes, Draft typed, Role role) {
        Form form = exchange.form();
        return form(
                exchange, mistakes, typed, Optional.of(role), form.textOrEmpty("version"), form.textOrEmpty("seen"));
    }

    private Answer form(
            Exchange exchange, Mistakes mistakes, Draft draft, Optional<Role> role, String version, String seen) {
        Frame frame = role.map(known -> frame(exchange, "Edit " + known.name(), known.id(), known.name()))
                .orElseGet(() -> frame(exchange, "New role"));
        String own = role.map(known -> base + "/" + known.id()).orElse(base);
        return mistakes.on(panel.page(
                exchange,
                mistakes.status(),
                Jtepeople_role_formGenerated::render,
                new Editing(
                        frame,
                        mistakes,
                        RoleForm.of(draft, panel.models()),
                        own + (role.isPresent() ? "/edit" : "/create"),
                        role.isPresent() ? own : base + "/",
                        version,
                        seen,
                        role.map(Role::superuser).orElse(false))));
    }

    private Answer deleteForm(Exchange exchange, Mistakes mistakes) {
        require(exchange, Action.DELETE);
        Role role = roles.get(exchange.actor(), id(exchange));
        return mistakes.on(panel.page(
                exchange,
                mistakes.status(),
                Jtepeople_role_deleteGenerated::render,
                new Deleting(
                        frame(exchange, "Delete " + role.name(), role.id(), role.name()),
                        mistakes,
                        role.id(),
                        role.name(),
                        role.users())));
    }

    private Answer delete(Exchange exchange) {
        try {
            roles.delete(exchange.actor(), id(exchange), Optional.empty(), false);
        } catch (Refused refused) {
            return deleteForm(exchange, Mistakes.of(refused));
        }
        return panel.redirect(exchange, base + "/", Flash.success("The role is deleted."));
    }
}
