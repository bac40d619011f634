package dev.hexadmin.http.panel.lists;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.AccessModels;
import dev.hexadmin.application.access.ManagingRoles;
import dev.hexadmin.application.access.RoleListRequest;
import dev.hexadmin.application.views.ManagingSavedViews;
import dev.hexadmin.application.views.ManagingSavedViews.Draft;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Role;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.SavedView;
import dev.hexadmin.http.panel.frame.Flash;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.panel.frame.VisitorView;
import dev.hexadmin.http.panel.lists.ViewTabs.Tab;
import dev.hexadmin.http.panel.records.Address;
import dev.hexadmin.http.panel.records.SelectOption;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.server.uri.QueryString;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Saved views in the panel: the tabs above a list, the form of a view, and saving it. Thread-safe. */
public final class ListViews {
    private static final String ROLE = "role.";

    private final Panel panel;
    private final ManagingSavedViews views;
    private final ManagingRoles roles;

    public ListViews(Panel panel, ManagingSavedViews views, ManagingRoles roles) {
        this.panel = panel;
        this.views = views;
        this.roles = roles;
    }

    public List<Route> routes() {
        String path = panel.places().admin() + "/saved_views";
        return List.of(
                new Route(Method.POST, path, Policy.SIGNED_IN, Route.Media.HTML, this::create),
                new Route(Method.POST, path + "/{id}", Policy.SIGNED_IN, Route.Media.HTML, this::change));
    }

    /** The address of the user's default view, for a list that is opened without parameters. */
    Optional<Address> usual(List<VisitorView> all, Model model, String path) {
        return all.stream()
                .filter(one -> one.model().equals(model))
                .map(VisitorView::view)
                .filter(SavedView::isDefault)
                .findFirst()
                .map(view -> ListPage.of(path, view));
    }

    ViewTabs tabs(Actor.SignedIn actor, List<VisitorView> views, Model model, Address here, String csrfToken) {
        Address closed = ListPage.closed(here).without("page", "cursor");
        Optional<Long> current = ListPage.view(here);
        List<VisitorView> all =
                views.stream().filter(one -> one.model().equals(model)).toList();
        Optional<SavedView> shown = current.flatMap(id -> all.stream()
                .map(VisitorView::view)
                .filter(view -> view.id() == id)
                .findFirst());
        boolean changed =
                shown.filter(view -> ListPage.differs(model, here, view)).isPresent();
        boolean hasDefault = all.stream().anyMatch(one -> one.view().isDefault());
        List<Tab> tabs = new ArrayList<>();
        String whole =
                hasDefault ? new Address(here.path(), Map.of(ListPage.VIEW, ListPage.NO_VIEW)).href() : here.path();
        tabs.add(new Tab(
                text("All {plural}", "plural", text(model.definition().labels().many())),
                whole,
                "",
                shown.isEmpty(),
                false));
        for (VisitorView one : all) {
            boolean isShown = shown.filter(one.view()::equals).isPresent();
            tabs.add(new Tab(one.view().name(), one.href(), one.tally(), isShown, isShown && changed));
        }
        boolean mine = shown.filter(view -> view.owner().equals(actor.id())).isPresent();
        boolean keeps = shown.isEmpty()
                ? !ListPage.kept(here).isEmpty()
                        || !ListPage.columns(model, here).isEmpty()
                        || here.parameters().containsKey(ListPage.DENSITY)
                : changed;
        return new ViewTabs(
                text(model.definition().labels().many()),
                tabs,
                changed ? ListPage.of(here.path(), shown.orElseThrow()).href() : "",
                shown.filter(view -> changed && mine)
                        .map(view -> new ViewForm(
                                panel.places().admin() + "/saved_views/" + view.id(),
                                model.name(),
                                closed.query(),
                                csrfToken)),
                keeps ? closed.hrefWith(ListPage.OPEN, "save") : "",
                shown.isPresent() && !changed ? closed.hrefWith(ListPage.OPEN, "view") : "");
    }

    /** The form of a new view, or of the current one. */
    Optional<ListPanel.Save> form(Actor.SignedIn actor, Model model, Address here, String csrfToken) {
        String open = here.parameters().getOrDefault(ListPage.OPEN, "");
        Optional<SavedView> current = !open.equals("view")
                ? Optional.empty()
                : ListPage.view(here)
                        .flatMap(id -> views.recent(actor).stream()
                                .filter(view -> view.id() == id && view.model().equals(model.name()))
                                .findFirst());
        if (!open.equals("save") && current.isEmpty()) {
            return Optional.empty();
        }
        Address closed = ListPage.closed(here).without("page", "cursor");
        String path = panel.places().admin() + "/saved_views";
        return Optional.of(new ListPanel.Save(
                current.map(view -> Long.toString(view.id())).orElse(""),
                new ViewForm(
                        current.map(view -> path + "/" + view.id()).orElse(path),
                        model.name(),
                        closed.query(),
                        csrfToken),
                current.map(SavedView::name).orElse(""),
                current.filter(SavedView::isDefault).isPresent(),
                sharing(actor, current.map(SavedView::sharedWith).orElse(List.of())),
                current.isEmpty() || current.get().owner().equals(actor.id()),
                closed.href()));
    }

    private List<SelectOption> sharing(Actor.SignedIn actor, List<Long> with) {
        boolean may = panel.models()
                .model(AccessModels.ROLES)
                .filter(model -> actor.rights().allows(Action.EDIT, model)
                        && actor.rights().allows(Action.VIEW, model))
                .isPresent();
        return may
                ? roles.list(actor, RoleListRequest.page(1)).roles().stream()
                        .map((Role role) ->
                                new SelectOption(Long.toString(role.id()), role.name(), with.contains(role.id())))
                        .toList()
                : List.of();
    }

    private Response create(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        Form form = request.form();
        Model model = model(form);
        Address here = here(model, form);
        return saved(request, here, () -> {
            SavedView view = views.create(actor, () -> draft(model, here, form, Optional.empty()), false);
            return panel.redirect(
                    request, ListPage.of(here.path(), view).href(), Flash.success(text("The view was saved.")));
        });
    }

    private Response change(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        Form form = request.form();
        Model model = model(form);
        Address here = here(model, form);
        long id = number(request.variable("id"));
        return saved(request, here, () -> {
            if (form.textOrEmpty("do").equals("delete")) {
                views.delete(actor, id, Optional.empty(), false);
                return panel.redirect(
                        request,
                        new Address(here.path(), Map.of(ListPage.VIEW, ListPage.NO_VIEW)).href(),
                        Flash.success(text("The view was deleted.")));
            }
            SavedView view = views.change(
                    actor, id, current -> draft(model, here, form, Optional.of(current)), Optional.empty(), false);
            return panel.redirect(
                    request, ListPage.of(here.path(), view).href(), Flash.success(text("The view was saved.")));
        });
    }

    /** @param current of a view that is changed: its name and roles stay where the form has none */
    private Draft draft(Model model, Address here, Form form, Optional<Draft> current) {
        boolean whole = form.has("name") || current.isEmpty();
        List<Long> sharedWith = current.map(Draft::sharedWith).orElse(List.of());
        if (form.has("sharing")) {
            sharedWith = new ArrayList<>();
            for (String name : form.names()) {
                if (name.startsWith(ROLE)) {
                    sharedWith.add(number(name.substring(ROLE.length())));
                }
            }
        }
        boolean content = !form.textOrEmpty("do").equals("default");
        return new Draft(
                model.name(),
                whole && content
                        ? form.textOrEmpty("name")
                        : current.map(Draft::name).orElse(""),
                content ? ListPage.kept(here) : current.map(Draft::query).orElse(Map.of()),
                content
                        ? ListPage.columns(model, here)
                        : current.map(Draft::columns).orElse(List.of()),
                content ? ListPage.density(here) : current.orElseThrow().density(),
                sharedWith,
                whole ? form.has("is_default") : current.get().isDefault());
    }

    /** A rejected view leads back to its form, with the reason as a message. */
    private Response saved(RequestContext request, Address here, Supplier<Response> work) {
        try {
            return work.get();
        } catch (RequestRejectedException rejected) {
            String reason = rejected.violations().isEmpty()
                    ? text(rejected.text())
                    : text(rejected.violations().getFirst().text());
            return panel.redirect(
                    request,
                    here.hrefWith(ListPage.OPEN, ListPage.view(here).isPresent() ? "view" : "save"),
                    Flash.error(text("The view was not saved.") + " " + reason));
        }
    }

    private Model model(Form form) {
        return panel.models()
                .model(form.textOrEmpty("model"))
                .orElseThrow(() -> RequestRejectedException.notFound("There is no such list."));
    }

    private Address here(Model model, Form form) {
        Map<String, String> query = new LinkedHashMap<>(Address.given(QueryString.parse(form.textOrEmpty("query"))));
        return ListPage.closed(new Address(panel.places().list(model), query));
    }

    private static long number(String text) {
        return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : 0;
    }
}
