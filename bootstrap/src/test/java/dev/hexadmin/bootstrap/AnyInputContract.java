package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** For any input the response is one for the caller, never a 500. */
abstract class AnyInputContract {
    private static final long SEED = 4_711;
    private static final int REQUESTS = 3_000;

    private static final List<String> FIELDS = List.of(
            "id",
            "name",
            "price",
            "category_id",
            "category__name",
            "status",
            "released_on",
            "created_at",
            "tags",
            "attributes",
            "weight_kg",
            "tags__name",
            "category__parent__name",
            "nothing",
            "",
            "__",
            "name__",
            "id__id");
    private static final List<String> LOOKUPS = List.of(
            "exact",
            "iexact",
            "ne",
            "contains",
            "icontains",
            "startswith",
            "istartswith",
            "endswith",
            "iendswith",
            "gt",
            "gte",
            "lt",
            "lte",
            "range",
            "in",
            "isnull",
            "regex");
    private static final List<String> VALUES = List.of(
            "1",
            "-1",
            "0",
            "9223372036854775807",
            "9223372036854775808",
            "1e400",
            "-0.0",
            "NaN",
            "Infinity",
            "19.999",
            "true",
            "",
            " ",
            "%",
            "_",
            "\\",
            "'",
            "\"",
            "\u0000",
            "\uD83D\uDE00",
            "ß",
            "a,b",
            "a\\,b",
            ",",
            "2026-02-30",
            "2026-11-20",
            "0000-01-01",
            "99999-01-01T00:00:00Z",
            "2026-11-20T17:30:00Z",
            "2026-11-20T17:30:00+14:00",
            "draft",
            "null",
            "[]",
            "{}",
            "1,2,3",
            "-name,price",
            "; DROP TABLE products",
            "a".repeat(300));

    private static final List<String> JSON = List.of(
            "null",
            "true",
            "1",
            "-1",
            "1.5",
            "1e400",
            "1e-400",
            "9223372036854775808",
            "\"\"",
            "\"a\"",
            "\"\\u0000\"",
            "\"\\ud800\"",
            "[]",
            "[1]",
            "[1,\"a\",null]",
            "{}",
            "{\"a\":{\"b\":[1]}}",
            "\"2026-02-30\"",
            "\"draft\"",
            "\"19.90\"",
            "[99999999]");

    @TempDir
    Path folder;

    abstract DatabaseSettings database(Path folder);

    @Test
    void no_input_makes_a_500() {
        Random random = new Random(SEED);
        try (RunningServer server = RunningServer.start(
                database(folder), b -> b.configuration(repositoryFile("examples/storefront/hexadmin.yaml")))) {
            String token = server.token();
            server.send("POST", "/admin/api/categories/", token, "{\"name\":\"One\",\"slug\":\"one\"}");
            server.send("POST", "/admin/api/tags/", token, "{\"name\":\"One\"}");
            int carriedOut = 0;
            for (int i = 0; i < REQUESTS; i++) {
                String method = List.of("GET", "GET", "GET", "POST", "PATCH", "PUT", "DELETE")
                        .get(random.nextInt(7));
                boolean list = method.equals("POST") || (method.equals("GET") && random.nextInt(4) > 0);
                String path = "/admin/api/"
                        + pick(
                                random,
                                List.of(
                                        "products",
                                        "products",
                                        "categories",
                                        "orders",
                                        "countries",
                                        "admin_users",
                                        "x"))
                        + (list ? "/" : "/" + (random.nextBoolean() ? "1" : encoded(pick(random, VALUES))))
                        + (method.equals("GET") ? query(random) : "");
                String body = list && method.equals("POST") || method.equals("PATCH") || method.equals("PUT")
                        ? body(random)
                        : "";
                HttpResponse<String> answer = server.send(method, path, token, body, "Prefer", "tx=rollback");
                assertThat(answer.statusCode())
                        .as("seed " + SEED + ", request " + i + ": " + method + " " + path + "\n" + body + "\n"
                                + answer.body())
                        .isLessThan(500);
                carriedOut += answer.statusCode() < 300 ? 1 : 0;
            }
            // not everything is refused before it reaches the database
            assertThat(carriedOut).isGreaterThan(REQUESTS / 20);
            assertThat(server.send("GET", "/admin/api/products/", token, "").statusCode())
                    .isEqualTo(200);
        }
    }

    private static Path repositoryFile(String name) {
        Path folder = Path.of("").toAbsolutePath();
        return folder.endsWith("bootstrap") ? folder.resolveSibling(name) : folder.resolve(name);
    }

    private static String query(Random random) {
        if (random.nextBoolean()) {
            // fits: reaches the database, with characters that mean something there
            return "?" + pick(random, List.of("name", "slug", "description", "filter_name"))
                    + pick(
                            random,
                            List.of(
                                    "",
                                    "__icontains",
                                    "__startswith",
                                    "__iendswith",
                                    "__iexact",
                                    "__ne",
                                    "__gt",
                                    "__in"))
                    + "=" + encoded(pick(random, VALUES).replace("\u0000", ""));
        }
        StringBuilder query = new StringBuilder("?");
        for (int i = random.nextInt(3); i >= 0; i--) {
            String name = switch (random.nextInt(6)) {
                case 0 ->
                    pick(random, List.of("page", "per_page", "cursor", "count", "ordering", "q", "fields", "expand"));
                case 1 -> "filter_" + pick(random, FIELDS);
                case 2 -> pick(random, FIELDS);
                default -> pick(random, FIELDS) + "__" + pick(random, LOOKUPS);
            };
            query.append(encoded(name))
                    .append('=')
                    .append(encoded(pick(random, VALUES)))
                    .append('&');
        }
        return query.substring(0, query.length() - 1);
    }

    private static String body(Random random) {
        if (random.nextInt(20) == 0) {
            return pick(random, JSON) + pick(random, List.of("", ",", "}", "\u0001"));
        }
        StringBuilder body =
                new StringBuilder("{\"name\":\"n").append(random.nextInt()).append('"');
        for (String field : List.of(
                "slug",
                "sku",
                "price",
                "cost",
                "stock",
                "weight_kg",
                "status",
                "category_id",
                "tags",
                "released_on",
                "attributes",
                "created_at",
                "is_active",
                "email",
                "password",
                "roles",
                "code")) {
            if (random.nextInt(3) == 0) {
                body.append(",\"").append(field).append("\":").append(pick(random, JSON));
            }
        }
        return body.append('}').toString();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String pick(Random random, List<String> all) {
        return all.get(random.nextInt(all.size()));
    }
}
