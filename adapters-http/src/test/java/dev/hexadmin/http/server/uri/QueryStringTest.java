package dev.hexadmin.http.server.uri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.models.Violation;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryStringTest {
    @Test
    void lists_may_be_repeated_with_and_without_brackets() {
        assertThat(
                        QueryString.parse(
                                "fields=id&page=2&fields=name,price&expand[]=tags&expand%5B%5D=category_id"
                                        + "&name__in=a&name__in[]=b%5C,c&lookups[id__in]=1&lookups[id__in]=2&price__range=1&price__range=5"))
                .isEqualTo(Map.of(
                        "fields", "id,name,price",
                        "page", "2",
                        "expand", "tags,category_id",
                        "name__in", "a,b\\,c",
                        "lookups[id__in]", "1,2",
                        "price__range", "1,5"));
    }

    @ParameterizedTest
    @CsvSource({
        "page=1&page=2, ?page",
        "name=a&name=b, ?name",
        "name__contains=a&name__contains=b, ?name__contains",
        "field=a&field=b, ?field",
        "__in=a&__in=b, ?__in"
    })
    void no_other_parameter_may_be_repeated(String query, String pointer) {
        assertThat(catchThrowableOfType(RequestRejectedException.class, () -> QueryString.parse(query))
                        .violations())
                .extracting(Violation::pointer, Violation::code)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(pointer, "repeated"));
    }
}
