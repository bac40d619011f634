package dev.hexadmin.http.panel.users;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.AccessModels;
import dev.hexadmin.application.access.ManagingRoles;
import dev.hexadmin.application.identity.ManagingApiKeys;
import dev.hexadmin.application.identity.ManagingUsers;
import dev.hexadmin.application.identity.ManagingUsers.Keeper;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.application.records.BrowsingRecords.Found;
import dev.hexadmin.application.records.EditingRecords;
import dev.hexadmin.application.records.EditingRecords.Consequences;
import dev.hexadmin.application.records.EditingRecords.Others;
import dev.hexadmin.application.records.EditingRecords.Precondition;
import dev.hexadmin.application.records.EditingRecords.Written;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.http.panel.frame.Flash;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Handler;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.templates.pages.Jteusers_userGenerated;
import dev.hexadmin.http.templates.pages.Jteusers_user_deleteGenerated;
import dev.hexadmin.http.templates.pages.Jteusers_user_formGenerated;
import dev.hexadmin.http.templates.pages.Jteusers_usersGenerated;
import io.helidon.http.Method;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Accounts: their list, and all that is done to one. Thread-safe.
 *
 * <p>They are the records of {@code admin_users}, written by the same service as everywhere, so every rule of them holds.
 * A field that the caller may not see or write is not on the page.
 */
public final class UserPages {
    private static final List<String> LISTED =
            List.of("id", "email", "full_name", "is_active", "is_superuser", "last_login", "roles", "source");
    private static final List<String> WRITTEN =
            List.of("email", "full_name", "password", "is_active", "is_superuser", "roles");

    private final Panel panel;
    private final Ports ports;
    private final Model model;
    private final Model roleModel;
    private final String base;

    /** The conversations behind the pages. */
    public record Ports(
            BrowsingRecords browsing,
            EditingRecords editing,
            ManagingUsers users,
            ManagingRoles roles,
            ManagingApiKeys keys) {}

    public UserPages(Panel panel, Ports ports) {
        this.panel = panel;
        this.ports = ports;
        this.model = panel.models().model("admin_users").orElseThrow();
        this.roleModel = panel.models().model(AccessModels.ROLES).orElseThrow();
        this.base = panel.places().admin() + "/users";
    }

    /**
     * The list.
     *
     * @param roles to filter by; none when the caller may not see roles
     */
    public record Users(
            Frame frame, List<Line> lines, Filter filter, List<Choice> roles, Paging paging, boolean mayCreate) {}

    /** What the list was asked for. */
    public record Filter(String q, String active, String role) {}

    /** An account in the list or by itself; what the caller may not see is {@code ""}. */
    public record Line(
            String id,
            String email,
            String fullName,
            String active,
            String superuser,
            String roles,
            Moment createdAt,
            Moment lastLogin,
            String source,
            Optional<Moment> goneAt) {}

    /**
     * A role to choose.
     *
     * @param possible whether the caller may give it
     */
    public record Choice(long id, String name, boolean chosen, boolean possible) {}

    /** One account, to look at. */
    public record Shown(
            Frame frame,
            Line line,
            boolean self,
            boolean mayEdit,
            boolean mayDelete,
            boolean secondFactor,
            RightsTable rights,
            List<KeyLine> keys) {}

    /**
     * The form.
     *
     * @param ownPassword the page where a user changes their own password, or {@code ""}
     * @param fields which of them the caller may write
     * @param keptBy the identity source that keeps the others, or {@code ""}
     * @param now what is stored in the fields that someone else changed meanwhile, too
     */
    public record Editing(
            Frame frame,
            Mistakes mistakes,
            String action,
            String back,
            String version,
            String seen,
            boolean create,
            String ownPassword,
            Set<String> fields,
            String keptBy,
            String email,
            String fullName,
            boolean active,
            boolean superuser,
            List<Choice> roles,
            Map<String, String> now) {
        public boolean has(String field) {
            return fields.contains(field);
        }

        public String now(String field) {
            return now.getOrDefault(field, "");
        }
    }

    /** The question before a delete. */
    public record Deleting(
            Frame frame, Mistakes mistakes, String id, String email, List<String> along, String refusal) {}

    public List<Route> routes() {
        return List.of(
                route(Method.GET, "", this::list),
                route(Method.GET, "/create", this::createForm),
                route(Method.POST, "/create", this::create),
                route(Method.GET, "/{id}", this::show),
                route(Method.GET, "/{id}/edit", this::editForm),
                route(Method.POST, "/{id}/edit", this::edit),
                route(Method.GET, "/{id}/delete", request -> deleteForm(request, Mistakes.NONE)),
                route(Method.POST, "/{id}/delete", this::delete),
                person("/{id}/remove-2fa", this::removeSecondFactor),
                person("/{id}/end-sessions", this::endSessions),
                person("/{id}/api-keys/{key}/revoke", this::revokeKey));
    }

    /** What is about the user's account itself. */
    private Route person(String path, Handler handler) {
        return new Route(Method.POST, base + path, Policy.PERSON, Route.Media.HTML, handler);
    }

    private Route route(Method method, String path, Handler handler) {
        return new Route(method, base + path, Policy.RIGHTS, Route.Media.HTML, handler);
    }

    // ---- who may do what

    private boolean may(Actor actor, Action action) {
        return actor.rights().allows(action, model);
    }

    private void require(Actor actor, Action action) {
        if (!may(actor, action)) {
            throw RequestRejectedException.forbidden(
                    "forbidden", "This needs the right '" + action.word() + "' on '" + model.name() + "'.");
        }
    }

    private boolean sees(Actor actor, String field) {
        return actor.rights().allows(Action.VIEW, model, model.fieldNamed(field));
    }

    private boolean seesRoles(Actor actor) {
        return sees(actor, "roles") && actor.rights().allows(Action.VIEW, roleModel);
    }

    private static UserId user(RequestContext request) {
        String id = request.variable("id");
        if (!id.matches("[0-9]{1,18}")) {
            throw RequestRejectedException.notFound("There is no such user.");
        }
        return new UserId(Long.parseLong(id));
    }

    private Frame frame(RequestContext request, String title, Frame.Crumb... more) {
        return panel.frame(
                request,
                title,
                Stream.concat(Stream.of(new Frame.Crumb("Users", base + "/")), Stream.of(more))
                        .toArray(Frame.Crumb[]::new));
    }

    private String place(UserId user) {
        return base + "/" + user;
    }

    // ---- looking

    private Map<String, String> shownFields(Actor actor) {
        boolean roles = seesRoles(actor);
        Map<String, String> parameters = new HashMap<>();
        parameters.put(
                "fields",
                Stream.concat(LISTED.stream(), Stream.of("created_at", "gone_at"))
                        .filter(field -> sees(actor, field) && (roles || !field.equals("roles")))
                        .collect(Collectors.joining(",")));
        if (roles) {
            parameters.put("expand", "roles");
        }
        return parameters;
    }

    private Response list(RequestContext request) {
        Actor actor = request.actor();
        require(actor, Action.VIEW);
        Map<String, String> asked = new LinkedHashMap<>(request.query());
        asked.values().removeIf(String::isEmpty); // filters that were left open
        Map<String, String> parameters = new HashMap<>(asked);
        parameters.putAll(shownFields(actor));
        List<Rows> rows = new ArrayList<>();
        BrowsingRecords.Page page = ports.browsing().list(actor, ListRequest.of(model, parameters), shape -> {
            rows.add(new Rows(shape));
            return rows.getLast();
        });
        return panel.page(
                request,
                200,
                Jteusers_usersGenerated::render,
                new Users(
                        panel.frame(request, "Users"),
                        rows.getFirst().all().stream().map(UserPages::line).toList(),
                        new Filter(
                                asked.getOrDefault("q", ""),
                                asked.getOrDefault("is_active", ""),
                                asked.getOrDefault("roles", "")),
                        seesRoles(actor) ? choices(actor, Set.of(), Set.of()) : List.of(),
                        Paging.of(
                                base + "/",
                                asked,
                                page.number().orElse(1),
                                page.perPage(),
                                page.total().orElse(0)),
                        may(actor, Action.CREATE)));
    }

    private static Line line(Map<String, @Nullable Object> row) {
        return new Line(
                text(row, "id"),
                text(row, "email"),
                text(row, "full_name"),
                flag(row, "is_active"),
                flag(row, "is_superuser"),
                roles(row).values().stream().sorted().collect(Collectors.joining(", ")),
                moment(row, "created_at"),
                moment(row, "last_login"),
                text(row, "source"),
                Optional.of(text(row, "gone_at")).filter(at -> !at.isEmpty()).map(at -> Moment.of(Instant.parse(at))));
    }

    private static String text(Map<String, @Nullable Object> row, String field) {
        @Nullable Object value = row.get(field);
        return value == null ? "" : value.toString();
    }

    private static String flag(Map<String, @Nullable Object> row, String field) {
        return row.get(field) instanceof Boolean flag ? (flag ? "yes" : "no") : "";
    }

    private static Moment moment(Map<String, @Nullable Object> row, String field) {
        String text = text(row, field);
        return text.isEmpty() ? new Moment("", "never") : Moment.of(Instant.parse(text));
    }

    private static Map<Long, String> roles(Map<String, @Nullable Object> row) {
        Map<Long, String> roles = new LinkedHashMap<>();
        if (row.get("roles") instanceof List<?> list) {
            for (Object each : list) {
                if (each instanceof Map<?, ?> role && role.get("id") instanceof Long id) {
                    roles.put(id, String.valueOf(role.get("name")));
                }
            }
        }
        return roles;
    }

    /** One account as the caller may see it. */
    private record Read(Map<String, @Nullable Object> row, Version version) {}

    private Read read(Actor actor, UserId user) {
        List<Rows> rows = new ArrayList<>();
        Found found = ports.browsing()
                .read(actor, ListRequest.of(model, shownFields(actor)), user.toString(), shape -> {
                    rows.add(new Rows(shape));
                    return rows.getLast();
                });
        return new Read(rows.getFirst().all().getFirst(), found.version());
    }

    /** What stands for the account: its address, as far as the caller may see it. */
    private String name(Actor actor, UserId user) {
        String email = may(actor, Action.VIEW) ? line(read(actor, user).row()).email() : "";
        return email.isEmpty() ? "User " + user : email;
    }

    private Response show(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        UserId user = user(request);
        Line line = line(read(actor, user).row());
        boolean mayEdit = ports.browsing().reaches(actor, model, user.toString(), Action.EDIT);
        boolean self = actor.id().equals(user);
        return panel.page(
                request,
                200,
                Jteusers_userGenerated::render,
                new Shown(
                        frame(request, line.email().isEmpty() ? "User " + user : line.email()),
                        line,
                        self,
                        mayEdit,
                        ports.browsing().reaches(actor, model, user.toString(), Action.DELETE),
                        ports.users().secondFactorOn(actor, user),
                        RightsTable.of(ports.users().rightsOf(actor, user)),
                        mayEdit && actor.key().isEmpty()
                                ? ports.keys().of(actor, user).stream()
                                        .map(KeyLine::of)
                                        .toList()
                                : List.of()));
    }

    // ---- creating and editing

    private Set<String> writable(Actor.SignedIn actor, Action action) {
        return WRITTEN.stream()
                .filter(field -> actor.rights().allows(action, model, model.fieldNamed(field)))
                .filter(field -> !field.equals("is_superuser") || actor.rights().superuser())
                .filter(field -> !field.equals("roles") || seesRoles(actor))
                .collect(Collectors.toSet());
    }

    private Set<String> writable(Actor.SignedIn actor, UserId user, Optional<Keeper> keeper) {
        Set<String> fields = new HashSet<>(writable(actor, Action.EDIT));
        if (user.equals(actor.id())) {
            fields.remove("password"); // is changed in the profile, with the current one
        }
        keeper.ifPresent(elsewhere -> elsewhere.fields().forEach(fields::remove));
        return fields;
    }

    private List<Choice> choices(Actor.SignedIn actor, Set<Long> chosen) {
        Set<Long> possible = new HashSet<>(chosen); // what is there may be taken away, whatever it is
        possible.addAll(ports.users().assignableRoles(actor));
        return choices(actor, chosen, possible);
    }

    private List<Choice> choices(Actor actor, Set<Long> chosen, Set<Long> possible) {
        List<Choice> choices = new ArrayList<>();
        long total;
        int page = 1;
        do {
            ManagingRoles.Listing listing =
                    ports.roles().list(actor, Map.of("per_page", "200", "page", Integer.toString(page++)));
            listing.roles()
                    .forEach(role -> choices.add(new Choice(
                            role.id(), role.name(), chosen.contains(role.id()), possible.contains(role.id()))));
            total = listing.roles().isEmpty() ? 0 : listing.total();
        } while (choices.size() < total);
        return choices;
    }

    /** What stands in the form. */
    private record Typed(String email, String fullName, boolean active, boolean superuser, Set<Long> roles) {
        static final Typed NEW = new Typed("", "", true, false, Set.of());

        static Typed of(Map<String, @Nullable Object> row) {
            return new Typed(
                    text(row, "email"),
                    text(row, "full_name"),
                    flag(row, "is_active").equals("yes"),
                    flag(row, "is_superuser").equals("yes"),
                    new TreeSet<>(UserPages.roles(row).keySet()));
        }

        static Typed of(Form form) {
            return new Typed(
                    form.textOrEmpty("email"),
                    form.textOrEmpty("full_name"),
                    form.has("is_active"),
                    form.has("is_superuser"),
                    chosen(form));
        }

        /** Of the fields that the caller may write. */
        Map<String, Object> parts(Set<String> fields) {
            Map<String, Object> parts = new HashMap<>();
            parts.put("email", email.strip());
            parts.put("full_name", fullName.strip());
            parts.put("is_active", active);
            parts.put("is_superuser", superuser);
            parts.put("roles", roles);
            parts.keySet().retainAll(fields);
            return parts;
        }

        /** The same, with the parts that were merged. */
        Typed with(Map<String, Object> parts) {
            return new Typed(
                    (String) parts.getOrDefault("email", email),
                    (String) parts.getOrDefault("full_name", fullName),
                    (Boolean) parts.getOrDefault("is_active", active),
                    (Boolean) parts.getOrDefault("is_superuser", superuser),
                    parts.get("roles") instanceof Set<?> merged
                            ? merged.stream().map(Long.class::cast).collect(Collectors.toSet())
                            : roles);
        }

        private static Set<Long> chosen(Form form) {
            return form.all("roles").stream()
                    .filter(id -> id.matches("[0-9]{1,18}"))
                    .map(Long::valueOf)
                    .collect(Collectors.toSet());
        }
    }

    private static Map<String, @Nullable Object> body(Typed typed, Form form, Set<String> fields, boolean create) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        for (String field : WRITTEN) {
            if (fields.contains(field)) {
                switch (field) {
                    case "email" -> body.put(field, typed.email().strip());
                    case "full_name" -> body.put(field, typed.fullName().strip());
                    case "is_active" -> body.put(field, typed.active());
                    case "is_superuser" -> body.put(field, typed.superuser());
                    case "roles" -> body.put(field, new ArrayList<Object>(typed.roles()));
                    default -> {
                        String password = form.textOrEmpty("password");
                        if (create || !password.isEmpty()) { // left empty: as it is
                            body.put(field, password);
                        }
                    }
                }
            }
        }
        return body;
    }

    private Response createForm(RequestContext request) {
        require(request.actor(), Action.CREATE);
        return form(request, Mistakes.NONE, Typed.NEW, Optional.empty(), "", "", Map.of());
    }

    private Response create(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        require(actor, Action.CREATE);
        Form form = request.form();
        if (form.has(Form.RESUMED)) {
            return form(request, Mistakes.NONE, Typed.of(form), Optional.empty(), "", "", Map.of());
        }
        try {
            Written written = ports.editing()
                    .create(
                            actor,
                            model,
                            body(Typed.of(form), form, writable(actor, Action.CREATE), true),
                            false,
                            Rows::new);
            String place = may(actor, Action.VIEW) ? base + "/" + written.key().encoded() : base + "/create";
            return panel.redirect(request, place, Flash.success("User created."));
        } catch (RequestRejectedException refused) {
            return form(request, Mistakes.of(refused), Typed.of(form), Optional.empty(), "", "", Map.of());
        }
    }

    private Response editForm(RequestContext request) {
        require(request.actor(), Action.EDIT);
        Actor.SignedIn actor = request.signedIn();
        UserId user = user(request);
        Read read = read(actor, user);
        Typed stored = Typed.of(read.row());
        return form(
                request,
                Mistakes.NONE,
                stored,
                Optional.of(user),
                read.version().value(),
                FormFingerprint.of(
                        stored.parts(writable(actor, user, ports.users().keeper(actor, user)))),
                Map.of());
    }

    private Response edit(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        require(actor, Action.EDIT);
        UserId user = user(request);
        Form form = request.form();
        if (form.has(Form.RESUMED)) {
            return form(
                    request,
                    Mistakes.NONE,
                    Typed.of(form),
                    Optional.of(user),
                    form.textOrEmpty("version"),
                    form.textOrEmpty("seen"),
                    Map.of());
        }
        Set<String> fields = writable(actor, user, ports.users().keeper(actor, user));
        try {
            save(
                    actor,
                    user,
                    body(Typed.of(form), form, fields, false),
                    form.text("version").filter(version -> !version.isEmpty()));
        } catch (RequestRejectedException refused) {
            if (refused.category() != RequestRejectedException.Category.PRECONDITION_FAILED) {
                return form(
                        request,
                        Mistakes.of(refused),
                        Typed.of(form),
                        Optional.of(user),
                        form.textOrEmpty("version"),
                        form.textOrEmpty("seen"),
                        Map.of());
            }
            Read read = read(actor, user);
            Typed stored = Typed.of(read.row());
            FormFingerprint.Merge merge = FormFingerprint.merge(
                    form.textOrEmpty("seen"), Typed.of(form).parts(fields), stored.parts(fields));
            Typed merged = stored.with(merge.parts());
            if (!merge.both().isEmpty()) {
                return form(
                        request,
                        new Mistakes(
                                412,
                                "Someone else changed the same fields of this user while you were editing. Their values"
                                        + " are shown beside yours; saving again keeps yours.",
                                Map.of(),
                                List.of()),
                        merged,
                        Optional.of(user),
                        read.version().value(),
                        FormFingerprint.of(stored.parts(fields)),
                        differences(read.row(), merge.both()));
            }
            save(
                    actor,
                    user,
                    body(merged, form, fields, false),
                    Optional.of(read.version().value()));
        }
        return panel.redirect(request, place(user), Flash.success("User saved."));
    }

    private void save(Actor.SignedIn actor, UserId user, Map<String, @Nullable Object> body, Optional<String> version) {
        ports.editing()
                .patch(
                        actor,
                        model,
                        user.toString(),
                        body,
                        version.<Precondition>map(text -> new Precondition.OneOf(List.of(new Version(text))))
                                .orElseGet(Precondition.Exists::new),
                        false,
                        Rows::new);
    }

    /** What is stored in these fields, as the page shows it. */
    private static Map<String, String> differences(Map<String, @Nullable Object> row, Set<String> fields) {
        Typed stored = Typed.of(row);
        Map<String, String> now = new HashMap<>();
        for (String field : fields) {
            now.put(
                    field,
                    switch (field) {
                        case "email" -> stored.email();
                        case "full_name" -> stored.fullName().isEmpty() ? "empty" : stored.fullName();
                        case "is_active" -> stored.active() ? "yes" : "no";
                        case "is_superuser" -> stored.superuser() ? "yes" : "no";
                        default ->
                            stored.roles().isEmpty()
                                    ? "none"
                                    : roles(row).values().stream().sorted().collect(Collectors.joining(", "));
                    });
        }
        return now;
    }

    private Response form(
            RequestContext request,
            Mistakes mistakes,
            Typed typed,
            Optional<UserId> user,
            String version,
            String seen,
            Map<String, String> now) {
        Actor.SignedIn actor = request.signedIn();
        Optional<Keeper> keeper = user.flatMap(known -> ports.users().keeper(actor, known));
        Set<String> fields = user.isPresent() ? writable(actor, user.get(), keeper) : writable(actor, Action.CREATE);
        String own = user.map(this::place).orElse(base);
        Frame frame = user.map(known -> frame(request, "Edit the user", new Frame.Crumb(name(actor, known), own)))
                .orElseGet(() -> frame(request, "New user"));
        return mistakes.on(panel.page(
                request,
                mistakes.status(),
                Jteusers_user_formGenerated::render,
                new Editing(
                        frame,
                        mistakes,
                        own + (user.isPresent() ? "/edit" : "/create"),
                        user.isPresent() ? own : base + "/",
                        version,
                        seen,
                        user.isEmpty(),
                        user.filter(actor.id()::equals).isPresent() && keeper.isEmpty()
                                ? panel.places().admin() + "/profile/password"
                                : "",
                        fields,
                        keeper.map(Keeper::source).orElse(""),
                        typed.email(),
                        typed.fullName(),
                        typed.active(),
                        typed.superuser(),
                        fields.contains("roles") ? choices(actor, typed.roles()) : List.of(),
                        now)));
    }

    // ---- ending

    private Response deleteForm(RequestContext request, Mistakes mistakes) {
        Actor actor = request.actor();
        UserId user = user(request);
        Consequences consequences = ports.editing().consequences(actor, model, user.toString());
        String email = name(actor, user);
        List<String> along = new ArrayList<>();
        consequences.deleted().stream()
                .filter(affected -> !affected.model().equals(model))
                .forEach(affected -> along.add(affected.count() + " of "
                        + affected.model().definition().labelPlural()));
        consequences
                .cleared()
                .forEach(affected -> along.add("the reference to it in " + affected.count() + " of "
                        + affected.model().definition().labelPlural()));
        consequences
                .holding()
                .forEach(affected -> along.add(affected.count() + " of "
                        + affected.model().definition().labelPlural() + " stand in the way"));
        Others others = consequences.others();
        long hidden = others.deleted() + others.cleared() + others.unlinked() + others.holding();
        if (hidden > 0) {
            along.add(hidden + (hidden == 1 ? " other record" : " other records") + " that you may not view");
        }
        return mistakes.on(panel.page(
                request,
                mistakes.status(),
                Jteusers_user_deleteGenerated::render,
                new Deleting(
                        frame(request, "Delete " + email, new Frame.Crumb(email, place(user))),
                        mistakes,
                        user.toString(),
                        email,
                        along,
                        consequences
                                .refusal()
                                .map(RequestRejectedException::detail)
                                .orElse(""))));
    }

    private Response delete(RequestContext request) {
        UserId user = user(request);
        try {
            ports.editing().delete(request.actor(), model, user.toString(), new Precondition.Exists(), false);
        } catch (RequestRejectedException refused) {
            return deleteForm(request, Mistakes.of(refused));
        }
        return panel.redirect(request, base + "/", Flash.success("The user is deleted."));
    }

    private Response removeSecondFactor(RequestContext request) {
        UserId user = user(request);
        return done(
                request,
                user,
                "The second factor is off.",
                () -> ports.users().removeSecondFactor(request.signedIn(), user));
    }

    private Response endSessions(RequestContext request) {
        UserId user = user(request);
        return done(
                request,
                user,
                "The user is signed out everywhere.",
                () -> ports.users().endSessions(request.signedIn(), user));
    }

    private Response revokeKey(RequestContext request) {
        require(request.actor(), Action.EDIT);
        UserId user = user(request);
        String key = request.variable("key");
        if (!key.matches("[0-9]{1,18}")) {
            throw RequestRejectedException.notFound("There is no such API key.");
        }
        return done(
                request,
                user,
                "The API key is no longer good.",
                () -> ports.keys().revoke(request.signedIn(), Long.parseLong(key)));
    }

    /** A button without a form of its own: what is refused is told by the page it was on. */
    private Response done(RequestContext request, UserId user, String success, Runnable work) {
        try {
            work.run();
        } catch (RequestRejectedException refused) {
            return panel.redirect(
                    request, place(user), Flash.error(Mistakes.of(refused).notice()));
        }
        return panel.redirect(request, place(user), Flash.success(success));
    }
}
