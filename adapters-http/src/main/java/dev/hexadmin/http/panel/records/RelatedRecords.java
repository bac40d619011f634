package dev.hexadmin.http.panel.records;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.panel.PanelExtensions.OfPlugin;
import dev.hexadmin.application.panel.RecordTab;
import dev.hexadmin.application.query.ListParameter;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.ListQuery.CountMode;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.http.fields.FieldViews;
import dev.hexadmin.http.fields.Formats;
import dev.hexadmin.http.panel.frame.ExtensionContent;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.panel.frame.PanelUrls;
import dev.hexadmin.http.templates.parts.JteaddedGenerated;
import dev.hexadmin.http.templates.parts.Jterecords_rowsGenerated;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The records that refer to a record: a tab with a count for each field that does, child records first, and the first
 * records of the chosen tab. Thread-safe.
 */
public final class RelatedRecords {
    /** The parameter with the name of the chosen tab. */
    static final String CHOSEN = "related";

    /** The parameter with the name of the child records that have inputs. */
    static final String EDIT = "edit";

    private static final int FIRST = 10;
    private static final int MOST_COUNTED = 1_000;
    private static final int MOST_TABS = 30;
    private static final int MOST_COLUMNS = 8;

    /** Columns that a narrow window has room for. */
    private static final int NARROW_COLUMNS = 6;

    private final RecordServices services;
    private final ChildTables children;

    RelatedRecords(RecordServices services, ChildTables children) {
        this.services = services;
        this.children = children;
    }

    /**
     * The related records of a page.
     *
     * @param editing whether the content is a form
     */
    public record Related(List<Tab> tabs, Content content, boolean editing) {
        static final Related NONE = new Related(List.of(), output -> {}, false);

        /** The name of the chosen tab. */
        String chosen() {
            return tabs.stream().filter(Tab::chosen).map(Tab::name).findFirst().orElse("");
        }
    }

    /** A tab. */
    public record Tab(String name, String label, String count, String href, boolean chosen) {}

    /** The records that refer to a record by one field. */
    private record Relation(String name, String label, Model model, List<FieldDefinition> fields, boolean child) {
        /** The only field, or the first of several. */
        FieldDefinition field() {
            return fields.getFirst();
        }

        Map<String, String> selecting(RecordKey key) {
            Map<String, String> selecting = new LinkedHashMap<>();
            for (int i = 0; i < fields.size(); i++) {
                selecting.put(
                        ListParameter.filter(fields.get(i)),
                        FieldText.write(key.values().get(i)));
            }
            return selecting;
        }
    }

    /** A relation and the number of its records. */
    private record Counted(Relation relation, long number) {
        String text() {
            return number > MOST_COUNTED
                    ? Formats.number(Integer.toString(MOST_COUNTED)) + "+"
                    : Formats.number(Long.toString(number));
        }
    }

    /**
     * The related records that the actor may view.
     *
     * @param here the address of the page
     * @param version of the record
     */
    Related of(Actor.SignedIn actor, RecordSnapshot record, Address here, String version, String csrfToken) {
        Model model = record.shape().model();
        RecordKey key = record.key();
        List<Counted> relations = counted(actor, relations(actor, model), key);
        List<OfPlugin<RecordTab>> added = services.extensions().showing().tabs(actor, model);
        if (relations.isEmpty() && added.isEmpty()) {
            return Related.NONE;
        }
        String asked = here.parameters().getOrDefault(EDIT, here.parameters().getOrDefault(CHOSEN, ""));
        Optional<OfPlugin<RecordTab>> addition = added.stream()
                .filter(one -> name(one).equals(asked))
                .findFirst()
                .or(() -> relations.isEmpty() ? added.stream().findFirst() : Optional.empty());
        Address plain = here.with(EDIT, "");
        if (addition.isPresent()) {
            return new Related(
                    tabs(relations, Optional.empty(), added, addition, plain),
                    added(actor, addition.get(), model, key),
                    false);
        }
        Counted chosen = relations.stream()
                .filter(one -> one.relation().name().equals(asked))
                .findFirst()
                .orElse(relations.getFirst());
        List<Tab> tabs = tabs(relations, Optional.of(chosen), added, addition, plain);
        if (!chosen.relation().child()) {
            return new Related(tabs, content(table(actor, record, chosen, key)), false);
        }
        Address tab = plain.with(CHOSEN, chosen.relation().name());
        boolean edits = here.parameters().containsKey(EDIT);
        Optional<Content> form = edits
                ? children.form(
                        actor,
                        model,
                        record.key(),
                        new ChildTables.ChildPage(chosen.relation().name(), tab, version, csrfToken))
                : Optional.empty();
        return new Related(
                tabs,
                form.orElseGet(() -> content(children.table(
                        actor,
                        model,
                        record.key(),
                        new ChildTables.ChildPage(chosen.relation().name(), tab, version, csrfToken)))),
                form.isPresent());
    }

    private static List<Tab> tabs(
            List<Counted> relations,
            Optional<Counted> chosen,
            List<OfPlugin<RecordTab>> added,
            Optional<OfPlugin<RecordTab>> addition,
            Address plain) {
        List<Tab> tabs = new ArrayList<>();
        for (Counted one : relations) {
            tabs.add(new Tab(
                    one.relation().name(),
                    one.relation().label(),
                    one.text(),
                    plain.with(CHOSEN, one.relation().name()).href(),
                    chosen.filter(one::equals).isPresent()));
        }
        for (OfPlugin<RecordTab> one : added) {
            tabs.add(new Tab(
                    name(one),
                    text(one.part().title()),
                    "",
                    plain.with(CHOSEN, name(one)).href(),
                    addition.filter(one::equals).isPresent()));
        }
        return tabs;
    }

    /** The name of a plugin's tab; those of relations have no colon. */
    private static String name(OfPlugin<RecordTab> tab) {
        return tab.plugin() + ":" + tab.part().name();
    }

    private Content added(Actor actor, OfPlugin<RecordTab> tab, Model model, RecordKey key) {
        Optional<Content> content = services.extensions()
                .showing()
                .tab(
                        actor,
                        tab,
                        model,
                        key,
                        ExtensionContent.reader(services.panel().places()))
                .map(ExtensionContent::of);
        return Panel.content(JteaddedGenerated::render, content);
    }

    /** Whether the page shows what a plugin makes, which can be different at any time. */
    boolean isAdded(Actor actor, Model model, Address here) {
        if (!services.panel().keepsPages()) {
            return false;
        }
        List<OfPlugin<RecordTab>> added = services.extensions().showing().tabs(actor, model);
        String asked = here.parameters().getOrDefault(CHOSEN, "");
        return added.stream().anyMatch(one -> name(one).equals(asked))
                || (!added.isEmpty() && relations(actor, model).isEmpty());
    }

    private static Content content(RelatedTable table) {
        return Panel.content(Jterecords_rowsGenerated::render, table);
    }

    private List<Relation> relations(Actor actor, Model model) {
        List<Relation> relations = new ArrayList<>();
        for (Model.Children one : children.shown(actor, model)) {
            relations.add(new Relation(
                    one.name(),
                    text(one.model().definition().labels().many()),
                    one.model(),
                    List.of(one.reference()),
                    true));
        }
        for (Model.Inbound inbound : model.inbound()) {
            Model other = inbound.model();
            FieldDefinition field = inbound.field();
            boolean child = model.children(other.name())
                    .filter(one -> one.reference().equals(field))
                    .isPresent();
            if (!child
                    && relations.size() < MOST_TABS
                    && other.definition().exposure().html()
                    && field.queryable()
                    && actor.rights().allows(Action.VIEW, other)
                    && actor.rights().allows(Action.VIEW, other, field)) {
                boolean several = model.inbound().stream()
                                .filter(one -> one.model().equals(other))
                                .count()
                        > 1;
                relations.add(new Relation(
                        several ? other.name() + "." + field.name() : other.name(),
                        several
                                ? text(
                                        "{plural} by {field}",
                                        "plural",
                                        text(other.definition().labels().many()),
                                        "field",
                                        text(field.labels()))
                                : text(other.definition().labels().many()),
                        other,
                        List.of(field),
                        false));
            }
        }
        for (Model.Joint joint : model.jointInbound()) {
            Model other = joint.model();
            if (relations.size() < MOST_TABS
                    && other.definition().exposure().html()
                    && actor.rights().allows(Action.VIEW, other)
                    && joint.fields().stream()
                            .allMatch(
                                    field -> field.queryable() && actor.rights().allows(Action.VIEW, other, field))) {
                relations.add(new Relation(
                        other.name() + "." + joint.fields().getFirst().name(),
                        text(other.definition().labels().many()),
                        other,
                        joint.fields(),
                        false));
            }
        }
        return relations;
    }

    /** One statement counts all of them; those whose table cannot be read are left out. */
    private List<Counted> counted(Actor actor, List<Relation> relations, RecordKey key) {
        List<Relation> readable = new ArrayList<>();
        List<ListRequest> requests = new ArrayList<>();
        for (Relation relation : relations) {
            ListRequest request = ListRequest.of(relation.model(), relation.selecting(key));
            if (isReadable(actor, request)) {
                readable.add(relation);
                requests.add(request);
            }
        }
        List<OptionalLong> counts = services.browsing().counts(actor, requests, MOST_COUNTED + 1);
        List<Counted> counted = new ArrayList<>();
        for (int i = 0; i < readable.size(); i++) {
            if (counts.get(i).isPresent()) {
                counted.add(new Counted(readable.get(i), counts.get(i).getAsLong()));
            }
        }
        return counted;
    }

    /** Whether nothing that leads to the records is hidden from this actor. */
    private boolean isReadable(Actor actor, ListRequest request) {
        try {
            services.browsing().check(actor, request);
            return true;
        } catch (RequestRejectedException refused) {
            return false;
        }
    }

    private RelatedTable table(Actor.SignedIn actor, RecordSnapshot record, Counted chosen, RecordKey key) {
        Relation relation = chosen.relation();
        Model model = relation.model();
        List<FieldDefinition> columns = columns(actor, relation);
        List<RecordSnapshot> found = new ArrayList<>();
        if (chosen.number() > 0) {
            Map<String, String> parameters = new LinkedHashMap<>(relation.selecting(key));
            parameters.put(ListParameter.PER_PAGE.word(), Integer.toString(FIRST));
            parameters.put(ListParameter.FIELDS.word(), read(actor, model, columns));
            services.browsing()
                    .list(
                            actor,
                            ListRequest.of(model, parameters),
                            CountMode.NONE,
                            shape -> RecordSnapshot.sink(shape, found::add));
        }
        PanelUrls places = services.panel().places();
        Address all = new Address(places.list(model), relation.selecting(key));
        ListOrigin origin = ListOrigin.of(all);
        Map<FieldDefinition, Map<RecordKey, String>> labels = services.labels(actor, model, columns, found);
        List<Cell.Column> cells = found.isEmpty()
                ? List.of()
                : Cell.columns(services, found.getFirst().shape(), columns, labels);
        return new RelatedTable(
                relation.label(),
                text(model.definition().labels().one()),
                columns(columns),
                found.stream()
                        .map(one -> new RelatedTable.Row(
                                one.label(),
                                one.address()
                                        .map(address -> places.record(model, address) + origin.suffix())
                                        .orElse(""),
                                cells.stream().map(column -> column.cell(one)).toList()))
                        .toList(),
                new RelatedTable.Links(all.href(), chosen.text(), create(actor, relation, record, key), "", "", ""));
    }

    private static List<FieldDefinition> columns(Actor actor, Relation relation) {
        Model model = relation.model();
        List<FieldDefinition> columns = model.definition().list().columns().stream()
                .map(model::fieldNamed)
                .filter(field -> !field.writeOnly()
                        && !relation.fields().contains(field)
                        && actor.rights().allows(Action.VIEW, model, field))
                .limit(MOST_COLUMNS)
                .toList();
        return columns.isEmpty() ? model.key() : columns;
    }

    /** The columns of a table of records, numbers to the right; a narrow window shows the first ones. */
    private static List<RelatedTable.Column> columns(List<FieldDefinition> fields) {
        List<RelatedTable.Column> columns = new ArrayList<>();
        for (FieldDefinition field : fields) {
            String look = FieldViews.of(field).isNumber() && field.reference().isEmpty() ? "number" : "";
            columns.add(new RelatedTable.Column(
                    text(field.labels()), columns.size() < NARROW_COLUMNS ? look : (look + " tuck").strip(), ""));
        }
        return columns;
    }

    private static String read(Actor actor, Model model, List<FieldDefinition> columns) {
        Set<String> names = new LinkedHashSet<>();
        model.key().forEach(field -> names.add(field.name()));
        columns.forEach(field -> {
            names.add(field.name());
            field.style()
                    .currencyField()
                    .filter(currency -> actor.rights().allows(Action.VIEW, model, model.fieldNamed(currency)))
                    .ifPresent(names::add);
        });
        model.display().fields().stream()
                .filter(field -> actor.rights().allows(Action.VIEW, model, field))
                .forEach(field -> names.add(field.name()));
        return String.join(",", names);
    }

    private String create(Actor actor, Relation relation, RecordSnapshot record, RecordKey key) {
        Model model = relation.model();
        PanelUrls places = services.panel().places();
        return RecordServices.may(actor.rights(), Action.CREATE, model)
                        && relation.fields().size() == 1
                        && !PanelUrls.hasOwnPages(model)
                        && FormFields.fields(actor, model, Action.CREATE).contains(relation.field())
                ? new Address(places.list(model) + "create", Map.of())
                        .with(
                                relation.field().name(),
                                FieldText.write(key.values().getFirst()))
                        .with(
                                "next",
                                new Address(places.record(record.shape().model(), record.key()), Map.of())
                                        .with(CHOSEN, relation.name())
                                        .href())
                        .href()
                : "";
    }
}
