package dev.hexadmin.persistence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.persistence.database.DatabaseConnections;
import dev.hexadmin.persistence.database.DatabaseKind;
import dev.hexadmin.persistence.database.postgresql.PostgresqlKind;
import dev.hexadmin.persistence.database.sqlite.SqliteKind;
import dev.hexadmin.persistence.migration.Migrations;
import dev.hexadmin.persistence.records.JdbcRecords;
import dev.hexadmin.persistence.schema.ManagedSchema;
import dev.hexadmin.persistence.session.SqlWork;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import io.opentelemetry.api.OpenTelemetry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseKindsTest {
    private static final DatabaseKinds KINDS =
            new DatabaseKinds(List.of(new PostgresqlKind(), new LedgerKind(new SqliteKind())));

    @TempDir
    Path folder;

    /** A third kind of database, which delegates to SQLite. */
    private record LedgerKind(DatabaseKind sqlite) implements DatabaseKind {
        @Override
        public String product() {
            return "Ledger";
        }

        /** It has the migrations of SQLite. */
        @Override
        public String name() {
            return sqlite.name();
        }

        @Override
        public String urlStart() {
            return "ledger:";
        }

        @Override
        public String supported() {
            return "any ledger";
        }

        @Override
        public Optional<DatabaseSettings> settings(String url, int poolSize) {
            return url.startsWith(urlStart())
                    ? Optional.of(new DatabaseSettings.Embedded(product(), Path.of(url.substring("ledger:".length()))))
                    : Optional.empty();
        }

        @Override
        public DatabaseConnections open(DatabaseSettings settings) {
            return sqlite.open(settings);
        }

        @Override
        public boolean shared() {
            return sqlite.shared();
        }

        @Override
        public boolean exclusive() {
            return sqlite.exclusive();
        }

        @Override
        public Optional<SqlWork<Boolean>> writeProbe(boolean failing) {
            return sqlite.writeProbe(failing);
        }

        @Override
        public Parts parts() {
            return sqlite.parts();
        }
    }

    @Test
    void a_kind_that_is_one_class_and_one_line_of_the_list_has_everything_that_the_others_have() {
        Path file = folder.resolve("books.ledger");
        ModelRegistry registry = ModelRegistry.of(List.of(ModelDefinition.builder("note")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("text", FieldType.STRING)
                .build()));
        Model model = registry.model("note").orElseThrow();
        try (Database database = Database.open(KINDS.settings("ledger:" + file, 4), KINDS, OpenTelemetry.noop())) {
            assertThat(new Migrations(database).apply()).isPositive();
            new ManagedSchema(database).apply(registry.models());
            JdbcRecords records = new JdbcRecords(database, registry, new byte[32]);
            database.write(scope -> records.insert(model, Map.of(model.fieldNamed("text"), "due")));
            assertThat(records.scan(model, Condition.always(), Optional.empty(), 2))
                    .singleElement()
                    .satisfies(record ->
                            assertThat(record.value(model.fieldNamed("text"))).isEqualTo("due"));
        }
        assertThat(Files.exists(file)).isTrue();
    }

    @Test
    void a_url_that_no_kind_has_is_rejected_with_the_beginnings_of_those_that_there_are() {
        assertThatThrownBy(() -> KINDS.settings("mysql://localhost/db", 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'postgresql://' or 'ledger:'");
    }
}
