package dev.hexadmin.http.fields;

import static dev.hexadmin.http.fields.SchemaKeywords.also;
import static dev.hexadmin.http.fields.SchemaKeywords.range;
import static dev.hexadmin.http.fields.SchemaKeywords.type;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Views of numbers. */
final class NumberViews {
    private static final int LONGEST_DECIMAL = 550;
    private static final int GROUP = 3;
    private static final BigDecimal EXAMPLE = new BigDecimal("19.90");
    private static final Pattern CANONICAL = Pattern.compile("-?\\d+(?:\\.\\d+)?");
    private static final BigDecimal LEAST_LONG = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal MOST_LONG = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigDecimal MOST_DOUBLE = BigDecimal.valueOf(Double.MAX_VALUE);

    private NumberViews() {}

    abstract static class View extends FieldView {
        private final String keyboard;
        private final boolean whole;

        /**
         * @param keyboard of fields that take no negative number, as others have no sign
         * @param whole whether the numbers have no fraction
         */
        View(String keyboard, boolean whole) {
            this.keyboard = keyboard;
            this.whole = whole;
        }

        @Override
        public final String formText(FieldDefinition field, String text) {
            // the markup of a widget is code, which has and gives numbers as the API does
            return field.style().widget().isPresent() ? text : Formats.ungrouped(text);
        }

        @Override
        public final Object typed(FieldDefinition field, String text, List<Violation> wrong) {
            return read(
                    field,
                    text,
                    field.style().widget().isPresent()
                            ? Optional.of(typedFilter(text))
                            : Formats.typedNumber().read(text, whole),
                    wrong);
        }

        @Override
        public final Object imported(
                FieldDefinition field, String cell, NumberNotation notation, List<Violation> wrong) {
            return read(field, cell, Formats.typedNumber().read(cell, whole, notation), wrong);
        }

        @Override
        public final Optional<NumberNotation> notation(String cell) {
            return Formats.typedNumber().notation(cell);
        }

        /** @param number empty when the text can be two numbers */
        private Object read(FieldDefinition field, String text, Optional<String> number, List<Violation> wrong) {
            if (number.isEmpty()) {
                String digits = text.strip();
                int separator = digits.length() - GROUP - 1;
                wrong.add(Violation.at(
                        field.name(),
                        "ambiguous_number",
                        Message.of("This can be {whole} or {decimal}: write the one that you mean.")
                                .with("whole", digits.substring(0, separator) + digits.substring(separator + 1))
                                .with(
                                        "decimal",
                                        Formats.ungrouped(digits.substring(0, separator) + "."
                                                + digits.substring(separator + 1)))));
            }
            return imported(field, number.orElse(text));
        }

        @Override
        public final String filterText(String text) {
            return Formats.ungrouped(text);
        }

        /** Values of the list language stay as they are: addresses have them. */
        @Override
        public final String typedFilter(String text) {
            return CANONICAL.matcher(text).matches()
                    ? text
                    : Formats.typedNumber().read(text, whole).orElse(text);
        }

        @Override
        public final Object meaning(Model model, FieldDefinition field, String text) {
            return super.meaning(
                    model, field, Formats.typedNumber().read(text, whole).orElse(text));
        }

        @Override
        public final Content cell(FieldDefinition field, Object value) {
            return Content.of("number", Formats.number(FieldText.write(value), field.style()));
        }

        @Override
        public final String filtered(FieldDefinition field, String text) {
            return Formats.number(text, field.style());
        }

        @Override
        public final boolean isNumber() {
            return true;
        }

        @Override
        public final FieldFilter filter(FieldDefinition field) {
            return new FieldFilter.Range("__gte", "__lte", "text");
        }

        @Override
        public final String keyboard(FieldDefinition field) {
            return field.constraints()
                            .minimum()
                            .filter(least -> least.signum() >= 0)
                            .isPresent()
                    ? keyboard
                    : "text";
        }
    }

    static final class OfInteger extends View {
        OfInteger() {
            super("numeric", true);
        }

        @Override
        public void schema(ObjectNode schema, FieldDefinition field, boolean input, boolean nullable) {
            type(schema, "integer", nullable);
            schema.put("format", "int64");
            range(schema, field, input, LEAST_LONG, MOST_LONG);
        }
    }

    static final class OfFloat extends View {
        OfFloat() {
            super("decimal", false);
        }

        @Override
        public void schema(ObjectNode schema, FieldDefinition field, boolean input, boolean nullable) {
            type(schema, "number", nullable);
            schema.put("format", "double");
            range(schema, field, input, MOST_DOUBLE.negate(), MOST_DOUBLE);
        }
    }

    static final class OfDecimal extends View {
        OfDecimal() {
            super("decimal", false);
        }

        @Override
        public void schema(ObjectNode schema, FieldDefinition field, boolean input, boolean nullable) {
            ArrayNode types = schema.putArray("type");
            types.add("string");
            if (input) {
                types.add("number");
            }
            if (nullable) {
                types.add("null");
            }
            if (types.size() == 1) {
                schema.put("type", "string");
            }
            schema.put("format", "decimal");
            boolean negative = field.constraints()
                    .minimum()
                    .map(least -> least.signum() < 0)
                    .orElse(true);
            String sign = negative || !input ? "-?" : "";
            if (input && field.constraints().precision().isPresent()) {
                int scale = field.constraints().scale().orElse(0);
                int before = field.constraints().precision().getAsInt() - scale;
                schema.put(
                        "pattern",
                        "^" + sign + (before == 0 ? "0" : "[0-9]{1," + before + "}")
                                + (scale == 0 ? "" : "(\\.[0-9]{1," + scale + "})?") + "$");
            } else if (input && field.constraints().scale().isPresent()) {
                int scale = field.constraints().scale().getAsInt();
                schema.put("pattern", "^" + sign + "[0-9]+" + (scale == 0 ? "" : "(\\.[0-9]{1," + scale + "})?") + "$");
            } else {
                schema.put("pattern", "^" + sign + "[0-9]+(\\.[0-9]+)?$");
            }
            if (!input) {
                schema.putArray("examples")
                        .add(EXAMPLE.setScale(field.constraints().scale().orElse(EXAMPLE.scale()), RoundingMode.DOWN)
                                .toPlainString());
                range(schema, field, false, MOST_DOUBLE, MOST_DOUBLE);
                return;
            }
            field.constraints()
                    .minimum()
                    .filter(least -> least.signum() != 0)
                    .ifPresent(least -> also(schema, DecimalPattern.atLeast(least)));
            field.constraints().maximum().ifPresent(most -> also(schema, DecimalPattern.atMost(most)));
            // patterns apply to strings only, and the range to numbers; no multipleOf, since 19.99 is no multiple of
            // 0.01 for validators that calculate with floating-point numbers
            range(schema, field, true, MOST_DOUBLE.negate(), MOST_DOUBLE);
            if (field.constraints().precision().isEmpty()) {
                schema.put("maxLength", LONGEST_DECIMAL);
                return;
            }
            BigDecimal limit =
                    BigDecimal.TEN.pow(field.constraints().precision().getAsInt()
                            - field.constraints().scale().orElse(0));
            if (field.constraints()
                    .maximum()
                    .filter(most -> most.compareTo(limit) < 0)
                    .isEmpty()) {
                schema.remove("maximum");
                schema.put("exclusiveMaximum", limit);
            }
            if (field.constraints()
                    .minimum()
                    .filter(least -> least.compareTo(limit.negate()) > 0)
                    .isEmpty()) {
                schema.remove("minimum");
                schema.put("exclusiveMinimum", limit.negate());
            }
        }
    }
}
