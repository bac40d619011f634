package dev.hexadmin.persistence.introspection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InflectionTest {
    @ParameterizedTest
    @CsvSource({
        "customer, customers",
        "category, categories",
        "address, addresses",
        "status, statuses",
        "box, boxes",
        "branch, branches",
        "house, houses",
        "warehouse, warehouses",
        "course, courses",
        "database, databases",
        "person, people",
        "child, children",
        "analysis, analyses",
        "basis, bases",
        "movie, movies",
        "cache, caches",
        "key, keys",
        "day, days",
        "news, news",
        "Order line, Order lines",
        "media_type, media_types",
        "License, Licenses",
        "purchase, purchases",
        "response, responses",
        "invoice, invoices",
        "leaf, leaves",
        "cause, causes",
        "bus, buses",
        "match, matches",
        "photo, photos",
        "Hr emp, Hr emps",
        "process, processes",
        "price, prices",
        "tax, taxes"
    })
    void a_noun_has_a_singular_and_a_plural(String one, String many) {
        assertThat(Inflection.plural(one)).isEqualTo(many);
        assertThat(Inflection.plural(many)).isEqualTo(many);
        if (!one.equals("basis")) { // bases may also be those of a base
            assertThat(Inflection.singular(many)).isEqualTo(one);
        }
        assertThat(Inflection.singular(one)).isEqualTo(one);
    }
}
