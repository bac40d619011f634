package dev.hexadmin.http.panel.records;

import static dev.hexadmin.http.texts.Localized.noun;
import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.BrowsingRecords.Found;
import dev.hexadmin.application.records.EditingRecords.Precondition;
import dev.hexadmin.application.records.EditingRecords.PreparedChange;
import dev.hexadmin.application.records.EditingRecords.Written;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldStyle;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.fields.FieldViews;
import dev.hexadmin.http.panel.frame.Flash;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.OneTimeForms;
import dev.hexadmin.http.panel.frame.OneTimeForms.Done;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.panel.frame.PanelUrls;
import dev.hexadmin.http.panel.records.FormErrors.ErrorLine;
import dev.hexadmin.http.panel.records.RecordForm.FixedValue;
import dev.hexadmin.http.panel.records.RecordForm.ReturnLinks;
import dev.hexadmin.http.panel.records.RecordForm.Sending;
import dev.hexadmin.http.panel.records.RecordFormState.Subject;
import dev.hexadmin.http.server.problem.Problems;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.templates.pages.Jterecords_formGenerated;
import dev.hexadmin.http.templates.parts.Jteform_checkGenerated;
import dev.hexadmin.http.templates.parts.Jteform_choiceGenerated;
import dev.hexadmin.http.templates.parts.Jteform_previewGenerated;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Forms for new records and for changes, whole or of a single field. Thread-safe. */
public final class RecordForms {
    /** The one field that a form for a cell of a list has. */
    // a field of a model can have any other name, as it has no dot
    static final String ONLY = "form.only";

    /** Between a key and its label: a character that no stored text has. */
    private static final String NUL = "\0";

    private static final String VERSION = "form.version";
    private static final String THEN = "form.then";

    /** How often a form is merged into a record that others keep changing, before its user is asked. */
    private static final int MERGES = 5;

    private final RecordServices services;
    private final FormFields formFields;
    private final RecordCounts counts;
    private final FormUploads uploads;
    private final RecordConflicts conflicts;
    private final ChildTables children;
    private final OneTimeForms onceOnly;

    public RecordForms(
            RecordServices services,
            FormFields formFields,
            RecordCounts counts,
            ChildTables children,
            OneTimeForms onceOnly) {
        this.children = children;
        this.onceOnly = onceOnly;
        this.services = services;
        this.formFields = formFields;
        this.counts = counts;
        this.uploads = new FormUploads(services.files().uploading());
        this.conflicts = new RecordConflicts(services, formFields);
    }

    public List<Route> routes() {
        String model = services.path().template();
        return List.of(
                new Route(Method.GET, model + "/create", Policy.RIGHTS, Route.Media.HTML, this::createForm),
                new Route(Method.POST, model + "/create", Policy.RIGHTS, Route.Media.UPLOAD, this::create),
                new Route(
                        Method.POST,
                        model + "/create/preview",
                        Policy.RIGHTS,
                        Route.Media.HTML,
                        request -> preview(request, Action.CREATE)),
                new Route(
                        Method.POST,
                        model + "/{id}/edit/preview",
                        Policy.RIGHTS,
                        Route.Media.HTML,
                        request -> preview(request, Action.EDIT)),
                new Route(Method.POST, model + "/create/check", Policy.RIGHTS, Route.Media.HTML, this::checkCreate),
                new Route(Method.POST, model + "/{id}/edit/check", Policy.RIGHTS, Route.Media.HTML, this::checkEdit),
                new Route(Method.GET, model + "/{id}/edit", Policy.RIGHTS, Route.Media.HTML, this::editForm),
                new Route(Method.POST, model + "/{id}/edit", Policy.RIGHTS, Route.Media.UPLOAD, this::edit));
    }

    private Response createForm(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        Model model = services.model(request);
        RecordServices.require(actor, Action.CREATE, model);
        Optional<RecordSnapshot> original = duplicated(request, actor, model);
        Map<String, List<String>> texts = new LinkedHashMap<>();
        for (FieldDefinition field : FormFields.fields(actor, model, Action.CREATE)) {
            // a link may fill in fields: a new line of this order
            texts.put(
                    field.name(),
                    Optional.ofNullable(request.query().get(field.name()))
                            .map(List::of)
                            .orElseGet(() -> original.filter(one -> one.has(field) && FormFields.isCopied(field))
                                    .map(one -> FormFields.texts(field, one.value(field)))
                                    .orElseGet(() -> FormFields.initial(field))));
        }
        return page(
                request,
                200,
                model,
                RecordFormState.initial(
                        new Subject(
                                Optional.empty(),
                                original.map(one -> one.key().encoded()).orElse("")),
                        texts,
                        Map.of(),
                        "",
                        ReturnAddress.ofForm(request.query())),
                Optional.empty(),
                original.map(one -> children.copied(actor, model, one.key()))
                        .orElseGet(() -> children.opened(actor, model, Optional.empty(), Map.of(), ""))
                        .inputs(Optional.empty()));
    }

    private Response create(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        Model model = services.model(request);
        RecordServices.require(actor, Action.CREATE, model);
        List<FieldDefinition> fields = FormFields.fields(actor, model, Action.CREATE);
        SentForm sent = uploads.read(request, actor, model);
        Form form = sent.form();
        ReturnAddress back = ReturnAddress.sent(form);
        RecordFormState state = RecordFormState.of(fields, form, Optional.empty(), "", back);
        ChildTables.Tables tables = children.sent(actor, model, Optional.empty(), sent, "");
        if (isAsking(form) || tables.asked()) {
            return page(request, 200, model, state.with(sent), Optional.empty(), tables.inputs(Optional.empty()));
        }
        List<Violation> wrong = new ArrayList<>(sent.wrong());
        Map<String, @Nullable Object> body = created(actor, model, fields, form, wrong);
        tables.addTo(body, wrong);
        String then = form.textOrEmpty(THEN);
        RecordSnapshot[] shown = new RecordSnapshot[1];
        Supplier<PreparedChange<Written>> change = () -> {
            refuse(actor, model, Optional.empty(), body, wrong);
            return services.editing().prepareCreate(actor, model, body, false);
        };
        Function<Shape, RecordSink> sinks = shape -> RecordSnapshot.sink(shape, one -> shown[0] = one);
        try {
            if (then.equals("choose")) {
                Done chosen = onceOnly.done(request, sent.content(), () -> {
                    PreparedChange<Written> prepared = change.get();
                    return () -> {
                        RecordKey key = prepared.carryOut(sinks).key();
                        return new Done(
                                FieldText.write(key.values().getFirst()) + NUL + shown[0].label(),
                                created(model, shown[0]));
                    };
                });
                String[] option = chosen.to().split(NUL, 2);
                return fragment(Jteform_choiceGenerated::render, new SelectOption(option[0], option[1], true));
            }
            return onceOnly.answer(request, sent.content(), () -> {
                PreparedChange<Written> prepared = change.get();
                return () -> {
                    RecordKey key = prepared.carryOut(sinks).key();
                    return new Done(afterCreation(actor, model, key, then, back), created(model, shown[0]));
                };
            });
        } catch (RequestRejectedException refused) {
            return refused(request, model, state, refused, Optional.empty(), tables);
        } finally {
            counts.drop();
        }
    }

    private String afterCreation(Actor actor, Model model, RecordKey key, String then, ReturnAddress back) {
        PanelUrls places = services.panel().places();
        if (then.equals("another")) {
            return back.form(new Address(places.list(model) + "create", Map.of()))
                    .href();
        }
        if (!back.next().isEmpty()) {
            return back.next();
        }
        return RecordServices.may(actor.rights(), Action.VIEW, model)
                ? places.record(model, key) + back.origin().suffix()
                : places.list(model) + "create";
    }

    private static Flash created(Model model, RecordSnapshot record) {
        return Flash.success(text(
                "{label} “{name}” was created.",
                "label",
                text(model.definition().labels().one()),
                "name",
                record.label()));
    }

    /** Whether a button was pressed that only shows the form again. */
    private static boolean isAsking(Form form) {
        return form.has(Form.FIND) || form.has(RecordFormState.PREVIEW) || form.has(Form.RESUMED);
    }

    private Map<String, @Nullable Object> created(
            Actor.SignedIn actor, Model model, List<FieldDefinition> fields, Form form, List<Violation> wrong) {
        Map<String, @Nullable Object> body = FormFields.body(fields, model, form, original(actor, model, form), wrong);
        leaveOutEmpty(fields, body);
        return body;
    }

    /** An empty field is one that was left out: it gets its default. */
    private static void leaveOutEmpty(List<FieldDefinition> fields, Map<String, @Nullable Object> body) {
        body.entrySet().removeIf(one -> one.getValue() == null || one.getValue().equals(List.of()));
        fields.stream()
                .filter(field -> !field.required() && field.type().isText() && "".equals(body.get(field.name())))
                .forEach(field -> body.remove(field.name()));
    }

    /** The record whose values a new one starts with. */
    private Optional<RecordSnapshot> duplicated(RequestContext request, Actor.SignedIn actor, Model model) {
        return Optional.ofNullable(request.query().get(RecordServices.DUPLICATE))
                .map(id -> {
                    RecordServices.require(actor, Action.VIEW, model);
                    return current(id, actor, model).record();
                });
    }

    /** The record that a sent form is a copy of, as far as the actor may view it now. */
    private Optional<RecordSnapshot> original(Actor.SignedIn actor, Model model, Form form) {
        String id = form.textOrEmpty(RecordFormState.ORIGINAL);
        return id.isEmpty() || !RecordServices.may(actor.rights(), Action.VIEW, model)
                ? Optional.empty()
                : found(id, actor, model);
    }

    /**
     * What a form's script shows without a reload.
     *
     * @param unmet the fields whose condition does not hold
     * @param signs of the currencies of amounts, {@code ""} without one; of those whose currency is in the form
     */
    public record FormCheck(Map<String, String> errors, Set<String> unmet, Map<String, String> signs) {}

    private Response checkCreate(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        Model model = services.model(request);
        RecordServices.require(actor, Action.CREATE, model);
        Form form = request.form().ofModel();
        List<FieldDefinition> fields = FormFields.fields(actor, model, Action.CREATE);
        List<Violation> wrong = new ArrayList<>();
        Map<String, @Nullable Object> body = created(actor, model, fields, form, wrong);
        return checked(
                model,
                RecordFormState.of(fields, form, Optional.empty(), "", ReturnAddress.NONE),
                Optional.empty(),
                violations(actor, model, Optional.empty(), body, wrong));
    }

    private Response checkEdit(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        Model model = services.model(request);
        RecordServices.require(actor, Action.EDIT, model);
        Form form = request.form().ofModel();
        List<FieldDefinition> fields = FormFields.fields(actor, model, Action.EDIT);
        List<Violation> wrong = new ArrayList<>();
        Map<String, @Nullable Object> body = FormFields.body(fields, model, form, wrong);
        return checked(
                model,
                RecordFormState.of(fields, form, Optional.of(form.textOrEmpty(VERSION)), "", ReturnAddress.NONE),
                // the record is needed for the fields of conditions that the form does not have
                FieldConditions.needRecord(model, fields)
                        ? found(request.variable("id"), actor, model)
                        : Optional.empty(),
                violations(actor, model, Optional.of(request.variable("id")), body, wrong));
    }

    private static Response checked(
            Model model, RecordFormState state, Optional<RecordSnapshot> record, List<Violation> wrong) {
        return fragment(
                Jteform_checkGenerated::render,
                new FormCheck(
                        RecordFormState.errors(wrong),
                        FieldConditions.unmet(model, state.texts(), record),
                        state.texts().keySet().stream()
                                .map(model::fieldNamed)
                                .filter(field -> field.style()
                                        .currencyField()
                                        .filter(state.texts()::containsKey)
                                        .isPresent())
                                .collect(Collectors.toMap(
                                        FieldDefinition::name,
                                        field -> FormField.sign(currency(field, state, record))))));
    }

    /** The text of a Markdown field as a page shows it, while it is written. */
    private Response preview(RequestContext request, Action action) {
        Actor.SignedIn actor = request.signedIn();
        Model model = services.model(request);
        RecordServices.require(actor, action, model);
        Form form = request.form().ofModel();
        FieldDefinition field = FormFields.fields(actor, model, action).stream()
                .filter(one -> one.name().equals(form.textOrEmpty(RecordFormState.PREVIEW))
                        && FieldViews.of(one).isMarkup())
                .findFirst()
                .orElseThrow(() -> RequestRejectedException.notFound("There is no such field with a preview."));
        return fragment(Jteform_previewGenerated::render, form.textOrEmpty(field.name()));
    }

    private static <T> Response fragment(Panel.Template<T> template, T shown) {
        return new Response(
                200,
                List.of(
                        new Response.Header("Content-Type", "text/html; charset=utf-8"),
                        new Response.Header("Cache-Control", "no-store")),
                Panel.html(template, shown));
    }

    private Response editForm(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        Model model = services.model(request);
        RecordServices.require(actor, Action.EDIT, model);
        Current current = current(request.variable("id"), actor, model);
        String only = request.query().getOrDefault("field", "");
        Map<String, List<String>> texts = new LinkedHashMap<>();
        Map<String, String> previous = new LinkedHashMap<>();
        for (FieldDefinition field : fields(actor, model, only)) {
            List<String> stored = FormFields.texts(field, current.record().value(field));
            texts.put(field.name(), stored);
            previous.put(field.name(), FormFields.digest(stored));
        }
        return page(
                request,
                200,
                model,
                RecordFormState.initial(
                        new Subject(Optional.of(current.version()), ""),
                        texts,
                        previous,
                        only,
                        ReturnAddress.ofForm(request.query())),
                Optional.of(current.record()),
                children.opened(actor, model, Optional.of(current.record().key()), request.query(), only)
                        .inputs(Optional.empty()));
    }

    private Response edit(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        Model model = services.model(request);
        RecordServices.require(actor, Action.EDIT, model);
        SentForm sent = uploads.read(request, actor, model);
        Form form = sent.form();
        String only = form.textOrEmpty(ONLY);
        ReturnAddress back = ReturnAddress.sent(form);
        String id = request.variable("id");
        List<FieldDefinition> fields = fields(actor, model, only);
        String version = form.textOrEmpty(VERSION);
        RecordFormState state = RecordFormState.of(fields, form, Optional.of(version), only, back);
        ChildTables.Tables tables = children.sent(actor, model, RecordKey.parse(model, id), sent, only);
        if (isAsking(form) || tables.asked()) {
            return page(
                    request,
                    200,
                    model,
                    state.with(sent),
                    Optional.of(current(id, actor, model).record()),
                    tables.inputs(Optional.empty()));
        }
        List<Violation> wrong = new ArrayList<>(sent.wrong());
        Map<String, @Nullable Object> body = FormFields.body(fields, model, form, wrong);
        tables.addTo(body, wrong);
        List<FieldDefinition> theirs = List.of();
        for (int i = 1; ; i++) {
            Precondition unchanged = new Precondition.OneOf(List.of(new Version(version)));
            List<FieldDefinition> merged = theirs;
            try {
                return onceOnly.answer(request, sent.content(), () -> {
                    refuse(actor, model, Optional.of(id), body, wrong);
                    PreparedChange<Written> prepared =
                            services.editing().preparePatch(actor, model, id, body, unchanged, false);
                    return () -> {
                        RecordSnapshot[] shown = new RecordSnapshot[1];
                        RecordKey key = prepared.carryOut(shape -> RecordSnapshot.sink(shape, one -> shown[0] = one))
                                .key();
                        return new Done(
                                afterChange(model, key, form.textOrEmpty(THEN), back),
                                saved(model, shown[0], body, merged));
                    };
                });
            } catch (RequestRejectedException refused) {
                if (refused.category() != RequestRejectedException.Category.PRECONDITION_FAILED) {
                    return refused(request, model, state, refused, found(id, actor, model), tables);
                }
                Current current = current(id, actor, model);
                RecordConflicts.Merge merge = RecordConflicts.merge(model, current.record(), fields, form);
                if (!merge.both().isEmpty() || i == MERGES) {
                    return conflicts.page(request, model, current, fields, merge.both(), form, back);
                }
                version = current.version();
                theirs = merge.theirs();
            } finally {
                counts.drop();
            }
        }
    }

    private String afterChange(Model model, RecordKey key, String then, ReturnAddress back) {
        PanelUrls places = services.panel().places();
        if (then.equals("edit")) {
            return back.form(new Address(places.record(model, key, "edit"), Map.of()))
                    .href();
        }
        return back.next().isEmpty() ? places.record(model, key) + back.origin().suffix() : back.next();
    }

    private static Flash saved(Model model, RecordSnapshot record, Map<String, ?> body, List<FieldDefinition> theirs) {
        String merged = theirs.isEmpty()
                ? ""
                : " "
                        + text(
                                "Someone else changed this record meanwhile; their changes to {fields} were kept.",
                                "fields",
                                theirs.stream()
                                        .map(field -> text(field.labels()))
                                        .collect(Collectors.joining(", ")));
        return body.isEmpty()
                ? new Flash(Flash.Kind.INFO, text("Nothing was changed.") + merged)
                : Flash.success(text(
                                "{label} “{name}” was saved.",
                                "label",
                                text(model.definition().labels().one()),
                                "name",
                                record.label())
                        + merged);
    }

    /** A record as it is now. */
    record Current(RecordSnapshot record, String version) {}

    private Current current(String id, Actor.SignedIn actor, Model model) {
        RecordSnapshot[] record = new RecordSnapshot[1];
        Found found = services.browsing()
                .read(actor, ListRequest.all(model), id, shape -> RecordSnapshot.sink(shape, one -> record[0] = one));
        return new Current(record[0], found.version().value());
    }

    private Optional<RecordSnapshot> found(String id, Actor.SignedIn actor, Model model) {
        try {
            return Optional.of(current(id, actor, model).record());
        } catch (RequestRejectedException gone) {
            return Optional.empty();
        }
    }

    private static List<FieldDefinition> fields(Actor actor, Model model, String only) {
        List<FieldDefinition> fields = FormFields.fields(actor, model, Action.EDIT);
        if (only.isEmpty()) {
            return fields;
        }
        if (model.children(only).isPresent()) {
            return List.of();
        }
        return List.of(fields.stream()
                .filter(field -> field.name().equals(only))
                .findFirst()
                .orElseThrow(() -> RequestRejectedException.notFound(
                        Message.of("There is no field ''{field}'' that you may change.")
                                .with("field", only))));
    }

    /** Rejects a form whose texts have errors, with those of all other fields. */
    private void refuse(
            Actor actor, Model model, Optional<String> id, Map<String, @Nullable Object> body, List<Violation> wrong) {
        if (!wrong.isEmpty()) {
            throw RequestRejectedException.invalid(violations(actor, model, id, body, wrong));
        }
    }

    /**
     * The violations of a form, without those of children.
     *
     * @param wrong those of the texts themselves
     */
    private List<Violation> violations(
            Actor actor, Model model, Optional<String> id, Map<String, @Nullable Object> body, List<Violation> wrong) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>(body);
        values.keySet().removeIf(name -> model.field(name).isEmpty());
        Set<String> known = RecordFormState.errors(wrong).keySet();
        List<Violation> all = new ArrayList<>(wrong);
        services.editing().check(actor, model, id, values).stream()
                .filter(violation -> !known.contains(RecordFormState.field(violation)))
                .forEach(all::add);
        return all;
    }

    /** The form again, with the errors beside its fields. */
    private Response refused(
            RequestContext request,
            Model model,
            RecordFormState state,
            RequestRejectedException refused,
            Optional<RecordSnapshot> record,
            ChildTables.Tables tables) {
        boolean answerable = switch (refused.category()) {
            case INVALID, CONFLICT, FORBIDDEN, NOT_FOUND, UNAVAILABLE, PRECONDITION_REQUIRED -> true;
            case MALFORMED, UNAUTHENTICATED, PRECONDITION_FAILED, TOO_LARGE, UNSUPPORTED_TYPE, TOO_MANY -> false;
        };
        if (!answerable) {
            throw refused;
        }
        ChildTables.Inputs inputs = tables.inputs(Optional.of(refused));
        return page(
                request,
                Problems.details(refused).status(),
                model,
                state.with(refused, inputs.placed()),
                record,
                inputs);
    }

    /** The currency of an amount: what the form holds, or what is stored; {@code ""}: none. */
    private static String currency(FieldDefinition amount, RecordFormState state, Optional<RecordSnapshot> record) {
        return amount.style()
                .currencyField()
                .flatMap(name -> Optional.ofNullable(state.texts().get(name))
                        .map(texts -> String.join("", texts))
                        .or(() -> record.flatMap(stored -> stored.currency(amount))))
                .filter(FieldStyle::isCurrency)
                .orElse("");
    }

    private Response page(
            RequestContext request,
            int status,
            Model model,
            RecordFormState state,
            Optional<RecordSnapshot> record,
            ChildTables.Inputs tables) {
        Actor.SignedIn actor = request.signedIn();
        PanelUrls places = services.panel().places();
        Set<String> unmet = state.only().isEmpty() ? FieldConditions.unmet(model, state.texts(), record) : Set.of();
        Map<String, FormField> shown = new LinkedHashMap<>();
        List<ErrorLine> others = new ArrayList<>();
        state.texts()
                .forEach((name, texts) -> shown.put(
                        name,
                        formFields
                                .field(
                                        actor,
                                        model,
                                        model.fieldNamed(name),
                                        texts,
                                        state.previous().getOrDefault(name, ""),
                                        state.errors().getOrDefault(name, ""),
                                        state.searches().getOrDefault(name, ""))
                                .in(currency(model.fieldNamed(name), state, record))
                                .unmet(unmet.contains(name))));
        state.errors().forEach((name, message) -> {
            if (!state.texts().containsKey(name)) {
                others.add(new ErrorLine(
                        "",
                        model.field(name)
                                .map(field -> text(field.labels()))
                                .or(() -> model.children(name)
                                        .map(one -> text(one.model()
                                                .definition()
                                                .labels()
                                                .many())))
                                .orElse(""),
                        message));
            }
        });
        others.addAll(tables.errors());
        Map<String, FixedValue> fixed = new LinkedHashMap<>();
        if (record.isPresent() && state.only().isEmpty()) {
            List<FieldDefinition> rest = record.get().shape().fields().stream()
                    .filter(field -> !state.texts().containsKey(field.name()))
                    .toList();
            var labels = services.labels(actor, model, rest, List.of(record.get()));
            rest.forEach(field -> fixed.put(
                    field.name(),
                    new FixedValue(
                            text(field.labels()),
                            Cell.of(services, record.get(), field, true, labels.getOrDefault(field, Map.of())))));
        }
        String label = text(model.definition().labels().one());
        boolean creates = state.version().isEmpty();
        String name = record.map(RecordSnapshot::label).orElse("");
        String origin = state.back().list(places.list(model));
        Frame.Crumb list = new Frame.Crumb(text(model.definition().labels().many()), origin);
        String back = creates ? origin : state.back().record(places.list(model) + request.variable("id"));
        Frame frame = creates
                ? services.panel().frame(request, text("New {label}", "label", noun(label)), list)
                : services.panel()
                        .frame(
                                request,
                                text("Edit {label}", "label", name.isEmpty() ? noun(label) : name),
                                list,
                                new Frame.Crumb(name.isEmpty() ? label : name, back));
        return services.panel()
                .page(
                        request,
                        status,
                        Jterecords_formGenerated::render,
                        new RecordForm(
                                frame,
                                new Sending(
                                        request.path(),
                                        state.version().orElse(""),
                                        OneTimeForms.newKey(),
                                        state.only(),
                                        state.subject().original()),
                                new FormErrors(state.sentence(), others),
                                FormLayout.of(model.layout(), shown, fixed),
                                tables,
                                new ReturnLinks(
                                        state.back().next().isEmpty()
                                                ? back
                                                : state.back().next(),
                                        state.back(),
                                        creates
                                                ? ""
                                                : services.duplicate(
                                                        actor, model, request.variable("id"), state.back())),
                                state.focus()));
    }
}
