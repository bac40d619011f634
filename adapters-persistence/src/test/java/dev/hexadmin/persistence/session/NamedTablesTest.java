package dev.hexadmin.persistence.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NamedTablesTest {
    private final NamedTables tables = new NamedTables(
            Map.of(
                    "products", Set.of("order_lines", "product_tags"),
                    "categories", Set.of("products"),
                    "order lines \"old\"", Set.of(),
                    "order_lines", Set.of()),
            changed -> {});

    @Test
    void a_table_is_found_quoted_or_not_in_any_case_and_behind_a_schema() {
        assertThat(tables.named("SELECT t0.\"id\" FROM \"products\" t0 LEFT JOIN public.CATEGORIES t1 ON t1.id = t0.c"))
                .containsExactlyInAnyOrder("products", "categories");
        assertThat(tables.named("SELECT 1 FROM \"order lines \"\"old\"\"\" WHERE x = ?"))
                .containsExactly("order lines \"old\"");
    }

    @Test
    void a_table_inside_another_statement_is_found() {
        assertThat(tables.named(
                        "SELECT 1 FROM other WHERE EXISTS (SELECT 1 FROM\n\"categories\" c WHERE c.id=other.id)"))
                .containsExactly("categories");
    }

    @Test
    void texts_and_longer_names_are_no_tables() {
        assertThat(tables.named("SELECT 'products', 'it''s categories' FROM products_old, my_products"))
                .isEmpty();
        assertThat(tables.named("SELECT 'unclosed products")).isEmpty();
    }

    @Test
    void a_statement_that_reads_changes_nothing() {
        assertThat(tables.changed("  SELECT * FROM products")).isEmpty();
        assertThat(tables.changed("SAVEPOINT part")).isEmpty();
        assertThat(tables.changed("")).isEmpty();
    }

    @Test
    void an_insert_and_an_update_change_their_table_alone() {
        assertThat(tables.changed("INSERT INTO \"products\" (c) SELECT id FROM categories"))
                .containsExactly("products");
        assertThat(tables.changed("UPDATE categories SET n = (SELECT count(*) FROM products)"))
                .containsExactly("categories");
    }

    @Test
    void what_a_statement_on_another_table_only_reads_is_not_changed() {
        assertThat(tables.changed("INSERT OR REPLACE INTO admin_search_1 (rowid, c) SELECT id, name FROM \"products\""))
                .isEmpty();
        assertThat(tables.changed("DELETE FROM admin_search_1 WHERE rowid IN (SELECT id FROM products)"))
                .isEmpty();
        assertThat(tables.changed("UPDATE other SET products = 1")).isEmpty();
        assertThat(tables.changed("UPDATE OR IGNORE ONLY public.\"products\" SET n = 1"))
                .containsExactly("products");
        assertThat(tables.changed("insert into shop.products default values")).containsExactly("products");
        assertThat(tables.changed("DELETE FROM ONLY \"public\".\"order_lines\" l WHERE l.id = 1"))
                .containsExactly("order_lines");
    }

    @Test
    void a_delete_changes_what_points_to_its_rows_too() {
        assertThat(tables.changed("DELETE FROM \"products\" WHERE id = ?"))
                .containsExactlyInAnyOrder("products", "order_lines", "product_tags");
    }

    @Test
    void of_a_statement_of_several_parts_each_table_may_be_changed() {
        assertThat(tables.changed("WITH gone AS (DELETE FROM products RETURNING c) UPDATE categories SET n = 1"))
                .containsExactlyInAnyOrder("products", "categories", "order_lines", "product_tags");
    }
}
