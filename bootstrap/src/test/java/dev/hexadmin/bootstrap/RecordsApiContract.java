package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.RecordChange;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.Exposure;
import dev.hexadmin.domain.models.FieldDefinition.Generated;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.Reference.OnDelete;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The records of the JSON API, over real HTTP and a real database. Each test works with its own records. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RecordsApiContract {
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final String CLERK_PASSWORD = "harbour-Lantern-52-orchard";

    private RunningServer server;
    private DatabaseSettings settings;
    private String token;

    abstract DatabaseSettings database(Path folder);

    private static ModelDefinition.Builder integerKey(String name) {
        return ModelDefinition.builder(name).field("id", FieldType.INTEGER, f -> f.primaryKey());
    }

    @BeforeAll
    void start(@TempDir Path folder) {
        settings = database(folder);
        server = RunningServer.start(
                settings,
                builder -> builder.register(integerKey("categories")
                                .display("{name}")
                                .field(
                                        "name",
                                        FieldType.STRING,
                                        f -> f.required().unique().maxLength(80))
                                .field(
                                        "parent_id",
                                        FieldType.REFERENCE,
                                        f -> f.to("categories").onDelete(OnDelete.SET_NULL))
                                .searchFields(List.of("name"))
                                .build())
                        .register(integerKey("tags")
                                .field("name", FieldType.STRING, f -> f.required())
                                .build())
                        .register(integerKey("products")
                                .display("{name}")
                                .field(
                                        "name",
                                        FieldType.STRING,
                                        f -> f.required().maxLength(120))
                                .field("description", FieldType.TEXT)
                                .field(
                                        "price",
                                        FieldType.DECIMAL,
                                        f -> f.precision(10).scale(2).minimum(BigDecimal.ZERO))
                                .field(
                                        "cost",
                                        FieldType.DECIMAL,
                                        f -> f.precision(10).scale(2))
                                .field("stock", FieldType.INTEGER, f -> f.defaultValue(new DefaultValue.Constant(0L)))
                                .field(
                                        "status",
                                        FieldType.ENUM,
                                        f -> f.values(List.of("draft", "active", "retired"))
                                                .defaultValue(new DefaultValue.Constant("draft")))
                                .field("category_id", FieldType.REFERENCE, f -> f.to("categories"))
                                .field("tags", FieldType.REFERENCES, f -> f.to("tags"))
                                .field("released_on", FieldType.DATE)
                                .field("opens_at", FieldType.TIME)
                                .field(
                                        "created_at",
                                        FieldType.DATETIME,
                                        f -> f.readOnly().defaultValue(new DefaultValue.Now()))
                                .field("attributes", FieldType.JSON)
                                .field("image", FieldType.BINARY, f -> f.maxLength(100))
                                .field("weight", FieldType.FLOAT)
                                .field("active", FieldType.BOOLEAN)
                                .field("mail", FieldType.EMAIL)
                                .field("page", FieldType.URL)
                                .field("secret", FieldType.STRING, f -> f.writeOnly())
                                .field("owner_id", FieldType.INTEGER)
                                .searchFields(List.of("name", "description", "category__name"))
                                .ordering(List.of("-created_at"))
                                .build())
                        .register(integerKey("reviews")
                                .field(
                                        "product_id",
                                        FieldType.REFERENCE,
                                        f -> f.to("products").required().onDelete(OnDelete.CASCADE))
                                .field("stars", FieldType.INTEGER)
                                .build())
                        .register(ModelDefinition.builder("codes")
                                .field(
                                        "code",
                                        FieldType.STRING,
                                        f -> f.primaryKey().maxLength(40))
                                .field("note", FieldType.STRING)
                                .build())
                        .register(ModelDefinition.builder("lines")
                                .field(
                                        "order_no",
                                        FieldType.INTEGER,
                                        f -> f.primaryKey().generated(Generated.NO))
                                .field("code", FieldType.STRING, f -> f.primaryKey())
                                .field("amount", FieldType.INTEGER, f -> f.required())
                                .requireIfMatch()
                                .build())
                        .register(ModelDefinition.builder("steps")
                                .field(
                                        "code",
                                        FieldType.STRING,
                                        f -> f.primaryKey().maxLength(60))
                                .field(
                                        "next",
                                        FieldType.REFERENCE,
                                        f -> f.to("steps").onDelete(OnDelete.SET_NULL))
                                .build())
                        .register(ModelDefinition.builder("devices")
                                .field("id", FieldType.UUID, f -> f.primaryKey())
                                .field("name", FieldType.STRING)
                                .build())
                        .register(integerKey("pages").exposure(Exposure.HTML).build())
                        .register(integerKey("ruled")
                                .field("name", FieldType.STRING)
                                .field("slug", FieldType.STRING, f -> f.readOnly())
                                .build())
                        .hooks("ruled", new RecordHooks() {
                            @Override
                            public void onCreate(RecordChange change) {
                                change.set(
                                        "slug",
                                        String.valueOf(change.after().get("name"))
                                                .toLowerCase(java.util.Locale.ROOT));
                            }

                            @Override
                            public void onUpdate(RecordChange change) {
                                if ("aside".equals(change.after().get("name"))) {
                                    aside(change);
                                }
                                if ("later".equals(change.after().get("name"))) {
                                    change.afterCommit(() -> aside(change));
                                }
                                if ("old".equals(change.after().get("name"))) {
                                    throw new NoSuchMethodError("built for another version");
                                }
                                if ("no".equals(change.after().get("name"))) {
                                    throw RequestRejectedException.conflict(
                                            "ruled_out", "No.", List.of(Violation.at("name", "ruled_out", "No.")));
                                }
                            }

                            private void aside(RecordChange change) {
                                try {
                                    CompletableFuture.runAsync(() ->
                                                    change.records().of("ruled").create(Map.of("name", "Made aside")))
                                            .join();
                                } catch (CompletionException e) {
                                    throw RequestRejectedException.conflict(
                                            "ruled_out", e.getCause().getMessage(), List.of());
                                }
                            }
                        }));
        token = server.token();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private static String unique(String word) {
        return word + NUMBER.incrementAndGet();
    }

    private HttpResponse<String> send(String method, String path, String body, String... headers) {
        return server.send(method, "/admin/api/" + path, token, body, headers);
    }

    private HttpResponse<String> get(String path, String... headers) {
        return send("GET", path, "", headers);
    }

    private static JsonNode json(HttpResponse<String> response) {
        return RunningServer.json(response);
    }

    private static JsonNode ok(int status, HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        return response.body().isEmpty() ? RunningServer.JSON.nullNode() : json(response);
    }

    private static String header(HttpResponse<String> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    private static List<String> problems(int status, String code, HttpResponse<String> response) {
        JsonNode problem = ok(status, response);
        assertThat(header(response, "Content-Type")).startsWith("application/problem+json");
        assertThat(problem.path("code").asText()).as(response.body()).isEqualTo(code);
        List<String> errors = new ArrayList<>();
        problem.path("errors")
                .forEach(error -> errors.add(error.path("pointer").asText() + " "
                        + error.path("code").asText()));
        return errors;
    }

    private JsonNode create(String model, String body) {
        return ok(201, send("POST", model, body));
    }

    private long product(String name, String more) {
        return create("products", "{\"name\":\"" + name + "\"" + more + "}")
                .path("id")
                .asLong();
    }

    private List<JsonNode> audit(String model, Object id) {
        List<JsonNode> rows = new ArrayList<>();
        ok(200, get("admin_audit_log/?ordering=id&model=" + model + "&record_id=" + id))
                .path("items")
                .forEach(rows::add);
        return rows;
    }

    private static List<String> names(JsonNode list) {
        List<String> names = new ArrayList<>();
        list.path("items").forEach(item -> names.add(item.path("name").asText()));
        return names;
    }

    @Test
    void values_of_every_type_come_back_as_they_were_given() throws IOException {
        long category = create("categories", "{\"name\":\"" + unique("c") + "\"}")
                .path("id")
                .asLong();
        long tag = create("tags", "{\"name\":\"t\"}").path("id").asLong();
        String body = """
            {"name":"é \\"x\\" 😀","description":"a\\nb","price":19.9,"cost":"0.00","stock":9007199254740993,
             "status":"active","category_id":%d,"tags":[%d],"released_on":"2026-11-20","opens_at":"17:30:00",
             "attributes":{"b":[1.10,null,"x"],"a":{}},"image":"//4BAg==","weight":0.1,"active":true,
             "mail":"a@example.com","page":"https://example.com/?a=b","secret":"hush","owner_id":null}\
            """.formatted(category, tag);
        HttpResponse<String> created = send("POST", "products/", body);
        JsonNode record = ok(201, created);
        String path = header(created, "Location");
        assertThat(path).isEqualTo("/admin/api/products/" + record.path("id"));
        JsonNode expected = RunningServer.JSON.readTree(body.replace("\"price\":19.9", "\"price\":\"19.90\""));
        expected.properties().forEach(field -> {
            if (!field.getKey().equals("secret")) {
                assertThat(record.get(field.getKey())).as(field.getKey()).isEqualTo(field.getValue());
            }
        });
        assertThat(record.has("secret")).isFalse();
        assertThat(record.path("created_at").asText()).matches("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z");
        HttpResponse<String> read = server.send("GET", path, token, "");
        assertThat(ok(200, read)).isEqualTo(record);
        assertThat(header(read, "ETag")).isEqualTo(header(created, "ETag")).matches("\"[A-Za-z0-9_-]{22}\"");
        assertThat(ok(200, get("products?id=" + record.path("id"))).at("/items/0"))
                .isEqualTo(record);
    }

    @Test
    void a_uuid_key_is_made_by_the_server() {
        JsonNode device = create("devices", "{\"name\":\"x\"}");
        assertThat(device.path("id").asText()).matches("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-.*");
        assertThat(ok(200, get("devices/" + device.path("id").asText()))).isEqualTo(device);
        assertThat(problems(
                        422,
                        "invalid",
                        send("POST", "devices", "{\"id\":\"" + device.path("id").asText() + "\"}")))
                .containsExactly("/id read_only");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain", "a,b", "a/b", "50%", "a b+c", "é😀", "?x=1#y", "\"'<>", "", ".", "..", "...", "~", "~.", "~~",
                "~x", "bulk", "~bulk", "create", "export", "import", "actions", "choices", "history"
            })
    void natural_keys_of_any_text_are_addressed(String key) {
        HttpResponse<String> created = send(
                "POST",
                "codes",
                RunningServer.JSON.createObjectNode().put("code", key).toString());
        JsonNode record = ok(201, created);
        String location = header(created, "Location");
        assertThat(java.net.URI.create(location).normalize()).hasToString(location);
        assertThat(location).doesNotContainIgnoringCase("%2e");
        assertThat(ok(200, server.send("GET", location, token, ""))).isEqualTo(record);
        ok(200, server.send("PATCH", location, token, "{\"note\":\"x\"}"));
        ok(200, server.send("PUT", location + "/", token, "{}"));
        String panel = location.replace("/admin/api/", "/admin/");
        assertThat(server.exchange("GET", "/admin/codes/", token, "").body())
                .contains("href=\"" + panel.replace("'", "&#39;") + "\"");
        for (String page : List.of("", "/edit", "/delete", "/history")) {
            HttpResponse<String> shown = server.exchange("GET", panel + page, token, "");
            assertThat(shown.statusCode()).as(panel + page).isEqualTo(200);
            assertThat(shown.body()).as(panel + page).contains(panel);
        }
        ok(204, server.send("DELETE", location, token, ""));
        ok(404, server.send("GET", location, token, ""));
    }

    @Test
    void composite_keys_are_joined_by_commas_and_never_change() {
        create("lines", "{\"order_no\":5,\"code\":\"a,b\",\"amount\":1}");
        HttpResponse<String> read = get("lines/5,a%2Cb");
        assertThat(ok(200, read).path("amount").asInt()).isEqualTo(1);
        assertThat(problems(409, "unique", send("POST", "lines", "{\"order_no\":5,\"code\":\"a,b\",\"amount\":2}")))
                .containsExactlyInAnyOrder("/order_no unique", "/code unique");
        assertThat(problems(
                        422,
                        "invalid",
                        send("PATCH", "lines/5,a%2Cb", "{\"order_no\":5,\"amount\":2}", "If-Match", "*")))
                .containsExactly("/order_no read_only");
        ok(404, get("lines/5"));
        ok(404, get("lines/5,a,b"));
        ok(404, get("lines/x,a"));
    }

    @Test
    void a_model_that_asks_for_if_match_gets_it() {
        HttpResponse<String> created = send("POST", "lines", "{\"order_no\":6,\"code\":\"x\",\"amount\":1}");
        problems(428, "precondition_required", send("PATCH", "lines/6,x", "{\"amount\":2}"));
        problems(428, "precondition_required", send("DELETE", "lines/6,x", ""));
        problems(428, "precondition_required", send("POST", "lines/bulk", "{\"delete\":[\"6,x\"]}"));
        ok(404, send("DELETE", "lines/7,x", ""));
        ok(200, send("PATCH", "lines/6,x", "{\"amount\":2}", "If-Match", header(created, "ETag")));
        ok(204, send("DELETE", "lines/6,x", "", "If-Match", "*"));
    }

    @Test
    void conditional_requests_follow_the_record() {
        long id = product("x", "");
        String path = "products/" + id;
        String old = header(get(path), "ETag");
        HttpResponse<String> known = get(path, "If-None-Match", "\"x\", W/" + old);
        assertThat(known.statusCode()).isEqualTo(304);
        assertThat(known.body()).isEmpty();
        assertThat(header(known, "ETag")).isEqualTo(old);
        String part = header(get(path + "?fields=id"), "ETag");
        assertThat(part).startsWith(old.substring(0, old.length() - 1) + ".");
        assertThat(get(path, "If-None-Match", part).statusCode()).isEqualTo(200);
        assertThat(get(path + "?fields=id", "If-None-Match", part).statusCode()).isEqualTo(304);
        HttpResponse<String> patched = send("PATCH", path, "{\"stock\":1}", "If-Match", part);
        ok(200, patched);
        String now = header(patched, "ETag");
        assertThat(now).isNotEqualTo(old).isEqualTo(header(get(path), "ETag"));
        for (String method : List.of("PATCH", "PUT", "DELETE")) {
            HttpResponse<String> late =
                    send(method, path, method.equals("DELETE") ? "" : "{\"name\":\"y\"}", "If-Match", old);
            problems(412, "precondition_failed", late);
            assertThat(header(late, "ETag")).isEqualTo(now);
            assertThat(json(late).path("etag").asText()).isEqualTo(now);
        }
        problems(412, "precondition_failed", send("PATCH", path, "{\"stock\":2}", "If-Match", "W/" + now));
        problems(400, "malformed", send("PATCH", path, "{\"stock\":2}", "If-Match", "nonsense"));
        HttpResponse<String> existing = send("PUT", path, "{\"name\":\"z\"}", "If-None-Match", "*");
        problems(412, "precondition_failed", existing);
        assertThat(json(existing).path("detail").asText()).isEqualTo("The record exists already.");
        ok(204, send("DELETE", path, "", "If-Match", "\"x\", " + now));
    }

    @Test
    void a_version_changes_with_links_too_and_not_with_write_only_fields() {
        long tag = create("tags", "{\"name\":\"t\"}").path("id").asLong();
        long id = product("x", "");
        Set<String> tags = new HashSet<>();
        tags.add(header(get("products/" + id), "ETag"));
        for (String change : List.of("{\"tags\":[" + tag + "]}", "{\"secret\":\"a\"}", "{\"secret\":\"b\"}")) {
            HttpResponse<String> patched = send("PATCH", "products/" + id, change);
            ok(200, patched);
            assertThat(tags.add(header(patched, "ETag"))).as(change).isEqualTo(change.contains("tags"));
        }
        assertThat(header(get("products/" + id), "ETag")).isIn(tags);
    }

    @Test
    void of_many_changes_with_one_etag_one_is_made() throws Exception {
        long id = product("x", "");
        String etag = header(get("products/" + id), "ETag");
        List<Integer> statuses = atOnce(
                16,
                i -> send("PATCH", "products/" + id, "{\"stock\":" + (i + 1) + "}", "If-Match", etag)
                        .statusCode());
        assertThat(statuses).containsOnly(200, 412);
        assertThat(Collections.frequency(statuses, 200)).isEqualTo(1);
    }

    private interface Numbered<T> {
        T run(int number) throws Exception;
    }

    private static <T> List<T> atOnce(int count, Numbered<T> call) throws Exception {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<T>> calls = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int number = i;
                calls.add(() -> call.run(number));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : executor.invokeAll(calls)) {
                results.add(future.get());
            }
            return results;
        }
    }

    @Test
    void a_list_has_its_envelope_and_links() {
        String name = unique("list");
        for (int i = 0; i < 5; i++) {
            product(name, ",\"stock\":" + i);
        }
        HttpResponse<String> response = get("products/?name=" + name + "&ordering=stock&per_page=2&page=2");
        JsonNode page = ok(200, response);
        assertThat(page.properties())
                .extracting(Map.Entry::getKey)
                .containsExactly(
                        "items", "total", "page", "per_page", "total_pages", "has_next", "next_cursor", "prev_cursor");
        assertThat(page.path("total").asInt()).isEqualTo(5);
        assertThat(page.path("total_pages").asInt()).isEqualTo(3);
        assertThat(page.path("page").asInt()).isEqualTo(2);
        assertThat(page.path("has_next").asBoolean()).isTrue();
        assertThat(page.at("/items/0/stock").asInt()).isEqualTo(2);
        Map<String, String> links = links(response);
        assertThat(links).containsOnlyKeys("first", "prev", "next", "last");
        assertThat(stocks(links.get("first"))).containsExactly(0, 1);
        assertThat(stocks(links.get("prev"))).containsExactly(0, 1);
        assertThat(stocks(links.get("next"))).containsExactly(4);
        assertThat(stocks(links.get("last"))).containsExactly(4);
        assertThat(stocks("/admin/api/products?name=" + name + "&ordering=stock&cursor="
                        + page.path("next_cursor").asText()))
                .containsExactly(4);
        assertThat(stocks("/admin/api/products?per_page=1&name=" + name + "&ordering=stock&cursor="
                        + page.path("prev_cursor").asText()))
                .containsExactly(1);
        JsonNode past = ok(200, get("products/?name=" + name + "&page=99"));
        assertThat(past.path("items")).isEmpty();
        assertThat(past.path("total").asInt()).isEqualTo(5);
        assertThat(past.path("has_next").asBoolean()).isFalse();
        JsonNode uncounted = ok(200, get("products/?count=none&name=" + name));
        assertThat(uncounted.path("total").isNull()).isTrue();
        assertThat(uncounted.path("total_pages").isNull()).isTrue();
        ok(200, get("products/?count=estimated"));
    }

    private List<Integer> stocks(String path) {
        List<Integer> stocks = new ArrayList<>();
        ok(200, server.send("GET", path, token, ""))
                .path("items")
                .forEach(item -> stocks.add(item.path("stock").asInt()));
        return stocks;
    }

    private static Map<String, String> links(HttpResponse<String> response) {
        Map<String, String> links = new LinkedHashMap<>();
        for (String link : header(response, "Link").split(", ")) {
            links.put(
                    link.replaceAll(".*rel=\"(.*)\"", "$1"), link.substring(link.indexOf('<') + 1, link.indexOf('>')));
        }
        return links;
    }

    @Test
    void cursors_visit_each_record_once_while_others_come() {
        String name = unique("walk");
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 23; i++) {
            ids.add(product(name, i % 3 == 0 ? "" : ",\"price\":" + i % 5));
        }
        for (String ordering : List.of("price", "-price", "price,-stock", "-released_on,price", "-id")) {
            List<Long> seen = new ArrayList<>();
            String cursor = "";
            do {
                HttpResponse<String> response =
                        get("products?per_page=4&name=" + name + "&ordering=" + ordering + cursor);
                JsonNode page = ok(200, response);
                page.path("items").forEach(item -> seen.add(item.path("id").asLong()));
                if (seen.size() == 4) {
                    product(name, ",\"price\":0"); // may be new or deleted, but does not move other records
                }
                assertThat(page.path("page").isNull()).isEqualTo(!cursor.isEmpty());
                assertThat(page.path("has_next").asBoolean())
                        .isEqualTo(!page.path("next_cursor").isNull());
                cursor = page.path("next_cursor").isNull()
                        ? ""
                        : "&cursor=" + page.path("next_cursor").asText();
            } while (!cursor.isEmpty());
            assertThat(seen).doesNotHaveDuplicates().containsAll(ids);
        }
    }

    @Test
    void a_cursor_of_another_list_is_refused() {
        String name = unique("foreign");
        product(name, "");
        product(name, "");
        String cursor = ok(200, get("products?per_page=1&name=" + name))
                .path("next_cursor")
                .asText();
        for (String query : List.of(
                "products?cursor=" + cursor,
                "products?name=" + name + "&ordering=name&cursor=" + cursor,
                "products?name=" + name + "&q=x&cursor=" + cursor,
                "products?name=" + name + "&cursor=x" + cursor,
                "products?name=" + name + "&cursor=" + cursor.substring(1),
                "products?name=" + name + "&cursor=",
                "tags?cursor=" + cursor)) {
            assertThat(problems(400, "invalid_cursor", get(query))).containsExactly("?cursor invalid_cursor");
        }
        assertThat(problems(400, "invalid_query", get("products?page=1&name=" + name + "&cursor=" + cursor)))
                .containsExactly("?cursor with_page");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "stock=1 | b",
                "stock__in=0,2 | a c",
                "stock__range=1,2 | b c",
                "stock__gte=1 | b c",
                "stock__ne=1 | a c",
                "price__isnull=true | b",
                "price=2.5 | a",
                "price__gt=2.49 | a c",
                "price__ne=2.50 | c",
                "description__contains=%25 | a",
                "description__icontains=X_Y | b",
                "description__startswith=x | b c",
                "description__iendswith=LAST | c",
                "description__iexact=100%25 | a",
                "description__in=100%25,x%5C,last | a c",
                "category__name__isnull=true | b c",
                "tags__isnull=true | b c",
                "released_on__lt=2026-01-01 | a",
                "active=true | c",
                "filter_page=https://example.com/b | b",
                "q=x_y | b",
                "q=100%25 | a",
            })
    void filters_find_what_they_say(String query, String expected) {
        String owner = owner();
        assertThat(names(ok(200, get("products?ordering=name&owner_id=" + owner + "&" + query))))
                .containsExactly(expected.split(" "));
    }

    private String filterOwner = "";

    private String owner() {
        if (filterOwner.isEmpty()) {
            filterOwner = "" + (1_000_000 + NUMBER.incrementAndGet());
            long category = create("categories", "{\"name\":\"" + unique("filtered") + "\"}")
                    .path("id")
                    .asLong();
            long tag = create("tags", "{\"name\":\"t\"}").path("id").asLong();
            String more = ",\"owner_id\":" + filterOwner;
            product(
                    "a",
                    more + ",\"stock\":0,\"price\":2.5,\"description\":\"100%\",\"category_id\":" + category
                            + ",\"tags\":[" + tag + "],\"released_on\":\"2025-12-31\"");
            product("b", more + ",\"stock\":1,\"description\":\"x_y\",\"page\":\"https://example.com/b\"");
            product("c", more + ",\"stock\":2,\"price\":3,\"description\":\"x,last\",\"active\":true");
        }
        return filterOwner;
    }

    private static String nested(String filter) {
        return "filter=" + URLEncoder.encode(filter, StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{\"or\":[{\"stock\":0},{\"price__gt\":2.75}]} | a c",
                "{\"and\":[{\"stock__gte\":1},{\"stock__lte\":1}]} | b",
                "{\"stock__gte\":1,\"price__isnull\":false} | c",
                "{\"not\":{\"stock\":1}} | a c",
                "{\"stock__gte\":10e-1,\"price__isnull\":false} | c",
                "{\"not\":{\"price__gt\":2.75}} | a",
                "{\"not\":{\"or\":[{\"price__gt\":2.75},{\"stock\":7}]}} | a",
                "{\"or\":[{\"not\":{\"price__gt\":2.75}},{\"price__isnull\":true}]} | a b",
                "{\"not\":{\"tags__name\":\"t\"}} | b c",
                "{\"or\":[{\"category__name__isnull\":false},{\"description__in\":[\"x,last\"]}]} | a c",
                "{\"not\":{\"stock__in\":[]}} | a b c",
                "{\"filter_page\":\"https://example.com/b\"} | b",
            })
    void nested_filters_find_what_they_say(String filter, String expected) {
        JsonNode found = ok(200, get("products?ordering=name&owner_id=" + owner() + "&" + nested(filter)));
        assertThat(names(found)).containsExactly(expected.split(" "));
        assertThat(found.path("total").asInt()).isEqualTo(expected.split(" ").length);
    }

    @Test
    void a_nested_filter_is_a_part_of_its_cursors() {
        String name = unique("nested");
        product(name, "");
        product(name, "");
        String filter = nested("{\"or\":[{\"name\":\"" + name + "\"},{\"name\":\"\"}]}");
        String cursor = ok(200, get("products?per_page=1&" + filter))
                .path("next_cursor")
                .asText();
        assertThat(names(ok(200, get("products?per_page=1&" + filter + "&cursor=" + cursor))))
                .containsExactly(name);
        assertThat(problems(400, "invalid_cursor", get("products?per_page=1&cursor=" + cursor)))
                .containsExactly("?cursor invalid_cursor");
        assertThat(problems(400, "invalid_query", get("products?" + nested("{\"or\":[{\"stock\":\"x\"}]}"))))
                .containsExactly("?filter/or/0/stock type");
    }

    /** The values of one product of {@link #random_nested_filters_mean_the_same_as_in_memory}. */
    private record Sample(String name, Map<String, Comparable<?>> values) {}

    @Test
    void random_nested_filters_mean_the_same_as_in_memory() {
        SplittableRandom random = new SplittableRandom(16);
        String owner = "" + (5_000_000 + NUMBER.incrementAndGet());
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            Map<String, Comparable<?>> values = new LinkedHashMap<>();
            if (random.nextInt(3) > 0) {
                values.put("stock", random.nextInt(4));
            }
            if (random.nextInt(3) > 0) {
                values.put("price", random.nextInt(4));
            }
            if (random.nextInt(3) > 0) {
                values.put("description", "" + (char) ('a' + random.nextInt(3)));
            }
            StringBuilder body = new StringBuilder(",\"owner_id\":" + owner);
            for (String field : List.of("stock", "price", "description")) {
                Comparable<?> value = values.get(field);
                body.append(",\"" + field + "\":").append(value instanceof String ? "\"" + value + "\"" : value);
            }
            samples.add(new Sample("s" + (100 + i), values));
            product("s" + (100 + i), body.toString());
        }
        for (int i = 0; i < 150; i++) {
            @SuppressWarnings({"unchecked", "rawtypes"})
            Function<Sample, Optional<Boolean>>[] means = new Function[1];
            String filter = random(random, 4, means);
            assertThat(names(ok(
                            200, get("products?ordering=name&per_page=200&owner_id=" + owner + "&" + nested(filter)))))
                    .as(filter)
                    .isEqualTo(samples.stream()
                            .filter(sample -> means[0].apply(sample).orElse(false))
                            .map(Sample::name)
                            .toList());
        }
    }

    /** A random filter; {@code means[0]} is its meaning: true, false, or empty for unknown. */
    private static String random(SplittableRandom random, int depth, Function<Sample, Optional<Boolean>>[] means) {
        int kind = depth == 0 ? 3 : random.nextInt(5);
        if (kind == 0) {
            String part = random(random, depth - 1, means);
            var inner = means[0];
            means[0] = sample -> inner.apply(sample).map(holds -> !holds);
            return "{\"not\":" + part + "}";
        }
        if (kind <= 2) {
            boolean all = kind == 1;
            List<String> parts = new ArrayList<>();
            List<Function<Sample, Optional<Boolean>>> inner = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                parts.add(random(random, depth - 1, means));
                inner.add(means[0]);
            }
            means[0] = sample -> {
                List<Optional<Boolean>> results =
                        inner.stream().map(one -> one.apply(sample)).toList();
                return results.contains(Optional.of(!all))
                        ? Optional.of(!all)
                        : results.contains(Optional.<Boolean>empty()) ? Optional.empty() : Optional.of(all);
            };
            return "{\"" + (all ? "and" : "or") + "\":[" + String.join(",", parts) + "]}";
        }
        String field = List.of("stock", "price", "description").get(random.nextInt(3));
        Comparable<?> value = field.equals("description") ? "" + (char) ('a' + random.nextInt(3)) : random.nextInt(4);
        String json = value instanceof String ? "\"" + value + "\"" : "" + value;
        return switch (random.nextInt(5)) {
            case 0 -> {
                boolean wanted = random.nextBoolean();
                means[0] = sample -> Optional.of(sample.values().containsKey(field) != wanted);
                yield "{\"" + field + "__isnull\":" + wanted + "}";
            }
            case 1 -> {
                means[0] = sample -> compared(sample, field, value).map(order -> order != 0);
                yield "{\"" + field + "__ne\":" + json + "}";
            }
            case 2 -> {
                means[0] = sample -> compared(sample, field, value).map(order -> order > 0);
                yield "{\"" + field + "__gt\":" + json + "}";
            }
            case 3 -> {
                means[0] = sample -> compared(sample, field, value).map(order -> order <= 0);
                yield "{\"" + field + "__lte\":" + json + "}";
            }
            default -> {
                means[0] = sample -> compared(sample, field, value).map(order -> order == 0);
                yield "{\"" + field + "__in\":[" + json + "]}";
            }
        };
    }

    @SuppressWarnings("unchecked")
    private static Optional<Integer> compared(Sample sample, String field, Comparable<?> value) {
        return Optional.ofNullable((Comparable<Object>) sample.values().get(field))
                .map(stored -> stored.compareTo(value));
    }

    @Test
    void filters_reach_through_relations() {
        String name = unique("rel");
        long category =
                create("categories", "{\"name\":\"" + name + "\"}").path("id").asLong();
        long child = create("categories", "{\"name\":\"" + name + "x\",\"parent_id\":" + category + "}")
                .path("id")
                .asLong();
        long red = create("tags", "{\"name\":\"red " + name + "\"}").path("id").asLong();
        long blue =
                create("tags", "{\"name\":\"blue " + name + "\"}").path("id").asLong();
        long a = product("a", ",\"category_id\":" + category + ",\"tags\":[" + red + "," + blue + "]");
        product("b", ",\"category_id\":" + child + ",\"tags\":[" + blue + "]");
        assertThat(names(ok(200, get("products?category__name=" + name)))).containsExactly("a");
        assertThat(names(ok(200, get("products?category__parent__name=" + name))))
                .containsExactly("b");
        assertThat(names(ok(200, get("products?ordering=name&tags=" + blue)))).containsExactly("a", "b");
        assertThat(names(ok(200, get("products?tags__name__startswith=red&tags__in=" + red + "," + blue))))
                .containsExactly("a");
        assertThat(names(ok(200, get("products?q=" + name + "X")))).containsExactly("b");
        long review = create("reviews", "{\"product_id\":" + a + "}").path("id").asLong();
        assertThat(ok(200, get("reviews?product__category__name=" + name))
                        .at("/items/0/id")
                        .asLong())
                .isEqualTo(review);
    }

    @Test
    void everything_wrong_in_a_query_is_named() {
        assertThat(problems(
                        400,
                        "invalid_query",
                        get("products?nope=1&name__nope=1&stock=x&page=0&per_page=201&count=x&ordering=x&fields=secret"
                                + "&expand=x&secret=1")))
                .containsExactlyInAnyOrder(
                        "?nope unknown_parameter",
                        "?name__nope unknown_lookup",
                        "?stock type",
                        "?page range",
                        "?per_page range",
                        "?count enum",
                        "?ordering unknown_field",
                        "?fields unknown_field",
                        "?expand unknown_field",
                        "?secret unknown_field");
        assertThat(problems(400, "invalid_query", get("products?stock=1&stock=2")))
                .containsExactly("?stock repeated");
        long id = product("x", "");
        assertThat(problems(400, "invalid_query", get("products/" + id + "?page=1")))
                .containsExactly("?page unknown_parameter");
        for (String method : List.of("PUT", "PATCH", "DELETE")) {
            assertThat(problems(400, "invalid_query", send(method, "products/" + id + "?x=1", "")))
                    .containsExactly("?x unknown_parameter");
        }
        assertThat(problems(400, "invalid_query", send("POST", "products?dry_run=maybe", "{\"name\":\"x\"}")))
                .containsExactly("?dry_run type");
        assertThat(problems(400, "invalid_query", send("POST", "products/bulk?page=1", "{}")))
                .containsExactly("?page unknown_parameter");
    }

    @Test
    void expanded_records_stand_in_place_of_their_keys() {
        String name = unique("expanded");
        long category =
                create("categories", "{\"name\":\"" + name + "\"}").path("id").asLong();
        long tag = create("tags", "{\"name\":\"t\"}").path("id").asLong();
        long id = product("x", ",\"category_id\":" + category + ",\"tags\":[" + tag + "]");
        product("y", ",\"category_id\":" + category);
        JsonNode one = ok(200, get("products/" + id + "?expand=category,tags&fields=id,category_id,tags"));
        assertThat(one.toString())
                .isEqualTo("{\"id\":" + id + ",\"category_id\":{\"id\":" + category + ",\"name\":\"" + name
                        + "\",\"parent_id\":null},\"tags\":[{\"id\":" + tag + ",\"name\":\"t\"}]}");
        JsonNode list = ok(200, get("products?ordering=name&expand=tags,category_id&category_id=" + category));
        assertThat(list.at("/items/0/category_id/name").asText()).isEqualTo(name);
        assertThat(list.at("/items/0/tags/0/name").asText()).isEqualTo("t");
        assertThat(list.at("/items/1/category_id/name").asText()).isEqualTo(name);
        assertThat(list.at("/items/1/tags").toString()).isEqualTo("[]");
        String before = header(get("products/" + id + "?expand=category"), "ETag");
        ok(200, send("PATCH", "categories/" + category, "{\"name\":\"" + name + "z\"}"));
        assertThat(header(get("products/" + id + "?expand=category"), "ETag")).isNotEqualTo(before);
    }

    @Test
    void a_patch_changes_what_is_given_and_a_put_everything() {
        long id = product("x", ",\"price\":1,\"stock\":5,\"secret\":\"hush\",\"attributes\":{\"a\":1,\"b\":2}");
        JsonNode patched = ok(
                200,
                send(
                        "PATCH",
                        "products/" + id + "/",
                        "{\"price\":null,\"attributes\":{\"c\":3}}",
                        "Content-Type",
                        "application/merge-patch+json"));
        assertThat(patched.path("price").isNull()).isTrue();
        assertThat(patched.path("stock").asInt()).isEqualTo(5);
        assertThat(patched.path("attributes").toString()).isEqualTo("{\"c\":3}");
        JsonNode same = ok(200, send("PATCH", "products/" + id, "{}"));
        assertThat(same).isEqualTo(patched);
        JsonNode put = ok(200, send("PUT", "products/" + id, "{\"name\":\"y\"}"));
        assertThat(put.path("stock").asInt()).isZero();
        assertThat(put.path("attributes").isNull()).isTrue();
        assertThat(put.path("created_at")).isEqualTo(patched.path("created_at"));
        assertThat(problems(422, "invalid", send("PUT", "products/" + id, "{\"id\":" + id + ",\"created_at\":null}")))
                .containsExactlyInAnyOrder("/id read_only", "/created_at read_only", "/name required");
        problems(415, "unsupported_media_type", send("PUT", "products/" + id, "{}", "Content-Type", "text/plain"));
    }

    @Test
    void what_is_no_record_is_refused_by_name() {
        assertThat(problems(422, "invalid", send("POST", "products", """
            {"price":-1,"cost":"1.234","stock":1.5,"status":"x","category_id":"x","tags":["x"],
             "released_on":"20.11.2026","opens_at":"25:00","image":"*","weight":"x","active":1,
             "mail":"x","page":"x","nope":1,"created_at":"2026-01-01T00:00:00Z","description":1}\
            """)))
                .containsExactlyInAnyOrder(
                        "/name required",
                        "/price minimum",
                        "/cost scale",
                        "/stock type",
                        "/status enum",
                        "/category_id type",
                        "/tags/0 type",
                        "/released_on type",
                        "/opens_at type",
                        "/image type",
                        "/weight type",
                        "/active type",
                        "/mail email",
                        "/page url",
                        "/nope unknown_field",
                        "/created_at read_only",
                        "/description type");
        assertThat(problems(422, "invalid", send("POST", "products", "[]"))).containsExactly(" type");
        problems(400, "malformed_json", send("POST", "products", "{\"name\":\"x\",\"name\":\"y\"}"));
        problems(400, "malformed_json", send("POST", "products", "{\"name\":"));
        problems(400, "malformed_json", send("POST", "products", ""));
        problems(400, "nesting_too_deep", send("POST", "products", "[".repeat(100) + "]".repeat(100)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":\"a\\u0000b\"}",
                "{\"name\":\"\\ud800\"}",
                "{\"name\":\"x\",\"attributes\":\"\\u0000\"}",
                "{\"name\":\"x\",\"attributes\":{\"\\udfff\":1}}",
                "{\"name\":\"x\",\"attributes\":1e99999}",
                "{\"name\":\"x\",\"attributes\":123456789012345678901234567890.123456789}",
                "{\"name\":\"x\",\"stock\":9223372036854775808}",
                "{\"name\":\"x\",\"price\":1e30}",
                "{\"name\":\"x\",\"price\":\"1e-999999999\"}",
                "{\"name\":\"x\",\"weight\":1e400}",
                "{\"name\":\"x\",\"weight\":-0.0}",
                "{\"name\":\"x\",\"released_on\":\"0000-01-01\"}",
                "{\"name\":\"x\",\"released_on\":\"+10000-01-01\"}",
                "{\"name\":\"x\",\"opens_at\":\"23:59:59.999999999\"}",
                "{\"name\":\"x\",\"category_id\":9223372036854775807}",
                "{\"name\":\"x\",\"tags\":[9223372036854775807,1,1]}",
                "{\"name\":\"'; DROP TABLE products; --\"}",
                "{\"name\":{}}",
                "{\"\":1}",
            })
    void no_body_makes_a_500(String body) {
        for (String path : List.of("products", "products/bulk")) {
            HttpResponse<String> response =
                    send("POST", path, path.equals("products") ? body : "{\"create\":[" + body + "]}");
            assertThat(response.statusCode()).as(response.body()).isIn(200, 201, 400, 409, 422);
            if (response.statusCode() == 409 || response.statusCode() == 422) {
                assertThat(json(response).path("errors")).isNotEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "name=%00",
                "name=%ED%A0%80",
                "name=%FF",
                "q=%25%27%22",
                "stock__in=",
                "stock__in=1,,2",
                "id=1e1",
                "price=1e999",
                "price__in=NaN",
                "weight=Infinity",
                "weight=NaN",
                "created_at__gte=2026-11-20",
                "created_at=2026-11-20T10:00:00%2B02:00",
                "released_on__range=a,b",
                "name__in=%5C,%5C%5C,",
                "page=2147483647",
                "page=2147483647&per_page=200",
                "cursor=AAAA",
                "ordering=-",
                "ordering=--id",
                "ordering=,",
                "fields=",
                "expand=",
                "expand=,",
                "=",
                "=1",
                "a[b]=1",
                "name__=1",
                "__=1",
                "name____in=1",
                "__in=1",
                "filter_=1",
                "category__=1",
                "category__category=1",
                "tags__tags=1",
                "category_id__name=x",
                "category__parent__parent__id=1",
                "attributes=1",
                "attributes__isnull=false",
                "image__isnull=1",
                "tags__isnull=0",
                "tags__ne=1"
            })
    void no_query_makes_a_500(String query) {
        HttpResponse<String> response = get("products?" + query);
        assertThat(response.statusCode()).as(query + ": " + response.body()).isIn(200, 400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "x", "1.0", "9223372036854775808", "%20", "1,2", "%E0", "a%2Fb", "1%00"})
    void no_key_makes_a_500(String key) {
        assertThat(get("products/" + key).statusCode()).isIn(400, 404);
    }

    @Test
    void conflicts_are_reported_at_the_field() {
        String name = unique("conflict");
        long id = create("categories", "{\"name\":\"" + name + "\"}").path("id").asLong();
        assertThat(problems(409, "unique", send("POST", "categories", "{\"name\":\"" + name + "\"}")))
                .containsExactly("/name unique");
        long other =
                create("categories", "{\"name\":\"" + name + "2\"}").path("id").asLong();
        assertThat(problems(409, "unique", send("PATCH", "categories/" + other, "{\"name\":\"" + name + "\"}")))
                .containsExactly("/name unique");
        assertThat(problems(
                        409,
                        "reference_not_found",
                        send("POST", "products", "{\"name\":\"x\",\"category_id\":999999}")))
                .containsExactly("/category_id reference_not_found");
        assertThat(problems(409, "reference_not_found", send("POST", "products", "{\"name\":\"x\",\"tags\":[999999]}")))
                .containsExactly("/tags reference_not_found");
        product("x", ",\"category_id\":" + id);
        assertThat(problems(409, "in_use", send("DELETE", "categories/" + id, "")))
                .containsExactly(" in_use");
        assertThat(names(ok(200, get("categories?name__startswith=" + name)))).hasSize(2);
    }

    @Test
    void a_delete_takes_along_what_hangs_on_it() {
        String name = unique("cascade");
        long parent =
                create("categories", "{\"name\":\"" + name + "\"}").path("id").asLong();
        long child = create("categories", "{\"name\":\"" + name + "x\",\"parent_id\":" + parent + "}")
                .path("id")
                .asLong();
        long product = product("x", "");
        List<Long> reviews = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            reviews.add(create("reviews", "{\"product_id\":" + product + ",\"stars\":" + i + "}")
                    .path("id")
                    .asLong());
        }
        HttpResponse<String> tried = send("DELETE", "products/" + product, "", "Prefer", "tx=rollback");
        assertThat(ok(200, tried).toString()).isEqualTo("{\"deleted\":{\"products\":1,\"reviews\":3}}");
        assertThat(header(tried, "Preference-Applied")).isEqualTo("tx=rollback");
        ok(200, get("products/" + product));
        HttpResponse<String> deleted = send("DELETE", "products/" + product, "");
        assertThat(deleted.statusCode()).isEqualTo(204);
        assertThat(deleted.body()).isEmpty();
        reviews.forEach(id -> {
            ok(404, get("reviews/" + id));
            assertThat(audit("reviews", id))
                    .extracting(row -> row.path("event").asText())
                    .containsExactly("create", "delete");
        });
        ok(204, send("DELETE", "categories/" + parent, ""));
        assertThat(ok(200, get("categories/" + child)).path("parent_id").isNull())
                .isTrue();
        assertThat(audit("categories", child))
                .extracting(row -> row.path("event").asText())
                .containsExactly("create", "update");
    }

    @Test
    void the_audit_log_shows_changes_and_no_secrets() {
        long id = product("x", ",\"price\":1,\"secret\":\"hush\"");
        ok(200, send("PATCH", "products/" + id, "{\"price\":2,\"name\":\"x\",\"secret\":\"hushhush\"}"));
        ok(200, send("PATCH", "products/" + id, "{\"price\":\"2.00\",\"name\":\"x\"}"));
        ok(200, send("PATCH", "products/" + id + "?dry_run=true", "{\"price\":3}"));
        ok(404, send("PATCH", "products/" + id + "0000", "{\"price\":3}"));
        ok(204, send("DELETE", "products/" + id, ""));
        List<JsonNode> rows = audit("products", id);
        assertThat(rows).extracting(row -> row.path("event").asText()).containsExactly("create", "update", "delete");
        assertThat(rows).extracting(row -> row.path("actor").asText()).containsOnly(RunningServer.EMAIL);
        assertThat(rows.get(1).path("changes").toString())
                .contains("price", "1.00", "2.00", "secret", "***")
                .doesNotContain("name");
        assertThat(rows.toString()).doesNotContain("hush");
    }

    /** Whether the database can check foreign keys at the end of a transaction. */
    boolean checksForeignKeysLater() {
        return true;
    }

    @Test
    void records_that_refer_to_each_other_are_created_in_one_call() {
        String a = unique("a");
        String b = unique("b");
        String pair = "\"create\":[{\"code\":\"" + a + "\",\"next\":\"" + b + "\"},{\"code\":\"" + b + "\",\"next\":\""
                + a + "\"}]";
        if (!checksForeignKeysLater()) {
            assertThat(problems(409, "reference_not_found", send("POST", "steps/bulk", "{" + pair + "}")))
                    .containsExactly("/create/0/next reference_not_found");
            return;
        }
        String other = unique("c");
        ok(201, send("POST", "steps/", "{\"code\":\"" + other + "\"}"));
        assertThat(problems(
                        409,
                        "reference_not_found",
                        send(
                                "POST",
                                "steps/bulk",
                                "{" + pair + ",\"update\":[{\"code\":\"" + other + "\",\"next\":\"nowhere\"}]}")))
                .containsExactly("/update/0/next reference_not_found");
        ok(200, send("POST", "steps/bulk", "{" + pair + "}"));
        assertThat(ok(200, get("steps/" + a)).path("next").asText()).isEqualTo(b);
        assertThat(ok(200, get("steps/" + b)).path("next").asText()).isEqualTo(a);
        ok(200, send("POST", "steps/bulk", "{\"delete\":[\"" + a + "\",\"" + b + "\"]}"));
    }

    @Test
    void many_operations_are_one_transaction() {
        String name = unique("bulk");
        long a = product(name, "");
        long b = product(name, "");
        HttpResponse<String> response = send(
                "POST",
                "products/bulk/",
                "{\"create\":[{\"name\":\"" + name + "\",\"stock\":1},{\"name\":\"" + name
                        + "\",\"stock\":2}],\"update\":[{\"id\":" + a + ",\"stock\":3,\"attributes\":{\"x\":[1.0]}}],"
                        + "\"delete\":[" + b + "]}");
        JsonNode done = ok(200, response);
        assertThat(done.properties()).extracting(Map.Entry::getKey).containsExactly("created", "updated", "deleted");
        assertThat(done.path("created"))
                .extracting(item -> item.path("stock").asInt())
                .containsExactly(1, 2);
        assertThat(done.path("updated"))
                .extracting(item -> item.path("stock").asInt())
                .containsExactly(3);
        assertThat(done.at("/updated/0/attributes").toString()).isEqualTo("{\"x\":[1.0]}");
        assertThat(done.path("deleted").asInt()).isEqualTo(1);
        assertThat(ok(200, get("products?name=" + name)).path("total").asInt()).isEqualTo(3);

        assertThat(problems(
                        422,
                        "invalid",
                        send(
                                "POST",
                                "products/bulk",
                                "{\"create\":[{\"name\":\"" + name + "\"},{\"nope\":1}],\"update\":[{\"id\":" + a
                                        + ",\"price\":-1},{\"stock\":1}],\"delete\":[" + a + ",\"x\"]}")))
                .containsExactlyInAnyOrder(
                        "/create/1/nope unknown_field",
                        "/create/1/name required",
                        "/update/0/price minimum",
                        "/update/1/id required",
                        "/delete/0 repeated",
                        "/delete/1 type");
        assertThat(problems(
                        404,
                        "not_found",
                        send(
                                "POST",
                                "products/bulk",
                                "{\"create\":[{\"name\":\"" + name + "\"}],\"delete\":[" + b + "]}")))
                .containsExactly("/delete/0 not_found");
        assertThat(problems(
                        409,
                        "reference_not_found",
                        send(
                                "POST",
                                "products/bulk",
                                "{\"create\":[{\"name\":\"" + name + "\"},{\"name\":\"" + name
                                        + "\",\"category_id\":999999}]}")))
                .containsExactly("/create/1/category_id reference_not_found");
        assertThat(ok(200, get("products?name=" + name)).path("total").asInt()).isEqualTo(3);

        JsonNode tried = ok(
                200,
                send("POST", "products/bulk", "{\"create\":[{\"name\":\"" + name + "\"}]}", "Prefer", "tx=rollback"));
        assertThat(tried.path("created")).hasSize(1);
        assertThat(tried.path("updated")).isEmpty();
        assertThat(ok(200, get("products?name=" + name)).path("total").asInt()).isEqualTo(3);
    }

    @Test
    void many_operations_have_limits_and_a_form() {
        assertThat(problems(422, "invalid", send("POST", "products/bulk", "{}")))
                .containsExactly(" items");
        assertThat(problems(
                        422, "invalid", send("POST", "products/bulk", "{\"delete\":[" + "1,".repeat(1_000) + "2]}")))
                .containsExactly(" items");
        assertThat(problems(
                        422,
                        "invalid",
                        send("POST", "products/bulk", "{\"create\":[1],\"update\":{},\"delete\":[null],\"x\":1}")))
                .containsExactlyInAnyOrder("/create/0 type", "/update type", "/delete/0 type", "/x unknown_field");
    }

    @Test
    void a_dry_run_returns_the_result_of_a_real_run() {
        String name = unique("dry");
        HttpResponse<String> created = send("POST", "products", "{\"name\":\"" + name + "\"}", "Prefer", "tx=rollback");
        assertThat(ok(201, created).path("name").asText()).isEqualTo(name);
        assertThat(header(created, "Preference-Applied")).isEqualTo("tx=rollback");
        assertThat(ok(200, get("products?name=" + name)).path("total").asInt()).isZero();
        long id = product(name, "");
        HttpResponse<String> patched =
                send("PATCH", "products/" + id, "{\"stock\":7}", "Prefer", "respond-async, tx=\"rollback\"");
        assertThat(ok(200, patched).path("stock").asInt()).isEqualTo(7);
        ok(200, send("PUT", "products/" + id + "?dry_run=1", "{\"name\":\"z\"}"));
        assertThat(ok(200, get("products/" + id)).path("name").asText()).isEqualTo(name);
        assertThat(problems(422, "invalid", send("POST", "products?dry_run=true", "{}")))
                .containsExactly("/name required");
    }

    @Test
    void an_idempotency_key_gives_the_first_answer_again() {
        String name = unique("once");
        String key = unique("key-");
        HttpResponse<String> first = send("POST", "products", "{\"name\":\"" + name + "\"}", "Idempotency-Key", key);
        HttpResponse<String> second = send("POST", "products/", "{\"name\":\"" + name + "\"}", "Idempotency-Key", key);
        ok(201, first);
        assertThat(header(first, "Idempotent-Replayed")).isEmpty();
        assertThat(header(second, "Idempotent-Replayed")).isEqualTo("true");
        assertThat(second.statusCode()).isEqualTo(201);
        assertThat(second.body()).isEqualTo(first.body());
        for (String one : List.of("Location", "ETag", "Content-Type")) {
            assertThat(header(second, one)).isEqualTo(header(first, one));
        }
        assertThat(ok(200, get("products?name=" + name)).path("total").asInt()).isEqualTo(1);
        problems(
                422,
                "idempotency_mismatch",
                send("POST", "products", "{\"name\":\"" + name + "x\"}", "Idempotency-Key", key));
        problems(
                422,
                "idempotency_mismatch",
                send("POST", "products?dry_run=true", "{\"name\":\"" + name + "\"}", "Idempotency-Key", key));
        problems(422, "invalid", send("POST", "products", "{}", "Idempotency-Key", key + "b"));
        ok(201, send("POST", "products", "{\"name\":\"" + name + "\"}", "Idempotency-Key", key + "b"));
        String taken = "{\"code\":\"" + name + "\"}";
        ok(201, send("POST", "codes", taken));
        problems(409, "unique", send("POST", "codes", taken, "Idempotency-Key", key + "c"));
        ok(204, send("DELETE", "codes/" + name, ""));
        HttpResponse<String> kept = send("POST", "codes", taken, "Idempotency-Key", key + "c");
        problems(409, "unique", kept);
        assertThat(header(kept, "Idempotent-Replayed")).isEqualTo("true");
        problems(400, "invalid_idempotency_key", send("POST", "codes", taken, "Idempotency-Key", "x".repeat(256)));
        problems(400, "invalid_idempotency_key", send("POST", "codes", taken, "Idempotency-Key", "a b"));
    }

    @Test
    void of_many_requests_with_one_key_one_is_executed() throws Exception {
        for (int round = 0; round < 5; round++) {
            String name = unique("twins");
            List<HttpResponse<String>> answers =
                    atOnce(16, i -> send("POST", "products", "{\"name\":\"" + name + "\"}", "Idempotency-Key", name));
            Set<String> bodies = new HashSet<>();
            for (HttpResponse<String> answer : answers) {
                if (answer.statusCode() == 201) {
                    bodies.add(answer.body());
                } else {
                    problems(409, "request_in_progress", answer);
                    assertThat(header(answer, "Retry-After")).isNotEmpty();
                }
            }
            assertThat(bodies).hasSize(1);
            assertThat(ok(200, get("products?name=" + name)).path("total").asInt())
                    .isEqualTo(1);
        }
    }

    @Test
    void a_refusal_before_the_work_keeps_nothing() {
        long before = keptAnswers();
        String clerk = clerk("\"products\":[\"view\"]", "", "");
        for (String path : List.of("nothing", "products", "products/9/nothing", "admin_audit_log")) {
            for (String bearer : List.of(clerk, "")) {
                HttpResponse<String> refused = server.exchange(
                        "POST", "/admin/api/" + path, bearer, "{\"name\":\"x\"}", "Idempotency-Key", unique("key-"));
                assertThat(refused.statusCode()).isBetween(401, 405);
            }
        }
        problems(422, "invalid", send("POST", "products", "{}", "Idempotency-Key", unique("key-")));
        ok(201, send("POST", "products?dry_run=true", "{\"name\":\"x\"}", "Idempotency-Key", unique("key-")));
        assertThat(keptAnswers()).isEqualTo(before);
        ok(201, send("POST", "products", "{\"name\":\"x\"}", "Idempotency-Key", unique("key-")));
        assertThat(keptAnswers()).isEqualTo(before + 1);
    }

    private long keptAnswers() {
        try (Connection connection = TestDatabases.connect(settings);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM admin_idempotency_keys")) {
            return rows.next() ? rows.getLong(1) : 0;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void keys_belong_to_their_user() {
        String clerk = clerk("\"products\":[\"view\",\"create\"]", "", "");
        String key = unique("key-");
        ok(201, send("POST", "products", "{\"name\":\"x\"}", "Idempotency-Key", key));
        HttpResponse<String> other =
                server.send("POST", "/admin/api/products", clerk, "{\"name\":\"y\"}", "Idempotency-Key", key);
        assertThat(ok(201, other).path("name").asText()).isEqualTo("y");
    }

    /** The token of a new user with a separate role. */
    private String clerk(String permissions, String fields, String policies) {
        String name = unique("clerk");
        JsonNode role = create(
                "roles",
                "{\"name\":\"" + name + "\",\"permissions\":{" + permissions + "},\"field_permissions\":{" + fields
                        + "},\"row_policies\":{" + policies + "}}");
        create(
                "admin_users",
                "{\"email\":\"" + name + "@example.com\",\"password\":\"" + CLERK_PASSWORD + "\",\"roles\":["
                        + role.path("id") + "]}");
        return server.token(name + "@example.com", CLERK_PASSWORD);
    }

    private HttpResponse<String> as(String user, String method, String path, String body) {
        return server.send(method, "/admin/api/" + path, user, body);
    }

    @Test
    void without_the_right_it_is_403_before_anything_else() {
        String clerk = clerk("\"tags\":[\"view\"]", "", "");
        long id = product("x", "");
        for (String path : List.of("products", "products/" + id, "products/99999999", "products?nope=1")) {
            problems(403, "forbidden", as(clerk, "GET", path, ""));
        }
        problems(403, "forbidden", as(clerk, "POST", "products", "{\"nope\":1}"));
        problems(403, "forbidden", as(clerk, "PATCH", "products/99999999", "{\"nope\":1}"));
        problems(403, "forbidden", as(clerk, "PUT", "products/" + id, "{}"));
        problems(403, "forbidden", as(clerk, "DELETE", "products/99999999", ""));
        problems(403, "forbidden", as(clerk, "POST", "products/bulk", "{\"delete\":[99999999]}"));
        problems(403, "forbidden", as(clerk, "POST", "tags", "{\"name\":\"x\"}"));
        ok(200, as(clerk, "GET", "tags", ""));
        ok(404, as(clerk, "GET", "nothing", ""));
    }

    @Test
    void users_cannot_take_over_users_with_more_rights() {
        String keeper = clerk("\"admin_users\":[\"view\",\"edit\"]", "", "");
        String password = "{\"password\":\"meadow-Compass-17-violin\"}";
        String address = "{\"email\":\"" + unique("taken") + "@example.com\"}";
        long plain = user("{}");
        ok(200, as(keeper, "PATCH", "admin_users/" + plain, password));
        long byRole = user("{\"tags\":[\"view\"]}");
        long byGrant = user("{}");
        server.hexadmin()
                .installation()
                .access()
                .managingRoles()
                .grantDirectly(new Actor.Operator("test"), new UserId(byGrant), Map.of("tags", Set.of(Action.VIEW)));
        for (long stronger : List.of(byRole, byGrant)) {
            for (String body : List.of(password, address)) {
                problems(403, "escalation", as(keeper, "PATCH", "admin_users/" + stronger, body));
            }
            ok(200, as(keeper, "PATCH", "admin_users/" + stronger, "{\"full_name\":\"x\"}"));
            ok(200, send("PATCH", "admin_users/" + stronger, password));
        }
    }

    /** The id of a new user with a separate role. */
    private long user(String permissions) {
        String name = unique("user");
        JsonNode role = create("roles", "{\"name\":\"" + name + "\",\"permissions\":" + permissions + "}");
        return create(
                        "admin_users",
                        "{\"email\":\"" + name + "@example.com\",\"password\":\"" + CLERK_PASSWORD + "\",\"roles\":["
                                + role.path("id") + "]}")
                .path("id")
                .asLong();
    }

    @Test
    void fields_that_may_not_be_seen_or_written_are_closed_everywhere() {
        String clerk = clerk(
                "\"products\":[\"view\",\"edit\",\"create\"]", "\"products\":{\"cost\":[],\"stock\":[\"view\"]}", "");
        long id = product("x", ",\"cost\":5,\"stock\":5,\"price\":1");
        HttpResponse<String> read = as(clerk, "GET", "products/" + id, "");
        assertThat(ok(200, read).has("cost")).isFalse();
        assertThat(json(read).path("stock").asInt()).isEqualTo(5);
        assertThat(header(read, "ETag")).contains(".");
        for (String query :
                List.of("cost=5", "cost__gt=1", "ordering=cost", "fields=id,cost", "category__name=x", "expand=tags")) {
            problems(403, "field_forbidden", as(clerk, "GET", "products?" + query, ""));
        }
        assertThat(problems(403, "field_forbidden", as(clerk, "PATCH", "products/" + id, "{\"stock\":1,\"cost\":1}")))
                .containsExactlyInAnyOrder("/stock field_forbidden", "/cost field_forbidden");
        ok(200, as(clerk, "PUT", "products/" + id, "{\"name\":\"y\"}"));
        JsonNode after = ok(200, get("products/" + id));
        assertThat(after.path("cost").asText()).isEqualTo("5.00");
        assertThat(after.path("stock").asInt()).isEqualTo(5);
        assertThat(after.path("price").isNull()).isTrue();
        HttpResponse<String> patched = server.send(
                "PATCH",
                "/admin/api/products/" + id,
                clerk,
                "{\"name\":\"z\"}",
                "If-Match",
                header(as(clerk, "GET", "products/" + id, ""), "ETag"));
        assertThat(ok(200, patched).has("cost")).isFalse();
    }

    @Test
    void row_policies_bind_every_way_to_a_record() {
        String owner = "" + (2_000_000 + NUMBER.incrementAndGet());
        String clerk = clerk(
                "\"products\":[\"view\",\"edit\",\"create\",\"delete\"],\"reviews\":[\"view\"]",
                "",
                "\"products\":\"owner_id = " + owner + "\"");
        long mine = product("mine", ",\"owner_id\":" + owner);
        long other = product("other", ",\"owner_id\":1");
        assertThat(names(ok(200, as(clerk, "GET", "products", "")))).containsExactly("mine");
        assertThat(ok(200, as(clerk, "GET", "products", "")).path("total").asInt())
                .isEqualTo(1);
        problems(404, "not_found", as(clerk, "GET", "products/" + other, ""));
        problems(404, "not_found", as(clerk, "PATCH", "products/" + other, "{\"name\":\"x\"}"));
        problems(404, "not_found", as(clerk, "PUT", "products/" + other, "{\"name\":\"x\"}"));
        problems(404, "not_found", as(clerk, "DELETE", "products/" + other, ""));
        problems(404, "not_found", as(clerk, "POST", "products/bulk", "{\"delete\":[" + other + "]}"));
        problems(403, "row_policy", as(clerk, "PATCH", "products/" + mine, "{\"owner_id\":1}"));
        problems(403, "row_policy", as(clerk, "POST", "products", "{\"name\":\"x\"}"));
        assertThat(problems(403, "row_policy", as(clerk, "POST", "products/bulk", "{\"create\":[{\"name\":\"x\"}]}")))
                .containsExactly("/create/0 row_policy");
        ok(201, as(clerk, "POST", "products", "{\"name\":\"x\",\"owner_id\":" + owner + "}"));
        long review =
                create("reviews", "{\"product_id\":" + other + "}").path("id").asLong();
        long own = create("reviews", "{\"product_id\":" + mine + "}").path("id").asLong();
        JsonNode filtered = ok(200, as(clerk, "GET", "reviews?product__name__in=mine,other", ""));
        assertThat(filtered.path("total").asInt()).isEqualTo(1);
        JsonNode unseen = ok(200, as(clerk, "GET", "reviews/" + review + "?expand=product", ""));
        assertThat(unseen.path("product_id").asLong()).isEqualTo(other);
        // the review would go along, and the clerk may not delete reviews
        problems(403, "forbidden", as(clerk, "DELETE", "products/" + mine, ""));
        ok(204, send("DELETE", "reviews/" + own, ""));
        ok(204, as(clerk, "DELETE", "products/" + mine, ""));
    }

    @Test
    void who_may_create_but_not_view_gets_the_key() {
        String clerk = clerk("\"products\":[\"create\"]", "", "");
        assertThat(ok(201, as(clerk, "POST", "products", "{\"name\":\"x\"}")).properties())
                .extracting(Map.Entry::getKey)
                .containsExactly("id");
    }

    @Test
    void rules_in_code_start_other_threads_after_the_commit() {
        JsonNode created = create("ruled", "{\"name\":\"Alone\"}");
        HttpResponse<String> refused = send("PATCH", "ruled/" + created.path("id"), "{\"name\":\"aside\"}");
        problems(409, "ruled_out", refused);
        assertThat(refused.body()).contains("on another thread");
        assertThat(ok(200, get("ruled/?name=Made%20aside")).path("total").asInt())
                .isZero();
        ok(200, send("PATCH", "ruled/" + created.path("id"), "{\"name\":\"later\"}"));
        assertThat(ok(200, get("ruled/?name=Made%20aside"))
                        .path("items")
                        .path(0)
                        .path("slug")
                        .asText())
                .isEqualTo("made aside");
    }

    @Test
    void rules_in_code_hold() {
        JsonNode created = create("ruled", "{\"name\":\"Loud\"}");
        assertThat(created.path("slug").asText()).isEqualTo("loud");
        assertThat(problems(409, "ruled_out", send("PATCH", "ruled/" + created.path("id"), "{\"name\":\"no\"}")))
                .containsExactly("/name ruled_out");
        assertThat(problems(
                        409,
                        "ruled_out",
                        send(
                                "POST",
                                "ruled/bulk",
                                "{\"update\":[{\"id\":" + created.path("id") + ",\"name\":\"no\"}]}")))
                .containsExactly("/update/0/name ruled_out");
        problems(500, "internal_error", send("PATCH", "ruled/" + created.path("id"), "{\"name\":\"old\"}"));
        assertThat(ok(200, get("ruled/" + created.path("id"))).path("name").asText())
                .isEqualTo("Loud");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "products",
                "products/1",
                "products/bulk",
                "codes/bulk",
                "admin_audit_log",
                "admin_audit_log/1",
                "admin_audit_log/bulk",
                "roles",
                "roles/999999",
                "nothing",
                "nothing/1"
            })
    void options_lists_just_what_is_answered(String path) {
        HttpResponse<String> options = server.exchange("OPTIONS", "/admin/api/" + path, token, "");
        List<String> allowed = List.of(header(options, "Allow").split(", "));
        assertThat(options.statusCode()).isEqualTo(allowed.contains("OPTIONS") ? 204 : 404);
        for (String method : List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE")) {
            boolean body = method.startsWith("P");
            HttpResponse<String> answer = server.exchange(
                    method,
                    "/admin/api/" + path + (body || method.equals("DELETE") ? "?dry_run=true" : ""),
                    token,
                    body ? "{}" : "");
            if (options.statusCode() == 404) {
                assertThat(answer.statusCode()).as(method).isEqualTo(404);
            } else if (allowed.contains(method)) {
                assertThat(answer.statusCode()).as(method).isNotEqualTo(405);
            } else {
                if (method.equals("HEAD")) {
                    assertThat(answer.statusCode()).isEqualTo(405);
                } else {
                    problems(405, "method_not_allowed", answer);
                }
                assertThat(header(answer, "Allow")).isEqualTo(header(options, "Allow"));
            }
        }
        assertThat(server.exchange("OPTIONS", "/admin/api/" + path, "", "").statusCode())
                .isEqualTo(path.startsWith("roles") ? 204 : 401);
    }

    @Test
    void a_bulk_path_is_a_record_only_where_a_key_can_be_that() {
        HttpResponse<String> put = server.exchange("PUT", "/admin/api/products/bulk", token, "{}");
        problems(405, "method_not_allowed", put);
        assertThat(header(put, "Allow")).isEqualTo("POST, OPTIONS");
        for (String query : List.of("", "?nope=1", "?fields=nope", "?page=0")) {
            HttpResponse<String> read = send("GET", "products/bulk" + query, "");
            problems(405, "method_not_allowed", read);
            assertThat(header(read, "Allow")).isEqualTo("POST, OPTIONS");
        }
        ok(404, get("codes/bulk"));
        ok(201, send("POST", "codes", "{\"code\":\"bulk\"}"));
        assertThat(ok(200, get("codes/bulk")).path("code").asText()).isEqualTo("bulk");
        ok(204, send("DELETE", "codes/bulk", ""));
    }

    @Test
    void large_lists_come_compressed_to_those_who_take_it() {
        create("products", "{\"name\":\"" + unique("zip") + "\",\"description\":\"" + "x".repeat(20_000) + "\"}");
        HttpResponse<byte[]> zipped = server.bytes("/admin/api/products?ordering=-id&per_page=1", token, "gzip");
        assertThat(zipped.headers().firstValue("Content-Encoding")).contains("gzip");
        assertThat(zipped.headers().firstValue("Vary")).contains("Accept-Encoding");
        assertThat(zipped.body().length).isLessThan(2_000);
        HttpResponse<byte[]> plain = server.bytes("/admin/api/products?ordering=-id&per_page=1", token, "identity");
        assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(unzipped(zipped.body())).isEqualTo(new String(plain.body(), StandardCharsets.UTF_8));
        HttpResponse<byte[]> document = server.bytes("/openapi.json", "", "gzip");
        assertThat(document.headers().firstValue("Content-Encoding")).contains("gzip");
        assertThat(unzipped(document.body())).startsWith("{\"openapi\":");
    }

    @Test
    void the_etag_of_a_compressed_record_matches_the_record() {
        JsonNode made = create(
                "products", "{\"name\":\"" + unique("zip") + "\",\"description\":\"" + "x".repeat(20_000) + "\"}");
        String path = "products/" + made.path("id");
        HttpResponse<byte[]> zipped = server.bytes("/admin/api/" + path, token, "gzip");
        String tag = zipped.headers().firstValue("ETag").orElseThrow();
        String plain = header(get(path), "ETag");
        assertThat(tag).isNotEqualTo(plain);
        for (String each : List.of(tag, plain)) {
            HttpResponse<String> known = get(path, "If-None-Match", each);
            assertThat(known.statusCode()).isEqualTo(304);
            assertThat(header(known, "ETag")).isEqualTo(each);
        }
        ok(200, send("PATCH", path, "{\"stock\":1}", "If-Match", tag));
        problems(412, "precondition_failed", send("PATCH", path, "{\"stock\":2}", "If-Match", tag));
    }

    private static String unzipped(byte[] body) {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void what_is_not_served_here_is_not_there() {
        for (String path :
                List.of("nothing", "pages", "admin_roles", "Products", "products/1/2", "admin_refresh_tokens")) {
            ok(404, get(path));
        }
        HttpResponse<String> readOnly = send("POST", "admin_audit_log", "{}");
        problems(405, "method_not_allowed", readOnly);
        assertThat(header(readOnly, "Allow")).contains("GET").contains("HEAD").doesNotContain("POST");
        for (String method : List.of("PUT", "PATCH", "DELETE")) {
            problems(405, "method_not_allowed", send(method, "admin_audit_log/1", method.equals("DELETE") ? "" : "{}"));
        }
        problems(405, "method_not_allowed", send("POST", "admin_audit_log/bulk", "{\"delete\":[1]}"));
        problems(405, "method_not_allowed", send("DELETE", "products", ""));
        problems(406, "not_acceptable", get("products", "Accept", "text/html"));
        for (String path : List.of("/admin/api", "/admin/api/")) {
            problems(404, "not_found", server.exchange("GET", path, token, "", "Accept", "text/html"));
        }
    }

    @Test
    void a_head_has_the_headers_of_the_get() {
        long id = product("x", "");
        HttpResponse<String> read = get("products/" + id + "/");
        HttpResponse<String> head = send("HEAD", "products/" + id, "");
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(header(head, "ETag")).isEqualTo(header(read, "ETag"));
        assertThat(header(head, "Content-Length")).isEqualTo(header(read, "Content-Length"));
        assertThat(header(send("HEAD", "products", ""), "Link")).contains("rel=\"first\"");
    }
}
