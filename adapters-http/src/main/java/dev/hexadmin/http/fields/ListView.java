package dev.hexadmin.http.fields;

import static dev.hexadmin.http.texts.Localized.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.models.FieldConstraints.Items;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.models.type.ListType;
import dev.hexadmin.http.server.json.JsonBody;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Lists of scalar values, whose items are shown and read as values of their type are. A form has one line for each item, a cell
 * of a file the items with commas or, of numbers, semicolons between them. A text that is a JSON array is one in both, with
 * items as in the API.
 */
final class ListView extends FieldView {
    @Override
    public Content cell(FieldDefinition field, Object value) {
        FieldView item = item(field);
        return Content.text(
                "text",
                joined(array(value.toString()).orElse(List.of()).stream()
                        .map(one -> one == null ? "" : item.cell(field, one).text())
                        .toList()));
    }

    /** With semicolons where an item has a comma. */
    private static String joined(List<String> items) {
        return String.join(items.stream().anyMatch(item -> item.contains(",")) ? "; " : ", ", items);
    }

    @Override
    public boolean isEditedInList() {
        return false;
    }

    @Override
    public FieldFilter filter(FieldDefinition field) {
        return new FieldFilter.Text("__contains");
    }

    @Override
    public String widget(FieldDefinition field) {
        return "list";
    }

    @Override
    public String note() {
        return text("One item in each line, or all as a JSON array.");
    }

    @Override
    public int width(FieldDefinition field) {
        return 6;
    }

    /** The limit is one of each item. */
    @Override
    public int longest(FieldDefinition field) {
        return 0;
    }

    @Override
    public List<Option> options(FieldDefinition field) {
        return item(field).options(field);
    }

    @Override
    public String filtered(FieldDefinition field, String text) {
        return item(field).filtered(field, text);
    }

    /** Lines, or the array where lines would not give the same items back. */
    @Override
    public String formText(FieldDefinition field, String text) {
        List<?> items = array(text).orElse(List.of());
        FieldView item = item(field);
        String lines = String.join(
                "\n",
                items.stream()
                        .map(one -> one == null ? "" : item.formText(field, FieldText.write(one)))
                        .toList());
        if (array(lines).isPresent() || isBrokenArray(lines)) {
            return text;
        }
        List<Violation> wrong = new ArrayList<>();
        List<Object> read = items(field, lines, wrong);
        return wrong.isEmpty() && parsed(field, read).equals(parsed(field, items)) ? lines : text;
    }

    private static List<Object> parsed(FieldDefinition field, List<?> items) {
        return items.stream()
                .map(one -> {
                    String text = one == null ? "" : FieldText.write(one);
                    return field.itemType().parse(text).orElse(text);
                })
                .toList();
    }

    @Override
    public String readable(FieldDefinition field, String text) {
        FieldView item = item(field);
        return joined(
                lines(text).stream().map(line -> item.readable(field, line)).toList());
    }

    @Override
    public Object typed(FieldDefinition field, String text, List<Violation> wrong) {
        Optional<List<?>> array = array(text);
        if (array.isEmpty() && isBrokenArray(text)) {
            wrong.add(Violation.at(
                    field.name(), "type", "A JSON array of items is expected here, such as [\"one\", \"two\"]."));
        }
        return array.<Object>map(items -> items).orElseGet(() -> items(field, text, wrong));
    }

    private static List<Object> items(FieldDefinition field, String text, List<Violation> wrong) {
        FieldView item = item(field);
        return each(lines(text), wrong, (line, own) -> item.typed(field, line, own));
    }

    /** Reads items, whose errors get their positions. */
    private static List<Object> each(
            List<String> texts, List<Violation> wrong, BiFunction<String, List<Violation>, Object> read) {
        List<Object> items = new ArrayList<>(texts.size());
        for (int i = 0; i < texts.size(); i++) {
            List<Violation> own = new ArrayList<>();
            items.add(read.apply(texts.get(i), own));
            for (Violation one : own) {
                wrong.add(new Violation(one.pointer() + "/" + i, one.code(), one.text()));
            }
        }
        return items;
    }

    /** A text whose first line is an array, which other lines were added to. */
    private static boolean isBrokenArray(String text) {
        List<String> lines = lines(text);
        return lines.size() > 1 && array(lines.getFirst()).isPresent();
    }

    @Override
    public Object imported(FieldDefinition field, String cell, NumberNotation notation, List<Violation> wrong) {
        Optional<List<?>> array = array(cell);
        if (array.isPresent()) {
            return array.get();
        }
        FieldView item = item(field);
        boolean fractions = item.isNumber() && of(field) != FieldType.INTEGER && Formats.hasDecimalComma();
        boolean semicolons = item.isNumber() && cell.indexOf(';') >= 0;
        if (fractions && !semicolons && cell.indexOf(',') >= 0 && notation == NumberNotation.UNKNOWN) {
            return cell; // one number or two
        }
        char separator = semicolons || (fractions && notation == NumberNotation.LANGUAGE) ? ';' : ',';
        return each(split(cell, separator), wrong, (one, own) -> item.imported(field, one, notation, own));
    }

    @Override
    public Object meaning(Model model, FieldDefinition field, String text) {
        FieldView item = item(field);
        return array(text)
                .<Object>map(items -> items)
                .orElseGet(() -> lines(text).stream()
                        .map(line -> item.meaning(model, field, line))
                        .toList());
    }

    /** The view of the items. It reads the options of the list, which hold for each item. */
    private static FieldView item(FieldDefinition field) {
        return FieldViews.of(of(field));
    }

    private static FieldType of(FieldDefinition field) {
        return field.constraints().items().orElseThrow().of();
    }

    /** The items of a text that is a JSON array. */
    private static Optional<List<?>> array(String text) {
        if (!text.strip().startsWith("[")) {
            return Optional.empty();
        }
        try {
            return JsonBody.value(text.getBytes(StandardCharsets.UTF_8)) instanceof List<?> items
                    ? Optional.of(items)
                    : Optional.empty();
        } catch (RequestRejectedException notJson) {
            return Optional.empty();
        }
    }

    private static List<String> lines(String text) {
        return text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    }

    /** Takes items apart at a separator; {@code \,} and {@code \\} are themselves. */
    private static List<String> split(String cell, char separator) {
        List<String> items = new ArrayList<>();
        StringBuilder item = new StringBuilder();
        for (int i = 0; i < cell.length(); i++) {
            char c = cell.charAt(i);
            if (c == '\\' && i + 1 < cell.length()) {
                item.append(cell.charAt(++i));
            } else if (c == separator) {
                items.add(item.toString().strip());
                item.setLength(0);
            } else {
                item.append(c);
            }
        }
        items.add(item.toString().strip());
        items.removeIf(String::isEmpty);
        return items;
    }

    @Override
    public void schema(ObjectNode schema, FieldDefinition field, boolean input, boolean nullable) {
        SchemaKeywords.type(schema, "array", nullable);
        ObjectNode item = schema.putObject("items");
        item(field).schema(item, field, input, false);
        if (!input) {
            return;
        }
        if (item.path("type").asText().equals("string")
                && !item.has("minLength")
                && !of(field).isText()) {
            item.put("minLength", 1);
        }
        Items items = field.constraints().items().orElseThrow();
        items.least().ifPresent(least -> schema.put("minItems", least));
        schema.put("maxItems", items.most().orElse(ListType.MAX_ITEMS));
    }
}
