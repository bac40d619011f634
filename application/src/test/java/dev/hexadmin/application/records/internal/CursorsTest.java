package dev.hexadmin.application.records.internal;

import static dev.hexadmin.application.records.internal.Shop.SUPER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.secrets.SecretKeys;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.ListQuery.Order;
import dev.hexadmin.domain.records.ListQuery.Position;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class CursorsTest {
    private final Model model = ModelRegistry.of(List.of(ModelDefinition.builder("all")
                    .field("id", FieldType.INTEGER, f -> f.primaryKey())
                    .field("a", FieldType.STRING)
                    .field("b", FieldType.DECIMAL)
                    .field("c", FieldType.FLOAT)
                    .field("d", FieldType.BOOLEAN)
                    .field("e", FieldType.DATE)
                    .field("f", FieldType.TIME)
                    .field("g", FieldType.DATETIME)
                    .field("h", FieldType.UUID)
                    .field("i", FieldType.ENUM, f -> f.values(List.of("x")))
                    .field("j", FieldType.REFERENCE, f -> f.to("all"))
                    .build()))
            .model("all")
            .orElseThrow();
    private final List<Order> ordering =
            model.fields().stream().map(field -> new Order(field, false)).toList();
    private final Cursors cursors = new Cursors(Shop.KEY);

    @Test
    void values_of_every_class_come_back() {
        List<Object> values = List.of(
                Long.MIN_VALUE,
                "é\n😀",
                new BigDecimal("-0.10"),
                0.1,
                true,
                LocalDate.of(2026, 11, 20),
                LocalTime.of(1, 2, 3, 4_000),
                Instant.parse("2026-11-20T12:00:00.123456Z"),
                new UUID(1, 2),
                "not in the list", // the database may hold more than may be written
                7L);
        for (Position position : List.of(
                new Position.After(values),
                new Position.Before(values),
                new Position.After(values, 200),
                new Position.Before(values, Position.INCLUSIVE),
                new Position.After(List.of(), 40))) {
            assertThat(cursors.decode("l", cursors.of("l", position).orElseThrow(), model, ordering))
                    .hasValue(position);
        }
    }

    @Test
    void nulls_and_empty_texts_are_distinguished() {
        List<Object> values =
                new ArrayList<>(Arrays.asList(1L, "", null, null, null, null, null, null, null, null, null));
        assertThat(cursors.decode(
                        "l", cursors.of("l", new Position.After(values)).orElseThrow(), model, ordering))
                .hasValue(new Position.After(values));
    }

    @Test
    void a_value_too_long_for_a_url_makes_no_cursor() {
        assertThat(cursors.of("l", new Position.After(List.of("x".repeat(5_000)))))
                .isEmpty();
    }

    @Test
    void every_changed_character_is_noticed() {
        String cursor = cursors.of(
                        "l",
                        new Position.After(
                                Arrays.asList(1L, "abc", null, null, null, null, null, null, null, null, 2L)))
                .orElseThrow();
        for (int i = 0; i < cursor.length(); i++) {
            for (char c : "AZaz09-_=.".toCharArray()) {
                String changed = cursor.substring(0, i) + c + cursor.substring(i + 1);
                byte[] bytes;
                try {
                    bytes = java.util.Base64.getUrlDecoder().decode(changed);
                } catch (IllegalArgumentException e) {
                    bytes = new byte[0];
                }
                // the last character has unused bits
                if (!Arrays.equals(bytes, java.util.Base64.getUrlDecoder().decode(cursor))) {
                    assertThat(cursors.decode("l", changed, model, ordering)).isEmpty();
                }
            }
        }
        for (int i = 0; i < cursor.length() - 1; i++) {
            assertThat(cursors.decode("l", cursor.substring(0, i), model, ordering))
                    .isEmpty();
        }
        assertThat(cursors.decode("m", cursor, model, ordering)).isEmpty();
        assertThat(new Cursors(SecretKeys.of("another key of thirty-two bytes."
                                .getBytes(java.nio.charset.StandardCharsets.US_ASCII)))
                        .decode("l", cursor, model, ordering))
                .isEmpty();
    }

    @Test
    void a_cursor_of_a_previous_secret_is_accepted() {
        byte[] fresh = "another key of thirty-two bytes.".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        String cursor = cursors.of("l", new Position.After(List.of(1L), 0)).orElseThrow();
        List<Order> first = ordering.subList(0, 1);
        Position decoded = cursors.decode("l", cursor, model, first).orElseThrow();
        assertThat(new Cursors(new SecretKeys(List.of(fresh, new byte[32]))).decode("l", cursor, model, first))
                .contains(decoded);
    }

    @RepeatedTest(1_000)
    void any_text_is_no_cursor(RepetitionInfo seed) {
        SplittableRandom random = new SplittableRandom(seed.getCurrentRepetition());
        String text = random.ints(random.nextInt(200), 0, random.nextBoolean() ? 0x80 : 0x10000)
                .collect(StringBuilder::new, (all, c) -> all.append((char) c), StringBuilder::append)
                .toString();
        assertThat(cursors.decode("l", text, model, ordering)).isEmpty();
    }

    @RepeatedTest(200)
    void paging_visits_each_record_once_forward_and_backward(RepetitionInfo seed) {
        SplittableRandom random = new SplittableRandom(seed.getCurrentRepetition());
        int[] prices = random.ints(random.nextInt(31), 0, 5).toArray();
        int perPage = 1 + random.nextInt(7);
        boolean descending = random.nextBoolean();
        Shop shop = new Shop();
        Set<Object> ids = new HashSet<>();
        for (int price : prices) {
            ids.add(shop.created(shop.products, "name", "p", "price", price == 0 ? null : BigDecimal.valueOf(price))
                    .get("id"));
        }
        String ordering = descending ? "-price,stock" : "price,-stock";
        List<Object> forward = new ArrayList<>();
        Shop.Listed page = shop.list(SUPER, shop.products, "ordering", ordering, "per_page", "" + perPage);
        while (true) {
            page.items().forEach(item -> forward.add(item.get("id")));
            if (page.page().nextCursor().isEmpty()) {
                break;
            }
            page = shop.list(
                    SUPER,
                    shop.products,
                    "ordering",
                    ordering,
                    "per_page",
                    "" + perPage,
                    "cursor",
                    page.page().nextCursor().get());
            assertThat(page.page().number()).isEmpty();
        }
        assertThat(forward).doesNotHaveDuplicates().hasSize(ids.size()).containsAll(ids);
        List<Object> backward = new ArrayList<>();
        page.items().forEach(item -> backward.add(item.get("id")));
        while (page.page().previousCursor().isPresent()) {
            page = shop.list(
                    SUPER,
                    shop.products,
                    "ordering",
                    ordering,
                    "per_page",
                    "" + perPage,
                    "cursor",
                    page.page().previousCursor().get());
            List<Object> some = new ArrayList<>();
            page.items().forEach(item -> some.add(item.get("id")));
            backward.addAll(0, some);
        }
        assertThat(backward).isEqualTo(forward);
    }

    @Test
    void a_cursor_belongs_to_its_filters_search_ordering_and_model() {
        Shop shop = new Shop();
        for (int i = 0; i < 3; i++) {
            shop.created(shop.products, "name", "p" + i);
        }
        String cursor = shop.list(SUPER, shop.products, "per_page", "1", "name__startswith", "p", "q", "p")
                .page()
                .nextCursor()
                .orElseThrow();
        assertThat(shop.list(
                                SUPER,
                                shop.products,
                                "cursor",
                                cursor,
                                "q",
                                "p",
                                "name__startswith",
                                "p",
                                "fields",
                                "id",
                                "per_page",
                                "2",
                                "count",
                                "none")
                        .items())
                .hasSize(2);
        for (String[] other : new String[][] {
            {"q", "p"},
            {"q", "p", "name__startswith", "q"},
            {"q", "q", "name__startswith", "p"},
            {"q", "p", "name__startswith", "p", "ordering", "name"},
            {"q", "p", "name__startswith", "p", "ordering", "price"},
            {"q", "p", "name__startswith", "p", "stock", "0"}
        }) {
            String[] parameters = Arrays.copyOf(other, other.length + 2);
            parameters[other.length] = "cursor";
            parameters[other.length + 1] = cursor;
            RequestRejectedException refused = catchThrowableOfType(
                    RequestRejectedException.class, () -> shop.list(SUPER, shop.products, parameters));
            assertThat(refused.code()).isEqualTo("invalid_cursor");
            assertThat(refused.category()).isEqualTo(RequestRejectedException.Category.MALFORMED);
        }
        assertThat(catchThrowableOfType(
                                RequestRejectedException.class, () -> shop.list(SUPER, shop.tags, "cursor", cursor))
                        .code())
                .isEqualTo("invalid_cursor");
    }
}
