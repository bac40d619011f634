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

/**
 * Lists of scalar values. A form has one line for each item, a cell of a file the items with commas between them or a JSON
 * array; a form's text that is a JSON array is one, too.
 */
final class ListView extends FieldView {
    private static final String SEPARATOR = ", ";

    @Override
    public Content cell(FieldDefinition field, Object value) {
        return Content.text("text", String.join(SEPARATOR, texts(value.toString())));
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
        return FieldViews.of(of(field)).options(field);
    }

    @Override
    public String formText(String text) {
        List<String> items = texts(text);
        String lines = String.join("\n", items);
        return lines(lines).equals(items) && array(lines).isEmpty() && !isBrokenArray(lines) ? lines : text;
    }

    @Override
    public String readable(FieldDefinition field, String text) {
        return String.join(SEPARATOR, lines(text));
    }

    @Override
    public Object typed(FieldDefinition field, String text, List<Violation> wrong) {
        Optional<List<?>> array = array(text);
        if (array.isEmpty() && isBrokenArray(text)) {
            wrong.add(Violation.at(
                    field.name(), "type", "A JSON array of items is expected here, such as [\"one\", \"two\"]."));
        }
        return array.<Object>map(items -> items).orElseGet(() -> plain(field, lines(text)));
    }

    /** A text whose first line is an array, which other lines were added to. */
    private static boolean isBrokenArray(String text) {
        List<String> lines = lines(text);
        return lines.size() > 1 && array(lines.getFirst()).isPresent();
    }

    @Override
    public Object imported(FieldDefinition field, String cell) {
        return array(cell).<Object>map(items -> items).orElseGet(() -> plain(field, split(cell)));
    }

    @Override
    public Object meaning(Model model, FieldDefinition field, String text) {
        return typed(field, text, new ArrayList<>());
    }

    private static FieldType of(FieldDefinition field) {
        return field.constraints().items().orElseThrow().of();
    }

    private static List<Object> plain(FieldDefinition field, List<String> items) {
        return items.stream()
                .map(item -> field.itemType().plain(field.itemType().trimmed(field, item)))
                .toList();
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

    private static List<String> texts(String json) {
        List<String> texts = new ArrayList<>();
        for (Object item : array(json).orElse(List.of())) {
            texts.add(item == null ? "" : FieldText.write(item));
        }
        return texts;
    }

    private static List<String> lines(String text) {
        return text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    }

    /** Takes items apart at commas; {@code \,} and {@code \\} are themselves. */
    private static List<String> split(String cell) {
        List<String> items = new ArrayList<>();
        StringBuilder item = new StringBuilder();
        for (int i = 0; i < cell.length(); i++) {
            char c = cell.charAt(i);
            if (c == '\\' && i + 1 < cell.length()) {
                item.append(cell.charAt(++i));
            } else if (c == ',') {
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
        FieldViews.of(of(field)).schema(item, field, input, false);
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
