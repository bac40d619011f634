package dev.hexadmin.http.fields;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.domain.models.FieldDefinition;
import java.math.BigDecimal;
import java.util.Optional;

/** Keywords of JSON Schema that the schemas of several types have. */
public final class SchemaKeywords {
    private SchemaKeywords() {}

    /** {@code type}, with null where it is allowed. */
    public static void type(ObjectNode schema, String type, boolean nullable) {
        if (nullable) {
            schema.putArray("type").add(type).add("null");
        } else {
            schema.put("type", type);
        }
    }

    /** Refuses texts in which the pattern is found. */
    static void not(ObjectNode schema, String pattern) {
        schema.putObject("not").put("type", "string").put("pattern", pattern);
    }

    /** A pattern beside that of the field itself. */
    static void also(ObjectNode schema, String pattern) {
        if (schema.has("pattern")) {
            schema.withArray("allOf").addObject().put("pattern", pattern);
        } else {
            schema.put("pattern", pattern);
        }
    }

    /** {@code minimum} and {@code maximum}: of input within what the type can hold. */
    static void range(ObjectNode schema, FieldDefinition field, boolean input, BigDecimal least, BigDecimal most) {
        Optional<BigDecimal> minimum = field.constraints().minimum();
        Optional<BigDecimal> maximum = field.constraints().maximum();
        if (input) {
            minimum = Optional.of(minimum.map(least::max).orElse(least));
            maximum = Optional.of(maximum.map(most::min).orElse(most));
        }
        minimum.ifPresent(value -> schema.put("minimum", value));
        maximum.ifPresent(value -> schema.put("maximum", value));
    }
}
