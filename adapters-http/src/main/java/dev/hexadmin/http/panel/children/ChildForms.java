package dev.hexadmin.http.panel.children;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.http.panel.children.ChildTable.TableForm;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.panel.records.ChildTables;
import dev.hexadmin.http.panel.records.FormFields;
import dev.hexadmin.http.panel.records.RecordServices;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.templates.parts.Jtechildren_tablesGenerated;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The tables of the children that a user may view. Thread-safe. */
public final class ChildForms implements ChildTables {
    /** The name of the buttons of tables; the value is {@code add:NAME}, {@code page:NAME:2} or {@code find:NAME}. */
    static final String BUTTON = "children";

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
            rows.open(query.getOrDefault(children.name() + ".page", "1"));
            tables.add(rows);
        }
        return new Shown(tables, false);
    }

    @Override
    public Tables sent(Actor.SignedIn actor, Model model, Optional<RecordKey> parent, Form form, String only) {
        List<ChildRows> tables = new ArrayList<>();
        for (Model.Children children : shown(actor, model, only)) {
            ChildRows rows = rows(actor, children, parent);
            rows.read(form);
            tables.add(rows);
        }
        return new Shown(tables, form.has(BUTTON));
    }

    @Override
    public Content onPage(Actor.SignedIn actor, Model model, RecordKey parent, String version, String csrfToken) {
        String edit = RecordServices.may(actor.rights(), Action.EDIT, model)
                ? services.panel().places().record(model, parent, "edit")
                : "";
        List<ChildTable> tables = new ArrayList<>();
        for (Model.Children children : shown(actor, model, "")) {
            ChildRows rows = rows(actor, children, Optional.of(parent));
            rows.open("1");
            tables.add(
                    edit.isEmpty() || !rows.changeable()
                            ? rows.readOnly(edit)
                            : rows.table(
                                    Optional.empty(),
                                    Optional.of(new TableForm(edit, version, csrfToken)),
                                    edit + "?field=" + children.name() + "&" + children.name() + ".page="));
        }
        return content(tables);
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
        return new ChildRows(services, formFields, actor, children, parent);
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
        public Content content(Optional<RequestRejectedException> refused) {
            return ChildForms.content(tables.stream()
                    .map(table -> table.table(refused, Optional.empty(), ""))
                    .toList());
        }
    }
}
