package dev.hexadmin.bootstrap.registration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.records.port.RecordClasses.RecordClass;
import dev.hexadmin.bootstrap.AdminField;
import dev.hexadmin.bootstrap.AdminModel;
import dev.hexadmin.bootstrap.PrimaryKey;
import dev.hexadmin.bootstrap.Ref;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Hue;
import dev.hexadmin.domain.models.Icon;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Reference;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attribute;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.RecordAttribute;
import java.lang.classfile.attribute.RecordComponentInfo;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AnnotatedRecordsTest {
    enum Status {
        DRAFT,
        ON_SALE
    }

    @AdminModel(name = "categories")
    record Category(
            long id,
            @AdminField(maxLength = 80, unique = true) String name) {}

    @AdminModel
    record Tag(@PrimaryKey UUID id, String name) {}

    @AdminModel(
            name = "products",
            table = "Product",
            label = "Product",
            labelPlural = "Products",
            display = "{name}",
            uniqueTogether = "name, sku",
            listDisplay = {"name", "price"},
            searchFields = "name",
            listFilter = "status",
            ordering = "-created_at",
            pageSize = 50,
            navGroup = "Catalogue",
            navOrder = 3,
            icon = "gift",
            requireIfMatch = true,
            comments = true,
            feature = "shop")
    record Product(
            @PrimaryKey long id,

            @AdminField(maxLength = 120, minLength = 1, pattern = "^[A-Z]", label = "Title", help = "Its name.")
            String name,

            @AdminField(column = "SKU") Optional<String> sku,

            @AdminField(precision = 10, scale = 2, minimum = "0", maximum = "99999999.99", currency = "EUR")
            BigDecimal price,

            @AdminField(defaultValue = "0", unit = "pcs") int stock,
            @Nullable Double weight,
            boolean active,

            @AdminField(
                    defaultValue = "draft",
                    colours = "draft: grey",
                    steps = {"draft", "on_sale"})
            Status status,

            @Ref(onDelete = Reference.OnDelete.CASCADE) Category category,
            @Ref(to = "categories") Optional<Long> secondCategoryId,
            List<Tag> tags,

            @Ref(
                    to = "products",
                    through = {"related", "a", "b"})
            List<Long> related,

            @Nullable LocalDate releasedOn,
            @Nullable LocalTime opensAt,

            @AdminField(defaultValue = "now", readOnly = true)
            Instant createdAt,

            @AdminField(onUpdateNow = true) @Nullable Instant changedAt,
            @AdminField(type = FieldType.JSON) @Nullable String attributes,
            @AdminField(writeOnly = true) byte @Nullable [] seal) {}

    @Test
    void a_record_makes_the_model_that_the_builder_would() {
        ModelDefinition expected = ModelDefinition.builder("products")
                .table("Product")
                .label("Product")
                .labelPlural("Products")
                .display("{name}")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field(
                        "name",
                        FieldType.STRING,
                        f -> f.maxLength(120)
                                .minLength(1)
                                .pattern("^[A-Z]")
                                .label("Title")
                                .help("Its name.")
                                .required())
                .field("sku", FieldType.STRING, f -> f.column("SKU"))
                .field(
                        "price",
                        FieldType.DECIMAL,
                        f -> f.precision(10)
                                .scale(2)
                                .minimum(BigDecimal.ZERO)
                                .maximum(new BigDecimal("99999999.99"))
                                .currency("EUR")
                                .required())
                .field(
                        "stock",
                        FieldType.INTEGER,
                        f -> f.nullable(false)
                                .minimum(BigDecimal.valueOf(Integer.MIN_VALUE))
                                .maximum(BigDecimal.valueOf(Integer.MAX_VALUE))
                                .unit("pcs")
                                .defaultValue(new DefaultValue.Constant(0L)))
                .field("weight", FieldType.FLOAT)
                .field("active", FieldType.BOOLEAN, FieldDefinition.Builder::required)
                .field(
                        "status",
                        FieldType.ENUM,
                        f -> f.values(List.of("draft", "on_sale"))
                                .nullable(false)
                                .colours(Map.of("draft", Hue.GREY))
                                .steps(List.of("draft", "on_sale"))
                                .defaultValue(new DefaultValue.Constant("draft")))
                .field(
                        "category_id",
                        FieldType.REFERENCE,
                        f -> f.to("categories")
                                .onDelete(Reference.OnDelete.CASCADE)
                                .required())
                .field("second_category_id", FieldType.REFERENCE, f -> f.to("categories"))
                .field("tags", FieldType.REFERENCES, f -> f.to("tag"))
                .field(
                        "related",
                        FieldType.REFERENCES,
                        f -> f.to("products").through(new Reference.JoinTable("related", "a", "b")))
                .field("released_on", FieldType.DATE)
                .field("opens_at", FieldType.TIME)
                .field(
                        "created_at",
                        FieldType.DATETIME,
                        f -> f.readOnly().nullable(false).defaultValue(new DefaultValue.Now()))
                .field("changed_at", FieldType.DATETIME, f -> f.onUpdateNow())
                .field("attributes", FieldType.JSON)
                .field("seal", FieldType.BINARY, FieldDefinition.Builder::writeOnly)
                .uniqueTogether("name", "sku")
                .listDisplay(List.of("name", "price"))
                .searchFields(List.of("name"))
                .listFilter(List.of("status"))
                .ordering(List.of("-created_at"))
                .pageSize(50)
                .navGroup("Catalogue")
                .navOrder(3)
                .icon(Icon.GIFT)
                .requireIfMatch()
                .comments(true)
                .feature("shop")
                .build();
        ModelDefinition product = AnnotatedRecords.LITERAL.definition(Product.class);
        assertThat(product)
                .usingRecursiveComparison()
                .withEqualsForType((a, b) -> a.pattern().equals(b.pattern()), java.util.regex.Pattern.class)
                .isEqualTo(expected);
        assertThat(ModelRegistry.of(List.of(
                                product,
                                AnnotatedRecords.LITERAL.definition(Category.class),
                                AnnotatedRecords.LITERAL.definition(Tag.class)))
                        .models())
                .hasSize(3);
    }

    @AdminModel
    record OrderLine(
            @PrimaryKey long orderId,
            @PrimaryKey long line,
            @PrimaryKey(given = true) String kind) {}

    @AdminModel
    record Country(@PrimaryKey(given = true) long id) {}

    @Test
    void keys_are_given_where_they_are_composite_or_said_to_be() {
        ModelDefinition lines = AnnotatedRecords.LITERAL.definition(OrderLine.class);
        assertThat(lines.name()).isEqualTo("order_line");
        assertThat(lines.fields()).allMatch(f -> f.primaryKey() && f.generated() == FieldDefinition.Generated.NO);
        assertThat(AnnotatedRecords.LITERAL
                        .definition(Country.class)
                        .fields()
                        .getFirst()
                        .generated())
                .isEqualTo(FieldDefinition.Generated.NO);
        assertThat(AnnotatedRecords.LITERAL
                        .definition(Tag.class)
                        .fields()
                        .getFirst()
                        .generated())
                .isEqualTo(FieldDefinition.Generated.BY_SERVER);
    }

    @AdminModel
    record Counted(
            int id,
            short rank,
            Optional<Integer> stock,

            @AdminField(minimum = "0", maximum = "9000000000")
            int seats,

            long number) {}

    @AdminModel(name = "entries")
    record Entry(@PrimaryKey(given = true) int number) {}

    @Test
    void a_narrow_component_limits_its_field_to_what_it_can_hold() {
        assertThat(ranges(Counted.class))
                .containsExactly(
                        "id - -",
                        "rank -32768 32767",
                        "stock -2147483648 2147483647",
                        "seats 0 2147483647",
                        "number - -");
        assertThat(ranges(Entry.class)).containsExactly("number -2147483648 2147483647");
    }

    private static List<String> ranges(Class<? extends Record> type) {
        return AnnotatedRecords.LITERAL.definition(type).fields().stream()
                .map(field -> field.name()
                        + field.constraints()
                                .minimum()
                                .map(least -> " " + least)
                                .orElse(" -")
                        + field.constraints().maximum().map(most -> " " + most).orElse(" -"))
                .toList();
    }

    @Test
    void annotations_of_fields_count_as_kotlin_puts_them_there() throws ReflectiveOperationException, IOException {
        for (Class<? extends Record> each : List.of(Category.class, Entry.class)) {
            Class<? extends Record> compiled = asKotlinCompiles(each);
            assertThat(compiled.getRecordComponents()).allMatch(component -> component.getAnnotations().length == 0);
            assertThat(AnnotatedRecords.LITERAL.definition(compiled))
                    .usingRecursiveComparison()
                    .isEqualTo(AnnotatedRecords.LITERAL.definition(each));
        }
    }

    /** The record without the annotations of its components, which are on its fields, too. */
    private static Class<? extends Record> asKotlinCompiles(Class<? extends Record> type)
            throws IOException, ReflectiveOperationException {
        byte[] bytes;
        try (InputStream in = AnnotatedRecordsTest.class.getResourceAsStream(
                type.getName().substring(type.getPackageName().length() + 1) + ".class")) {
            bytes = in.readAllBytes();
        }
        byte[] bare = ClassFile.of().transformClass(ClassFile.of().parse(bytes), (builder, element) -> {
            builder.with(
                    element instanceof RecordAttribute components
                            ? RecordAttribute.of(components.components().stream()
                                    .map(one -> RecordComponentInfo.of(
                                            one.name(),
                                            one.descriptor(),
                                            one.findAttribute(Attributes.signature()).stream()
                                                    .<Attribute<?>>map(signature -> signature)
                                                    .toList()))
                                    .toList())
                            : element);
        });
        return new ClassLoader(AnnotatedRecordsTest.class.getClassLoader()) {
            Class<?> define() {
                return defineClass(type.getName(), bare, 0, bare.length);
            }
        }.define().asSubclass(Record.class);
    }

    @AdminModel
    record Shared(
            long id,

            @AdminField(
                    values = {"DRAFT", "ON_SALE"},
                    defaultValue = "DRAFT")
            Status status,

            @AdminField(
                    type = FieldType.ENUM,
                    values = {"Zürich", "Bern"})
            String office) {}

    @Test
    void values_of_an_enum_are_written_as_another_program_writes_them() {
        RecordClass<Shared> records =
                new MappedRecords(AnnotatedRecords.LITERAL, List.of(Shared.class)).of(Shared.class);
        assertThat(records.read(Map.of("id", 7L, "status", "ON_SALE", "office", "Bern")))
                .isEqualTo(new Shared(7, Status.ON_SALE, "Bern"));
        FieldDefinition status =
                AnnotatedRecords.LITERAL.definition(Shared.class).fields().get(1);
        assertThat(status.word(Status.ON_SALE)).isEqualTo("ON_SALE");
        assertThat(status.constraints().values()).containsExactly("DRAFT", "ON_SALE");
    }

    record Plain(long id) {}

    @AdminModel
    record Keyless(String name) {}

    @AdminModel
    record Odd(long id, Thread thread) {}

    @AdminModel
    record Summed(
            long id, @AdminField(type = FieldType.DECIMAL) BigInteger total) {}

    @AdminModel
    record Linked(long id, @AdminField(type = FieldType.URL) Optional<URI> page) {}

    @AdminModel
    record Described(
            long id, @AdminField(type = FieldType.JSON) Map<String, String> attributes) {}

    @AdminModel
    record Marked(
            long id, @AdminField(type = FieldType.LIST) String words) {}

    @AdminModel
    record Pointing(long id, Plain plain) {}

    @AdminModel
    record Listing(long id, List<String> names) {}

    @AdminModel
    record Defaulted(
            long id, @AdminField(defaultValue = "many") int count) {}

    @AdminModel
    record Limited(long id, @AdminField(minimum = "few") int count) {}

    @AdminModel
    record Partial(
            long id, @AdminField(values = {"DRAFT", "SOLD"}) Status status) {}

    @AdminModel
    record Unnamed(
            long id, @AdminField(type = FieldType.ENUM) String office) {}

    @AdminModel
    record Named(long id, @AdminField(values = "Bern") String office) {}

    @Test
    void what_describes_no_model_is_refused_by_record_component_and_rule() {
        refused(Plain.class, "has no @AdminModel");
        refused(Keyless.class, "call one 'id', or mark one with @PrimaryKey");
        refused(
                Odd.class,
                "component 'thread': no field type belongs to java.lang.Thread; a component is",
                "LocalDate");
        refused(Summed.class, "component 'total': the type DECIMAL is held by BigDecimal, not by java.math.BigInteger");
        refused(Linked.class, "component 'page': the type URL is held by String, not by", "java.net.URI");
        refused(Described.class, "component 'attributes': the type JSON is held by String, not by java.util.Map");
        refused(Marked.class, "component 'words': a list of values is no component");
        refused(Pointing.class, "component 'plain'", "has no @AdminModel");
        refused(Listing.class, "component 'names': a List holds annotated records");
        refused(Defaulted.class, "field 'count': 'defaultValue': A whole number");
        refused(Partial.class, "component 'status': 'values' are the names of the constants of", "DRAFT, ON_SALE");
        refused(Unnamed.class, "component 'office': @AdminField needs 'values'");
        refused(Named.class, "office", "values");
        refused(Limited.class, "component 'count': 'minimum' is no number: 'few'");
    }

    private static void refused(Class<? extends Record> type, String... parts) {
        assertThatThrownBy(() -> AnnotatedRecords.LITERAL.definition(type))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("record " + type.getName())
                .hasMessageContainingAll(parts);
    }
}
