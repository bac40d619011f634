package dev.hexadmin.http.fields;

import static dev.hexadmin.http.fields.SchemaKeywords.type;
import static dev.hexadmin.http.texts.Localized.text;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Hue;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Label;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Views of values of which there are few. */
final class ChoiceViews {
    private ChoiceViews() {}

    static final class OfBoolean extends FieldView {
        @Override
        public Content cell(FieldDefinition field, Object value) {
            return Boolean.TRUE.equals(value)
                    ? Content.of("dot green", text("Yes"))
                    : Content.of("dot grey ring", text("No"));
        }

        @Override
        public String filtered(FieldDefinition field, String text) {
            return text.equals("true") || text.equals("1") ? text("yes") : text("no");
        }

        @Override
        public String readable(FieldDefinition field, String text) {
            return text.equals("true") ? text("Yes") : text("No");
        }

        @Override
        public FieldFilter filter(FieldDefinition field) {
            return new FieldFilter.Choice("", options(field));
        }

        /** Also the words of the panel and of spreadsheets in the language. */
        @Override
        public Object imported(FieldDefinition field, String cell, NumberNotation notation, List<Violation> wrong) {
            String word = cell.strip();
            if (word.equalsIgnoreCase(text("Yes")) || word.equalsIgnoreCase(text("TRUE"))) {
                return true;
            }
            if (word.equalsIgnoreCase(text("No")) || word.equalsIgnoreCase(text("FALSE"))) {
                return false;
            }
            return imported(field, cell);
        }

        /** A switch, unless null is a third value: a field with a default has no use for it. */
        @Override
        public String widget(FieldDefinition field) {
            return field.nullable() && field.input().defaultValue().isEmpty() ? "select" : "flag";
        }

        @Override
        public List<Option> options(FieldDefinition field) {
            return List.of(new Option("true", text("Yes")), new Option("false", text("No")));
        }

        @Override
        public void schema(ObjectNode schema, FieldDefinition field, boolean input, boolean nullable) {
            type(schema, "boolean", nullable);
        }
    }

    static final class OfEnum extends FieldView {
        private static final Map<Hue, String> MARKS = marks();

        /** The classes of a mark. Its shape tells the stage a second time: not begun, under way, done or stopped. */
        private static Map<Hue, String> marks() {
            Map<Hue, String> marks = new EnumMap<>(Hue.class);
            for (Hue hue : Hue.values()) {
                String shape = switch (hue) {
                    case GREY -> " ring";
                    case AMBER, BLUE, VIOLET, TEAL -> " half";
                    case GREEN, PINK -> "";
                    case RED -> " stop";
                };
                marks.put(hue, "dot " + hue.word() + shape);
            }
            return marks;
        }

        private static String mark(Hue hue) {
            return Objects.requireNonNull(MARKS.get(hue));
        }

        @Override
        public Content cell(FieldDefinition field, Object value) {
            String word = String.valueOf(value);
            Hue hue = field.style().colours().get(word);
            return Content.of(hue == null ? "text" : mark(hue), readable(field, word));
        }

        @Override
        public String filtered(FieldDefinition field, String text) {
            return readable(field, text);
        }

        /** Its label, or {@code in_transit} as people write it. */
        @Override
        public String readable(FieldDefinition field, String word) {
            Label label = field.style().names().get(word);
            if (label != null) {
                return text(label);
            }
            String text = word.replace('_', ' ');
            return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
        }

        @Override
        public FieldFilter filter(FieldDefinition field) {
            return new FieldFilter.Choice("", options(field));
        }

        @Override
        public String widget(FieldDefinition field) {
            return "select";
        }

        @Override
        public List<Option> options(FieldDefinition field) {
            return field.constraints().values().stream()
                    .map(word -> new Option(word, readable(field, word)))
                    .toList();
        }

        @Override
        public void schema(ObjectNode schema, FieldDefinition field, boolean input, boolean nullable) {
            type(schema, "string", nullable);
            ArrayNode names = schema.putArray("enum");
            field.constraints().values().forEach(names::add);
            if (nullable) {
                names.addNull();
            }
        }
    }
}
