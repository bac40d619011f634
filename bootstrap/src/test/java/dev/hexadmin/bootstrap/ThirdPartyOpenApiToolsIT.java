package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.application.endpoints.EndpointAnswer;
import dev.hexadmin.application.endpoints.RecordEndpoint;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.Exposure;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.testing.Chinook;
import dev.hexadmin.testing.TestDatabases;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The documents of real servers, read by tools that people check documents with and make clients with: those of Python
 * and Node that are on the {@code PATH}. Tools that are not installed are skipped.
 */
class ThirdPartyOpenApiToolsIT {
    private static final Map<Server, RunningServer> SERVERS = new EnumMap<>(Server.class);
    private static final Map<Server, Path> DOCUMENTS = new EnumMap<>(Server.class);

    @TempDir
    static Path folder;

    /** The servers whose documents are read. */
    enum Server {
        EXAMPLE_SHOP {
            @Override
            RunningServer start(Path folder) {
                return ExampleShop.start(TestDatabases.sqlite(folder), folder, builder -> builder);
            }
        },
        CHINOOK {
            @Override
            RunningServer start(Path folder) {
                return RunningServer.start(
                        Chinook.sqliteOrAlike(folder), builder -> builder.setting("introspect", "true"));
            }
        },
        EVERY_SETTING_ON {
            @Override
            RunningServer start(Path folder) {
                RunningServer server =
                        RunningServer.start(TestDatabases.sqlite(folder), ThirdPartyOpenApiToolsIT::everySetting);
                server.hexadmin()
                        .exportApiRoute(
                                ModelDefinition.builder("reports")
                                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                                        .field("part_of_id", FieldType.REFERENCE, f -> f.to("reports"))
                                        .field("thing_id", FieldType.REFERENCE, f -> f.to("things"))
                                        .field("reader_id", FieldType.REFERENCE, f -> f.to("admin_users"))
                                        .build(),
                                "/office/reports");
                return server;
            }
        };

        abstract RunningServer start(Path folder);
    }

    /** Every setting that changes what is served, and models with every type and option. */
    static Hexadmin.Builder everySetting(Hexadmin.Builder builder) {
        return builder.setting("admin_path", "/back/office")
                .setting("notifications_prefix", "/news")
                .setting("ai_enabled", "true")
                .setting("features", "beta")
                .setting("ws_trust_user_id", "true")
                .rateLimit(RateLimit.builder("all")
                        .paths("/**")
                        .per(RateLimit.Per.USER)
                        .calls(9_999, Duration.ofSeconds(60))
                        .build())
                .register(ModelDefinition.builder("things")
                        .field("id", FieldType.UUID, FieldDefinition.Builder::primaryKey)
                        .field(
                                "name",
                                FieldType.STRING,
                                f -> f.required()
                                        .unique()
                                        .minLength(2)
                                        .maxLength(80)
                                        .pattern("^\\p{Lu}.*$")
                                        .help("With \"quotes\" */ and a # sign"))
                        .field("text", FieldType.TEXT, f -> f.pattern("^[a-z ]*$"))
                        .field(
                                "number",
                                FieldType.INTEGER,
                                f -> f.minimum(BigDecimal.TWO).defaultValue(new DefaultValue.Constant(4L)))
                        .field(
                                "price",
                                FieldType.DECIMAL,
                                f -> f.precision(10).scale(2).minimum(BigDecimal.ZERO))
                        .field("rate", FieldType.DECIMAL)
                        .field("weight", FieldType.FLOAT, f -> f.maximum(BigDecimal.TEN))
                        .field("flag", FieldType.BOOLEAN, f -> f.defaultValue(new DefaultValue.Constant(true)))
                        .field("day", FieldType.DATE)
                        .field("hour", FieldType.TIME)
                        .field(
                                "moment",
                                FieldType.DATETIME,
                                f -> f.defaultValue(new DefaultValue.Now()).readOnly())
                        .field("serial", FieldType.UUID)
                        .field("state", FieldType.ENUM, f -> f.values(List.of("new", "very old", "new?")))
                        .field("extra", FieldType.JSON)
                        .field("photo", FieldType.BINARY, f -> f.maxLength(100))
                        .field("contact", FieldType.EMAIL)
                        .field("site", FieldType.URL)
                        .field("secret", FieldType.STRING, FieldDefinition.Builder::writeOnly)
                        .field("part_of_id", FieldType.REFERENCE, f -> f.to("things"))
                        .field("owner_id", FieldType.REFERENCE, f -> f.to("admin_users"))
                        .field("page_id", FieldType.REFERENCE, f -> f.to("shown_pages"))
                        .field("others", FieldType.REFERENCES, f -> f.to("things"))
                        .field("count", FieldType.INTEGER)
                        .computed("shout", FieldType.STRING, List.of("name"), values -> values.get("name"))
                        .searchFields(List.of("name", "part_of__name"))
                        .uniqueTogether("number", "price")
                        .requireIfMatch()
                        .build())
                .register(ModelDefinition.builder("plain_things")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .field("name", FieldType.STRING, f -> f.required().maxLength(10))
                        .field("price", FieldType.DECIMAL, f -> f.precision(6).scale(2))
                        .build())
                .register(ModelDefinition.builder("shown_pages")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .exposure(Exposure.HTML)
                        .build())
                .register(ModelDefinition.builder("beta_things")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .feature("beta")
                        .exposure(Exposure.API)
                        .build())
                .register(ModelDefinition.builder("pairs")
                        .field(
                                "left_id",
                                FieldType.INTEGER,
                                f -> f.primaryKey().generated(FieldDefinition.Generated.NO))
                        .field(
                                "right_id",
                                FieldType.STRING,
                                f -> f.primaryKey().generated(FieldDefinition.Generated.NO))
                        .build())
                .action(
                        "things",
                        RecordAction.named("count_up")
                                .parameter("by", FieldType.INTEGER, f -> f.required())
                                .runAsProgram(call -> "Done."))
                .action("pairs", RecordAction.named("swap").runAsProgram(call -> "Done."))
                .endpoint(
                        "things",
                        RecordEndpoint.get("cheap")
                                .needs(Action.VIEW)
                                .query("below", FieldType.DECIMAL, f -> f.required())
                                .handleAsCaller(call -> EndpointAnswer.of(Map.of())))
                .endpoint(
                        "things",
                        RecordEndpoint.post("restock")
                                .needs(Action.EDIT)
                                .body("name", FieldType.STRING, f -> f.required())
                                .answers(EndpointAnswer.Result.CREATED)
                                .handleAsCaller(call -> EndpointAnswer.created(Map.of())))
                .endpoint(
                        "things",
                        RecordEndpoint.put("echo")
                                .needs(Action.VIEW)
                                .anyBody()
                                .handleAsCaller(call ->
                                        EndpointAnswer.of(call.document().orElse("null"))))
                .endpoint(
                        "things",
                        RecordEndpoint.delete("cheap")
                                .needs(Action.DELETE)
                                .handleAsCaller(call -> EndpointAnswer.nothing()));
    }

    @BeforeAll
    static void write() throws IOException {
        for (Server kind : Server.values()) {
            RunningServer server = kind.start(Files.createDirectory(folder.resolve(kind.name())));
            SERVERS.put(kind, server);
            String document =
                    server.exchange("GET", "/openapi.json", server.token(), "").body();
            DOCUMENTS.put(kind, Files.writeString(folder.resolve(kind + ".json"), document));
        }
    }

    @AfterAll
    static void close() {
        SERVERS.values().forEach(RunningServer::close);
    }

    private static String[] documents() {
        return DOCUMENTS.values().stream().map(Path::toString).toArray(String[]::new);
    }

    /** Generators of clients name classes by titles, which are not unique and depend on the language. */
    @Test
    void schemas_have_no_titles() throws IOException {
        for (Path document : DOCUMENTS.values()) {
            JsonNode schemas = RunningServer.JSON.readTree(document.toFile()).at("/components/schemas");
            assertThat(schemas).isNotEmpty();
            assertThat(schemas.findValues("title")).allMatch(JsonNode::isObject); // of a field with this name
        }
    }

    /** oapi-codegen and ogen read one type, with or without null. */
    @Test
    void no_schema_has_two_types() throws IOException {
        for (JsonNode schema : allSchemas()) {
            if (schema.path("type").isArray()) {
                List<String> types = new ArrayList<>();
                schema.get("type").forEach(type -> types.add(type.asText()));
                assertThat(types).as(schema.toString()).hasSize(2).contains("null");
            }
        }
    }

    /** openapi-generator's clients for Go and Python make a floating-point number of it, which cannot read a string. */
    @Test
    void no_string_has_the_format_decimal() throws IOException {
        assertThat(allSchemas())
                .noneMatch(schema -> schema.path("format").asText().equals("decimal"));
    }

    /** Of those, openapi-generator's clients for Java and Go reject an object that matches two, or lack members. */
    @Test
    void no_response_is_one_of_several_objects_and_no_object_has_alternatives() throws IOException {
        for (JsonNode schema : allSchemas()) {
            if (schema.has("properties")) {
                assertThat(schema.has("oneOf") || schema.has("anyOf") || schema.has("allOf"))
                        .as(schema.toString())
                        .isFalse();
            }
        }
        for (JsonNode document : read()) {
            List<String> bodies = new ArrayList<>();
            document.findValues("requestBody").forEach(body -> bodies.add(body.toString()));
            document.at("/components/schemas").properties().forEach(schema -> {
                if (schema.getValue().has("oneOf")) {
                    assertThat(bodies).anyMatch(body -> body.contains("/" + schema.getKey() + "\""));
                }
            });
        }
    }

    /** openapi-generator's clients for Python reject null where several objects are put together, and true where it is fixed. */
    @Test
    void no_object_is_put_together_of_several_and_no_boolean_is_fixed() throws IOException {
        for (JsonNode document : read()) {
            for (JsonNode schema : document.findParents("allOf")) {
                assertThat(schema.get("allOf")).as(schema.toString()).noneMatch(part -> part.has("$ref"));
            }
        }
        for (JsonNode schema : allSchemas()) {
            assertThat(schema.path("const").isBoolean()).as(schema.toString()).isFalse();
        }
    }

    /** openapi-generator's clients for Python cannot read arrays that are members of a map, whose items are an enum. */
    @Test
    void arrays_of_words_are_plain() throws IOException {
        for (JsonNode document : read()) {
            JsonNode schemas = document.at("/components/schemas");
            for (String name : List.of("Actions", "FieldActions")) {
                assertThat(schemas.at("/" + name + "/items/type").asText()).isEqualTo("string");
                assertThat(schemas.at("/" + name + "/items").has("enum")).isFalse();
            }
            assertThat(schemas.at("/SavedView/properties/columns/items").isObject())
                    .isTrue();
            assertThat(schemas.at("/SavedView/properties/columns").has("uniqueItems"))
                    .as("a set has no order")
                    .isFalse();
        }
    }

    /** openapi-generator's clients for TypeScript read nothing of an object in anyOf, and those for Java no null in a type of oneOf. */
    @Test
    void a_key_or_its_record_is_one_of_them_or_null() throws IOException {
        int found = 0;
        for (JsonNode document : read()) {
            JsonNode schemas = document.at("/components/schemas");
            for (JsonNode schema : schemas.findParents("anyOf")) {
                assertThat(schema.get("anyOf")).as(schema.toString()).noneMatch(one -> one.has("$ref"));
            }
            for (JsonNode schema : schemas.findParents("oneOf")) {
                assertThat(schema.get("oneOf"))
                        .as(schema.toString())
                        .noneMatch(one -> one.path("type").isArray());
                found++;
            }
        }
        assertThat(found).isPositive();
    }

    /** A parameter that is JSON is a string for most generators; lists are in order; what is sent by default fits all. */
    @Test
    void parameters_are_plain() throws IOException {
        for (JsonNode document : read()) {
            for (JsonNode parameter : document.findParents("in")) {
                if (!parameter.path("in").isTextual() || !parameter.has("name")) {
                    continue;
                }
                assertThat(parameter.has("content")).as(parameter.toString()).isFalse();
                assertThat(parameter.at("/schema/uniqueItems").isMissingNode())
                        .as(parameter.toString())
                        .isTrue();
            }
            assertThat(document.at("/components/parameters/page_parameter/schema")
                            .has("default"))
                    .as("a page beside a cursor is rejected")
                    .isFalse();
        }
    }

    /** Generators for Go write each as a type, and the constructor of a type as New and its name. */
    @Test
    void components_have_names_that_are_different_types() throws IOException {
        for (JsonNode document : read()) {
            List<String> names = new ArrayList<>();
            for (String kind : List.of("schemas", "parameters")) {
                document.at("/components/" + kind).fieldNames().forEachRemaining(name -> {
                    String plain = name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
                    names.add(plain);
                    names.add("new" + plain);
                });
            }
            assertThat(names).doesNotHaveDuplicates();
        }
    }

    /** What the server rejects is not described. */
    @Test
    void each_filter_that_is_described_can_be_used() throws Exception {
        RunningServer server = SERVERS.get(Server.EVERY_SETTING_ON);
        JsonNode members = RunningServer.JSON
                .readTree(DOCUMENTS.get(Server.EVERY_SETTING_ON).toFile())
                .at("/components/schemas/things.filter/properties");
        assertThat(members.has("others__in")).isTrue();
        for (String name : (Iterable<String>) members::fieldNames) {
            String filter = URLEncoder.encode("{\"" + name + "\":[]}", StandardCharsets.UTF_8);
            assertThat(server.exchange("GET", "/back/office/api/things/?filter=" + filter, server.token(), "")
                            .body())
                    .doesNotContain("unknown_lookup")
                    .doesNotContain("unknown_parameter");
        }
    }

    private static List<JsonNode> read() throws IOException {
        List<JsonNode> documents = new ArrayList<>();
        for (Path document : DOCUMENTS.values()) {
            documents.add(RunningServer.JSON.readTree(document.toFile()));
        }
        return documents;
    }

    /** The schemas of all documents, those within others too. */
    private static List<JsonNode> allSchemas() throws IOException {
        Deque<JsonNode> waiting = new ArrayDeque<>(read());
        List<JsonNode> all = new ArrayList<>();
        while (!waiting.isEmpty()) {
            JsonNode node = waiting.remove();
            node.forEach(waiting::add);
            if (node.path("type").isTextual() || node.path("type").isArray()) {
                all.add(node);
            }
        }
        return all;
    }

    @Test
    void openapi_spec_validator_takes_the_document_of_every_setting() throws Exception {
        run(
                CommandLineTool.named("openapi-spec-validator"),
                DOCUMENTS.get(Server.EVERY_SETTING_ON).toString());
    }

    @Test
    void redocly_finds_no_error_by_its_rules_of_the_specification() throws Exception {
        run(
                CommandLineTool.named("redocly"),
                Stream.concat(Stream.of("lint", "--extends=spec", "--format=stylish"), Stream.of(documents()))
                        .toArray(String[]::new));
    }

    @Test
    void openapi_typescript_makes_types_that_compile() throws Exception {
        CommandLineTool compiler = CommandLineTool.named("tsc");
        List<String> arguments = new ArrayList<>(List.of("--strict", "--noEmit"));
        // the program below has those of the shop
        for (Server kind : List.of(Server.CHINOOK, Server.EVERY_SETTING_ON)) {
            arguments.add(types(kind, folder.resolve(kind + ".d.ts")));
        }
        run(compiler, arguments.toArray(String[]::new));
    }

    private String types(Server kind, Path file) throws Exception {
        run(CommandLineTool.named("openapi-typescript"), DOCUMENTS.get(kind).toString(), "--output", file.toString());
        return file.toString();
    }

    @Test
    void react_admin_gets_what_it_asks_for_from_the_providers_of_the_example() throws Exception {
        CommandLineTool compiler = CommandLineTool.named("tsc");
        CommandLineTool node = CommandLineTool.named("node");
        Path packages = packagesBeside(compiler);
        assumeTrue(Files.isDirectory(packages.resolve("ra-core")), "ra-core is not installed");
        assumeTrue(Files.isDirectory(packages.resolve("@types/node")), "@types/node is not installed");
        Path program = program("react-admin", packages);
        Files.copy(Path.of("../examples/react-admin/hexadmin.ts"), program.resolve("hexadmin.ts"));
        run(compiler, "--project", program.toString());
        String said = run(
                node,
                program.resolve("try.js").toString(),
                SERVERS.get(Server.EXAMPLE_SHOP).hexadmin().url().toString(),
                RunningServer.EMAIL,
                RunningServer.PASSWORD);
        assertThat(said).contains("Everything that react-admin asks for was answered.");
    }

    /** The packages that are installed next to a tool. */
    private static Path packagesBeside(CommandLineTool tool) throws IOException {
        return Optional.ofNullable(tool.path().toRealPath().getParent())
                .map(bin -> bin.resolve("../..").normalize())
                .orElseThrow();
    }

    /** The files of a folder of {@code src/test} in a folder from which they find the packages. */
    private static Path program(String name, Path packages) throws IOException {
        Path program = Files.createDirectory(folder.resolve(name));
        try (Stream<Path> sources = Files.list(Path.of("src/test", name))) {
            for (Path source : sources.toList()) {
                Files.copy(source, program.resolve(source.getFileName()));
            }
        }
        Files.createSymbolicLink(program.resolve("node_modules"), packages);
        return program;
    }

    @Test
    void a_strict_typescript_program_signs_in_lists_and_changes_records_with_the_types_made() throws Exception {
        CommandLineTool generator = CommandLineTool.named("openapi-typescript");
        CommandLineTool compiler = CommandLineTool.named("tsc");
        CommandLineTool node = CommandLineTool.named("node");
        Path packages = packagesBeside(generator);
        assumeTrue(Files.isDirectory(packages.resolve("openapi-fetch")), "openapi-fetch is not installed");
        assumeTrue(Files.isDirectory(packages.resolve("@types/node")), "@types/node is not installed");
        Path program = program("typescript", packages);
        RunningServer server = SERVERS.get(Server.EXAMPLE_SHOP);
        types(Server.EXAMPLE_SHOP, program.resolve("openapi.d.ts"));
        run(compiler, "--project", program.toString());
        String said = run(
                node,
                program.resolve("client.js").toString(),
                server.hexadmin().url().toString(),
                RunningServer.EMAIL,
                RunningServer.PASSWORD);
        assertThat(said).contains(RunningServer.EMAIL);
    }

    private String run(CommandLineTool tool, String... arguments) throws IOException, InterruptedException {
        return tool.run(
                folder, Map.of("REDOCLY_TELEMETRY", "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE", "true"), arguments);
    }
}
