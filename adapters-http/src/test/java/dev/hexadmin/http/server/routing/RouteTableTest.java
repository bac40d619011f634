package dev.hexadmin.http.server.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.http.server.response.Response;
import io.helidon.http.Method;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class RouteTableTest {
    private static final List<String> TEMPLATES = List.of(
            "/",
            "/admin/api/roles",
            "/admin/api/roles/{id}",
            "/admin/api/{model}",
            "/admin/api/{model}/bulk",
            "/admin/api/{model}/{id}",
            "/admin/api/search",
            "/observe/health/live",
            "/{a}/{b}/{c}/end");

    private final RouteTable table = table(TEMPLATES);

    @Test
    void a_literal_wins_over_a_variable() {
        assertThat(template("/admin/api/roles")).isEqualTo("/admin/api/roles");
        assertThat(template("/admin/api/roles/bulk")).isEqualTo("/admin/api/roles/{id}");
        assertThat(template("/admin/api/products/bulk")).isEqualTo("/admin/api/{model}/bulk");
    }

    @Test
    void the_variable_is_tried_where_the_literal_leads_nowhere() {
        assertThat(template("/admin/api/search/5")).isEqualTo("/admin/api/{model}/{id}");
        assertThat(template("/admin/api/roles/5/end")).isNull();
        assertThat(template("/observe/health/dead/end")).isEqualTo("/{a}/{b}/{c}/end");
    }

    @Test
    void one_trailing_slash_makes_no_difference_and_two_do() {
        assertThat(template("/admin/api/products/")).isEqualTo("/admin/api/{model}");
        assertThat(template("/")).isEqualTo("/");
        assertThat(template("//")).isNull();
        assertThat(template("/admin/api/products//")).isNull();
        assertThat(template("/admin//products")).isNull();
        assertThat(template("admin/api/products")).isNull();
        assertThat(template("")).isNull();
        assertThat(template("*")).isNull();
    }

    @Test
    void variables_are_raw_and_in_order() {
        RouteTable.Match match = table.find("/admin/api/play%20list/1,2%2C3/");

        assertThat(match).isNotNull();
        assertThat(match.value(0)).isEqualTo("play%20list");
        assertThat(match.value(1)).isEqualTo("1,2%2C3");
    }

    @Test
    void many_literals_in_one_place_are_told_apart() {
        List<String> many =
                IntStream.range(0, 500).mapToObj(i -> "/x/literal" + i).toList();
        RouteTable big = table(many);

        for (String path : many) {
            RouteTable.Match match = big.find(path);
            assertThat(match).isNotNull();
            RouteTable.Endpoint endpoint = match.endpoint(Method.GET);
            assertThat(endpoint).isNotNull();
            assertThat(endpoint.route().template()).isEqualTo(path);
        }
        assertThat(big.find("/x/literal500")).isNull();
    }

    @Test
    void the_same_route_twice_stops_the_start() {
        assertThatThrownBy(() -> table(List.of("/a/{x}", "/a/{y}")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the routes GET /a/{x} and GET /a/{y} are one and the same");
    }

    @Test
    void a_badly_written_route_stops_the_start() {
        assertThatThrownBy(() -> table(List.of("/a//b"))).hasMessageContaining("GET /a//b");
        assertThatThrownBy(() -> table(List.of("/a/{x}/{x}"))).hasMessageContaining("GET /a/{x}/{x}");
        assertThatThrownBy(() -> table(List.of("/a/"))).hasMessageContaining("GET /a/");
        assertThatThrownBy(() -> new Route(Method.GET, "/a", null, exchange -> Response.empty(204)))
                .hasMessage("the route GET /a declares no policy");
    }

    @RepeatedTest(1_000)
    void a_found_route_fits_the_path_and_an_unfound_path_fits_none(RepetitionInfo seed) {
        SplittableRandom random = new SplittableRandom(seed.getCurrentRepetition());
        List<String> words =
                List.of("admin", "api", "roles", "search", "bulk", "5", "", "observe", "health", "live", "end");
        String path = random.ints(random.nextInt(6), 0, words.size())
                .mapToObj(words::get)
                .collect(Collectors.joining("/", "/", ""));
        String found = template(path);

        List<String> fitting = TEMPLATES.stream()
                .filter(template ->
                        path.matches(template.equals("/") ? "/" : template.replaceAll("\\{[a-z]+}", "[^/]+") + "/?"))
                .toList();
        if (found == null) {
            assertThat(fitting).isEmpty();
        } else {
            assertThat(fitting).contains(found);
        }
    }

    private static RouteTable table(List<String> templates) {
        return new RouteTable(
                templates.stream()
                        .map(template -> new Route(
                                Method.GET,
                                template.equals("/") ? "" : template,
                                Policy.PUBLIC,
                                exchange -> Response.empty(204)))
                        .toList(),
                (template, method) -> new RouteTimers(new SimpleMeterRegistry(), template, method.text()));
    }

    private @Nullable String template(String path) {
        RouteTable.Match match = table.find(path);
        if (match == null) {
            return null;
        }
        RouteTable.Endpoint endpoint = match.endpoint(Method.GET);
        assertThat(endpoint).isNotNull();
        return endpoint.route().template().isEmpty() ? "/" : endpoint.route().template();
    }
}
