package dev.hexadmin.http.panel.actions;

import static dev.hexadmin.http.texts.Localized.noun;
import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.query.ListParameter;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.EditingRecords.AllDone;
import dev.hexadmin.application.records.EditingRecords.Change;
import dev.hexadmin.application.records.EditingRecords.Consequences;
import dev.hexadmin.application.records.EditingRecords.Selection;
import dev.hexadmin.application.records.EditingRecords.Separated;
import dev.hexadmin.application.records.NamedRecord;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.fields.FieldViews;
import dev.hexadmin.http.panel.actions.BulkForm.BulkTarget;
import dev.hexadmin.http.panel.actions.BulkForm.DeletionPreview;
import dev.hexadmin.http.panel.actions.BulkForm.OtherRecords;
import dev.hexadmin.http.panel.frame.Flash;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.PanelUrls;
import dev.hexadmin.http.panel.records.Address;
import dev.hexadmin.http.panel.records.Cell;
import dev.hexadmin.http.panel.records.FormErrors;
import dev.hexadmin.http.panel.records.FormField;
import dev.hexadmin.http.panel.records.FormFields;
import dev.hexadmin.http.panel.records.RecordCounts;
import dev.hexadmin.http.panel.records.RecordDeletion;
import dev.hexadmin.http.panel.records.RecordServices;
import dev.hexadmin.http.panel.records.ReturnAddress;
import dev.hexadmin.http.server.problem.Problem;
import dev.hexadmin.http.server.problem.Problems;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.server.uri.QueryString;
import dev.hexadmin.http.templates.pages.Jterecords_bulkGenerated;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The same change to many records: the selected ones, or a whole filtered list once its number is confirmed. */
public final class BulkChanges {
    private static final String SET = "set:";
    private static final String DELETE = "delete";
    /** The prefix of the names of the form's own fields on the page that asks for the value: no field of a model has a dot. */
    private static final String OWN = "form.";

    private static final String EMPTY = "empty";
    private static final String USERS = "admin_users";
    private static final String SUPERUSER = "is_superuser";
    private static final Set<String> OF_RIGHTS = Set.of("is_active", SUPERUSER, "roles");
    private static final Message WITHOUT_OWN =
            Message.of("Your own account is left out. Change or delete it on its own page.");
    private static final int MOST_NAMED = 10;
    private static final Message VALUE_OR_TICK =
            Message.of("Enter a value, or tick that the field becomes empty in all of them.");

    private final RecordServices services;
    private final FormFields formFields;
    private final RecordCounts counts;
    private final ActionPages actions;

    public BulkChanges(RecordServices services, FormFields formFields, RecordCounts counts, ActionPages actions) {
        this.actions = actions;
        this.services = services;
        this.formFields = formFields;
        this.counts = counts;
    }

    /** The fields that can be given the same value in many records. */
    static List<FieldDefinition> changeable(Actor actor, Model model) {
        return FormFields.fields(actor, model, Action.EDIT).stream()
                .filter(field -> !field.storage().unique() && !field.writeOnly())
                .filter(field -> !field.valueType().isLong() && !field.holdsFile())
                .filter(field -> RecordServices.mayName(actor, model, field))
                // only superusers make superusers
                .filter(field -> actor.rights().superuser()
                        || !isOfUsers(model)
                        || !field.name().equals(SUPERUSER))
                .toList();
    }

    private static boolean isOfUsers(Model model) {
        return model.name().equals(USERS);
    }

    /**
     * The actions on several records: those of programs, the changes of fields, and the dangerous ones. Of the fields,
     * those with few values come first, then those that the list shows.
     */
    public static List<BulkAction> actions(RecordServices services, Actor actor, Model model) {
        List<BulkAction> actions = new ArrayList<>(ActionPages.several(services, actor, model));
        if (RecordServices.may(actor.rights(), Action.EDIT, model)) {
            List<String> columns = model.definition().list().columns();
            changeable(actor, model).stream()
                    .sorted(Comparator.comparing((FieldDefinition field) -> !hasFewValues(field))
                            .thenComparing(field -> !columns.contains(field.name())))
                    .map(field -> new BulkAction(
                            SET + field.name(),
                            text("Change {field}…", "field", inSentence(text(field.labels()))),
                            "edit",
                            false))
                    .forEach(actions::add);
        }
        actions.sort(Comparator.comparing(BulkAction::dangerous));
        if (RecordServices.may(actor.rights(), Action.DELETE, model)) {
            actions.add(new BulkAction(DELETE, text("Delete…"), "trash", true));
        }
        return actions;
    }

    private static boolean hasFewValues(FieldDefinition field) {
        return field.type() == FieldType.ENUM || field.type() == FieldType.BOOLEAN;
    }

    /** A label inside a sentence: {@code payment method}, but {@code SKU}. */
    private static String inSentence(String label) {
        return label.length() > 1 && Character.isLowerCase(label.charAt(1))
                ? noun(label.substring(0, 1)) + label.substring(1)
                : label;
    }

    public List<Route> routes() {
        return List.of(new Route(
                Method.POST, services.path().template() + "/bulk", Policy.RIGHTS, Route.Media.HTML, this::bulk));
    }

    /**
     * A change to many records: first a page to confirm it, then the change.
     *
     * @param besidesOwn whether the actor's own account was one of the records and is left out
     */
    private record BulkRequest(
            Model model,
            String doing,
            Optional<FieldDefinition> field,
            List<String> keys,
            String query,
            Map<String, String> filters,
            boolean besidesOwn) {
        boolean whole() {
            return keys.isEmpty();
        }

        BulkRequest besidesOwn(List<String> otherKeys, Map<String, String> otherFilters) {
            return new BulkRequest(model, doing, field, otherKeys, query, otherFilters, true);
        }
    }

    private Response bulk(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        Model model = services.model(request);
        boolean confirmed = request.form().has(OWN + "confirmed");
        Form form = confirmed ? request.form().below(OWN) : request.form();
        if (form.textOrEmpty("action").startsWith(ActionPages.RUN)) {
            return actions.several(request, actor, model, form);
        }
        if (actions(services, actor, model).isEmpty()) {
            RecordServices.require(actor, Action.EDIT, model);
        }
        String query = form.textOrEmpty("query");
        String back = services.panel().places().list(model) + (query.isEmpty() ? "" : "?" + query);
        if (form.textOrEmpty("action").isEmpty()) {
            return services.panel()
                    .redirect(request, back, Flash.error(text("Choose an action for the selected records.")));
        }
        BulkRequest asked = asked(actor, model, form);
        RecordServices.require(actor, asked.field().isPresent() ? Action.EDIT : Action.DELETE, model);
        if (!asked.whole() || !form.textOrEmpty("all").isEmpty()) {
            Optional<BulkRequest> others = besidesOwn(actor, asked);
            if (others.isEmpty()) {
                return services.panel().redirect(request, back, Flash.error(text(WITHOUT_OWN)));
            }
            Form value = confirmed ? request.form().ofModel() : Form.of(Map.of());
            return confirmed && !value.has(Form.FIND)
                    ? carryOut(request, actor, others.get(), value, back)
                    : confirm(request, actor, others.get(), value, 200, "", List.of(), back);
        }
        return services.panel()
                .redirect(request, back, Flash.error(text("No records are selected. Select the records first.")));
    }

    private static BulkRequest asked(Actor actor, Model model, Form form) {
        String doing = form.textOrEmpty("action");
        String query = form.textOrEmpty("query");
        Map<String, String> filters = ListParameter.selecting(Address.given(QueryString.parse(query)));
        List<String> keys = form.textOrEmpty("all").isEmpty() ? form.all("key") : List.of();
        if (doing.equals(DELETE)) {
            return new BulkRequest(model, DELETE, Optional.empty(), keys, query, filters, false);
        }
        Optional<FieldDefinition> field = !doing.startsWith(SET)
                ? Optional.empty()
                : changeable(actor, model).stream()
                        .filter(one -> one.name().equals(doing.substring(SET.length())))
                        .findFirst();
        if (field.isEmpty()) {
            throw new Problem(422, "invalid", "There is no such action for these records, or you may not do it.");
        }
        return new BulkRequest(model, doing, field, keys, query, filters, false);
    }

    private Response confirm(
            RequestContext request,
            Actor.SignedIn actor,
            BulkRequest asked,
            Form form,
            int status,
            String wrong,
            List<String> errors,
            String back) {
        Model model = asked.model();
        long count = asked.whole()
                ? count(actor, asked, asked.filters())
                : asked.keys().size();
        String name = RecordServices.named(count, model);
        Optional<FormField> field = asked.field()
                .map(changed -> formFields.field(
                        actor,
                        model,
                        changed,
                        FormFields.sent(changed, form).orElse(List.of()),
                        "",
                        errors.isEmpty() ? "" : errors.getFirst(),
                        form.textOrEmpty(FormFields.FIND + changed.name())));
        Selection selection = asked.whole()
                ? new Selection.Filtered(ListRequest.of(model, asked.filters()), count)
                : new Selection.Keys(asked.keys());
        Optional<Consequences> consequences = field.isPresent()
                ? Optional.empty()
                : Optional.of(services.editing().consequences(actor, model, selection));
        Optional<Separated> separated = consequences
                .flatMap(Consequences::refusal)
                .flatMap(refused -> services.editing().separated(actor, model, selection));
        PanelUrls places = services.panel().places();
        BulkForm shown = new BulkForm(
                services.panel()
                        .frame(
                                request,
                                asked.field().isPresent()
                                        ? text("Change {name}", "name", name)
                                        : text("Delete {name}", "name", name),
                                new Frame.Crumb(text(model.definition().labels().many()), back)),
                request.path(),
                new BulkTarget(
                        asked.doing(),
                        count,
                        name,
                        asked.keys(),
                        asked.query(),
                        asked.besidesOwn() ? text(WITHOUT_OWN) : ""),
                field,
                asked.field().filter(BulkChanges::canBeEmpty).isPresent(),
                FormErrors.of(wrong, field.isPresent() ? List.of() : errors),
                new DeletionPreview(
                        consequences
                                .flatMap(Consequences::refusal)
                                .map(refused -> text(refused.text()))
                                .orElse(""),
                        consequences
                                .map(known -> RecordDeletion.groups(places, known))
                                .orElse(List.of()),
                        consequences.map(Consequences::examined).orElse(0L),
                        separated.map(one -> blocked(places, model, one.blocked())),
                        separated.map(one -> others(model, one.deletable())).orElse(new OtherRecords(List.of(), ""))),
                back);
        return services.panel().page(request, status, Jterecords_bulkGenerated::render, shown);
    }

    /**
     * Leaves the actor's own account out of what would take rights from many accounts: a change of one's own account is
     * never by accident.
     *
     * @return empty when no other record is left
     */
    private Optional<BulkRequest> besidesOwn(Actor.SignedIn actor, BulkRequest asked) {
        boolean spared = isOfUsers(asked.model())
                && asked.field().map(field -> OF_RIGHTS.contains(field.name())).orElse(true);
        String own = actor.id().toString();
        boolean among = spared
                && (asked.whole()
                        ? count(actor, asked, with(asked, "in", own)) > 0
                        : asked.keys().contains(own));
        if (!among) {
            return Optional.of(asked);
        }
        List<String> keys =
                asked.keys().stream().filter(key -> !key.equals(own)).toList();
        Map<String, String> filters = with(asked, "ne", own);
        boolean alone = asked.whole() ? count(actor, asked, filters) == 0 : keys.isEmpty();
        return alone ? Optional.empty() : Optional.of(asked.besidesOwn(keys, filters));
    }

    /** How many records these filters select. */
    private long count(Actor actor, BulkRequest asked, Map<String, String> filters) {
        Change change = asked.field().isPresent() ? new Change.Edit(Map.of()) : new Change.Delete();
        return services.editing().selected(actor, ListRequest.of(asked.model(), filters), change);
    }

    private static Map<String, String> with(BulkRequest asked, String lookup, String id) {
        Map<String, String> filters = new LinkedHashMap<>(asked.filters());
        String name = "id__" + lookup;
        filters.put(filters.containsKey(name) ? ListParameter.FILTER_PREFIX + name : name, id);
        return filters;
    }

    /** What is wrong with a record, after its name. */
    private String said(Actor actor, Model model, Violation violation) {
        String[] steps = violation.pointer().split("/", 3);
        String said = text(violation.text());
        return Optional.of(steps)
                .filter(parts -> parts.length > 1 && model.field(parts[1]).isEmpty())
                .flatMap(parts -> RecordKey.parse(model, parts[1]))
                .map(key ->
                        services.searching().labels(actor, model, List.of(key)).getOrDefault(key, ""))
                .filter(name -> !name.isEmpty())
                .map(name -> name + ": " + said)
                .orElse(said);
    }

    /** The records that cannot be deleted, as far as a page names them. */
    private static RecordDeletion.Group blocked(PanelUrls places, Model model, List<NamedRecord> blocked) {
        return new RecordDeletion.Group(
                text(
                        "{count, plural, one {This record cannot be deleted} other {These # records cannot be deleted}}",
                        "count",
                        blocked.size()),
                true,
                blocked.stream()
                        .limit(MOST_NAMED)
                        .map(one -> new Cell.Part(one.label(), places.record(model, one.key())))
                        .toList(),
                blocked.size() > MOST_NAMED ? text("and {count} more", "count", blocked.size() - MOST_NAMED) : "");
    }

    private static OtherRecords others(Model model, List<RecordKey> keys) {
        return new OtherRecords(
                keys.stream().map(RecordKey::encoded).toList(), RecordServices.named(keys.size(), model));
    }

    private Response carryOut(RequestContext request, Actor.SignedIn actor, BulkRequest asked, Form form, String back) {
        Model model = asked.model();
        List<Violation> wrong = new ArrayList<>();
        Change change;
        if (asked.field().isPresent()) {
            Map<String, @Nullable Object> body =
                    new LinkedHashMap<>(FormFields.body(List.of(asked.field().get()), model, form, wrong));
            if (wrong.isEmpty()
                    && canBeEmpty(asked.field().get())
                    && form.has(OWN + EMPTY)
                            != isEmpty(body.get(asked.field().get().name()))) {
                wrong.add(new Violation("/" + asked.field().get().name(), "required", VALUE_OR_TICK));
            }
            change = new Change.Edit(body);
        } else {
            change = new Change.Delete();
        }
        AllDone done;
        try {
            if (!wrong.isEmpty()) {
                throw RequestRejectedException.invalid(wrong);
            }
            Selection selection = asked.whole()
                    ? new Selection.Filtered(ListRequest.of(model, asked.filters()), confirmed(form))
                    : new Selection.Keys(asked.keys());
            done = services.editing().editAll(actor, model, selection, change, false);
        } catch (RequestRejectedException refused) {
            boolean answerable = switch (refused.category()) {
                case INVALID, CONFLICT, FORBIDDEN -> true;
                default -> false;
            };
            if (!answerable) {
                throw refused;
            }
            // what is wrong with a value or a record is said beside it
            boolean repeated = refused.category() == RequestRejectedException.Category.INVALID
                    ? !refused.violations().isEmpty()
                    : refused.violations().stream().anyMatch(one -> one.text().equals(refused.text()));
            String reason = repeated ? "" : " " + text(refused.text());
            return confirm(
                    request,
                    actor,
                    asked,
                    form,
                    Problems.details(refused).status(),
                    text("Nothing was changed.") + reason,
                    refused.violations().stream()
                            .limit(20)
                            .map(one -> said(actor, model, one))
                            .distinct()
                            .toList(),
                    back);
        }
        counts.drop();
        String said = asked.field().isPresent()
                ? text(
                        "{changed} of {count, plural, one {# record was} other {# records were}} changed.",
                        "changed",
                        done.changed(),
                        "count",
                        done.selected())
                : text("{count, plural, one {# record was} other {# records were}} deleted.", "count", done.selected());
        return services.panel()
                .redirect(
                        request, ReturnAddress.existing(services.browsing(), actor, model, back), Flash.success(said));
    }

    private static boolean canBeEmpty(FieldDefinition field) {
        boolean isSwitch = FieldViews.of(field).widget(field).equals("flag");
        return !isSwitch && (field.nullable() || !field.required());
    }

    private static boolean isEmpty(@Nullable Object value) {
        return switch (value) {
            case null -> true;
            case String text -> text.isEmpty();
            case List<?> items -> items.isEmpty();
            default -> false;
        };
    }

    private static long confirmed(Form form) {
        try {
            return Long.parseLong(form.textOrEmpty(OWN + "confirmed"));
        } catch (NumberFormatException e) {
            throw new Problem(422, "invalid", "How many records are meant has to be confirmed by their number.");
        }
    }
}
