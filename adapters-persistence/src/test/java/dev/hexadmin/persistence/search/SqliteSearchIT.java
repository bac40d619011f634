package dev.hexadmin.persistence.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SqliteSearchIT extends SearchContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.migratedSqlite(folder);
    }

    private long number(String sql) {
        return database.read(session -> {
            try (Statement statement = session.connection().createStatement();
                    ResultSet row = statement.executeQuery(sql)) {
                row.next();
                return row.getLong(1);
            }
        });
    }

    @Test
    void a_change_is_only_noted_and_found_all_the_same() {
        change("INSERT INTO articles (id, title, body) VALUES (900, 'Quokka', 'small')");
        assertThat(number("SELECT count(*) FROM admin_search_queue")).isPositive();
        assertThat(labels("quokka")).containsExactly("Quokka");
        settle();
        assertThat(number("SELECT count(*) FROM admin_search_queue")).isZero();
        assertThat(labels("quokka")).containsExactly("Quokka");
        change("UPDATE articles SET title = 'Wombats' WHERE id = 900");
        change("UPDATE OR ABORT articles SET title = 'Wombat' WHERE id = 900");
        assertThat(labels("quokka")).isEmpty();
        assertThat(labels("wombat")).containsExactly("Wombat");
        settle();
        assertThat(labels("quokka")).isEmpty();
        assertThat(labels("wombat")).containsExactly("Wombat");
        change("DELETE FROM articles WHERE id = 900");
        assertThat(labels("wombat")).isEmpty();
        settle();
        assertThat(labels("wombat")).isEmpty();
    }

    @Test
    void records_that_were_there_before_the_index_are_found_before_they_are_in_it() {
        assertThat(number("SELECT count(*) FROM admin_search_indexes WHERE unfilled_below IS NOT NULL"))
                .isPositive();
        assertThat(labels("before the index")).containsExactly("There before the index");
        settle();
        assertThat(number("SELECT count(*) FROM admin_search_indexes WHERE unfilled_below IS NOT NULL"))
                .isZero();
        assertThat(labels("before the index")).containsExactly("There before the index");
    }

    @Test
    void a_model_whose_key_is_no_number_has_no_index_and_is_found() {
        assertThat(number("SELECT count(*) FROM admin_search_indexes WHERE model = 'stickers'"))
                .isZero();
        assertThat(search.search(superuser(), "sticker", Optional.empty(), 20).hits())
                .isNotEmpty();
    }

    private static Actor superuser() {
        return SUPERUSER;
    }
}
