package dev.hexadmin.domain.models.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.models.type.ValueType.Option;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValueTypeTest {
    private static Model model(FieldType type, UnaryOperator<FieldDefinition.Builder> options) {
        return ModelRegistry.of(List.of(ModelDefinition.builder("goods")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .field("value", type, options)
                        .build()))
                .models()
                .iterator()
                .next();
    }

    private static Model model(FieldType type) {
        return model(type, field -> switch (type) {
            case ENUM -> field.values(List.of("red", "green"));
            case LIST -> field.of(FieldType.INTEGER);
            case REFERENCE, REFERENCES -> field.to("goods");
            default -> field;
        });
    }

    private static List<String> codes(FieldType type, UnaryOperator<FieldDefinition.Builder> options, Object input) {
        Model model = model(type, options);
        return FieldInput.read(model, model.fieldNamed("value"), input)
                        instanceof FieldInput.Outcome.Refused(List<Violation> violations)
                ? violations.stream().map(Violation::code).toList()
                : List.of();
    }

    private static String message(Object input) {
        Model model = model(FieldType.INTEGER, field -> field.minimum(new BigDecimal("-5")));
        return FieldInput.read(model, model.fieldNamed("value"), input)
                        instanceof FieldInput.Outcome.Refused(List<Violation> violations)
                ? violations.getFirst().message()
                : "";
    }

    @Test
    void only_a_whole_number_out_of_range_is_told_the_bounds() {
        String bounds = "A whole number from -5 to 9223372036854775807 is expected.";
        assertThat(message(BigInteger.TEN.pow(30))).isEqualTo(bounds);
        assertThat(message(new BigDecimal("1e400"))).isEqualTo(bounds);
        assertThat(message("99999999999999999999")).isEqualTo(bounds);
        assertThat(message("abc")).isEqualTo("A whole number is expected.");
        assertThat(message("9")).isEqualTo("A whole number is expected.");
        assertThat(message(new BigDecimal("1.5"))).isEqualTo("A whole number is expected.");
        assertThat(message(true)).isEqualTo("A whole number is expected.");
    }

    @Test
    void a_number_that_is_not_zero_is_no_float_that_is() {
        assertThat(codes(FieldType.FLOAT, f -> f, new BigDecimal("1e-400"))).containsExactly("type");
        assertThat(codes(FieldType.FLOAT, f -> f, new BigDecimal("1e309"))).containsExactly("type");
        assertThat(codes(FieldType.FLOAT, f -> f, new BigDecimal("0e-400"))).isEmpty();
        assertThat(codes(FieldType.FLOAT, f -> f, new BigDecimal("1e-300"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1e1098 |",
                "[0.5, -2e-1000, {\"1e5000\": \"1e5000\"}] |",
                "1e1100 | number",
                "[{\"a\": -1E+130000}] | number",
                "1e-1100 | number",
                "1e99999999999999999999 | number"
            })
    void a_document_has_no_number_that_is_too_long_without_an_exponent(String document, String code) {
        assertThat(codes(FieldType.JSON, f -> f, new JsonText(document)))
                .isEqualTo(code == null ? List.of() : List.of(code));
    }

    @Test
    void every_type_has_its_own_object() {
        Set<Class<?>> classes = new HashSet<>();
        for (FieldType type : FieldType.values()) {
            assertThat(classes.add(type.valueType().getClass())).as(type.word()).isTrue();
        }
    }

    @Test
    void a_class_of_components_belongs_to_one_type() {
        Set<Class<?>> classes = new HashSet<>();
        for (FieldType type : FieldType.values()) {
            for (Class<?> held : type.valueType().componentClasses()) {
                assertThat(classes.add(held)).as(held.getName()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "STRING, a b, a b",
        "TEXT, a, a",
        "INTEGER, +7, 7",
        "DECIMAL, 1.50E+1, 15.0",
        "DECIMAL, 1E3, 1000",
        "FLOAT, 1e2, 100.0",
        "BOOLEAN, 1, true",
        "DATE, 2026-11-20, 2026-11-20",
        "FLOAT, 0e-400, 0.0",
        "TIME, 17:30, 17:30:00",
        "TIME, 23:59:59.9999995, 23:59:59.999999",
        "DATETIME, 2026-11-20 17:30:00+02:00, 2026-11-20T15:30:00Z",
        "DATETIME, 2026-11-20, 2026-11-20T00:00:00Z",
        "DURATION, PT36H, P1DT12H",
        "DURATION, PT0.1000009S, PT0.1S",
        "DURATION, P1DT-25H, -PT1H",
        "DURATION, -pt61m, -PT1H1M",
        "DURATION, PT-1.5S, -PT1.5S",
        "DURATION, PT0S, PT0S",
        "DURATION, P2D, P2D",
        "UUID, 0192F3C0-0000-7000-8000-000000000001, 0192f3c0-0000-7000-8000-000000000001",
        "ENUM, red, red",
        "BINARY, aGk, aGk=",
        "EMAIL, a@b.example, a@b.example",
        "URL, https://b.example, https://b.example",
        "COLOUR, #1A2b3C, #1a2b3c",
        "MARKDOWN, *a*, *a*",
        "CODE, a = b, a = b",
        "REFERENCE, 07, 7",
        "REFERENCES, '3, 4', '3,4'"
    })
    void a_text_is_read_and_written_in_its_canonical_form(FieldType type, String text, String canonical) {
        Model model = model(type);
        FieldDefinition field = model.fieldNamed("value");

        Object value = field.valueType().parse(model, field, text).orElseThrow();

        assertThat(FieldText.write(value)).isEqualTo(canonical);
        assertThat(field.valueType().parse(model, field, canonical).map(FieldText::write))
                .contains(canonical);
    }

    @ParameterizedTest
    @CsvSource({
        "INTEGER, 1.5",
        "INTEGER, 9223372036854775808",
        "DECIMAL, 1e1200",
        "FLOAT, 1e400",
        "FLOAT, 1e-400",
        "BOOLEAN, yes",
        "DATE, 2026-02-30",
        "DATE, 0000-01-01",
        "TIME, 24:00",
        "TIME, 10:00:00.",
        "DATETIME, 2026-11-20T10:00:00.",
        "DATETIME, 2026-11-20T10:00:00.Z",
        "DATETIME, +10000-01-01T00:00:00Z",
        "DURATION, P1Y2M",
        "DURATION, P1W",
        "DURATION, 90",
        "DURATION, PT1.S",
        "DURATION, P106751992D",
        "UUID, 0192f3c0",
        "ENUM, blue",
        "JSON, {}",
        "LIST, [1]",
        "COLOUR, #12345",
        "COLOUR, red",
        "BINARY, *",
        "REFERENCE, a",
        "REFERENCES, '1,a'"
    })
    void a_text_that_is_no_value_is_refused(FieldType type, String text) {
        Model model = model(type);
        FieldDefinition field = model.fieldNamed("value");

        assertThat(field.valueType().parse(model, field, text)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(FieldType.class)
    void what_can_be_ranged_is_ordered_and_what_is_ordered_can_be_compared(FieldType type) {
        ValueType values = type.valueType();

        assertThat(!values.isRanged() || values.isOrdered()).isTrue();
        assertThat(!values.isOrdered() || values.isComparable()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(FieldType.class)
    void a_type_that_takes_the_moment_of_the_write_has_a_value_for_it(FieldType type) {
        assertThat(type.valueType().at(java.time.Instant.EPOCH).isPresent())
                .isEqualTo(type.valueType().takes(Option.NOW));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-11-20", "2026-11-20T10:00", "2026-11-20 10:00:00", "2026-11-20T10:00:00.5"})
    void a_time_without_an_offset_is_a_text_of_filters_and_files_and_none_of_json(String text) {
        FieldDefinition field = model(FieldType.DATETIME).fieldNamed("value");

        assertThat(codes(FieldType.DATETIME, f -> f, text)).containsExactly("type");
        assertThat(codes(FieldType.DATETIME, f -> f, text + (text.length() == 10 ? "T10:00" : "") + "+01:00"))
                .isEmpty();
        assertThat(codes(FieldType.DATETIME, f -> f, field.valueType().plain(text)))
                .isEmpty();
        assertThat(pointers(f -> f.of(FieldType.DATETIME), List.of("2026-11-20T10:00:00Z", text)))
                .containsExactly("/value/1 type");
    }

    @ParameterizedTest
    @ValueSource(strings = {"aGl=", "aGl", "aGlsbB==", "xxxxxxxxxxx"})
    void base64_with_bits_that_no_byte_has_is_refused(String text) {
        assertThat(codes(FieldType.BINARY, f -> f, text)).containsExactly("type");
    }

    @Test
    void each_type_checks_its_own_options() {
        assertThat(codes(FieldType.STRING, f -> f.maxLength(2), "abc")).containsExactly("max_length");
        assertThat(codes(FieldType.TEXT, f -> f.pattern("^([a-z]|[0-9])*$"), "a1".repeat(20)))
                .isEmpty();
        assertThat(codes(FieldType.TEXT, f -> f.pattern("^([a-z]|[0-9])*$"), "a1".repeat(500_000)))
                .containsExactly("pattern");
        assertThat(codes(FieldType.TEXT, f -> f.pattern("^([a-z]|[0-9])*+$"), "a1".repeat(500_000)))
                .isEmpty();
        assertThat(codes(FieldType.STRING, f -> f.minLength(2).pattern("^b"), "a"))
                .containsExactly("min_length", "pattern");
        assertThat(codes(FieldType.EMAIL, f -> f, "a b")).containsExactly("email");
        assertThat(codes(FieldType.EMAIL, f -> f, "")).isEmpty();
        assertThat(codes(FieldType.URL, f -> f, "ftp://b.example")).containsExactly("url");
        assertThat(codes(FieldType.INTEGER, f -> f.minimum(java.math.BigDecimal.TEN), 9L))
                .containsExactly("minimum");
        assertThat(codes(FieldType.DECIMAL, f -> f.precision(3).scale(1), "123.45"))
                .containsExactly("scale", "precision");
        assertThat(codes(FieldType.DURATION, f -> f.minimum(java.math.BigDecimal.TEN), "PT9.999999S"))
                .containsExactly("minimum");
        assertThat(codes(FieldType.DURATION, f -> f.maximum(java.math.BigDecimal.TEN), "PT10S"))
                .isEmpty();
        assertThat(codes(FieldType.BINARY, f -> f.maxLength(1), "aGk=")).containsExactly("max_length");
        assertThat(codes(FieldType.ENUM, f -> f.values(List.of("red")), "blue")).containsExactly("enum");
        assertThat(codes(FieldType.ENUM, f -> f.values(List.of("red")), 1L)).containsExactly("type");
        assertThat(codes(FieldType.COLOUR, f -> f, "#12345g")).containsExactly("colour");
        assertThat(codes(FieldType.MARKDOWN, f -> f.maxLength(2), "abc")).containsExactly("max_length");
        assertThat(codes(
                        FieldType.REFERENCES,
                        f -> f.to("goods"),
                        Stream.of(1L, "x").toList()))
                .containsExactly("type");
    }

    private static List<String> pointers(UnaryOperator<FieldDefinition.Builder> options, Object input) {
        Model model = model(FieldType.LIST, options);
        return FieldInput.read(model, model.fieldNamed("value"), input)
                        instanceof FieldInput.Outcome.Refused(List<Violation> violations)
                ? violations.stream()
                        .map(one -> one.pointer() + " " + one.code())
                        .toList()
                : List.of();
    }

    @Test
    void a_list_checks_each_item_by_the_rules_of_its_type() {
        List<Object> items = java.util.Arrays.asList("ok", "", null, "too long", 3L);

        assertThat(pointers(f -> f.of(FieldType.STRING).maxLength(3), items))
                .containsExactly("/value/2 required", "/value/3 max_length", "/value/4 type");
        assertThat(pointers(f -> f.of(FieldType.INTEGER), List.of(""))).containsExactly("/value/0 required");
        assertThat(pointers(f -> f.of(FieldType.ENUM).values(List.of("a")), List.of("a", "b")))
                .containsExactly("/value/1 enum");
        assertThat(pointers(f -> f.of(FieldType.STRING).minItems(1), List.of())).containsExactly("/value min_items");
        assertThat(pointers(f -> f.of(FieldType.STRING).maxItems(1), List.of("a", "b")))
                .containsExactly("/value max_items");
        assertThat(pointers(f -> f.of(FieldType.STRING), java.util.Collections.nCopies(1_001, "a")))
                .containsExactly("/value max_items");
        assertThat(pointers(f -> f.of(FieldType.STRING), "a")).containsExactly("/value type");
    }

    @Test
    void a_list_is_stored_as_a_compact_array_of_canonical_items() {
        Model texts = model(FieldType.LIST, f -> f.of(FieldType.STRING));
        Model numbers = model(FieldType.LIST, f -> f.of(FieldType.INTEGER));
        Model sums = model(FieldType.LIST, f -> f.of(FieldType.DECIMAL).scale(2));

        assertThat(FieldInput.read(texts, texts.fieldNamed("value"), List.of("a\"b\\", "c\u0001\n")))
                .isEqualTo(new FieldInput.Outcome.Fits(
                        new dev.hexadmin.domain.models.JsonText("[\"a\\\"b\\\\\",\"c\\u0001\\n\"]")));
        assertThat(FieldInput.read(numbers, numbers.fieldNamed("value"), List.of(1L, 2L)))
                .isEqualTo(new FieldInput.Outcome.Fits(new dev.hexadmin.domain.models.JsonText("[1,2]")));
        assertThat(FieldInput.read(sums, sums.fieldNamed("value"), List.of("1.5")))
                .isEqualTo(new FieldInput.Outcome.Fits(new dev.hexadmin.domain.models.JsonText("[\"1.50\"]")));
    }

    @Test
    void only_scalar_types_can_be_items() {
        assertThat(java.util.Arrays.stream(FieldType.values())
                        .filter(type -> type.valueType().canBeItem()))
                .containsExactly(
                        FieldType.STRING,
                        FieldType.INTEGER,
                        FieldType.DECIMAL,
                        FieldType.FLOAT,
                        FieldType.BOOLEAN,
                        FieldType.DATE,
                        FieldType.TIME,
                        FieldType.DATETIME,
                        FieldType.DURATION,
                        FieldType.UUID,
                        FieldType.ENUM,
                        FieldType.EMAIL,
                        FieldType.URL,
                        FieldType.COLOUR);
    }

    @Test
    void a_default_is_a_value_of_its_field() {
        FieldDefinition pieces = FieldDefinition.builder("pieces", FieldType.INTEGER)
                .defaultValue(new DefaultValue.Constant(5))
                .build("t");
        assertThat(pieces.input().defaultValue()).contains(new DefaultValue.Constant(5L));
        assertThatThrownBy(() -> FieldDefinition.builder("pieces", FieldType.INTEGER)
                        .defaultValue(new DefaultValue.Constant("many"))
                        .build("t"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("field 'pieces': the default many (java.lang.String) is no value of the type integer");
        assertThatThrownBy(() -> FieldDefinition.builder("state", FieldType.ENUM)
                        .values(List.of("new", "paid"))
                        .defaultValue(new DefaultValue.Constant("lost"))
                        .build("t"))
                .hasMessageContaining("the default lost");
    }
}
