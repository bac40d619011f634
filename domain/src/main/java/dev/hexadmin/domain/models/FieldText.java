package dev.hexadmin.domain.models;

import dev.hexadmin.domain.models.type.ValueType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Values as text: query parameters, keys in paths, CSV cells, form fields, and the strings of a JSON body.
 *
 * <p>Instants are RFC 3339 in UTC with {@code Z}; on input any offset is taken. Decimals are plain notation. Binary is
 * base64 (RFC 4648 section 4).
 */
public final class FieldText {
    private static final Map<Class<?>, ValueType> BY_CLASS = byClass();

    private FieldText() {}

    private static Map<Class<?>, ValueType> byClass() {
        Map<Class<?>, ValueType> types = new HashMap<>();
        for (FieldType type : FieldType.values()) {
            types.putIfAbsent(type.valueType().javaClass(), type.valueType());
        }
        types.remove(Object.class); // of references, whose values have the class of their target's key
        return Map.copyOf(types);
    }

    /** The text of a value of any class named in {@link FieldType}; references are their keys, joined by commas. */
    public static String write(Object value) {
        if (value instanceof String text) {
            return text;
        }
        @Nullable ValueType type = BY_CLASS.get(value instanceof List ? List.class : value.getClass());
        return type == null ? value.toString() : type.write(value);
    }

    /** Whether an object is of a class named in {@link FieldType}, other than a list. */
    public static boolean isValue(Object object) {
        return BY_CLASS.containsKey(object.getClass());
    }

    /** A value of any class named in {@link FieldType}, but a list, as a JSON parser would give it. */
    public static Object json(Object value) {
        @Nullable ValueType type = BY_CLASS.get(value.getClass());
        return type == null ? value : type.json(value);
    }

    /**
     * Parses a value of the field's Java class; empty when the text is not valid. Checks enum names, but no lengths,
     * ranges or patterns.
     *
     * @param model the model that has the field, for the key of a reference's target
     */
    public static Optional<Object> parse(Model model, FieldDefinition field, String text) {
        return field.valueType().parse(model, field, text);
    }

    /** Parses a value without the model; empty for references and for JSON. Text types return the text. */
    public static Optional<Object> scalar(FieldType type, String text) {
        return type.valueType().parse(text);
    }
}
