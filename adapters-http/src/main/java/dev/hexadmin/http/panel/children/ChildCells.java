package dev.hexadmin.http.panel.children;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.http.fields.FieldView;
import dev.hexadmin.http.fields.FieldViews;
import dev.hexadmin.http.panel.children.ChildRows.Row;
import dev.hexadmin.http.panel.children.ChildTable.CellChoices;
import dev.hexadmin.http.panel.children.ChildTable.CellInput;
import dev.hexadmin.http.panel.children.ChildTable.ChildCell;
import dev.hexadmin.http.panel.children.ChildTable.ChildColumn;
import dev.hexadmin.http.panel.children.ChildTable.ChildRow;
import dev.hexadmin.http.panel.children.ChildTable.RowState;
import dev.hexadmin.http.panel.records.Cell;
import dev.hexadmin.http.panel.records.FormField.FormFile;
import dev.hexadmin.http.panel.records.FormFields;
import dev.hexadmin.http.panel.records.RecordServices;
import dev.hexadmin.http.panel.records.RecordSnapshot;
import dev.hexadmin.http.panel.records.SelectOption;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The columns of a table of children, and the cells of its rows. Used by one thread. */
final class ChildCells {
    /** The kinds of inputs that a cell has room for; the values of other fields are only shown. */
    private static final Set<String> INPUTS =
            Set.of("line", "area", "code", "flag", "select", "date", "time", "moment", "colour", "markdown", "file");

    /** What a table is for. */
    enum Kind {
        /** The columns of lists. */
        TEXT,
        /** The same, and what a new child needs. */
        INPUTS
    }

    private final RecordServices services;
    private final FormFields formFields;
    private final Actor.SignedIn actor;
    private final Model.Children children;
    private final Kind kind;
    private final Model child;
    private final Optional<FieldDefinition> position;
    private final List<FieldDefinition> fields;
    private final List<FieldDefinition> creating;
    private final List<FieldDefinition> editing;
    private Map<FieldDefinition, Map<RecordKey, String>> labels = Map.of();
    private final Map<String, FormFields.Choices> choices = new HashMap<>();

    ChildCells(
            RecordServices services, FormFields formFields, Actor.SignedIn actor, Model.Children children, Kind kind) {
        this.kind = kind;
        this.services = services;
        this.formFields = formFields;
        this.actor = actor;
        this.children = children;
        this.child = children.model();
        this.position = children.position().filter(field -> actor.rights().allows(Action.VIEW, child, field));
        this.fields = fields();
        this.creating = writable(Action.CREATE);
        this.editing = writable(Action.EDIT);
    }

    /** The position, the columns of lists, and for inputs what a new child needs. */
    private List<FieldDefinition> fields() {
        Set<FieldDefinition> shown = new LinkedHashSet<>();
        position.ifPresent(shown::add);
        child.definition().list().columns().forEach(name -> shown.add(child.fieldNamed(name)));
        if (kind == Kind.INPUTS) {
            child.fields().stream()
                    .filter(field -> field.required()
                            && field.writableOnCreate()
                            && field.input().defaultValue().isEmpty())
                    .forEach(shown::add);
        }
        shown.remove(children.reference());
        shown.removeIf(field -> field.writeOnly() || !actor.rights().allows(Action.VIEW, child, field));
        return List.copyOf(shown);
    }

    private List<FieldDefinition> writable(Action action) {
        return kind == Kind.TEXT
                ? List.of()
                : FormFields.fields(actor, child, action).stream()
                        .filter(fields::contains)
                        .filter(field -> field.type() != FieldType.REFERENCES
                                && (field.reference().isPresent()
                                        || INPUTS.contains(FieldViews.of(field).widget(field))))
                        .toList();
    }

    boolean mayCreate() {
        return RecordServices.may(actor.rights(), Action.CREATE, child)
                && actor.rights().allows(Action.CREATE, child, children.reference());
    }

    boolean mayEdit() {
        return RecordServices.may(actor.rights(), Action.EDIT, child);
    }

    boolean mayDelete() {
        return RecordServices.may(actor.rights(), Action.DELETE, child)
                && !child.definition().requireIfMatch();
    }

    /** The field that orders the rows, if the user may view it. */
    Optional<FieldDefinition> position() {
        return position;
    }

    /** The fields that a row has inputs for. */
    List<FieldDefinition> inputs(boolean isNew) {
        return isNew ? (mayCreate() ? creating : List.of()) : mayEdit() ? editing : List.of();
    }

    /** The fields of a new child that the user may fill in, but not here. */
    List<FieldDefinition> withoutInput() {
        return FormFields.fields(actor, child, Action.CREATE).stream()
                .filter(field -> !creating.contains(field) && !field.equals(children.reference()))
                .toList();
    }

    boolean isShown(String field) {
        return fields.stream().anyMatch(one -> one.name().equals(field));
    }

    /** The fields whose values are summed up: numbers that are neither an order nor a rate. */
    List<FieldDefinition> summed() {
        return fields.stream()
                .filter(field -> isNumber(field)
                        && !field.primaryKey()
                        && position.filter(field::equals).isEmpty()
                        && !field.name().startsWith("unit_")
                        && !field.name().endsWith("_percent")
                        && !field.name().endsWith("_rate"))
                .toList();
    }

    private static boolean isNumber(FieldDefinition field) {
        return field.reference().isEmpty() && FieldViews.of(field).isNumber();
    }

    List<ChildColumn> columns(Map<String, Optional<BigDecimal>> sums) {
        return fields.stream()
                .map(field -> new ChildColumn(
                        field.name(),
                        text(field.labels()),
                        position.filter(field::equals).isPresent() ? "position" : isNumber(field) ? "number" : "",
                        field.type() == FieldType.INTEGER,
                        sums.containsKey(field.name())
                                ? sum(field, Objects.requireNonNull(sums.get(field.name())))
                                : ""))
                .toList();
    }

    private String sum(FieldDefinition field, Optional<BigDecimal> sum) {
        return sum.map(number -> FieldViews.of(field)
                        .cell(
                                field,
                                FieldText.parse(child, field, number.toPlainString())
                                        .orElse(number))
                        .text())
                .orElse("–");
    }

    /** Reads the names and the choices of references, one statement for each column. */
    void prepare(List<RecordSnapshot> records, List<Row> rows) {
        labels = services.labels(actor, child, fields, records);
        for (FieldDefinition field : fields) {
            if (field.reference().isPresent()
                    && (inputs(true).contains(field) || inputs(false).contains(field))) {
                Set<String> chosen = new LinkedHashSet<>();
                rows.forEach(row -> chosen.addAll(row.texts.getOrDefault(field.name(), List.of())));
                choices.put(field.name(), formFields.choices(actor, child, field, List.copyOf(chosen), "", false));
            }
        }
    }

    /** The values of a stored row. */
    List<Cell> values(RecordSnapshot record) {
        return fields.stream()
                .map(field -> Cell.of(
                        services, record, field, FieldViews.of(field).isMarkup(), labels.getOrDefault(field, Map.of())))
                .toList();
    }

    ChildRow row(Row row, List<ChildColumn> columns, String prefix) {
        List<ChildCell> cells = new ArrayList<>();
        String own = prefix + row.index + ".";
        List<FieldDefinition> writable = inputs(row.isNew());
        for (int i = 0; i < fields.size(); i++) {
            FieldDefinition field = fields.get(i);
            cells.add(new ChildCell(
                    columns.get(i),
                    writable.contains(field) && row.texts.containsKey(field.name())
                            ? Optional.of(input(row, field, own))
                            : Optional.empty(),
                    ChildRows.cell(services, field, row, labels.getOrDefault(field, Map.of())),
                    row.errors.getOrDefault(field.name(), ""),
                    file(row, field)));
        }
        @Nullable String whole = row.errors.get("");
        return new ChildRow(
                row.index,
                row.id,
                row.record.map(RecordSnapshot::label).orElse(row.isNew() ? "new" : row.id),
                new RowState(row.isNew() ? "new" : row.changed ? "edit" : "", row.isNew() || mayDelete(), row.removed),
                cells,
                whole == null ? List.of() : List.of(whole));
    }

    private CellInput input(Row row, FieldDefinition field, String prefix) {
        List<String> texts = row.texts.getOrDefault(field.name(), List.of());
        String value = texts.isEmpty() ? "" : texts.getFirst();
        FieldView view = FieldViews.of(field);
        String kind = view.widget(field);
        CellChoices offered = CellChoices.NONE;
        if (field.reference().isPresent()) {
            offered = references(row, field, value);
            kind = offered.href().isEmpty() ? "select" : "picker";
        } else if (kind.equals("select")) {
            offered = new CellChoices(SelectOption.of(view.options(field), value), "", "");
        }
        return new CellInput(
                prefix,
                field.name(),
                kind,
                value,
                row.was.getOrDefault(field.name(), ""),
                view.longest(field),
                view.keyboard(field),
                offered);
    }

    /** What the input of a file takes, and has. */
    private Optional<FormFile> file(Row row, FieldDefinition field) {
        if (!field.holdsFile()) {
            return Optional.empty();
        }
        List<String> texts = row.texts.getOrDefault(field.name(), List.of());
        Optional<FileReference> stored = row.record
                .filter(record -> record.has(field) && record.value(field) instanceof FileReference)
                .map(record -> (FileReference) record.value(field));
        return Optional.of(formFields.file(actor, child, field, texts.isEmpty() ? "" : texts.getFirst(), stored));
    }

    private CellChoices references(Row row, FieldDefinition field, String value) {
        FormFields.Choices all = choices.getOrDefault(field.name(), new FormFields.Choices(true, List.of(), ""));
        String typed = row.searches.getOrDefault(field.name(), "");
        FormFields.Choices offered = typed.isEmpty()
                ? all
                : formFields.choices(actor, child, field, value.isEmpty() ? List.of() : List.of(value), typed, true);
        List<SelectOption> options = offered.options().stream()
                // a page has one option for each row, and finds the others
                .filter(option ->
                        all.complete() || !typed.isEmpty() || option.value().equals(value))
                .map(option -> new SelectOption(
                        option.value(), option.label(), option.value().equals(value)))
                .toList();
        return new CellChoices(options, all.complete() ? "" : all.address(), typed);
    }
}
