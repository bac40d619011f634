package dev.hexadmin.persistence.schema;

import static dev.hexadmin.domain.models.FieldType.DATETIME;
import static dev.hexadmin.domain.models.FieldType.STRING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.hexadmin.domain.models.FieldDefinition.Builder;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MysqlManagedSchemaIT extends ManagedSchemaContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.mysql();
    }

    @Override
    @Test
    void the_default_order_is_read_from_an_index() {
        abort("the order has a text without a length, of which an index of MySQL has only the beginning");
    }

    @Test
    void a_column_that_becomes_nullable_keeps_the_rest_of_its_definition() {
        apply(List.of(model("words")
                .field("word", STRING, f -> f.required().maxLength(20))
                .field("seen", DATETIME, Builder::required)
                .build()));
        execute("ALTER TABLE words MODIFY word varchar(40) CHARACTER SET latin1 COLLATE latin1_german2_ci NOT NULL"
                + " DEFAULT 'a NOT NULL' COMMENT 'it''s NOT NULL, \"seen\"' CHECK (word <> '')");
        execute("ALTER TABLE words MODIFY seen datetime(6) NOT NULL DEFAULT current_timestamp(6)"
                + " ON UPDATE current_timestamp(6)");
        String before = definition();
        apply(List.of(model("words")
                .field("word", STRING, f -> f.maxLength(20))
                .field("seen", DATETIME)
                .build()));
        assertThat(definition())
                .isEqualTo(before.replace("_ci NOT NULL DEFAULT", "_ci DEFAULT")
                        .replace("datetime(6) NOT NULL", "datetime(6)"));
    }

    private String definition() {
        return database.read(session -> {
            List<String> found = new ArrayList<>();
            session.forEach("SHOW CREATE TABLE words", row -> found.add(row.getString(2)));
            return found.getFirst();
        });
    }

    @Override
    String plan(String sql) {
        return lines("EXPLAIN /*!80000 FORMAT=TRADITIONAL */ " + sql).replace("filesort", "Sort");
    }
}
