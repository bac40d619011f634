package dev.hexadmin.http.panel.comments;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.RequestRejectedException.Category;
import dev.hexadmin.application.comments.DiscussingRecords;
import dev.hexadmin.application.comments.DiscussingRecords.Draft;
import dev.hexadmin.application.comments.DiscussingRecords.Mentionable;
import dev.hexadmin.application.comments.DiscussingRecords.Posted;
import dev.hexadmin.application.comments.DiscussingRecords.Threads;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.comments.Comment;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.http.panel.comments.CommentList.RejectedForm;
import dev.hexadmin.http.panel.comments.CommentList.Target;
import dev.hexadmin.http.panel.frame.Flash;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.panel.frame.PanelUrls;
import dev.hexadmin.http.panel.history.HistoryPages;
import dev.hexadmin.http.panel.records.RecordServices;
import dev.hexadmin.http.server.problem.Problems;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Handler;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.templates.pages.Jtecomments_recordGenerated;
import dev.hexadmin.http.templates.parts.Jtecomments_mentionsGenerated;
import io.helidon.http.Method;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/** All comments on a record, and their forms. Thread-safe. */
public final class CommentPages {
    private static final int THREADS = 20;

    private final RecordServices services;
    private final Panel panel;
    private final CommentCard card;
    private final DiscussingRecords discussing;

    public CommentPages(RecordServices services, CommentCard card, DiscussingRecords discussing) {
        this.services = services;
        this.panel = services.panel();
        this.card = card;
        this.discussing = discussing;
    }

    /**
     * The page of all comments on a record.
     *
     * @param older the next page, or {@code ""}
     * @param newest the first page, or {@code ""} where this is it
     */
    public record Discussion(Frame frame, CommentList list, String older, String newest) {}

    /** None where no model has comments. */
    public List<Route> routes() {
        String all = services.path().template() + "/{id}/comments";
        String one = all + "/{comment}";
        boolean any = panel.models().models().stream()
                .anyMatch(model -> model.definition().comments());
        return any
                ? List.of(
                        route(Method.GET, all, this::all),
                        route(Method.POST, all, this::write),
                        route(Method.GET, all + "/mentions", this::mentions),
                        route(Method.GET, one, this::find),
                        route(Method.POST, one, this::edit),
                        route(Method.POST, one + "/delete", this::delete))
                : List.of();
    }

    private Route route(Method method, String template, Handler handler) {
        return new Route(method, template, Policy.RIGHTS, Route.Media.HTML, handler)
                .where(request ->
                        services.path().find().apply(request).filter(card::of).isPresent());
    }

    private Response all(RequestContext request) {
        return page(request, 200, HistoryPages.before(request), Optional.empty());
    }

    private Response page(RequestContext request, int status, OptionalLong before, Optional<RejectedForm> rejected) {
        Actor.SignedIn actor = request.signedIn();
        Model model = services.model(request);
        String id = request.variable("id");
        Threads threads = discussing.threads(actor, model, id, before, THREADS);
        RecordKey key = RecordKey.parse(model, id).orElseThrow();
        PanelUrls places = panel.places();
        String self = places.record(model, key, "comments");
        String name = services.searching().labels(actor, model, Set.of(key)).getOrDefault(key, key.label());
        Frame frame = panel.frame(
                request,
                text("Comments on {record}", "record", name),
                new Frame.Crumb(text(model.definition().labels().many()), places.list(model)),
                new Frame.Crumb(name, places.record(model, key)));
        return panel.page(
                request,
                status,
                Jtecomments_recordGenerated::render,
                new Discussion(
                        frame,
                        CommentCard.list(threads, new Target(self, self, frame.csrfToken()), rejected),
                        threads.next().isPresent()
                                ? self + "?before=" + threads.next().getAsLong()
                                : "",
                        before.isPresent() ? self : ""));
    }

    /** Leads to the page that shows a comment: that of the record, if the comment is among the latest. */
    private Response find(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        Model model = services.model(request);
        String id = request.variable("id");
        Comment comment;
        try {
            comment = discussing.get(actor, model, id, number(request)).comment();
        } catch (RequestRejectedException e) {
            if (e.category() != Category.NOT_FOUND) {
                throw e;
            }
            return panel.redirect(request, self(request), Flash.error(text("This comment was deleted.")));
        }
        long thread = comment.parent().orElse(comment.id());
        boolean latest =
                discussing.threads(actor, model, id, OptionalLong.empty(), CommentCard.SHOWN).threads().stream()
                        .anyMatch(one -> one.first().comment().id() == thread);
        return panel.redirect((latest ? record(request) : self(request) + "?before=" + (thread + 1))
                + CommentCard.anchor(comment.id()));
    }

    private String record(RequestContext request) {
        Model model = services.model(request);
        return RecordKey.parse(model, request.variable("id"))
                .map(key -> panel.places().record(model, key))
                .orElseGet(() -> panel.places().list(model));
    }

    private String self(RequestContext request) {
        return record(request) + "/comments";
    }

    private Response write(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        Model model = services.model(request);
        Form form = request.form();
        String text = form.textOrEmpty("text");
        String parent = form.textOrEmpty("parent_id");
        String shown = parent.isEmpty() ? CommentList.NEW : "reply-" + parent;
        OptionalLong thread = OptionalLong.empty();
        if (!parent.isEmpty()) {
            thread = OptionalLong.of(number(parent) + 1);
        }
        if (form.has(Form.RESUMED)) {
            return page(request, 200, thread, Optional.of(new RejectedForm(shown, text, "")));
        }
        try {
            Posted posted = discussing.write(
                    actor,
                    model,
                    request.variable("id"),
                    () -> new Draft(text, parent.isEmpty() ? Optional.empty() : Optional.of(number(parent))),
                    false);
            return panel.redirect(
                    next(request) + CommentCard.anchor(posted.comment().id()));
        } catch (RequestRejectedException refused) {
            return again(request, refused, thread, shown, text);
        }
    }

    private Response edit(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        Model model = services.model(request);
        Form form = request.form();
        long comment = number(request);
        String text = form.textOrEmpty("text");
        String shown = "edit-" + comment;
        Posted before = discussing.get(actor, model, request.variable("id"), comment);
        OptionalLong thread = OptionalLong.of(before.comment().parent().orElse(comment) + 1);
        if (form.has(Form.RESUMED)) {
            return page(request, 200, thread, Optional.of(new RejectedForm(shown, text, "")));
        }
        try {
            discussing.edit(
                    actor,
                    model,
                    request.variable("id"),
                    comment,
                    () -> Optional.of(text),
                    form.text("version").map(version -> List.of(new Version(version))),
                    false);
            return panel.redirect(next(request) + CommentCard.anchor(comment));
        } catch (RequestRejectedException refused) {
            return again(request, refused, thread, shown, text);
        }
    }

    private Response delete(RequestContext request) {
        discussing.delete(
                request.signedIn(),
                services.model(request),
                request.variable("id"),
                number(request),
                Optional.empty(),
                false);
        return panel.redirect(request, next(request), Flash.success(text("The comment was deleted.")));
    }

    /** The page with the form as it was sent, and what is wrong with it. */
    private Response again(
            RequestContext request, RequestRejectedException refused, OptionalLong thread, String form, String text) {
        String error = switch (refused.category()) {
            case INVALID ->
                refused.violations().stream()
                        .map(Violation::text)
                        .map(one -> text(one))
                        .collect(Collectors.joining(" "));
            case CONFLICT -> text(refused.text());
            case PRECONDITION_FAILED ->
                text("This comment was changed meanwhile. Save it again to replace the other text.");
            case MALFORMED,
                    UNAUTHENTICATED,
                    FORBIDDEN,
                    NOT_FOUND,
                    PRECONDITION_REQUIRED,
                    TOO_LARGE,
                    UNSUPPORTED_TYPE,
                    TOO_MANY,
                    UNAVAILABLE -> throw refused;
        };
        return page(
                request, Problems.details(refused).status(), thread, Optional.of(new RejectedForm(form, text, error)));
    }

    private Response mentions(RequestContext request) {
        List<Mentionable> users = discussing.mentionable(
                request.signedIn(),
                services.model(request),
                request.variable("id"),
                request.query().getOrDefault("q", ""));
        return panel.page(request, 200, Jtecomments_mentionsGenerated::render, users);
    }

    private String next(RequestContext request) {
        String next = request.form().textOrEmpty("next");
        return PanelUrls.isLocal(next) && next.indexOf('#') < 0 ? next : self(request);
    }

    private static long number(RequestContext request) {
        return number(request.variable("comment"));
    }

    private static long number(String id) {
        return id.matches("[0-9]{1,18}") ? Long.parseLong(id) : 0; // no comment has it
    }
}
