package dev.hexadmin.http.fields;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * How the values of one type of field are shown in the panel, taken from its forms and files, and described in a schema.
 * There is one for each type, in the table of {@link FieldViews}. Thread-safe.
 */
public abstract class FieldView {
    FieldView() {}

    /** Something to choose. */
    public record Option(String value, String label) {}

    /**
     * A value in a page.
     *
     * @param kind how it is set: {@code text number date code link markdown}, or {@code dot} with the hue and the shape of a mark
     * @param cut whether a list shows the beginning of a long text only
     * @param href where it leads
     */
    public record Content(String kind, String text, boolean cut, Optional<String> href) {
        static Content of(String kind, String text) {
            return new Content(kind, text, false, Optional.empty());
        }

        static Content text(String kind, String text) {
            return new Content(kind, text, true, Optional.empty());
        }

        static Content link(String text, String href) {
            return new Content("text", text, true, Optional.of(href));
        }
    }

    // ---- pages

    /** The cell of a value of a field that is not a relation. */
    public abstract Content cell(FieldDefinition field, Object value);

    /** The same where a list has room for the beginning of a text. */
    public Content listed(FieldDefinition field, Object value) {
        return cell(field, value);
    }

    /** Whether a text has marks, such as headings, that a page shows as they are meant. */
    public boolean isMarkup() {
        return false;
    }

    /** Whether values are numbers, which are set to the right. */
    public boolean isNumber() {
        return false;
    }

    /** Whether a value can be changed where a list shows it. */
    public boolean isEditedInList() {
        return true;
    }

    /** The value of a filter as people read it. */
    public String filtered(FieldDefinition field, String text) {
        return text;
    }

    /** What a form's field holds as people read it. */
    public String readable(FieldDefinition field, String text) {
        return text;
    }

    /** What an input of a filter holds for a value of the list language. */
    public String filterText(String text) {
        return text;
    }

    /** The value of the list language that is meant by what was typed in an input of a filter. */
    public String typedFilter(String text) {
        return text;
    }

    /** How a list is filtered by the field. */
    public abstract FieldFilter filter(FieldDefinition field);

    /** The media type of a file with one value. */
    public String mediaType() {
        return "text/plain; charset=utf-8";
    }

    /** How the name of such a file ends. */
    public String fileEnd() {
        return ".txt";
    }

    // ---- forms and files

    /** The kind of a form's field: {@code line area markdown code json bytes list colour flag select checks date time moment
     * secret}. */
    public String widget(FieldDefinition field) {
        return field.writeOnly() ? "secret" : "line";
    }

    /** The keyboard of small devices: {@code text numeric decimal email url}. */
    public String keyboard(FieldDefinition field) {
        return "text";
    }

    /** The note that a form shows at every field of the type; {@code ""} without a note. */
    public String note() {
        return "";
    }

    /** What can be chosen in a {@code select}. */
    public List<Option> options(FieldDefinition field) {
        return List.of();
    }

    /** The width of a form's field in columns of six. */
    public int width(FieldDefinition field) {
        return 2;
    }

    /** Characters of a form's field at most, or 0. */
    public int longest(FieldDefinition field) {
        return field.constraints().maxLength().orElse(0);
    }

    /** The canonical text of a value as a form's field holds it. */
    public String formText(FieldDefinition field, String text) {
        return text;
    }

    /**
     * The input of a form's field, as a JSON client would have sent it; a text that is not a value of the type stays text
     * and is rejected later.
     *
     * @param wrong collects errors of the text itself
     */
    public Object typed(FieldDefinition field, String text, List<Violation> wrong) {
        return imported(field, text);
    }

    /** A cell of a file, as a JSON client would have sent it; a text that is not a value of the type stays text. */
    public Object imported(FieldDefinition field, String cell) {
        return field.itemType().plain(field.itemType().trimmed(field, cell));
    }

    /**
     * The same in a file of a user: as exports have it, or as the user writes it in the language and the time zone of the
     * request.
     *
     * @param notation how the numbers of the file are written
     * @param wrong collects errors of the text itself
     */
    public Object imported(FieldDefinition field, String cell, NumberNotation notation, List<Violation> wrong) {
        return imported(field, cell);
    }

    /** How numbers are written, if a cell of a file tells. */
    public Optional<NumberNotation> notation(String cell) {
        return Optional.empty();
    }

    /** The value of the text in a form's field: two texts with the same value are not a change. */
    public Object meaning(Model model, FieldDefinition field, String text) {
        return field.itemType()
                .parse(model, field, text)
                .map(value -> value instanceof BigDecimal number ? number.stripTrailingZeros() : value)
                .orElse(text);
    }

    // ---- schemas

    /**
     * Describes a value in JSON Schema (draft 2020-12).
     *
     * @param input whether a client sends it; an answer may hold what was stored before a rule was
     */
    public abstract void schema(ObjectNode schema, FieldDefinition field, boolean input, boolean nullable);
}
