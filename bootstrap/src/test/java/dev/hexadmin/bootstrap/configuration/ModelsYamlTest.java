package dev.hexadmin.bootstrap.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.domain.models.ChangeNotices;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.Exposure;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Hue;
import dev.hexadmin.domain.models.Icon;
import dev.hexadmin.domain.models.Inline;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.domain.text.Label;
import dev.hexadmin.domain.text.Language;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ModelsYamlTest {
    /** The example of the contract, section 10, with the model it points to. */
    private static final String EXAMPLE = """
        models:
          categories:
            label: Category
            label_plural: Categories
            display: "{name}"
            fields:
              id: { type: integer, primary_key: true }
              name: { type: string, max_length: 80, required: true, unique: true }
          products:
            display: "{name}"
            fields:
              id: { type: integer, primary_key: true }
              name: { type: string, max_length: 120, required: true }
              description: { type: text }
              price: { type: decimal, precision: 10, scale: 2, required: true, minimum: 0 }
              cost: { type: decimal, precision: 10, scale: 2 }
              stock: { type: integer, default: 0 }
              status: { type: enum, values: [draft, active, retired], default: draft }
              category_id: { type: reference, to: categories, on_delete: restrict }    # restrict | cascade | set_null
              tags: { type: references, to: tags }                                     # many to many
              released_on: { type: date }
              created_at: { type: datetime, default: now, read_only: true }
              attributes: { type: json }
            list_display: [name, price, status, category_id]
            search_fields: [name, description, category__name]
            list_filter: [status, category_id, price]
            ordering: [-created_at]
            page_size: 20
            nav_group: Catalogue
            nav_order: 10
            export_endpoint: null           # null | html | api
            skip_auto_routes: false
            require_if_match: false
            feature: null                   # a feature flag's name
          tags:
            fields:
              id: { type: integer, primary_key: true }
              name: { type: string, max_length: 40 }
        """;

    private static List<ModelDefinition> read(String yaml) {
        return ModelsYaml.read("models.yaml", yaml, Set.of());
    }

    private static List<String> wrong(String yaml) {
        ConfigurationException error = catchThrowableOfType(ConfigurationException.class, () -> read(yaml));
        assertThat(error).isNotNull();
        return error.problems().stream()
                .map(ConfigurationException.Problem::toString)
                .toList();
    }

    private static FieldDefinition field(String options) {
        return read("models: { m: { fields: { id: { type: integer, primary_key: true }, f: { " + options + " } } } }")
                .getFirst()
                .fields()
                .getLast();
    }

    private static String fieldProblem(String options) {
        List<String> problems = wrong(
                "models: { m: { fields: { id: { type: integer, primary_key: true }, f: { " + options + " } } } }");
        assertThat(problems).hasSize(1);
        return problems.getFirst().replace("models.yaml:1: models.m.fields.f", "");
    }

    @Test
    void the_example_of_the_contract_is_read_as_the_builder_would_make_it() {
        List<ModelDefinition> models = read(EXAMPLE);
        ModelDefinition products = ModelDefinition.builder("products")
                .display("{name}")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("name", FieldType.STRING, f -> f.maxLength(120).required())
                .field("description", FieldType.TEXT)
                .field(
                        "price",
                        FieldType.DECIMAL,
                        f -> f.precision(10).scale(2).required().minimum(BigDecimal.ZERO))
                .field("cost", FieldType.DECIMAL, f -> f.precision(10).scale(2))
                .field("stock", FieldType.INTEGER, f -> f.defaultValue(new DefaultValue.Constant(0L)))
                .field(
                        "status",
                        FieldType.ENUM,
                        f -> f.values(List.of("draft", "active", "retired"))
                                .defaultValue(new DefaultValue.Constant("draft")))
                .field("category_id", FieldType.REFERENCE, f -> f.to("categories"))
                .field("tags", FieldType.REFERENCES, f -> f.to("tags"))
                .field("released_on", FieldType.DATE)
                .field(
                        "created_at",
                        FieldType.DATETIME,
                        f -> f.defaultValue(new DefaultValue.Now()).readOnly())
                .field("attributes", FieldType.JSON)
                .listDisplay(List.of("name", "price", "status", "category_id"))
                .searchFields(List.of("name", "description", "category__name"))
                .listFilter(List.of("status", "category_id", "price"))
                .ordering(List.of("-created_at"))
                .pageSize(20)
                .navGroup("Catalogue")
                .navOrder(10)
                .build();
        assertThat(models).hasSize(3).element(1).isEqualTo(products);
        assertThat(models.getFirst().labelPlural()).isEqualTo("Categories");
        assertThat(ModelRegistry.of(models).models()).hasSize(3);
    }

    @Test
    void a_model_is_written_with_a_line_for_each_option_and_each_field() {
        String yaml = """
            models:
              notes:
                label: Note
                label_plural: 'Notes: all'
                fields:
                  id: {type: integer, primary_key: true}
                  title: {type: string, required: true, default: it's, max_length: 80, label: "line\\nbreak"}
                  price: {type: decimal, default: 0.50, minimum: 0, precision: 10, scale: 2}
                  kind: {type: enum, values: [a, "y", 'true'], help: 'no: [b]'}
                  extra: {type: json, default: {"a": [1, true, null]}}
                unique_together: [[title, kind]]
                ordering: [-price]
                page_size: 50
                change_notices:
                  'on': [create]
                  to: [Editor]
            """;
        assertThat(ModelsYaml.write(read(yaml))).isEqualTo(yaml);
    }

    @Test
    void the_canonical_text_is_equal_for_equal_models_only() {
        String text = ModelsYaml.canonical(read(EXAMPLE));
        assertThat(ModelsYaml.canonical(read(EXAMPLE))).isEqualTo(text);
        for (String change :
                List.of("label: Category", "max_length: 120", "[name, price, status", "on_delete: restrict")) {
            String changed = EXAMPLE.replace(
                    change,
                    change.replace("Category", "Kind")
                            .replace("120", "121")
                            .replace("[name, price", "[price, name")
                            .replace("restrict", "cascade"));
            assertThat(ModelsYaml.canonical(read(changed))).as(change).isNotEqualTo(text);
        }
    }

    @Test
    void what_is_written_reads_back_equal() {
        List<ModelDefinition> models = read(EXAMPLE);
        assertThat(read(ModelsYaml.write(models))).isEqualTo(models);
        assertThat(ModelsYaml.write(List.of())).isEqualTo("models: {}\n");
        assertThat(read("models: {}")).isEmpty();
    }

    @Test
    void every_option_reads_back_equal() {
        List<ModelDefinition> models = List.of(
                ModelDefinition.builder("odd")
                        .table("Odd \"Table\": #1, {x} \\ 'q' \u00fc\n\t\u0001")
                        .label("yes")
                        .labelPlural("- 12")
                        .display("{a}: {b}")
                        .field(
                                "a",
                                FieldType.STRING,
                                f -> f.primaryKey().column("No").maxLength(3).minLength(1))
                        .field(
                                "b",
                                FieldType.INTEGER,
                                f -> f.primaryKey()
                                        .generated(FieldDefinition.Generated.NO)
                                        .column("2nd Name"))
                        .field(
                                "c",
                                FieldType.STRING,
                                f -> f.nullable(false)
                                        .pattern("^[a-z]{2}[^\"]*$")
                                        .defaultValue(new DefaultValue.Constant("null"))
                                        .label("A: b")
                                        .help("x # y"))
                        .field(
                                "d",
                                FieldType.DATETIME,
                                f -> f.defaultValue(new DefaultValue.DatabaseExpression("nextval('x'::regclass)")))
                        .field(
                                "e",
                                FieldType.ENUM,
                                f -> f.values(List.of("yes", "no", "1", "on hold"))
                                        .defaultValue(new DefaultValue.Constant("no"))
                                        .unique())
                        .field(
                                "f",
                                FieldType.JSON,
                                f -> f.defaultValue(new DefaultValue.Constant(
                                        new JsonText("{\"a\":[1,-2.5e3,true,null,\"x\\\"y\"],\"b\":{}}"))))
                        .field(
                                "g",
                                FieldType.DECIMAL,
                                f -> f.minimum(new BigDecimal("-1.50"))
                                        .maximum(new BigDecimal("1E+2"))
                                        .defaultValue(new DefaultValue.Constant(new BigDecimal("1.5"))))
                        .field("h", FieldType.REFERENCE, f -> f.to("one").onDelete(Reference.OnDelete.SET_NULL))
                        .field(
                                "i",
                                FieldType.REFERENCES,
                                f -> f.to("one").through(new Reference.JoinTable("Odd Links", "odd", "One Id")))
                        .field("j", FieldType.STRING, FieldDefinition.Builder::writeOnly)
                        .field("k", FieldType.FLOAT, f -> f.unit("kg").defaultValue(new DefaultValue.Constant(0.1)))
                        .field("money", FieldType.DECIMAL, f -> f.currency("EUR"))
                        .field("fee", FieldType.DECIMAL, f -> f.currencyField("c"))
                        .field("width", FieldType.INTEGER, f -> f.grouping(false))
                        .field("built_year", FieldType.INTEGER, f -> f.grouping(true))
                        .field("sold_year", FieldType.INTEGER)
                        .field(
                                "stage",
                                FieldType.ENUM,
                                f -> f.values(List.of("new", "no", "old"))
                                        .valueLabels(Map.of(
                                                "new",
                                                new Label(
                                                        "New",
                                                        Map.of(Language.ENGLISH, "New", new Language("de"), "Neu")),
                                                "old",
                                                Label.of("Outdated")))
                                        .colours(Map.of("new", Hue.BLUE, "no", Hue.RED))
                                        .steps(List.of("new", "old")))
                        .field(
                                "l",
                                FieldType.BOOLEAN,
                                f -> f.nullable(false).defaultValue(new DefaultValue.Constant(true)))
                        .field(
                                "m",
                                FieldType.UUID,
                                f -> f.defaultValue(new DefaultValue.Constant(
                                        java.util.UUID.fromString("00000000-0000-7000-8000-000000000001"))))
                        .field(
                                "n",
                                FieldType.REFERENCE,
                                f -> f.to("one")
                                        .defaultValue(new DefaultValue.Constant(
                                                java.util.UUID.fromString("00000000-0000-7000-8000-000000000001"))))
                        .uniqueTogether("b", "c")
                        .uniqueTogether("c", "d")
                        .listDisplay(List.of("b"))
                        .ordering(List.of("-b", "c"))
                        .pageSize(7)
                        .navOrder(-1)
                        .icon(Icon.TRUCK)
                        .exposure(Exposure.NOWHERE)
                        .requireIfMatch()
                        .comments(true)
                        .build(),
                ModelDefinition.builder("one")
                        .field("id", FieldType.UUID, FieldDefinition.Builder::primaryKey)
                        .exposure(Exposure.API)
                        .notices(new ChangeNotices(
                                EnumSet.of(ChangeNotices.Change.CREATE, ChangeNotices.Change.DELETE),
                                true,
                                Set.of("Editor", "Night shift")))
                        .build());
        assertThat(read(ModelsYaml.write(models)))
                .usingRecursiveComparison()
                .withEqualsForType((a, b) -> a.pattern().equals(b.pattern()), java.util.regex.Pattern.class)
                .isEqualTo(models);
    }

    @Test
    void a_default_meets_the_rules_of_its_field() {
        assertThat(field("type: decimal, scale: 2, default: 1.5").input().defaultValue())
                .contains(new DefaultValue.Constant(new BigDecimal("1.50")));
        assertThat(field("type: boolean, default: yes").input().defaultValue())
                .contains(new DefaultValue.Constant(true));
        assertThat(field("type: json, default: { a: [1, x, yes, ~] }").input().defaultValue())
                .contains(new DefaultValue.Constant(new JsonText("{\"a\":[1,\"x\",true,null]}")));
        assertThat(field("type: enum, values: [yes, no], default: no").input().defaultValue())
                .contains(new DefaultValue.Constant("no"));
        assertThat(field("type: date, default: now").input().defaultValue()).contains(new DefaultValue.Now());
        assertThat(field("type: datetime, default: 2026-11-20 10:00:00").input().defaultValue())
                .contains(new DefaultValue.Constant(java.time.Instant.parse("2026-11-20T10:00:00Z")));
        assertThat(field("type: string, default: now").input().defaultValue())
                .contains(new DefaultValue.Constant("now"));
        assertThat(field("type: reference, to: m, default: 7").input().defaultValue())
                .contains(new DefaultValue.Constant(7L));
        assertThat(fieldProblem("type: integer, default: many"))
                .isEqualTo(".default: A whole number is expected. The text is 'many'.");
        assertThat(fieldProblem("type: integer, minimum: 1, default: 0")).startsWith(".default: It must be 1 or more.");
        assertThat(fieldProblem("type: string, max_length: 2, default: abc")).startsWith(".default: At most 2");
        assertThat(fieldProblem("type: enum, values: [a], default: b")).startsWith(".default: One of a is expected.");
        assertThat(fieldProblem("type: references, to: m, default: 1")).startsWith(".default: a many-to-many");
        assertThat(fieldProblem("type: date, default: [1]")).startsWith(".default: a single value is expected");
    }

    @Test
    void every_problem_points_to_its_option() {
        assertThat(fieldProblem("type: decimal, scale: two"))
                .isEqualTo(".scale: a whole number from 0 to 1000 is expected, not 'two'");
        assertThat(fieldProblem("type: strng"))
                .startsWith(".type: 'strng' is not one of ")
                .endsWith("mean 'string'?");
        assertThat(fieldProblem("required: true")).startsWith(".type: a field needs a type");
        assertThat(fieldProblem("type: string, maxlength: 3"))
                .isEqualTo(".maxlength: this key is unknown; did you mean 'max_length'?");
        assertThat(fieldProblem("type: string, scale: 2")).isEqualTo(".scale: this option is for decimals");
        assertThat(fieldProblem("type: integer, to: m")).isEqualTo(".to: this option is for references");
        assertThat(fieldProblem("type: reference")).startsWith(".to: a reference needs");
        assertThat(fieldProblem("type: enum, values: [a], colours: { a: gren }"))
                .endsWith("did you mean 'green'?");
        assertThat(fieldProblem("type: enum, values: [a], value_labels: { b: B }"))
                .endsWith("'value_labels' names 'b', which is not one of its values: a");
        assertThat(fieldProblem("type: enum, values: [a], value_labels: { a: { deutsch_: B } }"))
                .contains("is not a language tag");
        assertThat(wrong("models: { m: { icon: carts, fields: { id: { type: integer, primary_key: true } } } }"))
                .singleElement()
                .asString()
                .endsWith("did you mean 'cart'?");
        assertThat(fieldProblem("type: reference, to: m, on_delete: set_nul")).endsWith("did you mean 'set_null'?");
        assertThat(fieldProblem("type: string, pattern: '['")).startsWith(".pattern: is no regular expression");
        assertThat(wrong("models: { m: { list_display: [x], fields: { id: { type: integer, primary_key: true } } } }"))
                .singleElement()
                .asString()
                .endsWith("'list_display' names the unknown field 'x'; did you mean 'id'?");
        assertThat(fieldProblem("type: enum")).isEqualTo(": 'values' lists the names of an enum, and only of one");
        assertThat(fieldProblem("type: decimal, precision: 2, scale: 3")).isEqualTo(": 'scale' is 0 to 'precision'");
        assertThat(fieldProblem("type: string, required: maybe"))
                .isEqualTo(".required: true or false is expected, not 'maybe'");
        assertThat(fieldProblem("type: references, to: m, through: { table: x, source_column: y }"))
                .isEqualTo(".through.target_column: a join table needs this");
        assertThat(fieldProblem("type: integer, default: 1, default_expression: x"))
                .startsWith(".default_expression: 'default' is already set");
    }

    @Test
    void all_errors_are_reported_at_once() {
        assertThat(wrong("""
            models:
              a:
                fields:
                  id: { type: integer, primary_key: true }
                pagesize: 3
                page_size: 0
                export_endpoint: rest
              b: {}
              c:
                fields: { x: { type: string } }
              users: { fields: { id: { type: integer, primary_key: true } } }
              d:
                fields: { id: { type: integer, primary_key: true }, Name: { type: string } }
              e:
            """))
                .containsExactly(
                        "models.yaml:5: models.a.pagesize: this key is unknown; did you mean 'page_size'?",
                        "models.yaml:6: models.a.page_size: a whole number from 1 to 200 is expected, not '0'",
                        "models.yaml:7: models.a.export_endpoint: 'rest' is not one of html, api",
                        "models.yaml:8: models.b.fields: a model needs this",
                        "models.yaml:10: models.c: it needs a primary key: mark one field with 'primary_key'; of a view, name it with 'key'",
                        "models.yaml:11: models.users: this name is reserved; use another and keep the table with"
                                + " 'table'",
                        "models.yaml:13: models.d.fields.Name: a field name is [a-z][a-z0-9_]*, at most 63 characters,"
                                + " without '__'",
                        "models.yaml:14: models.e: a model needs 'fields'");
    }

    @Test
    void fields_refer_to_a_composite_key_together() {
        String yaml = "models: { m: { key: [a], references_together: [{ fields: [a, b], to: n }],"
                + " fields: { a: { type: integer }, b: { type: integer } } } }";
        assertThat(read(yaml).getFirst().storage().references())
                .containsExactly(new ModelDefinition.JointReference(List.of("a", "b"), "n"));
        assertThat(read(ModelsYaml.write(read(yaml)))).isEqualTo(read(yaml));
        assertThat(wrong(yaml.replace("[a, b], to", "[a, c], to")))
                .singleElement()
                .asString()
                .contains("'references_together' names 'c', which is no stored field");
        assertThat(wrong(yaml.replace(", to: n", "")))
                .singleElement()
                .asString()
                .contains("'fields' and 'to' are expected");
    }

    @Test
    void key_and_read_only_are_options_of_a_model() {
        ModelDefinition chosen =
                read("models: { m: { key: [b, a], fields: { a: { type: integer }, b: { type: string } } } }")
                        .getFirst();
        assertThat(chosen.fields()).allMatch(FieldDefinition::primaryKey);
        assertThat(chosen.availability().operations()).isNotEmpty();
        String list = "models: { m: { key: [], fields: { a: { type: integer }, r: { type: reference, to: m2 } } } }";
        assertThat(read(list).getFirst().availability().operations()).isEmpty();
        assertThat(read(list).getFirst().labels().display()).isEqualTo("{a}");
        String fixed = "models: { m: { read_only: true, fields: { a: { type: integer, primary_key: true } } } }";
        assertThat(read(fixed).getFirst().availability().operations()).isEmpty();
        for (String yaml : List.of(list, fixed)) {
            assertThat(read(ModelsYaml.write(read(yaml)))).isEqualTo(read(yaml));
        }
        assertThat(wrong("models: { m: { key: [x], fields: { a: { type: integer } } } }"))
                .singleElement()
                .asString()
                .contains("'key' names the unknown field 'x'");
        assertThat(wrong("models: { m: { key: [], fields: { a: { type: integer, primary_key: true } } } }"))
                .singleElement()
                .asString()
                .contains("'key' lacks a field that is marked with 'primary_key'");
        assertThat(wrong("models: { m: { fields: { a: { type: integer } } } }"))
                .singleElement()
                .asString()
                .contains("name it with 'key'");
    }

    @Test
    void a_model_exists_only_under_its_feature_flag() {
        String yaml = "models: { m: { feature: beta, fields: { id: { type: integer, primary_key: true } } } }";
        assertThat(ModelsYaml.read("x", yaml, Set.of())).isEmpty();
        assertThat(ModelsYaml.read("x", yaml, Set.of("beta")))
                .singleElement()
                .satisfies(model -> assertThat(model.availability().feature()).isEqualTo(Optional.of("beta")));
    }

    @Test
    void inlines_name_child_models_and_where_needed_their_reference_and_position() {
        String id = "fields: { id: { type: integer, primary_key: true } }";
        assertThat(read("models: { m: { " + id + ", inlines: [a, { model: b, field: m_id, position: place }] } }"))
                .singleElement()
                .satisfies(model -> {
                    assertThat(model.inlines())
                            .containsExactly(
                                    Inline.of("a"), Inline.of("b").field("m_id").position("place"));
                    assertThat(read(ModelsYaml.write(List.of(model)))).containsExactly(model);
                });
        assertThat(wrong("models: { m: { " + id + ", inlines: a } }"))
                .containsExactly(
                        "models.yaml:1: models.m.inlines: a list of models is expected, such as [order_lines]");
        assertThat(wrong("models: { m: { " + id + ", inlines: [{ field: m_id, order: x }] } }"))
                .containsExactly(
                        "models.yaml:1: models.m.inlines.order: this key is unknown",
                        "models.yaml:1: models.m.inlines.model: an inline needs the name of the child model");
        // a child whose feature is off does not exist
        assertThat(read("models: { m: { " + id + ", inlines: [a] }, a: { " + id + ", feature: beta } }"))
                .singleElement()
                .satisfies(model -> assertThat(model.inlines()).isEmpty());
    }

    @Test
    void change_notices_go_to_superusers_unless_others_are_named() {
        String id = "fields: { id: { type: integer, primary_key: true } }";
        assertThat(read("models: { m: { " + id + ", change_notices: [create, delete] } }"))
                .singleElement()
                .satisfies(model -> assertThat(model.notices())
                        .isEqualTo(new ChangeNotices(
                                EnumSet.of(ChangeNotices.Change.CREATE, ChangeNotices.Change.DELETE), true, Set.of())));
        assertThat(read("models: { m: { " + id + ", change_notices: { to: [Editor] } } }"))
                .singleElement()
                .satisfies(model -> assertThat(model.notices())
                        .isEqualTo(
                                new ChangeNotices(EnumSet.allOf(ChangeNotices.Change.class), false, Set.of("Editor"))));
        assertThat(wrong("models: { m: { " + id + ", change_notices: { on: [created], too: [Editor] } } }"))
                .containsExactly(
                        "models.yaml:1: models.m.change_notices.too: this key is unknown; did you mean 'to'?",
                        "models.yaml:1: models.m.change_notices: 'created' is not one of create, update, delete");
    }

    @Test
    void exposure_and_unique_groups_have_their_short_forms() {
        String id = "fields: { id: { type: integer, primary_key: true }, a: { type: string }, b: { type: string } }";
        assertThat(read("models: { m: { " + id + ", export_endpoint: html, unique_together: [a, b] } }"))
                .singleElement()
                .satisfies(model -> {
                    assertThat(model.exposure()).isEqualTo(Exposure.HTML);
                    assertThat(model.storage().uniqueTogether()).containsExactly(List.of("a", "b"));
                });
        assertThat(read("models: { m: { " + id + ", skip_auto_routes: true, unique_together: [[a], [a, b]] } }"))
                .singleElement()
                .satisfies(model -> {
                    assertThat(model.exposure()).isEqualTo(Exposure.NOWHERE);
                    assertThat(model.storage().uniqueTogether()).containsExactly(List.of("a"), List.of("a", "b"));
                });
        assertThat(wrong("models: { m: { " + id + ", skip_auto_routes: true, export_endpoint: api } }"))
                .singleElement()
                .asString()
                .contains("models.m.skip_auto_routes");
    }

    @Test
    void a_duration_has_bounds_and_a_default_in_its_own_form() {
        String yaml = """
            models:
              films:
                fields:
                  id: { type: integer, primary_key: true }
                  length: { type: duration, minimum: PT0S, maximum: P1DT1H, default: PT1H30M }
            """;

        FieldDefinition length = read(yaml).getFirst().fields().getLast();

        assertThat(length.constraints().maximum()).get().isEqualTo(new BigDecimal("90000.000000"));
        assertThat(length.input().defaultValue()).contains(new DefaultValue.Constant(java.time.Duration.ofMinutes(90)));
        assertThat(ModelsYaml.write(read(yaml))).contains("maximum: P1DT1H", "default: PT1H30M");
        assertThat(read(ModelsYaml.write(read(yaml)))).isEqualTo(read(yaml));
        assertThat(wrong(yaml.replace("P1DT1H", "soon")).toString()).contains("a duration is expected, not 'soon'");
    }

    private static final String GOODS = """
        models:
          goods:
            fields:
              id: { type: integer, primary_key: true }
              name: { type: string, required: true }
              status: { type: enum, values: [new, shipped] }
              tracking: { type: string, visible_if: { status: shipped } }
              tags: { type: list, of: string, max_length: 20, min_items: 1, max_items: 5, default: [a, "1"] }
              sizes: { type: list, of: integer, maximum: 10, default: [1, 2] }
              query: { type: code, language: sql }
            layout:
              tabs:
                - { label: Main, groups: [{ label: Basics, fields: [name] }, [tags, sizes]] }
                - { label: Texts, groups: [[query]] }
              rail: [status, tracking]
              widths: { name: 4 }
        """;

    @Test
    void lists_have_rules_and_defaults_for_their_items() {
        List<FieldDefinition> fields = read(GOODS).getFirst().fields();

        assertThat(fields.get(4).constraints().items())
                .contains(new dev.hexadmin.domain.models.FieldConstraints.Items(
                        FieldType.STRING, java.util.OptionalInt.of(1), java.util.OptionalInt.of(5)));
        assertThat(fields.get(4).input().defaultValue())
                .contains(new DefaultValue.Constant(new dev.hexadmin.domain.models.JsonText("[\"a\",\"1\"]")));
        assertThat(fields.get(5).input().defaultValue())
                .contains(new DefaultValue.Constant(new dev.hexadmin.domain.models.JsonText("[1,2]")));
        assertThat(fields.get(6).presentation().language()).contains("sql");
        assertThat(read(ModelsYaml.write(read(GOODS)))).isEqualTo(read(GOODS));
        assertThat(wrong(GOODS.replace("of: string, ", "")).toString()).contains("a list needs the type of its items");
        assertThat(wrong(GOODS.replace("of: string", "of: json")).toString()).contains("goods.fields.tags.of");
        assertThat(wrong(GOODS.replace("of: integer, maximum", "of: integer, max_length"))
                        .toString())
                .contains("this option is for text and binary");
        assertThat(wrong(GOODS.replace("default: [1, 2]", "default: [1, 11]")).toString())
                .contains("It must be 10 or less");
        assertThat(wrong(GOODS.replace("type: code, language", "type: text, language"))
                        .toString())
                .contains("this option is for code");
        assertThat(wrong(GOODS.replace("type: enum, values", "type: enum, min_items: 1, values"))
                        .toString())
                .contains("this option is for lists");
    }

    @Test
    void a_layout_names_fields_once_and_the_rest_follows() {
        dev.hexadmin.domain.models.Layout layout =
                read(GOODS).getFirst().presentation().layout();

        assertThat(layout.tabs()).extracting(tab -> tab.label().text()).containsExactly("Main", "Texts");
        assertThat(layout.rail().getFirst().fields()).containsExactly("status", "tracking");
        assertThat(layout.widths()).containsEntry("name", 4);
        assertThat(wrong(GOODS.replace("[[query]]", "[[querry]]")).toString())
                .contains("'layout' names the unknown field 'querry'");
        assertThat(wrong(GOODS.replace("rail: [status, tracking]", "rail: [status, name]"))
                        .toString())
                .contains("'layout' names the field 'name' twice");
        assertThat(wrong(GOODS.replace("label: Texts", "label: Main")).toString())
                .contains("'layout' has two tabs called 'Main'");
        assertThat(wrong(GOODS.replace("{ name: 4 }", "{ name: 7 }")).toString())
                .contains("a width is 1 to 6");
        assertThat(wrong(GOODS.replace("{ name: 4 }", "{ nam: 4 }")).toString())
                .contains("'layout' gives a width to the unknown field 'nam'");
        assertThat(wrong(GOODS.replace("{ name: 4 }", "{ name: wide }")).toString())
                .contains("a number of columns is expected, not 'wide'");
        assertThat(wrong(GOODS.replace("rail: [", "rails: [")).toString()).contains("rail");
        assertThat(wrong(GOODS.replace("label: Texts, ", "")).toString()).contains("a tab needs this");
        assertThat(wrong(GOODS.replace("tabs:\n", "groups: [[name]]\n      tabs:\n"))
                        .toString())
                .contains("'tabs' is already set");
        assertThat(wrong(GOODS.replace("label: Basics, fields: [name]", "label: Basics"))
                        .toString())
                .contains("a group needs this");
    }

    @Test
    void a_condition_names_another_field_of_the_model() {
        assertThat(read(GOODS).getFirst().fields().get(3).presentation().visibleIf())
                .get()
                .extracting(dev.hexadmin.domain.models.VisibleIf::conditions)
                .isEqualTo(java.util.Map.of("status", "shipped"));
        assertThat(wrong(GOODS.replace("{ status: shipped }", "{ state: shipped }"))
                        .toString())
                .contains("'visible_if' of 'tracking' names 'state', which is no other stored field of this model");
        assertThat(wrong(GOODS.replace("{ status: shipped }", "{ tracking__isnull: true }"))
                        .toString())
                .contains("'visible_if' of 'tracking' names 'tracking'");
        assertThat(wrong(GOODS.replace("{ status: shipped }", "{}")).toString())
                .contains("a condition is expected, such as {status: shipped}");
        assertThat(wrong(GOODS.replace("visible_if: { s", "required: true, visible_if: { s"))
                        .toString())
                .contains("a field with 'visible_if' is neither required nor a primary key");
    }

    @Test
    void labels_are_texts_or_have_one_for_each_language() {
        String yaml = """
                models:
                  goods:
                    label: { de: Ware, en: Good }
                    label_plural: { fr: Produits, de: Waren }
                    help: Things to sell
                    nav_group: { en: Shop, de: Laden }
                    fields:
                      id: { type: integer, primary_key: true }
                      price: { type: integer, label: { en: Price, zh-Hans: 价格 }, help: { en: In cents } }
                """;
        ModelDefinition goods = read(yaml).getFirst();
        assertThat(goods.label()).isEqualTo("Good");
        assertThat(goods.labels().one().in(new Language("de"))).isEqualTo("Ware");
        assertThat(goods.labelPlural()).as("without English, the first").isEqualTo("Produits");
        assertThat(goods.labels().help().orElseThrow().text()).isEqualTo("Things to sell");
        assertThat(goods.navigation().group().orElseThrow().in(new Language("de")))
                .isEqualTo("Laden");
        FieldDefinition price = goods.fields().get(1);
        assertThat(price.labels().in(new Language("zh-Hans"))).isEqualTo("价格");
        assertThat(price.presentation().help().orElseThrow().text()).isEqualTo("In cents");
        assertThat(wrong(yaml.replace("de: Ware", "not a language: Ware")).toString())
                .contains("is not a language tag");
        assertThat(wrong(yaml.replace("{ en: In cents }", "{}")).toString()).contains("a text for each language");
        assertThat(wrong(yaml.replace("{ en: In cents }", "[a]")).toString())
                .contains("models.goods.fields.price.help");
    }

    @Test
    void a_time_of_the_last_write_is_read_only_and_written_back() {
        String models =
                "models: { m: { fields: { id: { type: integer, primary_key: true }, at: { type: %s, on_update: now } } } }";
        FieldDefinition field =
                read(models.formatted("datetime")).getFirst().fields().getLast();
        assertThat(field.input().onUpdateNow()).isTrue();
        assertThat(field.readOnly()).isTrue();
        assertThat(ModelsYaml.write(read(models.formatted("date")))).contains("{type: date, on_update: now}");
        assertThat(wrong(models.formatted("string")).toString()).contains("this option is for dates and times");
        assertThat(wrong(models.formatted("datetime, required: true")).toString())
                .contains("neither required nor a key");
        assertThat(wrong(models.formatted("date, default: 2026-11-20")).toString())
                .contains("no other default than 'now'");
    }
}
