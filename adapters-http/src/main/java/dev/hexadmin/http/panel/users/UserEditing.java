package dev.hexadmin.http.panel.users;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.identity.ManagingUsers.Keeper;
import dev.hexadmin.application.records.EditingRecords.Precondition;
import dev.hexadmin.application.records.EditingRecords.Written;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.http.panel.frame.Flash;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.panel.records.RecordCounts;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.templates.pages.Jteusers_user_formGenerated;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The forms that create and change an account. Thread-safe. */
final class UserEditing {
    private final Panel panel;
    private final UserPages.Ports ports;
    private final UserRecords users;
    private final RecordCounts counts;

    UserEditing(Panel panel, UserPages.Ports ports, UserRecords users, RecordCounts counts) {
        this.panel = panel;
        this.ports = ports;
        this.users = users;
        this.counts = counts;
    }

    Response createForm(RequestContext request) {
        users.require(request.actor(), Action.CREATE);
        return form(request, Mistakes.NONE, UserForm.NEW, Optional.empty(), UserPages.Stored.NOTHING);
    }

    Response create(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        users.require(actor, Action.CREATE);
        Form form = request.form();
        if (form.has(Form.RESUMED)) {
            return form(request, Mistakes.NONE, UserForm.of(form), Optional.empty(), UserPages.Stored.NOTHING);
        }
        try {
            Written written = ports.editing()
                    .create(
                            actor,
                            users.model(),
                            UserForm.of(form).body(form, users.writable(actor, Action.CREATE)),
                            false,
                            ExpandedRecords::new);
            counts.drop();
            String place = users.may(actor, Action.VIEW)
                    ? users.base() + "/" + written.key().encoded()
                    : users.base() + "/create";
            return panel.redirect(request, place, Flash.success(text("User created.")));
        } catch (RequestRejectedException refused) {
            return form(request, Mistakes.of(refused), UserForm.of(form), Optional.empty(), UserPages.Stored.NOTHING);
        }
    }

    Response editForm(RequestContext request) {
        users.require(request.actor(), Action.EDIT);
        Actor.SignedIn actor = request.signedIn();
        UserId user = UserRecords.user(request);
        UserRecords.Read read = users.read(actor, user);
        UserForm stored = UserForm.of(read.row());
        return form(
                request,
                Mistakes.NONE,
                stored,
                Optional.of(user),
                new UserPages.Stored(
                        read.version().value(),
                        FormFingerprint.of(stored.parts(
                                users.writable(actor, user, ports.users().keeper(actor, user)))),
                        Map.of()));
    }

    Response edit(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        users.require(actor, Action.EDIT);
        UserId user = UserRecords.user(request);
        Form form = request.form();
        if (form.has(Form.RESUMED)) {
            return form(request, Mistakes.NONE, UserForm.of(form), Optional.of(user), UserPages.Stored.of(form));
        }
        Set<String> fields = users.writable(actor, user, ports.users().keeper(actor, user));
        try {
            save(
                    actor,
                    user,
                    UserForm.of(form).body(form, fields),
                    form.text("version").filter(version -> !version.isEmpty()));
        } catch (RequestRejectedException refused) {
            if (refused.category() != RequestRejectedException.Category.PRECONDITION_FAILED) {
                return form(
                        request, Mistakes.of(refused), UserForm.of(form), Optional.of(user), UserPages.Stored.of(form));
            }
            UserRecords.Read read = users.read(actor, user);
            UserForm stored = UserForm.of(read.row());
            FormFingerprint.Merge merge = FormFingerprint.merge(
                    form.textOrEmpty("seen"), UserForm.of(form).parts(fields), stored.parts(fields));
            UserForm merged = stored.with(merge.parts());
            if (!merge.both().isEmpty()) {
                return form(
                        request,
                        new Mistakes(
                                412,
                                text(
                                        "Someone else changed the same fields of this user while you were editing. Their values"
                                                + " are shown beside yours; saving again keeps yours."),
                                Map.of(),
                                List.of()),
                        merged,
                        Optional.of(user),
                        new UserPages.Stored(
                                read.version().value(),
                                FormFingerprint.of(stored.parts(fields)),
                                UserForm.differences(read.row(), merge.both())));
            }
            save(
                    actor,
                    user,
                    merged.body(form, fields),
                    Optional.of(read.version().value()));
        }
        return panel.redirect(request, users.place(user), Flash.success(text("User saved.")));
    }

    private void save(Actor.SignedIn actor, UserId user, Map<String, @Nullable Object> body, Optional<String> version) {
        ports.editing()
                .patch(
                        actor,
                        users.model(),
                        user.toString(),
                        body,
                        version.<Precondition>map(text -> new Precondition.OneOf(List.of(new Version(text))))
                                .orElseGet(Precondition.Exists::new),
                        false,
                        ExpandedRecords::new);
        counts.drop();
    }

    private Response form(
            RequestContext request, Mistakes mistakes, UserForm form, Optional<UserId> user, UserPages.Stored stored) {
        Actor.SignedIn actor = request.signedIn();
        Optional<Keeper> keeper = user.flatMap(known -> ports.users().keeper(actor, known));
        Set<String> fields =
                user.isPresent() ? users.writable(actor, user.get(), keeper) : users.writable(actor, Action.CREATE);
        String own = user.map(users::place).orElse(users.base());
        Frame frame = user.map(known ->
                        users.frame(request, text("Edit the user"), new Frame.Crumb(users.name(actor, known), own)))
                .orElseGet(() -> users.frame(request, text("New user")));
        boolean ownPassword = user.filter(actor.id()::equals).isPresent() && keeper.isEmpty();
        return mistakes.on(panel.page(
                request,
                mistakes.status(),
                Jteusers_user_formGenerated::render,
                new UserPages.Editing(
                        frame,
                        mistakes,
                        new UserPages.Target(
                                own + (user.isPresent() ? "/edit" : "/create"),
                                user.isPresent() ? own : users.base() + "/",
                                user.isEmpty()),
                        stored,
                        new UserPages.Writable(
                                fields,
                                keeper.map(Keeper::source).orElse(""),
                                ownPassword ? panel.places().admin() + "/profile" : "",
                                user.isEmpty()
                                        && ports.providers().providers(actor).isEmpty()),
                        form,
                        fields.contains("roles") ? users.choices(actor, form.roles()) : List.of())));
    }
}
