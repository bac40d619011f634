package dev.hexadmin.http.server.uri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathPatternTest {
    @ParameterizedTest(name = "{0} and {1}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
                    /admin/api/**       | /admin/api               | true
                    /admin/api/**       | /admin/api/              | true
                    /admin/api/**       | /admin/api/products/     | true
                    /admin/api/**       | /admin/api/products/1/x  | true
                    /admin/api/**       | /admin/apis              | false
                    /admin/api/**       | /admin                   | false
                    /admin/api/*        | /admin/api/products      | true
                    /admin/api/*        | /admin/api/products/     | true
                    /admin/api/*        | /admin/api/products/1    | false
                    /admin/api/*        | /admin/api/              | false
                    /admin/*/products   | /admin/api/products      | true
                    /admin/*/products   | /admin/api/orders        | false
                    /admin/api/products | /admin/api/%70roducts/   | true
                    /admin/api/products | /admin/api/products%2F   | false
                    /admin/api/products | /admin/api/Products      | false
                    /admin/api/products | /admin/api/products//    | true
                    /admin/*/**         | /admin/a%2Fb             | true
                    /admin/*/**         | /admin                   | false
                    /                   | /                        | true
                    /                   | /admin                   | false
                    /**                 | /                        | true
                    /**                 | /observe/health          | true
                    /naïve              | /na%C3%AFve              | true
                    """)
    void a_path_is_held_against_it_by_segments(String pattern, String path, boolean matches) {
        assertThat(PathPattern.parse(pattern).matches(path)).isEqualTo(matches);
    }

    @ParameterizedTest(name = "{0} and {1}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
                    /admin/api/**         | /admin/api/products/{id} | true
                    /admin/api/**         | /admin/api/products/     | true
                    /admin/api/products/* | /admin/api/{model}/{id}  | true
                    /admin/api/products/* | /admin/api/orders/{id}   | false
                    /admin/api/products   | /admin/api/products/     | true
                    /admin/api/products   | /admin/api/products/{id} | false
                    /admin/*              | /admin                   | false
                    /**                   | /                        | true
                    """)
    void a_route_overlaps_it_when_one_of_its_paths_may_match(String pattern, String template, boolean overlaps) {
        assertThat(PathPattern.parse(pattern).overlaps(template)).isEqualTo(overlaps);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "admin", "/a//b", "/a*/b", "/a/**/b", "/a?b", "/a#b", "/%61", "/a//"})
    void what_is_no_pattern_is_named(String text) {
        assertThatThrownBy(() -> PathPattern.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'");
    }
}
