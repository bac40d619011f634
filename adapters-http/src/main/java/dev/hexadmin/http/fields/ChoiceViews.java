package dev.hexadmin.http.fields;

import static dev.hexadmin.http.fields.SchemaKeywords.type;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.domain.models.FieldDefinition;
import java.util.List;

/** Views of values of which there are few. */
final class ChoiceViews {
    private ChoiceViews() {}

    static final class OfBoolean extends FieldView {
        private static final List<Option> OPTIONS = List.of(new Option("true", "Yes"), new Option("false", "No"));

        @Override
        public Content cell(Object value) {
            return Content.of("flag", Boolean.TRUE.equals(value) ? "Yes" : "No");
        }

        @Override
        public String filtered(String text) {
            return text.equals("true") || text.equals("1") ? "yes" : "no";
        }

        @Override
        public String readable(String text) {
            return text.equals("true") ? "Yes" : "No";
        }

        @Override
        public FieldFilter filter(FieldDefinition field) {
            return new FieldFilter.Choice("", OPTIONS);
        }

        @Override
        public String widget(FieldDefinition field) {
            return field.nullable() ? "select" : "flag";
        }

        @Override
        public List<Option> options(FieldDefinition field) {
            return OPTIONS;
        }

        @Override
        public void schema(ObjectNode schema, FieldDefinition field, boolean input, boolean nullable) {
            type(schema, "boolean", nullable);
        }
    }

    static final class OfEnum extends FieldView {
        @Override
        public Content cell(Object value) {
            return Content.of("badge", readable(String.valueOf(value)));
        }

        @Override
        public String filtered(String text) {
            return readable(text);
        }

        /** {@code in_transit} as people write it. */
        @Override
        public String readable(String word) {
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
                    .map(word -> new Option(word, readable(word)))
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
