package dev.hexadmin.http.panel.records;

import static dev.hexadmin.http.texts.Localized.noun;
import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.actions.RunningActions;
import dev.hexadmin.application.files.FilesAssembly;
import dev.hexadmin.application.panel.PanelAssembly;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.application.records.EditingRecords;
import dev.hexadmin.application.search.SearchingRecords;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.panel.frame.PanelUrls;
import dev.hexadmin.http.server.request.ModelPath;
import dev.hexadmin.http.server.request.RequestContext;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The services that all pages of records use. */
public record RecordServices(
        Panel panel,
        ModelPath path,
        BrowsingRecords browsing,
        EditingRecords editing,
        SearchingRecords searching,
        RunningActions running,
        FilesAssembly files,
        PanelAssembly extensions) {
    /** The parameter with the id of a record whose values a new one starts with. */
    public static final String DUPLICATE = "duplicate";

    private static final int MOST_LABELS = 1_000;

    /** The model of the path, if it has pages of this kind. */
    public Model model(RequestContext request) {
        return path.find()
                .apply(request)
                .filter(model -> !PanelUrls.hasOwnPages(model) || isPathOf(model))
                .orElseThrow(() -> RequestRejectedException.notFound("There is no such page."));
    }

    /** Whether the path is that of this model's list, and not one with a variable for all models. */
    public boolean isPathOf(Model model) {
        return path.template().equals(panel.places().path(model));
    }

    /** The widgets of plugins. */
    public FieldWidgets widgets() {
        return new FieldWidgets(extensions.declared());
    }

    /** The form for a new record with the values of this one; {@code ""} without the right. */
    String duplicate(Actor actor, Model model, String id, ReturnAddress back) {
        return may(actor.rights(), Action.CREATE, model)
                ? back.form(new Address(panel.places().list(model) + "create", Map.of(DUPLICATE, id)))
                        .href()
                : "";
    }

    /** Whether the actor has the right and the model has the operation at all. */
    public static boolean may(Rights rights, Action action, Model model) {
        return rights.allows(action, model) && action.isPossibleOn(model);
    }

    /** Whether a form for a record of the model has anything that the actor may change. */
    public static boolean mayChange(Actor actor, Model model) {
        return may(actor.rights(), Action.EDIT, model)
                && (!model.children().isEmpty()
                        || !FormFields.fields(actor, model, Action.EDIT).isEmpty());
    }

    /** Whether the actor may view the names of the records that a reference points to; so it is for other fields. */
    public static boolean mayName(Actor actor, Model model, FieldDefinition field) {
        return field.reference().isEmpty() || actor.rights().allows(Action.VIEW, model.target(field));
    }

    /** Rejects an actor without the right, with the same text as the application. */
    public static void require(Actor actor, Action action, Model model) {
        if (!actor.rights().allows(action, model)) {
            throw RequestRejectedException.missingRight(action, model.name());
        }
        if (!may(actor.rights(), action, model)) {
            throw RequestRejectedException.forbidden(
                    "read_only_model",
                    Message.of("Records of ''{model}'' are not to be written in this way.")
                            .with("model", model.name()));
        }
    }

    /** The names of the records that these reference fields point to: one statement for each field. */
    public Map<FieldDefinition, Map<RecordKey, String>> labels(
            Actor actor, Model model, Collection<FieldDefinition> fields, List<RecordSnapshot> records) {
        Map<FieldDefinition, Map<RecordKey, String>> labels = new HashMap<>();
        for (FieldDefinition field : fields) {
            if (field.reference().isEmpty()) {
                continue;
            }
            Set<RecordKey> keys = new LinkedHashSet<>();
            records.forEach(one ->
                    keys(one, field).stream().limit(MOST_LABELS - keys.size()).forEach(keys::add));
            labels.put(field, keys.isEmpty() ? Map.of() : searching.labels(actor, model.target(field), keys));
        }
        return labels;
    }

    /** The keys that a reference field holds. */
    static List<RecordKey> keys(RecordSnapshot record, FieldDefinition field) {
        Object value = record.value(field);
        if (value == null) {
            return List.of();
        }
        Model target = record.shape().model().target(field);
        return value instanceof List<?> many
                ? many.stream().map(one -> key(target, one)).toList()
                : List.of(key(target, value));
    }

    /** A key of which there is only the wire form, or the value itself. */
    static RecordKey key(Model target, Object value) {
        return new RecordKey(List.of(
                value instanceof String text
                        ? FieldText.parse(target, target.key().getFirst(), text).orElse(text)
                        : value));
    }

    /** So many records of a model, within a sentence. */
    public static String named(long count, Model model) {
        return text(
                "{count, plural, one {# {label}} other {# {plural}}}",
                "count",
                count,
                "label",
                noun(text(model.definition().labels().one())),
                "plural",
                noun(text(model.definition().labels().many())));
    }
}
