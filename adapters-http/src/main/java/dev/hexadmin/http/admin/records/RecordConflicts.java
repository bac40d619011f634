package dev.hexadmin.http.admin.records;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.http.admin.frame.Frame;
import dev.hexadmin.http.admin.frame.Places;
import dev.hexadmin.http.routing.Answer;
import dev.hexadmin.http.routing.Exchange;
import dev.hexadmin.http.routing.Form;
import dev.hexadmin.http.templates.pages.Jterecords_conflictGenerated;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Somebody else has saved the record meanwhile: both values of each field, and a choice between them. Nothing is
 * overwritten that nobody chose.
 */
public final class RecordConflicts {
    /** Stands before the name of a field whose value was chosen. */
    static final String TAKE = "take.";

    /** The value that is stored now. */
    static final String THEIRS = "theirs";

    private final RecordServices services;

    RecordConflicts(RecordServices services) {
        this.services = services;
    }

    /**
     * What the page shows.
     *
     * @param version of the record now
     * @param sent what was in the form, to be sent again
     * @param rows the fields whose values differ
     */
    public record Shown(
            Frame frame,
            String action,
            String version,
            String only,
            String next,
            List<Sent> sent,
            List<Row> rows,
            String back) {}

    /** A hidden field. */
    public record Sent(String name, String value) {}

    /**
     * A field with two values.
     *
     * @param touched whether the user changed it: then they have to choose
     */
    public record Row(String name, String label, String theirs, String mine, boolean touched) {}

    Answer page(
            Exchange exchange,
            Model model,
            RecordForms.Current current,
            List<FieldDefinition> fields,
            Form form,
            String next) {
        List<Sent> sent = new ArrayList<>();
        List<Row> rows = new ArrayList<>();
        for (FieldDefinition field : fields) {
            Optional<List<String>> mine = Widgets.sent(field, form);
            if (mine.isEmpty()) {
                continue;
            }
            List<String> theirs = Widgets.texts(field, current.record().value(field));
            sent.add(new Sent(Widgets.HAS + field.name(), "1"));
            mine.get().forEach(text -> sent.add(new Sent(field.name(), text)));
            sent.add(new Sent(Widgets.WAS + field.name(), field.writeOnly() ? "" : Widgets.digest(theirs)));
            if (!field.writeOnly() && !mine.get().equals(theirs)) {
                boolean touched = !form.textOrEmpty(Widgets.WAS + field.name()).equals(Widgets.digest(mine.get()));
                rows.add(new Row(field.name(), field.label(), told(theirs), told(mine.get()), touched));
            }
        }
        Places places = services.panel().places();
        String back = places.list(model) + exchange.variable("id");
        Shown shown = new Shown(
                services.panel()
                        .frame(
                                exchange,
                                "Somebody else was faster",
                                new Frame.Crumb(model.definition().labelPlural(), places.list(model)),
                                new Frame.Crumb(current.record().label(), back)),
                exchange.path(),
                current.version(),
                form.textOrEmpty("only"),
                next,
                sent,
                rows,
                back);
        return services.panel().page(exchange, 412, Jterecords_conflictGenerated::render, shown);
    }

    private static String told(List<String> texts) {
        return String.join(", ", texts);
    }
}
