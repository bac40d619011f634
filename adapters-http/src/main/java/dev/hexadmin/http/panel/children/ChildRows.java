package dev.hexadmin.http.panel.children;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.query.ListParameter;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.BrowsingRecords.Found;
import dev.hexadmin.application.records.BrowsingRecords.Page;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.ListOptions;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.ListQuery.CountMode;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.fields.FieldViews;
import dev.hexadmin.http.fields.Formats;
import dev.hexadmin.http.panel.children.ChildTable.CellInput;
import dev.hexadmin.http.panel.children.ChildTable.ChildColumn;
import dev.hexadmin.http.panel.children.ChildTable.ChildRow;
import dev.hexadmin.http.panel.children.ChildTable.TableLabels;
import dev.hexadmin.http.panel.children.ChildTable.TablePages;
import dev.hexadmin.http.panel.frame.PanelUrls;
import dev.hexadmin.http.panel.records.Address;
import dev.hexadmin.http.panel.records.Cell;
import dev.hexadmin.http.panel.records.ChildTables;
import dev.hexadmin.http.panel.records.FormErrors;
import dev.hexadmin.http.panel.records.FormFields;
import dev.hexadmin.http.panel.records.RecordServices;
import dev.hexadmin.http.panel.records.RecordSnapshot;
import dev.hexadmin.http.panel.records.RelatedTable;
import dev.hexadmin.http.panel.records.SentForm;
import dev.hexadmin.http.server.request.Form;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The children of one parent in a form: the page that is shown, and every row that has changes. Used by one thread.
 *
 * <p>The fields of a row have the prefix {@code c.MODEL.INDEX.}. Rows whose fields hold what they held are not part of
 * the change.
 */
final class ChildRows {
    /** Rows on a page. */
    private static final int PAGE = 50;

    private static final String FIND = "find:";

    /** The row that scripts copy. */
    private static final String BLANK = "new";

    /** What the index of a row begins with that is a copy; the key of the original follows. */
    private static final String COPY = "copy-";

    private final RecordServices services;
    private final ChildCells cells;
    private final Actor.SignedIn actor;
    private final Model.Children children;
    private final Model child;
    private final Optional<RecordKey> parent;
    private final List<Row> rows = new ArrayList<>();
    private final List<Row> updated = new ArrayList<>();
    private final List<Row> created = new ArrayList<>();
    private final List<Row> deleted = new ArrayList<>();
    private final Set<Violation> placed = new HashSet<>();
    private int page = 1;
    private boolean sent;
    private String pressed = "";
    private String addedIndex = "";
    private OptionalLong counted = OptionalLong.empty();
    /** Children of the original that the form has no room for. */
    private long left;

    ChildRows(
            RecordServices services,
            ChildCells cells,
            Actor.SignedIn actor,
            Model.Children children,
            Optional<RecordKey> parent) {
        this.services = services;
        this.actor = actor;
        this.children = children;
        this.child = children.model();
        this.parent = parent;
        this.cells = cells;
    }

    /** A row of the form. */
    static final class Row {
        final String index;
        final String id;
        /** What its fields hold; of a stored row that was not sent, what is stored. */
        final Map<String, List<String>> texts = new LinkedHashMap<>();

        final Map<String, String> was = new LinkedHashMap<>();
        final Map<String, String> searches = new LinkedHashMap<>();
        final Map<String, String> errors = new LinkedHashMap<>();
        /** Why its files were rejected, by field. */
        Map<String, Violation> rejected = Map.of();

        boolean removed;
        boolean changed;
        Optional<RecordSnapshot> record = Optional.empty();

        Row(String index, String id) {
            this.index = index;
            this.id = id;
        }

        boolean isNew() {
            return id.isEmpty();
        }

        /** The key of the stored child that the row shows or is a copy of, or {@code ""}. */
        String source() {
            return index.startsWith(COPY) ? index.substring(COPY.length()) : id;
        }

        boolean dirty() {
            return removed || changed || isNew();
        }
    }

    /** Whether the user may change anything here. */
    boolean changeable() {
        return cells.mayCreate() || cells.mayEdit() || cells.mayDelete();
    }

    // ---- opened

    /** A page of the stored children. */
    void open(String number) {
        page = pageOf(number);
        rows.addAll(stored(Set.of()));
    }

    /** New rows with the values of another parent's children: of all of them, or of the first {@link ListOptions#MAX_PAGE_SIZE}. */
    void copy(RecordKey original) {
        if (!cells.mayCreate()) {
            return;
        }
        Page read = stored(original, ListOptions.MAX_PAGE_SIZE, (record, key) -> {
            Row row = new Row(COPY + key.encoded(), "");
            row.record = Optional.of(record);
            cells.inputs(true)
                    .forEach(field ->
                            row.texts.put(field.name(), copied(row, field).orElseGet(() -> initial(field))));
            rows.add(row);
        });
        left = read.total().orElse(rows.size()) - rows.size();
    }

    /** What a field of a copy starts with; empty if that is what every new row starts with. */
    private Optional<List<String>> copied(Row row, FieldDefinition field) {
        return row.record
                .filter(original -> original.has(field)
                        && FormFields.isCopied(field)
                        && cells.position().filter(field::equals).isEmpty())
                .map(original -> FormFields.texts(field, original.value(field)));
    }

    private List<Row> stored(Set<String> besides) {
        if (parent.isEmpty()) {
            return List.of();
        }
        List<Row> found = new ArrayList<>();
        counted = stored(parent.get(), PAGE, (record, key) -> found.add(row(record, key)))
                .total();
        found.removeIf(row -> besides.contains(row.id));
        return found;
    }

    private Page stored(RecordKey of, int size, BiConsumer<RecordSnapshot, RecordKey> found) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put(
                ListParameter.filter(children.reference()),
                FieldText.write(of.values().getFirst()));
        parameters.put(ListParameter.PAGE.word(), Integer.toString(page));
        parameters.put(ListParameter.PER_PAGE.word(), Integer.toString(size));
        cells.position().ifPresent(position -> parameters.put(ListParameter.ORDERING.word(), position.name()));
        return services.browsing()
                .list(
                        actor,
                        ListRequest.of(child, parameters),
                        CountMode.EXACT,
                        shape -> RecordSnapshot.sink(
                                shape, record -> record.address().ifPresent(key -> found.accept(record, key))));
    }

    private Row row(RecordSnapshot record, RecordKey key) {
        Row row = new Row("s" + key.encoded(), key.encoded());
        row.record = Optional.of(record);
        for (FieldDefinition field : cells.inputs(false)) {
            List<String> texts = FormFields.texts(field, record.value(field));
            row.texts.put(field.name(), texts);
            row.was.put(field.name(), FormFields.digest(texts));
        }
        return row;
    }

    // ---- sent

    private String prefix() {
        return ChildTables.PREFIX + child.name() + ".";
    }

    /** The rows of a form that was sent. */
    void read(SentForm parentForm) {
        sent = true;
        Form form = parentForm.form();
        List<String> indices = form.all(prefix() + "row");
        for (String index : new LinkedHashSet<>(indices)) {
            if (index.equals(BLANK)) {
                continue; // a client without templates takes it for a row
            }
            SentForm own = parentForm.below(prefix() + index + ".");
            Form fields = own.form();
            Row row = new Row(index, fields.textOrEmpty("row.id"));
            row.rejected = own.rejected();
            row.changed = !row.rejected.isEmpty() || index.startsWith(COPY);
            row.rejected.forEach((name, why) -> row.errors.put(name, text(why.text())));
            for (FieldDefinition field : cells.inputs(row.isNew())) {
                FormFields.sent(field, fields).ifPresent(texts -> {
                    row.texts.put(field.name(), texts);
                    row.changed |= row.isNew() ? !isInitial(field, texts) : FormFields.touched(field, fields, texts);
                });
                row.was.put(field.name(), fields.textOrEmpty(FormFields.WAS + field.name()));
                row.searches.put(field.name(), fields.textOrEmpty(FormFields.FIND + field.name()));
            }
            row.removed = fields.has("row.delete");
            rows.add(row);
        }
        load();
        page = pageOf(form.textOrEmpty(prefix() + "page"));
        String button = form.textOrEmpty(ChildForms.BUTTON);
        pressed = button;
        if (button.equals("add:" + child.name()) && cells.mayCreate()) {
            addedIndex = "n" + Long.toString(System.nanoTime(), Character.MAX_RADIX);
            Row added = new Row(addedIndex, "");
            blank(added);
            rows.add(added);
        } else if (button.startsWith("page:" + child.name() + ":")) {
            page = pageOf(button.substring(("page:" + child.name() + ":").length()));
            rows.removeIf(row -> !row.dirty());
            Set<String> kept = new LinkedHashSet<>();
            rows.forEach(row -> kept.add(row.id));
            rows.addAll(stored(kept));
        }
    }

    /** Whether a field of a new row holds what it starts with. */
    private boolean isInitial(FieldDefinition field, List<String> texts) {
        List<String> initial = initial(field);
        // browsers send "false" for a box that is not ticked
        return texts.equals(initial) || (initial.isEmpty() && texts.equals(List.of("false")));
    }

    private static int pageOf(String text) {
        try {
            return Math.max(1, Math.min(Integer.parseInt(text), 1_000_000));
        } catch (NumberFormatException e) {
            return 1;
        }
    }

    private void blank(Row row) {
        for (FieldDefinition field : cells.inputs(true)) {
            row.texts.put(field.name(), initial(field));
        }
    }

    /** What a field of a new row starts with. A position starts empty, so that the row becomes the last one. */
    private List<String> initial(FieldDefinition field) {
        return cells.position().filter(field::equals).isPresent() ? List.of() : FormFields.initial(field);
    }

    /** Adds the rows of this page that were not sent, because scripts leave out what was not changed. */
    private void addUnsent() {
        if (!sent) {
            return;
        }
        Map<String, Row> changed = new LinkedHashMap<>();
        rows.stream().filter(row -> !row.isNew()).forEach(row -> changed.put(row.id, row));
        List<Row> all = new ArrayList<>();
        boolean complete = true;
        for (Row stored : stored(Set.of())) {
            @Nullable Row here = changed.remove(stored.id);
            complete &= here != null;
            all.add(here == null ? stored : here);
        }
        if (complete) {
            return;
        }
        all.addAll(changed.values());
        rows.stream().filter(Row::isNew).forEach(all::add);
        cells.position()
                .ifPresent(
                        position -> all.sort(Comparator.comparingLong(row -> number(row.texts.get(position.name())))));
        rows.clear();
        rows.addAll(all);
    }

    private static long number(@Nullable List<String> texts) {
        try {
            return texts == null || texts.isEmpty() ? Long.MAX_VALUE : Long.parseLong(texts.getFirst());
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }

    /** Reads the stored records of the rows, with as few statements as possible. */
    private void load() {
        Map<String, Row> byId = new LinkedHashMap<>();
        rows.stream().filter(row -> !row.source().isEmpty()).forEach(row -> byId.put(row.source(), row));
        if (byId.isEmpty()) {
            return;
        }
        if (child.key().size() > 1) {
            byId.forEach((id, row) -> find(id).ifPresent(found -> row.record = Optional.of(found)));
            return;
        }
        FieldDefinition key = child.key().getFirst();
        List<String> keys = byId.keySet().stream()
                .flatMap(id -> RecordKey.parse(child, id).stream())
                .map(found -> FieldText.write(found.values().getFirst()))
                .toList();
        for (int from = 0; from < keys.size(); from += ListOptions.MAX_PAGE_SIZE) {
            Map<String, String> parameters = Map.of(
                    ListParameter.filter(key) + "__in",
                    ListRequest.join(keys.subList(from, Math.min(from + ListOptions.MAX_PAGE_SIZE, keys.size()))),
                    ListParameter.PER_PAGE.word(),
                    Integer.toString(ListOptions.MAX_PAGE_SIZE));
            services.browsing()
                    .list(
                            actor,
                            ListRequest.of(child, parameters),
                            CountMode.NONE,
                            shape -> RecordSnapshot.sink(shape, found -> {
                                @Nullable Row row = byId.get(found.key().encoded());
                                if (row != null) {
                                    row.record = Optional.of(found);
                                }
                            }));
        }
    }

    private Optional<RecordSnapshot> find(String id) {
        RecordSnapshot[] read = new RecordSnapshot[1];
        try {
            services.browsing()
                    .read(actor, ListRequest.all(child), id, shape -> RecordSnapshot.sink(shape, one -> read[0] = one));
        } catch (RequestRejectedException gone) {
            return Optional.empty();
        }
        return Optional.of(read[0]);
    }

    // ---- the change

    /** Adds the changes to the parent's body. */
    void addTo(Map<String, @Nullable Object> body, List<Violation> wrong) {
        List<Object> create = new ArrayList<>();
        List<Object> update = new ArrayList<>();
        List<Object> delete = new ArrayList<>();
        for (Row row : rows) {
            if (row.isNew()) {
                if (row.changed && !row.removed) {
                    created.add(row);
                    create.add(created(row, wrong, create.size()));
                }
            } else if (row.removed) {
                if (row.record.isPresent()) { // else another user has deleted it
                    deleted.add(row);
                    delete.add(key(row));
                }
            } else if (row.changed && row.record.isEmpty()) {
                wrong.add(new Violation(
                        "/" + child.name() + "/update/" + update.size(),
                        "gone",
                        Message.of("Someone else deleted this. Remove it here, too, or enter it as a new one.")));
                updated.add(row);
                update.add(Map.of());
            } else if (row.changed) {
                updated.add(row);
                update.add(updated(row, wrong, update.size()));
            }
        }
        Map<String, @Nullable Object> lists = new LinkedHashMap<>();
        Stream.of(Map.entry("create", create), Map.entry("update", update), Map.entry("delete", delete))
                .filter(list -> !list.getValue().isEmpty())
                .forEach(list -> lists.put(list.getKey(), list.getValue()));
        if (!lists.isEmpty()) {
            body.put(child.name(), lists);
        }
    }

    private Map<String, @Nullable Object> created(Row row, List<Violation> wrong, int at) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (FieldDefinition field : cells.inputs(true)) {
            List<String> texts = row.texts.getOrDefault(field.name(), List.of());
            rejected(row, field, "create", at).ifPresent(wrong::add);
            // an empty field is one that was left out: it gets its default
            if (!texts.isEmpty()) {
                values.put(field.name(), created(row, field, texts, wrong, at));
            }
        }
        cells.withoutInput()
                .forEach(field -> copied(row, field)
                        .filter(texts -> !texts.isEmpty())
                        .ifPresent(texts -> values.put(field.name(), created(row, field, texts, wrong, at))));
        return values;
    }

    private @Nullable Object created(
            Row row, FieldDefinition field, List<String> texts, List<Violation> wrong, int at) {
        return row.record
                .flatMap(original -> FormFields.copied(child, field, original, texts))
                .orElseGet(() -> value(field, texts, wrong, "create", at));
    }

    private Map<String, @Nullable Object> updated(Row row, List<Violation> wrong, int at) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (FieldDefinition field : cells.inputs(false)) {
            @Nullable List<String> texts = row.texts.get(field.name());
            rejected(row, field, "update", at).ifPresent(wrong::add);
            if (texts == null || row.was.getOrDefault(field.name(), "").equals(FormFields.digest(texts))) {
                continue;
            }
            values.put(field.name(), value(field, texts, wrong, "update", at));
            List<String> now = row.record
                    .map(record -> FormFields.texts(field, record.value(field)))
                    .orElse(texts);
            if (!row.was.getOrDefault(field.name(), "").equals(FormFields.digest(now))
                    && !FormFields.digest(now).equals(FormFields.digest(texts))) {
                wrong.add(new Violation(
                        "/" + child.name() + "/update/" + at + "/" + field.name(),
                        "changed",
                        Message.of("Someone else changed this to “{value}”. Save again to keep your value.")
                                .with("value", shown(row, field, now))));
                row.was.put(field.name(), FormFields.digest(now));
            }
        }
        values.put(child.key().size() > 1 ? "id" : child.key().getFirst().name(), key(row));
        if (child.definition().requireIfMatch()) {
            version(row).ifPresent(version -> values.put("if_match", version));
        }
        return values;
    }

    private Optional<Violation> rejected(Row row, FieldDefinition field, String list, int at) {
        return Optional.ofNullable(row.rejected.get(field.name()))
                .map(why -> why.below("/" + child.name() + "/" + list + "/" + at));
    }

    /** What is stored, for users: of a file its name. */
    private static String shown(Row row, FieldDefinition field, List<String> texts) {
        return row.record
                .filter(record -> record.value(field) instanceof FileReference)
                .map(record -> FieldViews.of(field)
                        .cell(field, Objects.requireNonNull(record.value(field)))
                        .text())
                .orElseGet(() -> String.join(", ", texts));
    }

    private Optional<String> version(Row row) {
        try {
            Found found = services.browsing()
                    .read(actor, ListRequest.all(child), row.id, shape -> RecordSnapshot.sink(shape, one -> {}));
            return Optional.of(found.version().value());
        } catch (RequestRejectedException gone) {
            return Optional.empty();
        }
    }

    private @Nullable Object value(
            FieldDefinition field, List<String> texts, List<Violation> wrong, String list, int at) {
        List<Violation> own = new ArrayList<>();
        Object value = FormFields.typed(child, field, texts, own);
        own.forEach(one -> wrong.add(one.below("/" + child.name() + "/" + list + "/" + at)));
        return value;
    }

    private Object key(Row row) {
        if (child.key().size() > 1) {
            return row.id;
        }
        FieldDefinition key = child.key().getFirst();
        String text = RecordKey.parse(child, row.id)
                .map(found -> FieldText.write(found.values().getFirst()))
                .orElse(row.id);
        FieldDefinition leaf =
                key.reference().isPresent() ? child.target(key).key().getFirst() : key;
        return FieldViews.of(leaf).imported(leaf, text);
    }

    // ---- shown

    /** Puts the errors of a rejected change to their rows. */
    private void take(RequestRejectedException refused) {
        for (Violation violation : refused.violations()) {
            String[] parts = violation.pointer().split("/", -1);
            if (parts.length < 4 || !parts[1].equals(child.name())) {
                continue;
            }
            List<Row> list = switch (parts[2]) {
                case "create" -> created;
                case "update" -> updated;
                default -> deleted;
            };
            int at = parts[3].matches("\\d{1,6}") ? Integer.parseInt(parts[3]) : -1;
            if (at >= 0 && at < list.size()) {
                placed.add(violation);
                String field = parts.length > 4 && cells.isShown(parts[4]) ? parts[4] : "";
                list.get(at)
                        .errors
                        .merge(
                                field,
                                field.isEmpty() ? text(violation.text()) : FormErrors.said(violation, 4),
                                (one, other) -> one.equals(other) ? one : one + " " + other);
            }
        }
    }

    /** The errors that stand at rows. */
    Set<Violation> placed() {
        return placed;
    }

    /**
     * The table.
     *
     * @param address of its other pages; {@code ""} where the form is sent to show them
     */
    ChildTable table(Optional<RequestRejectedException> refused, String address) {
        refused.ifPresent(this::take);
        return shown(address);
    }

    /**
     * The table without inputs.
     *
     * @param here the address of the page with the table
     * @param edit the address of the table with inputs, or {@code ""}
     */
    RelatedTable related(PanelUrls places, Address here, String edit) {
        List<RecordSnapshot> records =
                rows.stream().flatMap(row -> row.record.stream()).toList();
        cells.prepare(records, rows);
        String other = child.name() + ChildTables.PAGE;
        boolean more = counted.orElse(0) > (long) page * PAGE;
        return new RelatedTable(
                text(child.definition().labels().many()),
                text(child.definition().labels().one()),
                cells.columns(sums()).stream()
                        .map(column -> new RelatedTable.Column(column.label(), column.kind(), column.sum()))
                        .toList(),
                records.stream()
                        .map(record -> new RelatedTable.Row(
                                record.label(), places.record(child, record.key()), cells.values(record)))
                        .toList(),
                new RelatedTable.Links(
                        all(),
                        Formats.number(Long.toString(counted.orElse(0))),
                        "",
                        edit,
                        page > 1 ? here.with(other, Integer.toString(page - 1)).href() : "",
                        more ? here.with(other, Integer.toString(page + 1)).href() : ""));
    }

    private ChildTable shown(String address) {
        addUnsent();
        List<RecordSnapshot> records =
                rows.stream().flatMap(row -> row.record.stream()).toList();
        cells.prepare(records, rows);
        List<ChildColumn> columns = cells.columns(sums());
        List<ChildRow> shown = new ArrayList<>();
        for (Row row : rows) {
            shown.add(cells.row(row, columns, prefix()));
        }
        Optional<ChildRow> blank = Optional.empty();
        if (cells.mayCreate()) {
            Row row = new Row(BLANK, "");
            blank(row);
            blank = Optional.of(cells.row(row, columns, prefix()));
        }
        long total = counted.orElseGet(() -> count());
        return new ChildTable(
                child.name(),
                new TableLabels(
                        text(child.definition().labels().one()),
                        text(child.definition().labels().many()),
                        all(),
                        left == 0
                                ? ""
                                : text(
                                        "The copy has the first {copied} rows; {left} more are not copied.",
                                        "copied",
                                        Formats.number(Integer.toString(ListOptions.MAX_PAGE_SIZE)),
                                        "left",
                                        Formats.number(Long.toString(left)))),
                columns,
                shown,
                blank,
                new TablePages(page, (int) Math.max(1, (total + PAGE - 1) / PAGE), total, address),
                focus(shown));
    }

    /** Where the effect of the button is that was pressed. */
    private String focus(List<ChildRow> shown) {
        if (pressed.startsWith(FIND + "f-" + prefix())) {
            return pressed.substring(FIND.length());
        }
        boolean turned = pressed.startsWith("page:" + child.name() + ":");
        return shown.stream()
                .filter(row -> turned || row.index().equals(addedIndex))
                .flatMap(row -> row.cells().stream())
                .filter(cell -> !cell.column().kind().equals("position"))
                .flatMap(cell -> cell.input().stream())
                .map(CellInput::id)
                .findFirst()
                .orElse(turned ? ChildTable.ROWS : "");
    }

    private long count() {
        if (parent.isEmpty()) {
            return 0;
        }
        Map<String, String> parameters = Map.of(
                ListParameter.filter(children.reference()),
                FieldText.write(parent.get().values().getFirst()),
                ListParameter.PER_PAGE.word(),
                "1");
        return services.browsing()
                .list(
                        actor,
                        ListRequest.of(child, parameters),
                        CountMode.EXACT,
                        shape -> RecordSnapshot.sink(shape, one -> {}))
                .total()
                .orElse(0);
    }

    private String all() {
        return parent.map(key -> services.panel().places().list(child) + "?"
                        + ListParameter.filter(children.reference()) + "=" + key.encoded())
                .orElse("");
    }

    /** The sums of the number columns of the rows that are shown, by field; empty where a value of one is no number. */
    private Map<String, Optional<BigDecimal>> sums() {
        Map<String, Optional<BigDecimal>> sums = new LinkedHashMap<>();
        for (FieldDefinition field : cells.summed()) {
            List<Object> values = rows.stream()
                    .filter(row -> !row.removed)
                    .flatMap(row -> value(row, field).stream())
                    .toList();
            List<BigDecimal> numbers =
                    values.stream().flatMap(value -> number(value).stream()).toList();
            if (!values.isEmpty()) {
                sums.put(
                        field.name(),
                        numbers.size() == values.size() ? numbers.stream().reduce(BigDecimal::add) : Optional.empty());
            }
        }
        return sums;
    }

    /** What the row's input holds, or what is stored; a text where it is no number. */
    private Optional<Object> value(Row row, FieldDefinition field) {
        @Nullable List<String> typed = row.texts.get(field.name());
        if (typed == null) {
            return row.record.map(record -> record.value(field));
        }
        List<Violation> wrong = new ArrayList<>();
        @Nullable Object value = FormFields.typed(child, field, typed, wrong);
        return Optional.ofNullable(value)
                .map(one -> wrong.isEmpty()
                        ? field.valueType().convert(child, field, one).orElse("")
                        : "");
    }

    private static Optional<BigDecimal> number(Object value) {
        String text = FieldText.write(value);
        // a text of many digits is no number that a sum is made of
        if (text.isEmpty() || text.length() > 40) {
            return Optional.empty();
        }
        try {
            BigDecimal number = new BigDecimal(text);
            return Math.abs((long) number.scale()) > 40 ? Optional.empty() : Optional.of(number);
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** How a value is shown. */
    static Optional<Cell> cell(RecordServices services, FieldDefinition field, Row row, Map<RecordKey, String> labels) {
        return row.record
                .filter(record -> record.has(field))
                .map(record ->
                        Cell.of(services, record, field, FieldViews.of(field).isMarkup(), labels));
    }
}
