package dev.hexadmin.http.fields;

import static dev.hexadmin.http.fields.SchemaKeywords.not;
import static dev.hexadmin.http.fields.SchemaKeywords.type;
import static dev.hexadmin.http.texts.Localized.text;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.audit.LoggedChange;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.http.server.json.JsonBody;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Views of documents and bytes; filters only check whether they are null. */
final class DocumentViews {
    private static final String BASE64 =
            "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$";

    private DocumentViews() {}

    static final class OfJson extends FieldView {
        @Override
        public int width(FieldDefinition field) {
            return 6;
        }

        @Override
        public Content cell(FieldDefinition field, Object value) {
            return Content.text("code", ((JsonText) value).text());
        }

        @Override
        public FieldFilter filter(FieldDefinition field) {
            return FieldFilter.Choice.presence();
        }

        @Override
        public String fileEnd() {
            return ".json";
        }

        @Override
        public String widget(FieldDefinition field) {
            return "json";
        }

        /** A line for each member and item. */
        @Override
        public String formText(FieldDefinition field, String text) {
            return LoggedChange.indented(new JsonText(text));
        }

        @Override
        public Object typed(FieldDefinition field, String text, List<Violation> wrong) {
            try {
                JsonBody.value(text.getBytes(StandardCharsets.UTF_8));
                return new JsonText(text.strip());
            } catch (RequestRejectedException refused) {
                wrong.add(Violation.at(
                        field.name(), "json", refused.detail().replace("The body is no JSON", "Invalid JSON")));
                return text;
            }
        }

        @Override
        public Object imported(FieldDefinition field, String cell) {
            try {
                return JsonBody.document(cell);
            } catch (RequestRejectedException notJson) {
                return cell;
            }
        }

        @Override
        public Object meaning(Model model, FieldDefinition field, String text) {
            try {
                return Optional.ofNullable(JsonBody.value(text.getBytes(StandardCharsets.UTF_8)));
            } catch (RequestRejectedException refused) {
                return text;
            }
        }

        /** Any value, null too unless there has to be one. */
        @Override
        public void schema(ObjectNode schema, FieldDefinition field, boolean input, boolean nullable) {
            schema.put("x-type", "json");
            if (input && !nullable) {
                schema.putObject("not").put("type", "null");
            }
        }
    }

    static final class OfBinary extends FieldView {
        @Override
        public int width(FieldDefinition field) {
            return 6;
        }

        @Override
        public Content cell(FieldDefinition field, Object value) {
            return Content.of(
                    "text", text("{count, plural, one {# byte} other {# bytes}}", "count", ((byte[]) value).length));
        }

        @Override
        public boolean isEditedInList() {
            return false;
        }

        @Override
        public FieldFilter filter(FieldDefinition field) {
            return FieldFilter.Choice.presence();
        }

        @Override
        public String mediaType() {
            return "application/octet-stream";
        }

        @Override
        public String fileEnd() {
            return ".bin";
        }

        @Override
        public String widget(FieldDefinition field) {
            return "bytes";
        }

        @Override
        public String note() {
            return text("As base64.");
        }

        /** The field's limit is one of bytes. */
        @Override
        public int longest(FieldDefinition field) {
            return 0;
        }

        @Override
        public void schema(ObjectNode schema, FieldDefinition field, boolean input, boolean nullable) {
            type(schema, "string", nullable);
            schema.put("contentEncoding", "base64");
            field.constraints().maxLength().ifPresent(bytes -> schema.put("maxLength", characters(bytes)));
            if (!input) {
                return;
            }
            schema.put("pattern", BASE64);
            ArrayNode all = JsonNodeFactory.instance.arrayNode();
            field.constraints().maxLength().ifPresent(bytes -> {
                if (bytes % 3 != 0) {
                    // four characters encode up to three bytes: the last group has to be padded
                    ArrayNode either = all.addObject().putArray("anyOf");
                    either.addObject().put("maxLength", characters(bytes) - 4);
                    either.addObject().put("pattern", bytes % 3 == 1 ? "==$" : "=$");
                }
            });
            field.constraints().minLength().ifPresent(bytes -> {
                schema.put("minLength", characters(bytes));
                if (bytes % 3 != 1 && bytes > 0) {
                    ArrayNode either = all.addObject().putArray("anyOf");
                    either.addObject().put("minLength", characters(bytes) + 4);
                    not(either.addObject(), bytes % 3 == 2 ? "==$" : "=$");
                }
            });
            if (!all.isEmpty()) {
                schema.set("allOf", all);
            }
        }

        /** The characters of so many bytes in base64. */
        private static long characters(int bytes) {
            return (bytes + 2L) / 3 * 4;
        }
    }
}
