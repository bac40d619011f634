package dev.hexadmin.application.records.internal;

import static dev.hexadmin.application.records.internal.Shop.SUPER;
import static dev.hexadmin.application.records.internal.Shop.actor;
import static dev.hexadmin.application.records.internal.Shop.grant;
import static dev.hexadmin.application.records.internal.Shop.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.RequestRejectedException.Category;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.ListQuery.CountMode;
import dev.hexadmin.domain.records.ListQuery.Position;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.Shape;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ListBindingTest {
    private final Shop shop = new Shop();
    private final Shapes shapes = new Shapes();
    private final ListBinding binding = new ListBinding(
            new AccessScope(
                    (actor, model, action) -> shop.policies.getOrDefault(model.name(), Condition.always()),
                    Map.<String, RecordHooks>of()),
            shapes,
            new Cursors(Shop.KEY));

    private ListQuery read(Actor actor, String... parameters) {
        return binding.list(actor, ListRequest.of(shop.products, map(parameters)), CountMode.EXACT)
                .query();
    }

    private Condition condition(String name, String value) {
        return read(SUPER, name, value).condition();
    }

    private RequestRejectedException refusal(Actor actor, String... parameters) {
        return catchThrowableOfType(RequestRejectedException.class, () -> read(actor, parameters));
    }

    private FieldPath path(String text) {
        return ModelRegistry.path(shop.products, text).orElseThrow();
    }

    private Condition compare(String path, Lookup lookup, Object... values) {
        return new Condition.Compare(path(path), lookup, List.of(values));
    }

    @Test
    void nothing_asked_is_the_first_page_in_the_models_own_order() {
        ListQuery query = read(SUPER);
        assertThat(query.condition()).isEqualTo(Condition.always());
        assertThat(query.position()).isEqualTo(new Position.Page(1));
        assertThat(query.limit()).isEqualTo(20);
        assertThat(query.count()).isEqualTo(CountMode.EXACT);
        assertThat(binding.list(SUPER, ListRequest.of(shop.products, map()), CountMode.BOUNDED)
                        .query()
                        .count())
                .isEqualTo(CountMode.BOUNDED);
        assertThat(binding.list(SUPER, ListRequest.of(shop.products, map("count", "none")), CountMode.BOUNDED)
                        .query()
                        .count())
                .isEqualTo(CountMode.NONE);
        assertThat(query.ordering())
                .extracting(
                        order -> (order.descending() ? "-" : "") + order.field().name())
                .containsExactly("-price", "-id");
        assertThat(query.shape()).isEqualTo(Shape.full(shop.products));
    }

    @Test
    void a_filter_that_a_list_is_ordered_by_is_followed_by_the_default_order_as_in_its_index() {
        assertThat(order("status")).containsExactly("status", "price", "id");
        assertThat(order("-status")).containsExactly("-status", "-price", "-id");
        assertThat(order("status,stock")).containsExactly("status", "stock", "id");
        assertThat(order("-stock")).containsExactly("-stock", "-id");
        assertThat(order("price")).containsExactly("price", "id");
        assertThat(order("category__name")).containsExactly("category_id__name", "id");
    }

    private List<String> order(String asked) {
        return read(SUPER, "ordering", asked).ordering().stream()
                .map(order -> (order.descending() ? "-" : "") + order.path())
                .toList();
    }

    @Test
    void filters_have_values_of_the_fields_classes() {
        assertThat(condition("stock", "3")).isEqualTo(compare("stock", Lookup.EXACT, 3L));
        assertThat(condition("stock__gte", "3")).isEqualTo(compare("stock", Lookup.GTE, 3L));
        assertThat(condition("price__range", "1,2.50"))
                .isEqualTo(compare("price", Lookup.RANGE, BigDecimal.ONE, new BigDecimal("2.50")));
        assertThat(condition("name__in", "a,b\\,c,")).isEqualTo(compare("name", Lookup.IN, "a", "b,c", ""));
        assertThat(condition("name", "a,b")).isEqualTo(compare("name", Lookup.EXACT, "a,b"));
        assertThat(condition("status__ne", "draft")).isEqualTo(compare("status", Lookup.NE, "draft"));
        assertThat(condition("status__icontains", "ra")).isEqualTo(compare("status", Lookup.ICONTAINS, "ra"));
        assertThat(condition("cost__isnull", "true")).isEqualTo(compare("cost", Lookup.ISNULL, true));
        assertThat(condition("category_id", "4")).isEqualTo(compare("category_id", Lookup.EXACT, 4L));
        assertThat(condition("category_id__in", "4,5")).isEqualTo(compare("category_id", Lookup.IN, 4L, 5L));
        assertThat(condition("category__name__icontains", "x"))
                .isEqualTo(compare("category__name", Lookup.ICONTAINS, "x"));
        assertThat(condition("category__parent__name", "x"))
                .isEqualTo(compare("category__parent__name", Lookup.EXACT, "x"));
        assertThat(condition("tags__ne", "1")).isEqualTo(new Condition.Not(compare("tags", Lookup.EXACT, 1L)));
        assertThat(condition("tags__name__ne", "x"))
                .isEqualTo(new Condition.Not(compare("tags__name", Lookup.EXACT, "x")));
        assertThat(condition("filter", "{\"not\":{\"tags__ne\":1}}")).isEqualTo(compare("tags", Lookup.EXACT, 1L));
        assertThat(condition("tags__in", "1,2")).isEqualTo(compare("tags", Lookup.IN, 1L, 2L));
        assertThat(condition("tags__name", "x")).isEqualTo(compare("tags__name", Lookup.EXACT, "x"));
    }

    @Test
    void a_nested_filter_is_a_condition_of_the_same_shape() {
        assertThat(condition(
                        "filter",
                        "{\"or\":[{\"stock\":3},{\"and\":[{\"price__gt\":1.5},{\"not\":{\"name\":\"x\"}}]}]}"))
                .isEqualTo(new Condition.Any(List.of(
                        compare("stock", Lookup.EXACT, 3L),
                        new Condition.All(List.of(
                                compare("price", Lookup.GT, new BigDecimal("1.5")),
                                new Condition.Not(compare("name", Lookup.EXACT, "x")))))));
        assertThat(condition("filter", "{\"name__in\":[\"a,b\",\"c\\\\\"],\"stock__range\":\"1,2\"}"))
                .isEqualTo(new Condition.All(
                        List.of(compare("name", Lookup.IN, "a,b", "c\\"), compare("stock", Lookup.RANGE, 1L, 2L))));
        assertThat(condition("filter", "{\"name__in\":[]}")).isEqualTo(compare("name", Lookup.IN));
        assertThat(condition("filter", "{}")).isEqualTo(Condition.always());
        assertThat(condition("filter", "{\"or\":[]}")).isEqualTo(Condition.never());
        assertThat(condition("filter", "{\"not\":{\"or\":[]}}")).isEqualTo(Condition.always());
        assertThat(read(SUPER, "filter", "{\"stock\":3}", "name", "x").condition())
                .isEqualTo(new Condition.All(
                        List.of(compare("name", Lookup.EXACT, "x"), compare("stock", Lookup.EXACT, 3L))));
    }

    @Test
    void a_row_policy_on_the_way_to_a_field_is_not_negated() {
        Condition top = new Condition.Compare(
                ModelRegistry.path(shop.categories, "parent_id").orElseThrow(), Lookup.ISNULL, List.of(true));
        shop.policies.put("categories", top);
        Condition policy = new Condition.Any(List.of(
                compare("category_id", Lookup.ISNULL, true), compare("category__parent_id", Lookup.ISNULL, true)));
        assertThat(condition("filter", "{\"not\":{\"or\":[{\"category__name\":\"x\"},{\"stock\":1}]}}"))
                .isEqualTo(new Condition.All(List.of(
                        new Condition.All(
                                List.of(policy, new Condition.Not(compare("category__name", Lookup.EXACT, "x")))),
                        new Condition.Not(compare("stock", Lookup.EXACT, 1L)))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "x | ?filter json",
                "{ | ?filter json",
                "{\"stock\":1} 2 | ?filter json",
                "{\"stock\":01} | ?filter json",
                "{\"stock\":1,\"stock\":2} | ?filter json",
                "[] | ?filter type",
                "{\"or\":{\"stock\":1}} | ?filter/or type",
                "{\"or\":[1]} | ?filter/or/0 type",
                "{\"not\":[]} | ?filter/not type",
                "{\"or\":[{\"stock\":1},{\"stock__gt\":\"x\"}]} | ?filter/or/1/stock__gt type",
                "{\"stock\":null} | ?filter/stock type",
                "{\"stock\":[1]} | ?filter/stock type",
                "{\"stock\":{}} | ?filter/stock type",
                "{\"stock__in\":[1,[2]]} | ?filter/stock__in/1 type",
                "{\"stock__range\":[1]} | ?filter/stock__range range",
                "{\"not\":{\"stock__nope\":1}} | ?filter/not/stock__nope unknown_lookup",
                "{\"a/b~\":1} | ?filter/a~1b~0 unknown_parameter",
                "{\"per_page\":1} | ?filter/per_page unknown_parameter",
                "{\"name\":\"\\u0000\"} | ?filter/name characters",
            })
    void what_is_wrong_in_a_nested_filter_is_named_by_its_place(String filter, String expected) {
        assertThat(refusal(SUPER, "filter", filter).violations())
                .extracting(violation -> violation.pointer() + " " + violation.code())
                .containsExactly(expected);
    }

    @Test
    void nested_filters_have_limits() {
        assertThat(read(SUPER, "filter", "{\"not\":".repeat(8) + "{\"stock\":1}" + "}".repeat(8))
                        .condition())
                .isEqualTo(compare("stock", Lookup.EXACT, 1L));
        assertThat(refusal(SUPER, "filter", "{\"not\":".repeat(9) + "{\"stock\":1}" + "}".repeat(9))
                        .violations())
                .extracting(Violation::code)
                .containsExactly("too_deep");
        assertThat(refusal(SUPER, "filter", "[".repeat(100_000)).violations())
                .extracting(Violation::code)
                .containsExactly("json");
        String leaf = "{\"stock\":1},";
        assertThat(refusal(SUPER, "filter", "{\"or\":[" + leaf.repeat(50) + "{\"stock\":1}]}")
                        .violations())
                .extracting(Violation::code)
                .containsExactly("too_many");
        assertThat(read(SUPER, "filter", "{\"or\":[" + leaf.repeat(49) + "{\"stock\":1}]}")
                        .condition())
                .isInstanceOf(Condition.Any.class);
    }

    @Test
    void a_nested_filter_needs_the_right_to_view_its_fields() {
        Actor actor = actor(grant("products", Map.of(), Action.VIEW));
        RequestRejectedException refused = refusal(actor, "filter", "{\"not\":{\"category__name\":\"x\"}}");
        assertThat(refused.category()).isEqualTo(Category.FORBIDDEN);
        assertThat(refused.violations()).extracting(Violation::pointer).containsExactly("?filter/not/category__name");
    }

    @Test
    void years_months_and_days_are_numbers() {
        assertThat(condition("created_at__year", "2026"))
                .isEqualTo(compare(
                        "created_at",
                        Lookup.YEAR,
                        Instant.parse("2026-01-01T00:00:00Z"),
                        Instant.parse("2026-12-31T23:59:59.999999Z")));
        assertThat(condition("created_at__month", "02")).isEqualTo(compare("created_at", Lookup.MONTH, 2));
        assertThat(condition("created_at__day", "31")).isEqualTo(compare("created_at", Lookup.DAY, 31));
        assertThat(read(SUPER, "created_at__day", "31", "tz", "Europe/Berlin").condition())
                .isEqualTo(compare("created_at", Lookup.DAY, 31, ZoneId.of("Europe/Berlin")));
        for (String wrong :
                List.of("created_at__year=0", "created_at__month=13", "created_at__day=x", "stock__year=1")) {
            assertThat(refusal(SUPER, wrong.split("=")).violations())
                    .extracting(Violation::pointer)
                    .containsExactly("?" + wrong.split("=")[0]);
        }
    }

    @Test
    void a_filter_may_be_a_member_of_the_object_of_lookups() {
        assertThat(condition("lookups[stock__gte]", "2")).isEqualTo(compare("stock", Lookup.GTE, 2L));
        assertThat(condition("lookups[filter_page__gt]", "2")).isEqualTo(compare("page", Lookup.GT, 2L));
        for (String wrong : List.of("lookups[nope__gt]", "lookups[stock__gte", "lookups", "lookups[]")) {
            assertThat(refusal(SUPER, wrong, "2").violations())
                    .extracting(Violation::pointer)
                    .containsExactly("?" + wrong);
        }
    }

    @Test
    void a_field_named_like_a_parameter_needs_the_prefix() {
        assertThat(read(SUPER, "page", "2").position()).isEqualTo(new Position.Page(2));
        assertThat(condition("filter_page", "2")).isEqualTo(compare("page", Lookup.EXACT, 2L));
        assertThat(condition("filter_page__gt", "2")).isEqualTo(compare("page", Lookup.GT, 2L));
        assertThat(condition("page__gt", "2")).isEqualTo(compare("page", Lookup.GT, 2L));
        assertThat(condition("filter_name", "x")).isEqualTo(compare("name", Lookup.EXACT, "x"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "nope 1 unknown_parameter",
                "name__nope 1 unknown_lookup",
                "category__nope 1 unknown_parameter",
                "category__name__nope 1 unknown_lookup",
                "filter_nope 1 unknown_parameter",
                "dry_run true unknown_parameter",
                "stock x type",
                "stock 1.5 type",
                "stock 99999999999999999999 type",
                "price 1e999999999 type",
                "stock__in 1,x type",
                "stock__range 1 range",
                "stock__range 1,2,3 range",
                "stock__icontains 1 unknown_lookup",
                "attributes x unknown_lookup",
                "tags__gt 1 unknown_lookup",
                "status nope type",
                "status__in draft,nope type",
                "created_at x type",
                "cost__isnull maybe type",
                "password x unknown_field",
                "category__secret x unknown_field",
                "page 0 range",
                "page -1 range",
                "page x range",
                "page 99999999999 range",
                "per_page 0 range",
                "per_page 201 range",
                "count all enum",
                "ordering nope unknown_field",
                "ordering tags unknown_field",
                "ordering attributes unknown_field",
                "ordering password unknown_field",
                "ordering tags__name unknown_field",
                "ordering category__nope unknown_field",
                "ordering category__secret unknown_field",
                "ordering category__name,-category_id__name repeated",
                "ordering name,-name repeated",
                "ordering name, unknown_field",
                "fields nope unknown_field",
                "fields password unknown_field",
                "fields name, unknown_field",
                "expand nope unknown_field",
                "expand name unknown_field",
                "expand category__parent unknown_field",
            })
    void what_is_wrong_is_named(String parameter, String value, String code) {
        RequestRejectedException refused = refusal(SUPER, parameter, value);
        assertThat(refused.category()).isEqualTo(Category.MALFORMED);
        assertThat(refused.code()).isEqualTo("invalid_query");
        assertThat(refused.violations())
                .singleElement()
                .satisfies(v -> assertThat(List.of(v.pointer(), v.code())).containsExactly("?" + parameter, code));
    }

    @Test
    void all_errors_are_reported_at_once() {
        assertThat(refusal(SUPER, "a", "1", "stock", "x", "count", "y", "ordering", "z", "page", "0")
                        .violations())
                .extracting(Violation::pointer)
                .containsExactlyInAnyOrder("?a", "?stock", "?count", "?ordering", "?page");
    }

    @Test
    void characters_that_no_database_stores_are_refused() {
        assertThat(refusal(SUPER, "name", "a\0").violations())
                .extracting(Violation::code)
                .containsExactly("characters");
        assertThat(refusal(SUPER, "q", "\ud800").violations())
                .extracting(Violation::code)
                .containsExactly("characters");
    }

    @Test
    void limits_hold() {
        assertThat(refusal(SUPER, "stock__in", "1,".repeat(1_000) + "1").violations())
                .extracting(Violation::code)
                .containsExactly("too_many");
        String[] many = new String[102];
        for (int i = 0; i < 51; i++) {
            many[2 * i] = "f" + i;
            many[2 * i + 1] = "1";
        }
        assertThat(refusal(SUPER, many).violations())
                .extracting(Violation::code)
                .containsExactly("too_many");
        assertThat(refusal(SUPER, "category__" + "parent__".repeat(5) + "name", "x")
                        .violations())
                .extracting(Violation::code)
                .containsExactly("too_deep");
        assertThat(refusal(SUPER, "q", "x".repeat(201)).violations())
                .extracting(Violation::code)
                .containsExactly("max_length");
    }

    @Test
    void a_page_and_a_cursor_exclude_each_other() {
        assertThat(refusal(SUPER, "page", "1", "cursor", "x").violations())
                .extracting(Violation::pointer, Violation::code)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("?cursor", "with_page"));
    }

    @Test
    void q_looks_for_each_word_in_the_search_fields() {
        assertThat(condition("q", "  red  50%_shoe "))
                .isEqualTo(new Condition.Matches(
                        List.of(path("name"), path("category__name")), List.of("red", "50%_shoe")));
        assertThat(condition("q", " ")).isEqualTo(Condition.always());
        assertThat(catchThrowableOfType(
                                RequestRejectedException.class,
                                () -> binding.list(SUPER, ListRequest.of(shop.tags, map("q", "x")), CountMode.EXACT))
                        .violations())
                .extracting(Violation::pointer)
                .containsExactly("?q");
    }

    @Test
    void fields_and_expand_define_the_shape_which_is_cached() {
        Shape shape =
                read(SUPER, "fields", "category_id,id", "expand", "category").shape();
        assertThat(shape.fields()).extracting(FieldDefinition::name).containsExactly("id", "category_id");
        assertThat(shape.expanded()).containsOnlyKeys("category_id");
        assertThat(read(SUPER, "fields", "id,category_id", "expand", "category_id")
                        .shape())
                .isSameAs(shape);
        assertThat(refusal(SUPER, "fields", "id", "expand", "category").violations())
                .extracting(Violation::code)
                .containsExactly("not_shown");
    }

    private static final Actor CLERK = actor(
            grant("products", Map.of("cost", Set.of(), "price", Set.of(Action.CREATE)), Action.VIEW),
            grant("tags", Map.of(), Action.VIEW));

    @ParameterizedTest
    @CsvSource({
        "cost, 1",
        "cost__isnull, true",
        "price__gt, 1",
        "ordering, -cost",
        "ordering, category__name",
        "fields, 'id,cost'",
        "category__name, x",
        "category__id, 1",
        "expand, category"
    })
    void what_may_not_be_viewed_cannot_be_reached(String parameter, String value) {
        RequestRejectedException refused = refusal(CLERK, parameter, value);
        assertThat(refused.category()).isEqualTo(Category.FORBIDDEN);
        assertThat(refused.code()).isEqualTo("field_forbidden");
        assertThat(refused.violations()).extracting(Violation::pointer).containsExactly("?" + parameter);
    }

    @Test
    void what_may_not_be_viewed_is_not_shown_nor_ordered_nor_searched_by() {
        ListQuery query = read(CLERK, "q", "x");
        assertThat(query.shape().fields())
                .extracting(FieldDefinition::name)
                .doesNotContain("cost", "price", "password");
        assertThat(query.ordering()).extracting(o -> o.field().name()).containsExactly("id");
        assertThat(query.condition()).isEqualTo(new Condition.Matches(List.of(path("name")), List.of("x")));
        assertThat(read(CLERK).shape()).isSameAs(query.shape());
    }

    @Test
    void a_list_is_ordered_by_fields_of_referenced_records_that_the_caller_may_view() {
        Condition policy = new Condition.Compare(
                FieldPath.of(shop.categories, shop.categories.fieldNamed("name")), Lookup.NE, List.of("hidden"));
        shop.policies.put("categories", policy);
        Actor clerk = actor(grant("*", Map.of(), Action.VIEW));
        assertThat(read(clerk, "ordering", "-category__name,category__parent__name,name")
                        .ordering())
                .containsExactly(
                        new ListQuery.Order(
                                List.of(new ListQuery.Step(shop.products.fieldNamed("category_id"), policy)),
                                shop.categories.fieldNamed("name"),
                                true),
                        new ListQuery.Order(
                                List.of(
                                        new ListQuery.Step(shop.products.fieldNamed("category_id"), policy),
                                        new ListQuery.Step(shop.categories.fieldNamed("parent_id"), policy)),
                                shop.categories.fieldNamed("name"),
                                false),
                        new ListQuery.Order(shop.products.fieldNamed("name"), false),
                        new ListQuery.Order(shop.products.fieldNamed("id"), false));
        String one = binding.list(SUPER, ListRequest.of(shop.products, map("ordering", "name")), CountMode.NONE)
                .list();
        assertThat(binding.list(SUPER, ListRequest.of(shop.products, map("ordering", "category__name")), CountMode.NONE)
                        .list())
                .isNotEqualTo(one);
    }

    @Test
    void the_row_policy_of_a_related_model_goes_along() {
        Condition policy = new Condition.Compare(
                FieldPath.of(shop.categories, shop.categories.fieldNamed("name")), Lookup.NE, List.of("hidden"));
        shop.policies.put("categories", policy);
        Actor clerk = actor(grant("*", Map.of(), Action.VIEW));
        assertThat(read(clerk, "category__name__startswith", "h").condition())
                .isEqualTo(new Condition.All(
                        List.of(policyOnCategory(), compare("category__name", Lookup.STARTSWITH, "h"))));
        // its own key is on the record itself
        assertThat(read(clerk, "category_id", "3").condition()).isEqualTo(compare("category_id", Lookup.EXACT, 3L));
        // each word is in a field of the record itself, or in one of a related record that may be viewed
        assertThat(read(clerk, "q", "h x").condition())
                .isEqualTo(new Condition.All(List.of(
                        new Condition.Any(List.of(
                                new Condition.Matches(List.of(path("name")), List.of("h")),
                                new Condition.All(List.of(
                                        policyOnCategory(),
                                        new Condition.Matches(List.of(path("category__name")), List.of("h")))))),
                        new Condition.Any(List.of(
                                new Condition.Matches(List.of(path("name")), List.of("x")),
                                new Condition.All(List.of(
                                        policyOnCategory(),
                                        new Condition.Matches(List.of(path("category__name")), List.of("x")))))))));
        assertThat(read(clerk, "expand", "category")
                        .shape()
                        .expanded()
                        .get("category_id")
                        .policy())
                .isEqualTo(policy);
    }

    private Condition policyOnCategory() {
        return new Condition.Any(
                List.of(compare("category_id", Lookup.ISNULL, true), compare("category__name", Lookup.NE, "hidden")));
    }

    @Test
    void a_list_of_related_records_under_a_row_policy_cannot_be_filtered_through() {
        shop.policies.put(
                "tags",
                new Condition.Compare(
                        FieldPath.of(shop.tags, shop.tags.fieldNamed("name")), Lookup.NE, List.of("hidden")));
        Actor clerk = actor(grant("*", Map.of(), Action.VIEW));
        assertThat(refusal(clerk, "tags__name", "x").category()).isEqualTo(Category.FORBIDDEN);
        assertThat(read(clerk, "tags", "1").condition()).isEqualTo(compare("tags", Lookup.EXACT, 1L));
    }

    @Test
    void the_row_policy_of_the_model_is_part_of_the_condition() {
        Condition policy = shop.own(shop.products, "owner_id", 7L);
        shop.policies.put("products", policy);
        assertThat(read(CLERK, "stock", "1").condition())
                .isEqualTo(new Condition.All(List.of(policy, compare("stock", Lookup.EXACT, 1L))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"fields", "expand"})
    void a_single_record_takes_fields_and_expand_only(String parameter) {
        assertThat(binding.single(SUPER, ListRequest.of(shop.products, map(parameter, "category_id")))
                        .fields())
                .isNotEmpty();
        for (String other : List.of("page", "q", "name", "ordering", "dry_run")) {
            assertThat(catchThrowableOfType(
                                    RequestRejectedException.class,
                                    () -> binding.single(SUPER, ListRequest.of(shop.products, map(other, "1"))))
                            .violations())
                    .extracting(Violation::pointer)
                    .containsExactly("?" + other);
        }
    }

    @RepeatedTest(2_000)
    void any_parameter_is_read_or_refused(RepetitionInfo seed) {
        SplittableRandom random = new SplittableRandom(seed.getCurrentRepetition());
        String letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_.,-";
        String name = random.ints(random.nextInt(31), 0, letters.length())
                .collect(StringBuilder::new, (all, i) -> all.append(letters.charAt(i)), StringBuilder::append)
                .toString();
        String value = random.ints(random.nextInt(200), 0, random.nextBoolean() ? 0x80 : 0x10000)
                .collect(StringBuilder::new, (all, c) -> all.append((char) c), StringBuilder::append)
                .toString();
        for (String parameter : List.of(
                name,
                "name__" + name,
                "ordering",
                "fields",
                "expand",
                "q",
                "cursor",
                "page",
                "stock__in",
                "created_at")) {
            try {
                read(SUPER, parameter, value);
            } catch (RequestRejectedException refused) {
                assertThat(refused.category()).isEqualTo(Category.MALFORMED);
            }
        }
    }

    @Test
    void lists_of_values_hold_commas_and_backslashes() {
        for (List<String> values : List.of(
                List.of("a", "b"),
                List.of("x\\", "y"),
                List.of("\\\\"),
                List.of("\\\\", "\\,\\"),
                List.of("a,b", "\\,"),
                List.of(""),
                List.of("C:\\new", ""))) {
            assertThat(ListRequest.split(ListRequest.join(values))).isEqualTo(values);
        }
        assertThat(ListRequest.split("C:\\new,b\\,c")).containsExactly("C:\\new", "b,c");
        assertThat(ListRequest.split("\\\\")).containsExactly("\\\\");
        assertThat(ListRequest.split("x\\\\,y\\")).containsExactly("x\\", "y\\");
    }
}
