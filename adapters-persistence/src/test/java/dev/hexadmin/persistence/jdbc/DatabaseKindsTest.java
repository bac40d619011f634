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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        public List<String> urlStarts() {
            return List.of("ledger:");
        }

        @Override
        public String supported() {
            return "any ledger";
        }

        @Override
        public DatabaseSettings settings(String url, int poolSize) {
            return new DatabaseSettings.Embedded(product(), Path.of(url.substring("ledger:".length())));
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
                .hasMessageContaining("'postgresql://' or 'postgres://' or 'ledger:'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "postgresql://ada:p%40w@db.example:5433/shop?sslmode=require PostgreSQL db.example 5433 shop ada p@w sslmode=require",
                "postgres://ada:p@w@db/shop PostgreSQL db 5432 shop ada p@w ''",
                "postgres://ada:1%2B2@shop_db:5432/shop PostgreSQL shop_db 5432 shop ada 1+2 ''",
                "postgres://ada@[::1]:5432/the%20shop PostgreSQL [::1] 5432 'the shop' ada '' ''",
                "jdbc:postgresql://db/shop?user=ada&ssl=true&password=a%26b PostgreSQL db 5432 shop ada a&b ssl=true",
                "postgresql://eve@db/shop?user=ada&password=x PostgreSQL db 5432 shop eve '' ''",
                "jdbc:mysql://db:3307/shop?useSSL=false MySQL db 3307 shop '' '' useSSL=false",
                "mariadb://ada:%C3%A4@db/shop MariaDB db 3306 shop ada ä ''"
            })
    void a_url_of_a_server_has_its_parts(
            String url,
            String product,
            String host,
            int port,
            String name,
            String user,
            String password,
            String parameters) {
        assertThat(DatabaseKinds.INCLUDED.settings(url, 4))
                .isEqualTo(new DatabaseSettings.Server(product, host, port, name, user, password, parameters, 4));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite:shop.db", "jdbc:sqlite:shop.db", "sqlite://shop.db", "sqlite:///shop.db"})
    void a_url_of_a_file_has_its_path(String url) {
        assertThat(DatabaseKinds.INCLUDED.settings(url, 4))
                .isEqualTo(
                        new DatabaseSettings.Embedded("SQLite", Path.of(url.contains("///") ? "/shop.db" : "shop.db")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "postgresql:///shop?host=/var/run/postgresql 'names a host'",
                "postgresql://ada:secret@/shop 'names a host'",
                "postgresql://ada:secret@db 'names a database'",
                "mysql://ada:secret@db/ 'names a database'",
                "mariadb://ada:secret@db/ 'a MariaDB URL names a database, as mariadb://user:password@host:3306/db does'",
                "postgresql://ada:se#cret@db/shop percent-encode",
                "postgresql://ada:se/cret@db/shop percent-encode",
                "postgresql://ada:se?cret@db/shop percent-encode",
                "postgresql://ada:se%cret@db/shop percent-encode",
                "postgresql://ada:secret@db:port/shop percent-encode",
                "postgresql://ada:secret@db:99999/shop percent-encode",
                "jdbc:postgresql:shop 'must start with'",
                "jdbc:oracle:thin:ada/secret@db:1521/shop 'must start with'",
                "jdbc:sqlite: 'needs a file'",
                "jdbc:sqlite:file:shop.db 'needs a file'",
                "sqlite::memory: 'in memory'",
                "sqlite:///:memory: 'in memory'",
                "jdbc:sqlite:shop.db?foreign_keys=on 'no parameters'"
            })
    void what_is_wrong_with_a_url_is_reported_without_its_password(String url, String message) {
        assertThatThrownBy(() -> DatabaseKinds.INCLUDED.settings(url, 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message)
                .hasMessageNotContainingAny("secret", "cret");
    }
}
