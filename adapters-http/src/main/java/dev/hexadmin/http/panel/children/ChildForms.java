package dev.hexadmin.http.panel.children;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.panel.records.Address;
import dev.hexadmin.http.panel.records.ChildTables;
import dev.hexadmin.http.panel.records.FormFields;
import dev.hexadmin.http.panel.records.RecordServices;
import dev.hexadmin.http.panel.records.RelatedTable;
import dev.hexadmin.http.panel.records.SentForm;
import dev.hexadmin.http.templates.parts.Jtechildren_formGenerated;
import dev.hexadmin.http.templates.parts.Jtechildren_tablesGenerated;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The tables of the children that a user may view. Thread-safe. */
public final class ChildForms implements ChildTables {
    /** The name of the buttons of tables; the value is {@code add:NAME}, {@code page:NAME:2} or {@code find:ID} with that of an input. */
    static final String BUTTON = "form.children";

    private static final Content NOTHING = output -> {};

    private final RecordServices services;
    private final FormFields formFields;

    public ChildForms(RecordServices services, FormFields formFields) {
        this.services = services;
        this.formFields = formFields;
    }

    @Override
    public Tables opened(
            Actor.SignedIn actor, Model model, Optional<RecordKey> parent, Map<String, String> query, String only) {
        List<ChildRows> tables = new ArrayList<>();
        for (Model.Children children : shown(actor, model, only)) {
            ChildRows rows = rows(actor, children, parent);
            rows.open(query.getOrDefault(children.name() + PAGE, "1"));
            tables.add(rows);
        }
        return new Shown(tables, false);
    }

    @Override
    public Tables copied(Actor.SignedIn actor, Model model, RecordKey original) {
        List<ChildRows> tables = new ArrayList<>();
        for (Model.Children children : shown(actor, model, "")) {
            ChildRows rows = rows(actor, children, Optional.empty());
            rows.copy(original);
            tables.add(rows);
        }
        return new Shown(tables, false);
    }

    @Override
    public Tables sent(Actor.SignedIn actor, Model model, Optional<RecordKey> parent, SentForm form, String only) {
        List<ChildRows> tables = new ArrayList<>();
        for (Model.Children children : shown(actor, model, only)) {
            ChildRows rows = rows(actor, children, parent);
            rows.read(form);
            tables.add(rows);
        }
        return new Shown(tables, form.form().has(BUTTON));
    }

    @Override
    public List<Model.Children> shown(Actor actor, Model model) {
        return shown(actor, model, "");
    }

    @Override
    public RelatedTable table(Actor.SignedIn actor, Model model, RecordKey parent, ChildPage page) {
        return text(actor, model, parent, page)
                .related(
                        services.panel().places(),
                        page.here(),
                        mayEdit(actor, model)
                                        && rows(actor, model, parent, page).changeable()
                                ? page.here().with("edit", page.name()).href()
                                : "");
    }

    private ChildRows text(Actor.SignedIn actor, Model model, RecordKey parent, ChildPage page) {
        ChildRows rows = new ChildRows(
                services,
                new ChildCells(services, formFields, actor, children(model, page), ChildCells.Kind.TEXT),
                actor,
                children(model, page),
                Optional.of(parent));
        rows.open(number(page));
        return rows;
    }

    @Override
    public Optional<Content> form(Actor.SignedIn actor, Model model, RecordKey parent, ChildPage page) {
        ChildRows rows = rows(actor, model, parent, page);
        if (!mayEdit(actor, model) || !rows.changeable()) {
            return Optional.empty();
        }
        rows.open(number(page));
        Address edit = page.here().with("edit", page.name());
        ChildTable table =
                rows.table(Optional.empty(), edit.without(page.name() + PAGE).href() + "&" + page.name() + PAGE + "=");
        return Optional.of(Panel.content(
                Jtechildren_formGenerated::render,
                new ChildTable.TableForm(
                        table,
                        services.panel().places().record(model, parent, "edit"),
                        page.version(),
                        page.csrfToken(),
                        page.here().href())));
    }

    private static boolean mayEdit(Actor actor, Model model) {
        return RecordServices.may(actor.rights(), Action.EDIT, model);
    }

    private static String number(ChildPage page) {
        return page.here().parameters().getOrDefault(page.name() + PAGE, "1");
    }

    private static Model.Children children(Model model, ChildPage page) {
        return model.children(page.name()).orElseThrow();
    }

    private ChildRows rows(Actor.SignedIn actor, Model model, RecordKey parent, ChildPage page) {
        return rows(actor, children(model, page), Optional.of(parent));
    }

    private static List<Model.Children> shown(Actor actor, Model model, String only) {
        return model.children().stream()
                .filter(one -> only.isEmpty() || one.name().equals(only))
                .filter(one -> one.model().definition().exposure().html()
                        && actor.rights().allows(Action.VIEW, one.model())
                        && actor.rights().allows(Action.VIEW, one.model(), one.reference())
                        && one.reference().queryable())
                .toList();
    }

    private ChildRows rows(Actor.SignedIn actor, Model.Children children, Optional<RecordKey> parent) {
        return new ChildRows(
                services,
                new ChildCells(services, formFields, actor, children, ChildCells.Kind.INPUTS),
                actor,
                children,
                parent);
    }

    private static Content content(List<ChildTable> tables) {
        return tables.isEmpty() ? NOTHING : Panel.content(Jtechildren_tablesGenerated::render, tables);
    }

    /** The tables of one form. Used by one thread. */
    private record Shown(List<ChildRows> tables, boolean asked) implements Tables {
        @Override
        public void addTo(Map<String, @Nullable Object> body, List<Violation> wrong) {
            tables.forEach(table -> table.addTo(body, wrong));
        }

        @Override
        public Inputs inputs(Optional<RequestRejectedException> refused) {
            List<ChildTable> shown =
                    tables.stream().map(table -> table.table(refused, "")).toList();
            return new Inputs(
                    ChildForms.content(shown),
                    !shown.isEmpty(),
                    shown.stream().anyMatch(ChildTable::hasFiles),
                    shown.stream().anyMatch(table -> !table.focus().isEmpty()),
                    shown.stream().flatMap(table -> table.errors().stream()).toList(),
                    tables.stream().flatMap(table -> table.placed().stream()).collect(Collectors.toSet()));
        }
    }
}
