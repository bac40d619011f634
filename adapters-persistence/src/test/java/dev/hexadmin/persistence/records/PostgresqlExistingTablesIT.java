package dev.hexadmin.persistence.records;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.records.port.ConstraintViolationException;
import dev.hexadmin.application.records.port.ConstraintViolationException.Kind;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PostgresqlExistingTablesIT extends ExistingTablesContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.postgresql();
    }

    @Override
    String anyCase() {
        execute("CREATE COLLATION any_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false)");
        return "text COLLATE any_case";
    }

    private Under odd() {
        execute(
                "CREATE TYPE mood AS ENUM ('sad', 'ok')",
                "CREATE DOMAIN short AS varchar(5)",
                "CREATE TABLE odd (id serial PRIMARY KEY, small smallint, middle integer, single real, double double"
                        + " precision, price numeric(6,2), whole numeric(5,0), padded char(8), brief short, feeling mood,"
                        + " other_feeling mood, address inet, local timestamp, zoned timestamptz, day date, clock time,"
                        + " token uuid, text_token varchar(36), plain json, better jsonb, bytes bytea, label varchar(4),"
                        + " CONSTRAINT small_is_small CHECK (small < 100))");
        return new Under(ModelDefinition.builder("odd")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("small", FieldType.INTEGER)
                .field("middle", FieldType.INTEGER)
                .field("single", FieldType.FLOAT)
                .field("double", FieldType.FLOAT)
                .field("price", FieldType.DECIMAL, f -> f.precision(6).scale(2))
                .field("whole", FieldType.INTEGER)
                .field("padded", FieldType.STRING)
                .field("brief", FieldType.STRING)
                .field("feeling", FieldType.ENUM, f -> f.values(List.of("sad", "ok")))
                .field("other_feeling", FieldType.STRING)
                .field("address", FieldType.STRING)
                .field("local", FieldType.DATETIME)
                .field("zoned", FieldType.DATETIME)
                .field("day", FieldType.DATE)
                .field("clock", FieldType.TIME)
                .field("token", FieldType.UUID)
                .field("text_token", FieldType.UUID)
                .field("plain", FieldType.JSON)
                .field("better", FieldType.JSON)
                .field("bytes", FieldType.BINARY)
                .field("label", FieldType.STRING)
                .build());
    }

    @Test
    void columns_of_any_type_take_give_and_find_values() {
        Under odd = odd();
        StoredRecord record = odd.insert(
                "small",
                7L,
                "middle",
                -70_000L,
                "single",
                1.1,
                "double",
                0.1,
                "price",
                new BigDecimal("19.90"),
                "whole",
                12L,
                "padded",
                "abc",
                "brief",
                "äbcde",
                "feeling",
                "sad",
                "other_feeling",
                "ok",
                "address",
                "10.0.0.1/32",
                "local",
                Instant.parse("2026-01-02T03:04:05.678901Z"),
                "zoned",
                Instant.parse("2026-01-02T03:04:05Z"),
                "day",
                LocalDate.of(2026, 1, 2),
                "clock",
                LocalTime.of(3, 4, 5),
                "token",
                new UUID(1, 2),
                "text_token",
                new UUID(3, 4),
                "plain",
                new JsonText("{\"b\":1,\"a\":2}"),
                "better",
                new JsonText("[1]"),
                "bytes",
                new byte[] {1, 0},
                "label",
                null);
        assertThat(odd.shown(record))
                .containsEntry("single", 1.1)
                .containsEntry("padded", "abc")
                .containsEntry("local", "2026-01-02T03:04:05.678901Z")
                .containsEntry("zoned", "2026-01-02T03:04:05Z")
                .containsEntry("plain", new JsonText("{\"b\":1,\"a\":2}"))
                .containsEntry("price", new BigDecimal("19.90"));
        odd.finds(record.values().get("address") == null ? record : odd.first());
        for (FieldDefinition field : odd.model.storedFields()) {
            if (field.type().isOrdered()) {
                odd.keysBy(field.name());
            }
        }
        StoredRecord changed = database.write(scope -> odd.records.update(
                odd.records.find(odd.model, record.key(), Condition.always()).orElseThrow(),
                RecordsContract.values(odd.model, "feeling", null, "small", null, "plain", null, "token", null)));
        assertThat(changed.value(odd.model.fieldNamed("feeling"))).isNull();
    }

    @Test
    void what_a_column_cannot_hold_is_refused_by_its_name_and_found_nowhere() {
        Under odd = odd();
        odd.refuses("small", 40_000L);
        odd.refuses("small", 100L);
        odd.refuses("middle", Long.MAX_VALUE);
        odd.refuses("whole", 100_000L);
        odd.refuses("single", 1e300);
        odd.refuses("price", new BigDecimal("123456.00"));
        odd.refuses("brief", "abcdef");
        odd.refuses("label", "abcde");
        odd.refuses("other_feeling", "angry");
        odd.refuses("plain", new JsonText("{"));
        assertThat(odd.refused("address", "nowhere").kind()).isEqualTo(Kind.CHECK);
        odd.insert("small", 1L, "address", "10.0.0.1");
        for (Condition condition : List.of(
                RecordsContract.where(odd.model, "small", Lookup.EXACT, Long.MAX_VALUE),
                RecordsContract.where(odd.model, "middle", Lookup.IN, Long.MAX_VALUE, 5L),
                RecordsContract.where(odd.model, "address", Lookup.EXACT, "nowhere"),
                RecordsContract.where(odd.model, "address", Lookup.IN, "nowhere", "a\"b"),
                RecordsContract.where(odd.model, "other_feeling", Lookup.EXACT, "angry"),
                RecordsContract.where(odd.model, "other_feeling", Lookup.IN, "angry"),
                RecordsContract.where(odd.model, "single", Lookup.GT, 1e300),
                RecordsContract.where(odd.model, "price", Lookup.EXACT, new BigDecimal("1e30")))) {
            assertThat(odd.records.count(odd.model, condition))
                    .as(condition.toString())
                    .isZero();
        }
    }

    @Test
    void values_beyond_what_a_field_can_be_read_as_null() {
        Under odd = odd();
        execute(
                "INSERT INTO odd (double, single, price, zoned, local, day) VALUES"
                        + " (1.5, 1.5, 1.5, '2026-11-20', '2026-11-20', '2026-11-20')",
                "INSERT INTO odd (double, single, price, zoned, local, day) VALUES ('NaN', 'Infinity', 'NaN',"
                        + " 'infinity', '-infinity', 'infinity')",
                "INSERT INTO odd (double, single, price, zoned, local, day) VALUES ('-Infinity', 'NaN', NULL,"
                        + " '0044-03-15 12:00:00+00 BC', '10000-01-01', '0044-03-15 BC')");
        for (int turn = 0; turn < 8; turn++) { // the driver reads binary values after a few uses of a statement
            List<StoredRecord> all = odd.records.scan(odd.model, Condition.always(), Optional.empty(), 9);
            assertThat(all.get(1).unreadable())
                    .isEqualTo(Map.of(
                            "double",
                            "NaN",
                            "single",
                            "Infinity",
                            "price",
                            "NaN",
                            "zoned",
                            "infinity",
                            "local",
                            "-infinity",
                            "day",
                            "infinity"));
            assertThat(all.get(2).unreadable())
                    .containsEntry("day", "0044-03-15 BC")
                    .containsEntry("local", "10000-01-01 00:00:00")
                    .hasEntrySatisfying(
                            "zoned",
                            text -> assertThat(text)
                                    .startsWith("0044-03-15 12:00:00")
                                    .endsWith(" BC"));
            for (String field : List.of("double", "single", "price", "zoned", "local", "day")) {
                odd.filtersAgree(all, field);
            }
        }
    }

    @Test
    void nothing_is_rounded_to_fit_its_type() {
        execute(
                "CREATE TABLE exact (id bigint PRIMARY KEY, price numeric, rate double precision, pieces numeric,"
                        + " weight double precision, day timestamp)",
                "INSERT INTO exact VALUES (1, 12.35, 0.25, 3.0, 3, '2026-11-20'),"
                        + " (2, 12.345, 0.255, 1.5, 1e300, '2026-11-20 10:00:00')");
        Under exact = new Under(ModelDefinition.builder("exact")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("price", FieldType.DECIMAL, f -> f.precision(10).scale(2))
                .field("rate", FieldType.DECIMAL, f -> f.precision(10).scale(2))
                .field("pieces", FieldType.INTEGER)
                .field("weight", FieldType.INTEGER)
                .field("day", FieldType.DATE)
                .build());
        List<StoredRecord> all = exact.records.scan(exact.model, Condition.always(), Optional.empty(), 9);
        assertThat(all.get(0).unreadable()).isEmpty();
        assertThat(all.get(1).unreadable())
                .isEqualTo(Map.of(
                        "price",
                        "12.345",
                        "rate",
                        "0.255",
                        "pieces",
                        "1.5",
                        "weight",
                        "1e+300",
                        "day",
                        "2026-11-20 10:00:00"));
        for (String field : List.of("price", "rate", "pieces", "weight", "day")) {
            exact.filtersAgree(all, field);
        }
    }

    @Test
    void a_table_that_is_no_model_holds_what_it_points_to() {
        execute(
                "CREATE TABLE owners (id bigint PRIMARY KEY, name text UNIQUE)",
                "CREATE TABLE unknown_ones (owner bigint REFERENCES owners (id))",
                "INSERT INTO owners VALUES (1, 'a')",
                "INSERT INTO unknown_ones VALUES (1)");
        Under owners = new Under(ModelDefinition.builder("owners")
                .field("id", FieldType.INTEGER, f -> f.primaryKey().generated(FieldDefinition.Generated.NO))
                .field("name", FieldType.STRING)
                .build());
        ConstraintViolationException refused = org.assertj.core.api.Assertions.catchThrowableOfType(
                ConstraintViolationException.class,
                () -> database.write(scope -> owners.records.delete(List.of(owners.first()))));
        assertThat(refused.kind()).isEqualTo(Kind.IN_USE);
        assertThat(refused.model()).isEqualTo(owners.model);
    }

    @Test
    void a_found_record_is_locked_until_the_unit_of_work_ends() throws Exception {
        Under odd = odd();
        StoredRecord record = odd.insert("small", 0L);
        FieldDefinition small = odd.model.fieldNamed("small");
        try (var executor = java.util.concurrent.Executors.newVirtualThreadPerTaskExecutor()) {
            List<java.util.concurrent.Future<?>> all = new java.util.ArrayList<>();
            for (int i = 0; i < 40; i++) {
                all.add(executor.submit(() -> database.write(scope -> {
                    StoredRecord now = odd.records
                            .find(odd.model, record.key(), Condition.always())
                            .orElseThrow();
                    long value = (Long) java.util.Objects.requireNonNull(now.value(small));
                    return odd.records.update(now, RecordsContract.values(odd.model, "small", value + 1));
                })));
            }
            for (var one : all) {
                one.get();
            }
        }
        assertThat(odd.first().value(small)).isEqualTo(40L);
    }

    @Test
    void a_column_is_used_by_fields_whose_values_it_can_hold() {
        holds("text", FieldType.TEXT, FieldType.UUID, FieldType.JSON);
        holds("varchar(20)", FieldType.TEXT, FieldType.UUID, FieldType.JSON);
        for (String type : List.of("int4", "int8", "numeric", "numeric(6,2)", "float8")) {
            holds(type, FieldType.TEXT, FieldType.INTEGER, FieldType.FLOAT, FieldType.DECIMAL);
        }
        holds("bool", FieldType.TEXT, FieldType.BOOLEAN);
        holds("date", FieldType.TEXT, FieldType.DATE);
        holds("time", FieldType.TEXT, FieldType.TIME);
        holds("timestamp", FieldType.TEXT, FieldType.DATE, FieldType.DATETIME);
        holds("timestamptz", FieldType.TEXT, FieldType.DATE, FieldType.DATETIME);
        holds("interval", FieldType.TEXT, FieldType.DURATION);
        holds("uuid", FieldType.TEXT, FieldType.UUID);
        holds("jsonb", FieldType.TEXT, FieldType.JSON, FieldType.LIST);
        holds("text[]", FieldType.TEXT, FieldType.LIST);
        holds("inet", FieldType.TEXT);
        holds("bytea", FieldType.BINARY);
    }

    @Test
    void a_number_that_its_column_would_round_is_refused() {
        wholeNumbersOnly("int4");
        execute("CREATE TABLE rounded (id serial PRIMARY KEY, sized numeric(6,2), free numeric, single real, double"
                + " double precision, whole double precision)");
        Under rounded = new Under(ModelDefinition.builder("rounded")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("sized", FieldType.FLOAT)
                .field("free", FieldType.FLOAT)
                .field("single", FieldType.DECIMAL, f -> f.precision(20).scale(4))
                .field("double", FieldType.DECIMAL, f -> f.precision(20).scale(2))
                .field("whole", FieldType.INTEGER)
                .build());
        rounded.refuses("sized", 1.005);
        rounded.refuses("single", new BigDecimal("1234567.8912"));
        rounded.refuses("double", new BigDecimal("123456789012345678.91"));
        rounded.refuses("whole", (1L << 53) + 1);
        StoredRecord record =
                rounded.insert("sized", 1.25, "free", 0.1 + 0.2, "single", new BigDecimal("1.1000"), "whole", 1L << 53);
        assertThat(rounded.shown(record))
                .containsEntry("sized", 1.25)
                .containsEntry("free", 0.1 + 0.2)
                .containsEntry("single", new BigDecimal("1.1000"))
                .containsEntry("whole", 1L << 53);
    }

    @Test
    void a_text_that_is_no_json_is_unreadable() {
        execute(
                "CREATE TABLE mixed (id integer PRIMARY KEY, c text)",
                "INSERT INTO mixed VALUES (1, 'abc'), (2, '{\"a\": 1}'), (3, 'null')");
        Under mixed = new Under(mixed(FieldType.JSON));
        List<StoredRecord> records = mixed.records.scan(mixed.model, Condition.always(), Optional.empty(), 9);
        FieldDefinition field = mixed.model.fieldNamed("c");
        assertThat(records.get(0).value(field)).isNull();
        assertThat(records.get(0).unreadable()).containsEntry("c", "abc");
        assertThat(records.get(1).value(field)).isEqualTo(new JsonText("{\"a\": 1}"));
        assertThat(records.get(2).unreadable()).isEmpty();
    }
}
