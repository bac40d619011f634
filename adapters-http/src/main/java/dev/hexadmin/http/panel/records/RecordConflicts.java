package dev.hexadmin.http.panel.records;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.http.fields.FieldViews;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.PanelUrls;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.templates.pages.Jterecords_conflictGenerated;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A record that another user has saved while its form was being filled in. Fields that only one user changed are merged
 * without a question; for a field that both changed to different values, the page shows both values.
 */
public final class RecordConflicts {
    /** The prefix of the parameter that says which value of a field was chosen. */
    static final String TAKE = "take.";

    /** The value that is stored now. */
    static final String THEIRS = "theirs";

    private final RecordServices services;
    private final FormFields formFields;

    RecordConflicts(RecordServices services, FormFields formFields) {
        this.services = services;
        this.formFields = formFields;
    }

    /**
     * What the page shows.
     *
     * @param version of the record now
     * @param sent what the form holds, to be sent again
     * @param rows the fields that both sides changed to different values
     */
    public record ConflictPage(
            Frame frame,
            String action,
            String version,
            String only,
            ReturnAddress after,
            List<HiddenField> sent,
            List<FieldConflict> rows,
            String back) {}

    /** A hidden field. */
    public record HiddenField(String name, String value) {}

    /** A field with two values. */
    public record FieldConflict(String name, String label, String theirs, String mine) {}

    /**
     * What two changes of the same record are together.
     *
     * @param both fields that both sides changed to different values
     * @param theirs fields that only the stored record changed
     */
    record Merge(List<FieldDefinition> both, List<FieldDefinition> theirs) {}

    /** Compares a form with the record as it is stored now, by what the form held when it was made. */
    static Merge merge(Model model, RecordSnapshot stored, List<FieldDefinition> fields, Form form) {
        List<FieldDefinition> both = new ArrayList<>();
        List<FieldDefinition> theirs = new ArrayList<>();
        for (FieldDefinition field : fields) {
            Optional<List<String>> mine = FormFields.sent(field, form);
            // what a write-only field holds cannot be compared
            if (mine.isEmpty() || field.writeOnly()) {
                continue;
            }
            List<String> now = FormFields.texts(field, stored.value(field));
            if (form.textOrEmpty(FormFields.WAS + field.name()).equals(FormFields.digest(now))) {
                continue;
            }
            if (!FormFields.touched(field, form, mine.get())) {
                theirs.add(field);
            } else if (!FormFields.same(model, field, mine.get(), now)) {
                both.add(field);
            }
        }
        return new Merge(both, theirs);
    }

    /** Asks about the fields that both users changed; the page sends the form's other changes again. */
    Response page(
            RequestContext request,
            Model model,
            RecordForms.Current current,
            List<FieldDefinition> fields,
            List<FieldDefinition> both,
            Form form,
            ReturnAddress back) {
        List<HiddenField> sent = new ArrayList<>();
        List<FieldConflict> rows = new ArrayList<>();
        for (FieldDefinition field : fields) {
            Optional<List<String>> filled = FormFields.sent(field, form);
            if (filled.isEmpty()) {
                continue;
            }
            List<String> theirs = FormFields.texts(field, current.record().value(field));
            List<String> mine = FormFields.touched(field, form, filled.get()) ? filled.get() : theirs;
            sent.add(new HiddenField(FormFields.HAS + field.name(), "1"));
            mine.forEach(text -> sent.add(new HiddenField(Form.nameOf(field.name()), text)));
            sent.add(new HiddenField(
                    FormFields.WAS + field.name(),
                    field.writeOnly() ? form.textOrEmpty(FormFields.WAS + field.name()) : FormFields.digest(theirs)));
            if (both.contains(field)) {
                rows.add(new FieldConflict(
                        field.name(),
                        text(field.labels()),
                        readable(request, model, field, theirs),
                        readable(request, model, field, mine)));
            }
        }
        form.names().stream()
                .filter(name -> name.startsWith(ChildTables.PREFIX))
                .forEach(name -> form.all(name).forEach(text -> sent.add(new HiddenField(name, text))));
        PanelUrls places = services.panel().places();
        String record = back.record(places.list(model) + request.variable("id"));
        ConflictPage shown = new ConflictPage(
                services.panel()
                        .frame(
                                request,
                                text("This record was changed by someone else"),
                                new Frame.Crumb(
                                        text(model.definition().labels().many()), back.list(places.list(model))),
                                new Frame.Crumb(current.record().label(), record)),
                request.path(),
                current.version(),
                form.textOrEmpty(RecordForms.ONLY),
                back,
                sent,
                rows,
                record);
        return services.panel().page(request, 412, Jterecords_conflictGenerated::render, shown);
    }

    /** A form's value as a page shows it: labels of records, words of enums. */
    private String readable(RequestContext request, Model model, FieldDefinition field, List<String> texts) {
        if (texts.isEmpty()) {
            return "";
        }
        if (field.reference().isPresent()) {
            return formFields.labels(request.signedIn(), model.target(field), texts).values().stream()
                    .sorted(String.CASE_INSENSITIVE_ORDER)
                    .collect(Collectors.joining(", "));
        }
        return FieldViews.of(field).readable(field, texts.getFirst());
    }
}
