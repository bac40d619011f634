package com.example.storefront;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.plugin.Demo;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StorefrontRecordsTest {
    private final Map<String, List<Object[]>> tables = read();

    private static Map<String, List<Object[]>> read() {
        Map<String, List<Object[]>> tables = new HashMap<>();
        for (Demo.Records rows : new StorefrontRecords().records()) {
            List<Object[]> all = new ArrayList<>(rows.count());
            rows.iterator().forEachRemaining(all::add);
            tables.put(rows.model(), all);
        }
        List<Object[]> links = new ArrayList<>();
        new StorefrontRecords().productTags().forEachRemaining(links::add);
        tables.put("product_tags", links);
        return tables;
    }

    private Set<Object> column(String table, int index) {
        Set<Object> values = new HashSet<>();
        tables.get(table).forEach(row -> values.add(row[index]));
        values.remove(null);
        return values;
    }

    @Test
    void has_about_120_000_rows_and_60_000_in_its_largest_model() {
        assertThat(tables.values().stream().mapToInt(List::size).sum()).isBetween(115_000, 125_000);
        assertThat(tables.get("order_lines")).hasSize(60_000);
        assertThat(tables.values()).allSatisfy(rows -> assertThat(rows.size()).isLessThanOrEqualTo(60_000));
    }

    @Test
    void is_the_same_each_time_and_in_any_order() {
        for (Demo.Records rows : new StorefrontRecords().records()) {
            List<Object[]> before = tables.get(rows.model());
            for (int index = rows.count() - 1; index >= 0; index -= 97) {
                assertThat(rows.row().apply(index)).isEqualTo(before.get(index));
            }
        }
    }

    @Test
    void keys_and_other_unique_values_are_unique() {
        tables.forEach((table, rows) -> {
            if (!table.equals("product_tags")) {
                assertThat(column(table, 0)).as(table + " keys").hasSize(rows.size());
            }
        });
        assertThat(column("customers", 3)).as("e-mail addresses").hasSize(StorefrontRecords.CUSTOMERS);
        assertThat(column("categories", 1)).hasSize(tables.get("categories").size());
        assertThat(column("categories", 2)).hasSize(tables.get("categories").size());
        assertThat(column("products", 1)).as("SKUs").hasSize(StorefrontRecords.PRODUCTS);
        assertThat(column("orders", 1)).as("order numbers").hasSize(StorefrontRecords.ORDERS);
        Set<List<Object>> positions = new HashSet<>();
        tables.get("order_lines").forEach(line -> positions.add(List.of(line[1], line[2])));
        assertThat(positions).hasSize(StorefrontRecords.ORDER_LINES);
        Set<List<Object>> links = new HashSet<>();
        tables.get("product_tags").forEach(link -> links.add(List.of(link[0], link[1])));
        assertThat(links).hasSize(tables.get("product_tags").size());
    }

    @Test
    void references_point_to_rows_that_exist() {
        assertThat(column("countries", 0)).containsAll(column("customers", 8)).containsAll(column("orders", 9));
        assertThat(column("categories", 0)).containsAll(column("categories", 3)).containsAll(column("products", 10));
        assertThat(column("customers", 0)).containsAll(column("orders", 2)).containsAll(column("reviews", 2));
        assertThat(column("orders", 0)).isEqualTo(column("order_lines", 1));
        assertThat(column("products", 0))
                .containsAll(column("order_lines", 3))
                .containsAll(column("reviews", 1))
                .containsAll(column("product_tags", 0));
        assertThat(column("tags", 0)).containsAll(column("product_tags", 1));
    }

    @Test
    void an_orders_total_is_the_sum_of_its_lines_and_the_fee() {
        Map<Object, BigDecimal> sums = new HashMap<>();
        tables.get("order_lines").forEach(line -> sums.merge(line[1], (BigDecimal) line[8], BigDecimal::add));
        for (Object[] order : tables.get("orders")) {
            assertThat((BigDecimal) order[7]).isEqualTo(sums.get(order[0]).add((BigDecimal) order[6]));
        }
    }

    @Test
    void most_customers_have_bought_something_and_every_status_occurs() {
        assertThat(column("orders", 2)).hasSizeGreaterThan(StorefrontRecords.CUSTOMERS / 2);
        assertThat(column("orders", 3))
                .containsExactlyInAnyOrder(
                        "pending", "paid", "packed", "shipped", "delivered", "returned", "cancelled");
        assertThat(column("order_lines", 9)).containsExactlyInAnyOrder("open", "picked", "sent", "back");
        assertThat(column("customers", 9)).containsExactlyInAnyOrder("active", "dormant", "blocked");
    }
}
