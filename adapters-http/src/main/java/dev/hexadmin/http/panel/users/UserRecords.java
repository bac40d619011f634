package dev.hexadmin.http.panel.users;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.AccessModels;
import dev.hexadmin.application.access.ManagingRoles;
import dev.hexadmin.application.access.RoleListRequest;
import dev.hexadmin.application.identity.ManagingUsers.Keeper;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.BrowsingRecords.Found;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.server.request.RequestContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Accounts as one caller may see and write them: the records of {@code admin_users}, field by field. Thread-safe. */
final class UserRecords {
    private static final List<String> LISTED =
            List.of("id", "email", "full_name", "is_active", "is_superuser", "last_login", "roles", "source");

    private final Panel panel;
    private final UserPages.Ports ports;
    private final Model model;
    private final Model roleModel;
    private final String base;

    UserRecords(Panel panel, UserPages.Ports ports) {
        this.panel = panel;
        this.ports = ports;
        this.model = panel.models().model("admin_users").orElseThrow();
        this.roleModel = panel.models().model(AccessModels.ROLES).orElseThrow();
        this.base = panel.places().admin() + "/users";
    }

    Model model() {
        return model;
    }

    /** The path of the list, without a slash at its end. */
    String base() {
        return base;
    }

    /** One account as the caller may see it. */
    record Read(Map<String, @Nullable Object> row, Version version) {}

    boolean may(Actor actor, Action action) {
        return actor.rights().allows(action, model);
    }

    void require(Actor actor, Action action) {
        if (!may(actor, action)) {
            throw RequestRejectedException.missingRight(action, model.name());
        }
    }

    boolean sees(Actor actor, String field) {
        return actor.rights().allows(Action.VIEW, model, model.fieldNamed(field));
    }

    boolean seesRoles(Actor actor) {
        return sees(actor, "roles") && actor.rights().allows(Action.VIEW, roleModel);
    }

    static UserId user(RequestContext request) {
        String id = request.variable("id");
        if (!id.matches("[0-9]{1,18}")) {
            throw RequestRejectedException.notFound(Message.of("There is no such user."));
        }
        return new UserId(Long.parseLong(id));
    }

    Frame frame(RequestContext request, String title, Frame.Crumb... more) {
        return panel.frame(
                request,
                title,
                Stream.concat(Stream.of(new Frame.Crumb(text("Users"), base + "/")), Stream.of(more))
                        .toArray(Frame.Crumb[]::new));
    }

    String place(UserId user) {
        return base + "/" + user;
    }

    Map<String, String> shownFields(Actor actor) {
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

    Read read(Actor actor, UserId user) {
        List<ExpandedRecords> rows = new ArrayList<>();
        Found found = ports.browsing()
                .read(actor, ListRequest.of(model, shownFields(actor)), user.toString(), shape -> {
                    rows.add(new ExpandedRecords(shape));
                    return rows.getLast();
                });
        return new Read(rows.getFirst().all().getFirst(), found.version());
    }

    /** The account's name: its e-mail address, or its id when the caller may not see the address. */
    String name(Actor actor, UserId user) {
        String email =
                may(actor, Action.VIEW) ? UserLine.of(read(actor, user).row()).email() : "";
        return name(email, user);
    }

    /** @param email {@code ""} when the caller may not see it */
    static String name(String email, UserId user) {
        return email.isEmpty() ? text("User {id}", "id", user.toString()) : email;
    }

    Set<String> writable(Actor.SignedIn actor, Action action) {
        return UserForm.FIELDS.stream()
                .filter(field -> actor.rights().allows(action, model, model.fieldNamed(field)))
                .filter(field -> !field.equals("is_superuser") || actor.rights().superuser())
                .filter(field -> !field.equals("roles") || seesRoles(actor))
                .collect(Collectors.toSet());
    }

    Set<String> writable(Actor.SignedIn actor, UserId user, Optional<Keeper> keeper) {
        Set<String> fields = new HashSet<>(writable(actor, Action.EDIT));
        if (user.equals(actor.id())) {
            fields.remove("password"); // both are changed in the profile, with the current password
            fields.remove("email");
        }
        keeper.ifPresent(elsewhere -> elsewhere.fields().forEach(fields::remove));
        return fields;
    }

    List<UserPages.Choice> choices(Actor.SignedIn actor, Set<Long> chosen) {
        Set<Long> possible = new HashSet<>(chosen); // every role that the user has may be removed
        possible.addAll(ports.users().assignableRoles(actor));
        return choices(actor, chosen, possible);
    }

    List<UserPages.Choice> choices(Actor actor, Set<Long> chosen, Set<Long> possible) {
        List<UserPages.Choice> choices = new ArrayList<>();
        long total;
        int page = 1;
        do {
            ManagingRoles.Listing listing = ports.roles().list(actor, RoleListRequest.page(page++));
            listing.roles()
                    .forEach(role -> choices.add(new UserPages.Choice(
                            role.id(), role.name(), chosen.contains(role.id()), possible.contains(role.id()))));
            total = listing.roles().isEmpty() ? 0 : listing.total();
        } while (choices.size() < total);
        return choices;
    }
}
