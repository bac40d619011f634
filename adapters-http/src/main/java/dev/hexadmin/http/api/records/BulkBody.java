package dev.hexadmin.http.api.records;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.EditingRecords.Bulk;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.http.server.json.JsonBody;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code {"create":[…],"update":[…],"delete":[…]}}; errors are collected. */
final class BulkBody {
    private final List<Violation> wrong = new ArrayList<>();

    private BulkBody() {}

    static Bulk read(byte[] body, Model model) {
        return new BulkBody().parts(JsonBody.records(body, model));
    }

    private Bulk parts(Map<String, @Nullable Object> body) {
        List<Map<String, @Nullable Object>> create = new ArrayList<>();
        List<Map<String, @Nullable Object>> update = new ArrayList<>();
        List<Object> delete = new ArrayList<>();
        for (Map.Entry<String, @Nullable Object> member : body.entrySet()) {
            String name = member.getKey();
            switch (name) {
                case "create" -> objects(name, member.getValue(), create);
                case "update" -> objects(name, member.getValue(), update);
                case "delete" -> keys(member.getValue(), delete);
                default ->
                    wrong.add(Violation.at(name, "unknown_field", "Only create, update and delete are expected."));
            }
        }
        if (!wrong.isEmpty()) {
            throw RequestRejectedException.invalid(wrong);
        }
        return new Bulk(create, update, delete);
    }

    @SuppressWarnings("unchecked") // every map of the reader is of this type
    private void objects(String name, @Nullable Object value, List<Map<String, @Nullable Object>> into) {
        if (!(value instanceof List<?> items)) {
            wrong.add(Violation.at(name, "type", "A list of objects is expected."));
            return;
        }
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i) instanceof Map<?, ?> record) {
                into.add((Map<String, @Nullable Object>) record);
            } else {
                wrong.add(new Violation("/" + name + "/" + i, "type", "An object is expected."));
            }
        }
    }

    private void keys(@Nullable Object value, List<Object> into) {
        if (!(value instanceof List<?> items)) {
            wrong.add(Violation.at("delete", "type", "A list of keys is expected."));
            return;
        }
        for (int i = 0; i < items.size(); i++) {
            @Nullable Object item = items.get(i);
            if (item == null || item instanceof Map || item instanceof List) {
                wrong.add(new Violation("/delete/" + i, "type", "The key of a record is expected."));
            } else {
                into.add(item);
            }
        }
    }
}
