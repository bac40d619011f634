package dev.hexadmin.http.panel.records;

import dev.hexadmin.application.files.FileLinks;
import dev.hexadmin.application.panel.FieldWidget;
import dev.hexadmin.application.panel.Html;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.http.fields.FieldView;
import dev.hexadmin.http.fields.FieldViews;
import dev.hexadmin.http.fields.Formats;
import dev.hexadmin.http.files.FileSize;
import dev.hexadmin.http.panel.frame.PanelUrls;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A value as people read it.
 *
 * @param kind how it is set: that of {@link FieldView.Content}, or {@code none link links unreadable file image thumb}
 * @param parts one; several for a many-to-many field
 * @param cut whether the text is shortened
 * @param more the address of the whole value; {@code ""} when nothing is cut
 * @param markup of the widget of a plugin, in place of the text
 */
public record Cell(String kind, List<Part> parts, boolean cut, String more, Html markup) {
    private static final int LONGEST_UNBROKEN = 18;
    /** Characters of a text in a list. */
    private static final int LONGEST = 120;

    /** Characters of an address that browsers follow. */
    private static final int LONGEST_ADDRESS = 2_000;

    /** Characters of a text on the page of its record. */
    private static final int LONGEST_WHOLE = 65_536;

    /** A piece of text, perhaps a link. */
    public record Part(String text, String href) {}

    public Cell {
        parts = List.copyOf(parts);
    }

    /** A cell without a widget. */
    private Cell(String kind, List<Part> parts, boolean cut, String more) {
        this(kind, parts, cut, more, Html.NOTHING);
    }

    /** A cell of which all is shown. */
    private Cell(String kind, List<Part> parts) {
        this(kind, parts, false, "");
    }

    /** The same value in the markup of a widget. */
    private Cell in(Html widget) {
        return new Cell("widget", parts, false, "", widget);
    }

    private static Cell of(String kind, String text) {
        return new Cell(kind, List.of(new Part(text, "")));
    }

    /** A text of which a page shows the beginning. */
    private static Cell text(String kind, String text, boolean whole) {
        String shown = shortened(text, whole ? LONGEST_WHOLE : LONGEST);
        return new Cell(kind, List.of(new Part(shown, "")), shown.length() != text.length(), "");
    }

    /** The cell with the address of all of its text, where a part of it is shown. */
    public Cell continuedAt(String href) {
        return cut ? new Cell(kind, parts, true, href) : this;
    }

    /** The cell without the address that its text is, such as {@code mailto:}, where the text leads to its record. */
    public Cell withoutAddress(FieldDefinition field) {
        boolean isAddress = field.type() == FieldType.EMAIL || field.type() == FieldType.URL;
        return isAddress && isOneLink()
                ? new Cell("text", List.of(new Part(parts.getFirst().text(), "")), cut, more)
                : this;
    }

    /** Characters of its text. */
    public int length() {
        return parts.stream().mapToInt(part -> part.text().length()).sum();
    }

    /** Whether it is a text without markup of its own. */
    public boolean isPlain() {
        return switch (kind) {
            case "text", "number", "date" -> true;
            default -> false;
        };
    }

    /** Whether it is one link. */
    public boolean isOneLink() {
        return parts.size() == 1
                && kind.startsWith("link")
                && !parts.getFirst().href().isEmpty();
    }

    /** A number set to the right. */
    public boolean number() {
        return kind.equals("number");
    }

    /** A number that has room in one line everywhere. */
    public boolean unbroken() {
        return number() && length() <= LONGEST_UNBROKEN;
    }

    /**
     * A value of a field.
     *
     * @param whole whether all of it is shown, however long
     * @param labels names of the records that it points to
     */
    public static Cell of(
            PanelUrls places,
            Model model,
            FieldDefinition field,
            @Nullable Object value,
            boolean whole,
            Map<RecordKey, String> labels) {
        if (value == null) {
            return of("none", "–");
        }
        if (value instanceof RecordSnapshot.Unreadable(String stored)) {
            return text("unreadable", stored, whole);
        }
        if (field.reference().isPresent()) {
            Model target = model.target(field);
            if (!(value instanceof List<?> keys)) {
                return new Cell("link", List.of(part(places, target, RecordServices.key(target, value), labels)));
            }
            List<Part> parts = keys.stream()
                    .map(one -> part(places, target, RecordServices.key(target, one), labels))
                    .toList();
            return parts.isEmpty() ? of("none", "–") : new Cell("links", parts);
        }
        if (value instanceof FileReference file && file.facts().isPresent()) {
            return file(
                    places,
                    field,
                    file,
                    new Part(file.facts().get().name(), places.files().lasting(file)),
                    whole);
        }
        FieldView view = FieldViews.of(field);
        FieldView.Content content = whole ? view.cell(field, value) : view.listed(field, value);
        if (!content.cut()) {
            return of(content.kind(), content.text());
        }
        Cell cell = text(content.kind(), content.text(), whole);
        return content.href().isPresent() ? cell.linkedTo(content.href().get()) : cell;
    }

    /** A file that cannot be opened. */
    public static Cell file(String name, long size) {
        return new Cell("file", List.of(new Part(name, ""), new Part(FileSize.of(size), "")));
    }

    /** A file that a record has had: its address expires. */
    public static Cell former(PanelUrls places, FieldDefinition field, FileReference file) {
        FileReference.Facts facts = file.facts().orElseThrow();
        return file(places, field, file, new Part(facts.name(), places.files().of(file, FileLinks.ORIGINAL)), true);
    }

    /** A file: of an image a thumbnail, which a list shows alone. */
    private static Cell file(PanelUrls places, FieldDefinition field, FileReference file, Part link, boolean whole) {
        FileReference.Facts facts = file.facts().orElseThrow();
        List<Part> parts = new ArrayList<>(List.of(link));
        Optional<String> thumbnail = places.files().thumbnail(field, file);
        thumbnail.ifPresent(address -> parts.add(new Part(facts.name(), address)));
        if (whole) {
            parts.add(new Part(FileSize.of(facts), ""));
        }
        return new Cell(thumbnail.isEmpty() ? "file" : whole ? "image" : "thumb", parts);
    }

    /**
     * A value of a record; an amount has the currency of the record.
     *
     * @param whole whether all of it is shown, however long
     * @param labels names of the records that it points to
     */
    public static Cell of(
            RecordServices services,
            RecordSnapshot record,
            FieldDefinition field,
            boolean whole,
            Map<RecordKey, String> labels) {
        return Column.of(services, record.shape(), field, whole, labels).cell(record);
    }

    /**
     * The columns of a list, whose texts are shortened.
     *
     * @param labels names of the records that each field points to
     */
    public static List<Column> columns(
            RecordServices services,
            Shape shape,
            List<FieldDefinition> fields,
            Map<FieldDefinition, Map<RecordKey, String>> labels) {
        return fields.stream()
                .map(field -> Column.of(services, shape, field, false, labels.getOrDefault(field, Map.of())))
                .toList();
    }

    /**
     * What the cells of a field have in common, for records of one shape.
     *
     * @param position in the shape; -1 for a field that is not shown
     * @param currency the position of the field with the currency of an amount; -1 without one
     * @param joints the references of several fields of which it is the last, and whose records have pages
     * @param whole whether all of a value is shown, however long
     * @param labels names of the records that the field points to
     * @param widget that shows the values
     */
    public record Column(
            PanelUrls places,
            FieldDefinition field,
            int position,
            int currency,
            List<Model.Joint> joints,
            boolean whole,
            Map<RecordKey, String> labels,
            Optional<FieldWidget> widget) {
        private static Column of(
                RecordServices services,
                Shape shape,
                FieldDefinition field,
                boolean whole,
                Map<RecordKey, String> labels) {
            Model model = shape.model();
            return new Column(
                    services.panel().places(),
                    field,
                    shape.indexOf(field),
                    field.style()
                            .currencyField()
                            .map(name -> shape.indexOf(model.fieldNamed(name)))
                            .orElse(-1),
                    model.joints().stream()
                            .filter(joint -> joint.fields().getLast().equals(field)
                                    && joint.target().definition().exposure().html())
                            .toList(),
                    whole,
                    labels,
                    services.widgets().of(field));
        }

        /** The cell of a record. */
        public Cell cell(RecordSnapshot record) {
            @Nullable Object value = record.at(position);
            Cell plain = plain(record, value);
            return value == null || value instanceof RecordSnapshot.Unreadable
                    ? plain
                    : widget.flatMap(one -> FieldWidgets.shown(one, field, value, whole))
                            .map(plain::in)
                            .orElse(plain);
        }

        private Cell plain(RecordSnapshot record, @Nullable Object value) {
            if (currency >= 0 && value instanceof Number amount) {
                Optional<String> code = record.currency(currency);
                if (code.isPresent()) {
                    return amount(amount, code.get());
                }
            }
            Cell cell = Cell.of(places, record.shape().model(), field, value, whole, labels);
            return !joints.isEmpty()
                            && cell.parts.size() == 1
                            && cell.parts.getFirst().href().isEmpty()
                    ? target(record).map(cell::linkedTo).orElse(cell)
                    : cell;
        }

        private Optional<String> target(RecordSnapshot record) {
            for (Model.Joint joint : joints) {
                List<Object> key = new ArrayList<>();
                for (int i = 0; i < joint.fields().size(); i++) {
                    @Nullable Object value = record.value(joint.fields().get(i));
                    if (value != null) {
                        FieldText.parse(joint.target(), joint.target().key().get(i), FieldText.write(value))
                                .ifPresent(key::add);
                    }
                }
                if (key.size() == joint.fields().size()) {
                    return Optional.of(places.record(joint.target(), new RecordKey(key)));
                }
            }
            return Optional.empty();
        }
    }

    /** An amount of money in a currency of ISO 4217. */
    public static Cell amount(Number amount, String currency) {
        return of("number", Formats.amount(FieldText.write(amount), currency));
    }

    /** The cell as a link; the cell unchanged when its address is too long to be requested. */
    private Cell linkedTo(String href) {
        return cut && href.length() > LONGEST_ADDRESS
                ? this
                : new Cell("link", List.of(new Part(parts.getFirst().text(), href)), cut, more);
    }

    private static Part part(PanelUrls places, Model target, RecordKey key, Map<RecordKey, String> labels) {
        return Optional.ofNullable(labels.get(key))
                .map(label -> new Part(
                        label.isEmpty() ? key.label() : label,
                        target.definition().exposure().html() ? places.record(target, key) : ""))
                .orElseGet(() -> new Part(FieldText.write(key.values().getFirst()), ""));
    }

    /** The beginning of a text, with an ellipsis when it is cut. */
    static String shortened(String text, int most) {
        return text.length() <= most || text.codePointCount(0, text.length()) <= most
                ? text
                : text.substring(0, text.offsetByCodePoints(0, most)) + "…";
    }
}
