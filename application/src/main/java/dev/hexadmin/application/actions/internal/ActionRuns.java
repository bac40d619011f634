package dev.hexadmin.application.actions.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.actions.DeclaredActions;
import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.application.actions.RecordAction.Place;
import dev.hexadmin.application.actions.RunningActions;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.CodeOnRecords;
import dev.hexadmin.application.records.EditingRecords.Bulk;
import dev.hexadmin.application.records.EditingRecords.Precondition;
import dev.hexadmin.application.records.EditingRecords.Selection;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.domain.text.VisibleText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs actions. */
public final class ActionRuns implements RunningActions {
    /** The maximum number of messages shown for the batches of a whole list. */
    private static final int MAX_MESSAGES = 5;

    private final CodeOnRecords records;
    private final DeclaredActions declared;

    public ActionRuns(CodeOnRecords records, DeclaredActions declared) {
        this.records = records;
        this.declared = declared;
    }

    @Override
    public List<Offered> offered(Actor actor, Model model) {
        return declared.of(model).stream()
                .filter(one -> actor.rights().allows(one.action().needs(), model))
                .toList();
    }

    @Override
    public Offered action(Actor actor, Model model, String name) {
        Offered offered = declared.find(model, name)
                .orElseThrow(() -> actor.rights().actions(model).isEmpty()
                        ? RequestRejectedException.forbidden(
                                "forbidden",
                                Message.of("You have no right on ''{model}''.").with("model", model.name()))
                        : RequestRejectedException.notFound(
                                Message.of("''{model}'' has no such action.").with("model", model.name())));
        records.require(actor, offered.action().needs(), model);
        return offered;
    }

    @Override
    public long selected(Actor actor, String name, ListRequest request) {
        RecordAction action = action(actor, request.model(), name).action();
        requirePlace(action, Place.LIST);
        return records.count(actor, request, action.needs());
    }

    @Override
    public Ran run(
            Actor actor,
            Model model,
            String name,
            Optional<Selection> selection,
            Map<String, @Nullable Object> parameters,
            Precondition precondition,
            boolean dryRun) {
        Offered offered = action(actor, model, name);
        RecordAction action = offered.action();
        check(model, action, selection, precondition);
        Map<String, @Nullable Object> values = values(offered.form(), parameters);
        List<AuditEntry.Change> told = told(offered.form(), values);
        return records.run(dryRun, () -> {
            placed("/parameters", () -> records.requireReferences(actor, offered.form(), values));
            Set<Message> sentences = new LinkedHashSet<>();
            long[] done = {0};
            if (selection.isEmpty()) {
                records.audit(actor, event(action), model, Optional.empty(), told);
                run(actor, model, action, List.of(), values, sentences, dryRun);
            } else {
                Consumer<List<StoredRecord>> step = batch -> {
                    batch.forEach(
                            record -> records.audit(actor, event(action), model, Optional.of(record.key()), told));
                    run(actor, model, action, batch, values, sentences, dryRun);
                    done[0] += batch.size();
                };
                switch (selection.get()) {
                    case Selection.Keys(List<String> ids) ->
                        step.accept(records.named(actor, model, ids, action.needs(), precondition));
                    case Selection.Filtered(ListRequest request, long confirmed) ->
                        records.all(actor, request, confirmed, action.needs(), step);
                }
            }
            boolean nothing = selection.isPresent() && done[0] == 0;
            return new Ran(nothing ? Message.of("No record was selected.") : result(action, sentences), done[0]);
        });
    }

    private static Message result(RecordAction action, Set<Message> sentences) {
        if (sentences.isEmpty()) {
            return Message.of("The action ''{action}'' was run.").with("action", action.labels());
        }
        Map<String, Object> shown = new LinkedHashMap<>();
        sentences.stream().limit(MAX_MESSAGES).forEach(sentence -> shown.put("s" + shown.size(), sentence));
        return new Message(
                shown.keySet().stream().map(name -> "{" + name + "}").collect(Collectors.joining(" ")), shown);
    }

    private void run(
            Actor actor,
            Model model,
            RecordAction action,
            List<StoredRecord> batch,
            Map<String, @Nullable Object> values,
            Set<Message> sentences,
            boolean dryRun) {
        CodeOnRecords.Call context = records.call(
                actor,
                action.rights(),
                true,
                name -> values.containsKey(name)
                        ? Violation.at(name, "", "").below("/parameters").pointer()
                        : "");
        @Nullable String sentence = action.code().run(new Call(context, model, batch, values, sentences::add, dryRun));
        context.refuseRejected();
        if (sentence != null && VisibleText.isIn(sentence)) {
            sentences.add(Message.verbatim(sentence));
        }
    }

    /** The event in audit rows. */
    private static String event(RecordAction action) {
        return "action:" + action.name();
    }

    private static void check(
            Model model, RecordAction action, Optional<Selection> selection, Precondition precondition) {
        if (selection.isPresent() != action.forRecords()) {
            throw RequestRejectedException.invalid(List.of(Violation.at(
                    "ids",
                    action.forRecords() ? "required" : "unknown_field",
                    action.forRecords()
                            ? Message.of("Records are expected: 'ids', or 'filters' and 'count'.")
                            : Message.of("This action runs without records."))));
        }
        if (selection.isEmpty()) {
            return;
        }
        boolean one = switch (selection.get()) {
            case Selection.Keys(List<String> ids) -> {
                if (ids.isEmpty() || ids.size() > Bulk.LIMIT) {
                    throw RequestRejectedException.invalid(List.of(Violation.at(
                            "ids",
                            "items",
                            Message.of(
                                            "{limit, plural, one {1 record is expected in one call.} other {1 to # records are expected in one call.}}")
                                    .with("limit", Bulk.LIMIT))));
                }
                yield ids.size() == 1;
            }
            case Selection.Filtered filtered -> false;
        };
        if (!one) {
            requirePlace(action, Place.LIST);
            if (model.definition().requireIfMatch() || !(precondition instanceof Precondition.None)) {
                throw new RequestRejectedException(
                        RequestRejectedException.Category.PRECONDITION_REQUIRED,
                        "precondition_required",
                        "With If-Match an action runs on one record at a time.");
            }
        }
    }

    private static void requirePlace(RecordAction action, Place place) {
        if (!action.places().contains(place)) {
            throw RequestRejectedException.invalid(
                    List.of(Violation.at("ids", "one_record", "This action runs on one record at a time.")));
        }
    }

    private Map<String, @Nullable Object> values(Model form, Map<String, @Nullable Object> parameters) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        placed("/parameters", () -> values.putAll(records.parameters(form, parameters)));
        return Collections.unmodifiableMap(values);
    }

    private static void placed(String place, Runnable step) {
        try {
            step.run();
        } catch (RequestRejectedException refused) {
            throw refused.below(place);
        }
    }

    /** The parameters for audit rows: without secrets and omitted values. */
    private static List<AuditEntry.Change> told(Model form, Map<String, @Nullable Object> values) {
        List<AuditEntry.Change> told = new ArrayList<>();
        for (FieldDefinition field : form.fields()) {
            @Nullable Object value = values.get(field.name());
            if (value != null && !field.writeOnly()) {
                told.add(new AuditEntry.Change(
                        field.name(), null, value instanceof byte[] bytes ? bytes.length + " bytes" : value));
            }
        }
        return told;
    }
}
