package dev.hexadmin.domain.models;

import dev.hexadmin.domain.text.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The display name of a record: literal text and field values.
 *
 * @param parts in order
 */
public record Display(List<Part> parts) {

    /** A part of a display name. */
    public sealed interface Part {
        /**
         * Fixed text.
         *
         * @param text as is
         */
        record Literal(String text) implements Part {}

        /**
         * A field's value; nothing when it is null.
         *
         * @param field a stored field that clients may see
         */
        record Value(FieldDefinition field) implements Part {}
    }

    public Display {
        parts = List.copyOf(parts);
    }

    static Display parse(ModelDefinition definition, Model model) {
        List<Part> parts = new ArrayList<>();
        String text = definition.labels().display();
        int at = 0;
        while (at < text.length()) {
            int open = text.indexOf('{', at);
            if (open < 0) {
                parts.add(new Part.Literal(text.substring(at)));
                break;
            }
            if (open > at) {
                parts.add(new Part.Literal(text.substring(at, open)));
            }
            int close = text.indexOf('}', open);
            if (close < 0) {
                throw new IllegalArgumentException(
                        "model '" + definition.name() + "': 'display' has a '{' without its '}'");
            }
            String name = text.substring(open + 1, close);
            FieldDefinition field = model.field(name)
                    .filter(f -> f.stored() && !f.writeOnly())
                    .orElseThrow(() -> new IllegalArgumentException("model '" + definition.name()
                            + "': 'display' names '" + name + "', which is no stored field"));
            parts.add(new Part.Value(field));
            at = close + 1;
        }
        return new Display(parts);
    }

    /** The fields that the name contains, in order. */
    public List<FieldDefinition> fields() {
        return parts.stream()
                .filter(Part.Value.class::isInstance)
                .map(part -> ((Part.Value) part).field())
                .toList();
    }

    /** The display name of a record whose values {@code value} returns; {@code ""} where it would show nothing. */
    public String render(Function<FieldDefinition, @Nullable Object> value) {
        StringBuilder out = new StringBuilder();
        for (Part part : parts) {
            switch (part) {
                case Part.Literal(String text) -> out.append(text);
                case Part.Value(FieldDefinition field) -> {
                    @Nullable Object shown = value.apply(field);
                    if (shown != null) {
                        out.append(FieldText.write(shown));
                    }
                }
            }
        }
        String name = out.toString().strip();
        return VisibleText.isIn(name) ? name : "";
    }
}
