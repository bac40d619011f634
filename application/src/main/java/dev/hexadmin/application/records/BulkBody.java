package dev.hexadmin.application.records;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.EditingRecords.Bulk;
import dev.hexadmin.domain.models.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code {"create":[…],"update":[…],"delete":[…]}}; errors are collected. */
public final class BulkBody {
    private final String place;
    private final List<Violation> wrong;

    private BulkBody(String place, List<Violation> wrong) {
        this.place = place;
        this.wrong = wrong;
    }

    /**
     * The operations of a whole body.
     *
     * @throws RequestRejectedException {@code INVALID} when it is of another form
     */
    public static Bulk of(Map<String, @Nullable Object> body) {
        List<Violation> wrong = new ArrayList<>();
        Bulk bulk = new BulkBody("", wrong).parts(body);
        if (!wrong.isEmpty()) {
            throw RequestRejectedException.invalid(wrong);
        }
        return bulk;
    }

    /**
     * The operations of a member of a body.
     *
     * @param place the member's pointer
     * @param wrong gets the errors
     */
    @SuppressWarnings("unchecked") // every map of a parsed body is of this type
    public static Bulk of(@Nullable Object member, String place, List<Violation> wrong) {
        if (member instanceof Map<?, ?> body) {
            return new BulkBody(place, wrong).parts((Map<String, @Nullable Object>) body);
        }
        wrong.add(new Violation(place, "type", "An object of create, update and delete is expected."));
        return new Bulk(List.of(), List.of(), List.of());
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
                default -> wrong(Violation.at(name, "unknown_field", "Only create, update and delete are expected."));
            }
        }
        return new Bulk(create, update, delete);
    }

    private void wrong(Violation violation) {
        wrong.add(violation.below(place));
    }

    @SuppressWarnings("unchecked") // every map of a parsed body is of this type
    private void objects(String name, @Nullable Object value, List<Map<String, @Nullable Object>> into) {
        if (!(value instanceof List<?> items)) {
            wrong(Violation.at(name, "type", "A list of objects is expected."));
            return;
        }
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i) instanceof Map<?, ?> record) {
                into.add((Map<String, @Nullable Object>) record);
            } else {
                wrong(new Violation("/" + name + "/" + i, "type", "An object is expected."));
            }
        }
    }

    private void keys(@Nullable Object value, List<Object> into) {
        if (!(value instanceof List<?> items)) {
            wrong(Violation.at("delete", "type", "A list of keys is expected."));
            return;
        }
        for (int i = 0; i < items.size(); i++) {
            @Nullable Object item = items.get(i);
            if (item == null || item instanceof Map || item instanceof List) {
                wrong(new Violation("/delete/" + i, "type", "The key of a record is expected."));
            } else {
                into.add(item);
            }
        }
    }
}
