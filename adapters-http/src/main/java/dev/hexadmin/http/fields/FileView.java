package dev.hexadmin.http.fields;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.FileReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Uploaded files. A form has the id, which the upload returns; a file of records has the id or an address with it. */
final class FileView extends FieldView {
    private static final Pattern ADDRESS =
            Pattern.compile("/files/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:[/?#]|$)");

    @Override
    public Content cell(FieldDefinition field, Object value) {
        return Content.text(
                "text",
                value instanceof FileReference file
                        ? file.facts().map(FileReference.Facts::name).orElseGet(file::toString)
                        : value.toString());
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
    public String widget(FieldDefinition field) {
        return "file";
    }

    @Override
    public int width(FieldDefinition field) {
        return 4;
    }

    @Override
    public Object imported(FieldDefinition field, String cell) {
        Matcher address = ADDRESS.matcher(cell);
        return address.find() ? address.group(1) : super.imported(field, cell);
    }

    @Override
    public void schema(ObjectNode schema, FieldDefinition field, boolean input, boolean nullable) {
        if (input) {
            SchemaKeywords.type(schema, "string", nullable);
            schema.put("format", "uuid");
            return;
        }
        SchemaKeywords.type(schema, "object", nullable);
        ObjectNode members = schema.putObject("properties");
        members.putObject("id").put("type", "string").put("format", "uuid");
        members.putObject("name").put("type", "string");
        members.putObject("size").put("type", "integer").put("format", "int64");
        members.putObject("content_type").put("type", "string");
        members.putObject("sha256").put("type", "string");
        SchemaKeywords.type(members.putObject("width"), "integer", true);
        SchemaKeywords.type(members.putObject("height"), "integer", true);
        members.putObject("url").put("type", "string").put("format", "uri-reference");
        members.putObject("thumbnails")
                .put("type", "object")
                .putObject("additionalProperties")
                .put("type", "string")
                .put("format", "uri-reference");
        ArrayNode required = schema.putArray("required");
        members.fieldNames().forEachRemaining(required::add);
        schema.put("additionalProperties", false);
        schema.put("x-max-bytes", field.files().maximum(field.type()));
        ArrayNode accepted = schema.putArray("x-accept");
        field.files().accept().forEach(accepted::add);
        if (field.type() == FieldType.IMAGE) {
            ObjectNode sizes = schema.putObject("x-sizes");
            field.files().thumbnails().forEach((name, box) -> sizes.put(name, box.width() + "x" + box.height()));
        }
    }
}
