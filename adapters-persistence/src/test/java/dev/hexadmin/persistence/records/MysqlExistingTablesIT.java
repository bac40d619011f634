package dev.hexadmin.persistence.records;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.records.port.ConstraintViolationException.Kind;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TimeZone;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MysqlExistingTablesIT extends ExistingTablesContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.mysql();
    }

    @Override
    String anyCase() {
        return "varchar(20) COLLATE utf8mb4_general_ci";
    }

    /** The letters have one place in the collation, and not in that of Java. */
    @Test
    void a_reference_that_only_the_database_takes_for_the_key_leads_to_its_record() {
        execute(
                "CREATE TABLE letters (code " + anyCase() + " NOT NULL PRIMARY KEY)",
                "CREATE TABLE words (id integer NOT NULL PRIMARY KEY, letter " + anyCase() + ")",
                "INSERT INTO letters VALUES ('ς'), ('ß')",
                "INSERT INTO words VALUES (1, 'σ'), (2, 's'), (3, 'x')");
        Under words = new Under(
                ModelDefinition.builder("words")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .field("letter", FieldType.REFERENCE, f -> f.to("letters"))
                        .build(),
                ModelDefinition.builder("letters")
                        .field("code", FieldType.STRING, f -> f.primaryKey().generated(FieldDefinition.Generated.NO))
                        .build());
        Shape shape = new Shape(
                words.model,
                words.model.fields(),
                Map.of(
                        "letter",
                        new Shape.Expansion(
                                Shape.full(words.registry.model("letters").orElseThrow()), Condition.always())));
        for (int id = 1; id <= 3; id++) {
            RecordKey key = new RecordKey(List.of((long) id));
            CollectingSink one = new CollectingSink(shape);
            words.records.read(shape, shape, key, Condition.always(), one);
            CollectingSink list = new CollectingSink(shape);
            words.records.list(
                    new ListQuery(
                            shape,
                            new Condition.Compare(
                                    FieldPath.of(words.model, words.model.fieldNamed("id")),
                                    Lookup.EXACT,
                                    List.of((long) id)),
                            List.of(new ListQuery.Order(words.model.fieldNamed("id"), false)),
                            new ListQuery.Position.Page(1),
                            10,
                            ListQuery.CountMode.NONE),
                    list);
            assertThat(one.only()).as("record %s", id).isEqualTo(list.only());
            assertThat(one.only().get("letter"))
                    .isEqualTo(List.of(List.of(Map.of("code", "ς")), List.of(Map.of("code", "ß")), "x")
                            .get(id - 1));
        }
    }

    @Test
    void columns_of_other_types_are_read_found_and_written_in_their_form() {
        execute(
                "CREATE TABLE odd (id int AUTO_INCREMENT PRIMARY KEY, name varchar(20) CHARACTER SET latin1, short char(4),"
                        + " big bigint unsigned, small tinyint unsigned, price decimal(8,2), whole decimal(6,0), single float,"
                        + " flag bit(1), bits bit(8), day datetime, at timestamp(6) NULL, clock time(3), token binary(16),"
                        + " choice enum('a', 'b'), some set('x', 'y'), document json)");
        Under odd = new Under(ModelDefinition.builder("odd")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("name", FieldType.STRING)
                .field("short", FieldType.STRING)
                .field("big", FieldType.INTEGER)
                .field("small", FieldType.INTEGER)
                .field("price", FieldType.DECIMAL, f -> f.precision(8).scale(2))
                .field("whole", FieldType.INTEGER)
                .field("single", FieldType.FLOAT)
                .field("flag", FieldType.BOOLEAN)
                .field("bits", FieldType.INTEGER)
                .field("day", FieldType.DATE)
                .field("at", FieldType.DATETIME)
                .field("clock", FieldType.TIME)
                .field("token", FieldType.UUID)
                .field("choice", FieldType.STRING)
                .field("some", FieldType.STRING)
                .field("document", FieldType.JSON)
                .build());
        UUID token = UUID.fromString("7d444840-9dc0-11d1-b245-5ffdce74fad2");
        StoredRecord first = odd.insert(
                "name",
                "Ärger",
                "short",
                "ab",
                "big",
                Long.MAX_VALUE,
                "small",
                255L,
                "price",
                new BigDecimal("12.50"),
                "whole",
                7L,
                "single",
                1.1,
                "flag",
                true,
                "bits",
                5L,
                "day",
                LocalDate.of(2026, 2, 3),
                "at",
                Instant.parse("2026-03-29T01:30:00.123456Z"),
                "clock",
                LocalTime.of(23, 59, 59),
                "token",
                token,
                "choice",
                "b",
                "some",
                "x,y",
                "document",
                new JsonText("{\"a\": 1}"));
        odd.finds(first);
        assertThat(odd.shown(first))
                .containsEntry("single", 1.1)
                .containsEntry("flag", true)
                .containsEntry("bits", 5L)
                .containsEntry("day", "2026-02-03")
                .containsEntry("at", "2026-03-29T01:30:00.123456Z")
                .containsEntry("token", token.toString())
                .containsEntry("some", "x,y");
        assertThat(text("SELECT hex(token) FROM odd")).isEqualTo("7D4448409DC011D1B2455FFDCE74FAD2");
        odd.refuses("small", 256L);
        odd.refuses("short", "abcde");
        odd.refuses("price", new BigDecimal("1.005"));
        odd.refuses("choice", "c");
        odd.refuses("name", "\u4e2d");
        odd.refuses("at", Instant.parse("1960-01-01T00:00:00Z"));
    }

    @Test
    void what_is_no_value_of_the_field_reads_as_null_and_is_null_in_filters() {
        execute(
                "CREATE TABLE old (id int PRIMARY KEY, day date, at datetime, span time, big bigint unsigned, part"
                        + " decimal(6,2))",
                "SET SESSION sql_mode = 'ANSI_QUOTES,ALLOW_INVALID_DATES'",
                "INSERT INTO old VALUES (1, '2026-01-01', '2026-01-01 10:00:00', '10:00:00', 5, 2), (2, '0000-00-00',"
                        + " '0000-00-00 00:00:00', '-01:00:00', 18446744073709551615, 1.5),"
                        + " (3, '2026-02-00', '2026-00-00 10:00:00', '100:00:00', NULL, NULL),"
                        + " (4, '2026-02-31', '2026-02-31 10:00:00', NULL, NULL, NULL)",
                "SET SESSION sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES,STRICT_ALL_TABLES'");
        Under old = new Under(ModelDefinition.builder("old")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("day", FieldType.DATE)
                .field("at", FieldType.DATETIME)
                .field("span", FieldType.TIME)
                .field("big", FieldType.INTEGER)
                .field("part", FieldType.INTEGER)
                .build());
        List<StoredRecord> all = old.records.scan(
                old.model, dev.hexadmin.domain.records.Condition.always(), java.util.Optional.empty(), 9);
        for (String field : List.of("day", "at", "span", "big", "part")) {
            assertThat(all.subList(1, 4))
                    .as(field)
                    .allSatisfy(record -> assertThat(record.value(old.model.fieldNamed(field)))
                            .isNull());
            old.filtersAgree(all, field);
        }
        assertThat(all.get(1).unreadable())
                .containsEntry("span", "-01:00:00")
                .containsEntry("big", "18446744073709551615");
    }

    @Test
    void moments_are_the_same_in_every_time_zone_of_the_process() {
        execute("CREATE TABLE events (id int AUTO_INCREMENT PRIMARY KEY, a datetime(6), b timestamp(6) NULL, day date,"
                + " clock time(6))");
        Under events = new Under(ModelDefinition.builder("events")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("a", FieldType.DATETIME)
                .field("b", FieldType.DATETIME)
                .field("day", FieldType.DATE)
                .field("clock", FieldType.TIME)
                .build());
        TimeZone before = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone("America/New_York"));
        try {
            String gap = "2026-03-08T02:30:00.123456Z"; // no time of that day in New York
            StoredRecord record = events.insert(
                    "a",
                    Instant.parse(gap),
                    "b",
                    Instant.parse(gap),
                    "day",
                    LocalDate.of(2026, 3, 8),
                    "clock",
                    LocalTime.of(2, 30));
            assertThat(events.shown(record))
                    .containsEntry("a", gap)
                    .containsEntry("b", gap)
                    .containsEntry("day", "2026-03-08")
                    .containsEntry("clock", "02:30:00");
            assertThat(text("SELECT a FROM events WHERE a = '2026-03-08 02:30:00.123456' AND b = a"))
                    .isNotNull();
            events.finds(record);
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void a_key_that_an_expression_makes_is_read_first() {
        execute(
                "CREATE TABLE made (id char(36) PRIMARY KEY DEFAULT (uuid()), name varchar(20) NOT NULL DEFAULT 'none')");
        Under made = new Under(ModelDefinition.builder("made")
                .field("id", FieldType.UUID, f -> f.primaryKey().generated(FieldDefinition.Generated.BY_DATABASE))
                .field("name", FieldType.STRING)
                .build());
        StoredRecord record = made.insert();
        assertThat(record.value(made.model.fieldNamed("name"))).isEqualTo("none");
        made.finds(record);
    }

    @Test
    void the_database_says_which_rule_was_broken() {
        execute(
                "CREATE TABLE owners (id int PRIMARY KEY)",
                "CREATE TABLE pets (id int AUTO_INCREMENT PRIMARY KEY, name varchar(10) NOT NULL, tag varchar(10) UNIQUE,"
                        + " age int, owner_id int, CONSTRAINT old_enough CHECK (age >= 0),"
                        + " FOREIGN KEY (owner_id) REFERENCES owners (id))");
        Under pets = new Under(
                ModelDefinition.builder("pets")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .field("name", FieldType.STRING)
                        .field("tag", FieldType.STRING)
                        .field("age", FieldType.INTEGER)
                        .field("owner_id", FieldType.REFERENCE, f -> f.to("owners"))
                        .build(),
                ModelDefinition.builder("owners")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .build());
        pets.insert("name", "Rex", "tag", "a");
        assertThat(pets.refused("name", "Tom", "tag", "a")).satisfies(refused -> {
            assertThat(refused.kind()).isEqualTo(Kind.UNIQUE);
            assertThat(refused.fields()).containsExactly(pets.model.fieldNamed("tag"));
        });
        assertThat(pets.refused("name", null, "tag", "b")).satisfies(refused -> {
            assertThat(refused.kind()).isEqualTo(Kind.NOT_NULL);
            assertThat(refused.fields()).containsExactly(pets.model.fieldNamed("name"));
        });
        assertThat(pets.refused("name", "Tom", "age", -1L)).satisfies(refused -> {
            assertThat(refused.kind()).isEqualTo(Kind.CHECK);
            assertThat(refused.fields()).containsExactly(pets.model.fieldNamed("age"));
        });
        assertThat(pets.refused("name", "Tom", "owner_id", 9L)).satisfies(refused -> {
            assertThat(refused.kind()).isEqualTo(Kind.REFERENCE_NOT_FOUND);
            assertThat(refused.fields()).containsExactly(pets.model.fieldNamed("owner_id"));
        });
    }

    @Test
    void a_filter_with_characters_that_a_column_cannot_have_finds_nothing() {
        execute(
                "CREATE TABLE words (id int AUTO_INCREMENT PRIMARY KEY, narrow varchar(20) CHARACTER SET latin1, basic"
                        + " varchar(20) CHARACTER SET utf8mb3 COLLATE utf8mb3_unicode_ci, cyrillic varchar(20) CHARACTER SET koi8r)");
        Under words = new Under(ModelDefinition.builder("words")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("narrow", FieldType.STRING)
                .field("basic", FieldType.STRING)
                .field("cyrillic", FieldType.STRING)
                .build());
        StoredRecord record = words.insert("narrow", "\u00e4\u20ac", "basic", "\u65e5", "cyrillic", "\u0436");
        words.finds(record);
        String foreign = "\u65e5\ud83d\ude00";
        for (String field : List.of("narrow", "basic", "cyrillic")) {
            String own = String.valueOf(record.value(words.model.fieldNamed(field)));
            for (Lookup lookup : Lookup.values()) {
                if (!lookup.appliesTo(FieldType.STRING) || lookup == Lookup.ISNULL) {
                    continue;
                }
                List<Object> values = lookup.operand() == Lookup.Operand.TWO_VALUES
                        ? List.of(own + foreign, own + foreign)
                        : List.of(own + foreign);
                boolean found = words.records.matches(
                        words.model,
                        record.key(),
                        new Condition.Compare(
                                FieldPath.of(words.model, words.model.fieldNamed(field)), lookup, values));
                boolean ofOrder =
                        Set.of(Lookup.GT, Lookup.GTE, Lookup.LT, Lookup.LTE).contains(lookup);
                assertThat(ofOrder || found == (lookup == Lookup.NE))
                        .as("%s %s", field, lookup)
                        .isTrue();
            }
            words.refuses(field, foreign);
        }
        assertThat(words.records.load(
                        words.model,
                        List.of(record.key()),
                        new Condition.Compare(
                                FieldPath.of(words.model, words.model.fieldNamed("narrow")),
                                Lookup.IN,
                                List.of(foreign, "\u00e4\u20ac"))))
                .hasSize(1);
    }

    @Test
    void a_column_is_used_by_fields_whose_values_it_can_hold() {
        holds(
                "text",
                FieldType.TEXT,
                FieldType.INTEGER,
                FieldType.DATE,
                FieldType.TIME,
                FieldType.DATETIME,
                FieldType.DURATION,
                FieldType.UUID,
                FieldType.JSON,
                FieldType.LIST,
                FieldType.BINARY);
        for (String type : List.of("int", "bigint unsigned", "decimal(6,2)", "double")) {
            holds(
                    type,
                    FieldType.TEXT,
                    FieldType.INTEGER,
                    FieldType.FLOAT,
                    FieldType.DECIMAL,
                    FieldType.BOOLEAN,
                    FieldType.DURATION);
        }
        holds("year", FieldType.TEXT, FieldType.INTEGER);
        holds("bit(1)", FieldType.TEXT, FieldType.INTEGER, FieldType.BOOLEAN);
        holds("date", FieldType.TEXT, FieldType.DATE, FieldType.DATETIME);
        holds("time", FieldType.TEXT, FieldType.TIME);
        holds("datetime(6)", FieldType.TEXT, FieldType.DATE, FieldType.DATETIME);
        holds("enum('a', 'b')", FieldType.TEXT);
        holds("blob", FieldType.TEXT, FieldType.UUID, FieldType.JSON, FieldType.LIST, FieldType.BINARY);
        holds("binary(16)", FieldType.TEXT, FieldType.UUID, FieldType.BINARY);
    }

    @Test
    void a_value_that_its_column_would_change_is_refused() {
        wholeNumbersOnly("int");
        execute(
                "CREATE TABLE changed (id int AUTO_INCREMENT PRIMARY KEY, sized decimal(6,2), single float, wide double,"
                        + " whole double, bytes binary(4), day date)");
        Under changed = new Under(ModelDefinition.builder("changed")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("sized", FieldType.FLOAT)
                .field("single", FieldType.DECIMAL, f -> f.precision(20).scale(4))
                .field("wide", FieldType.DECIMAL, f -> f.precision(20).scale(2))
                .field("whole", FieldType.INTEGER)
                .field("bytes", FieldType.BINARY)
                .field("day", FieldType.DATETIME)
                .build());
        changed.refuses("sized", 1.005);
        changed.refuses("single", new BigDecimal("1234567.8912"));
        changed.refuses("wide", new BigDecimal("123456789012345678.91"));
        changed.refuses("whole", (1L << 53) + 1);
        changed.refuses("bytes", new byte[] {1});
        changed.refuses("day", Instant.parse("2026-01-02T10:00:00Z"));
        StoredRecord record = changed.insert(
                "sized",
                1.25,
                "whole",
                1L << 53,
                "bytes",
                new byte[] {1, 2, 3, 0},
                "day",
                Instant.parse("2026-01-02T00:00:00Z"));
        assertThat(changed.shown(record))
                .containsEntry("sized", 1.25)
                .containsEntry("whole", 1L << 53)
                .containsEntry("bytes", "01020300")
                .containsEntry("day", "2026-01-02T00:00:00Z");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "varchar(40)", "blob"})
    void what_is_no_json_is_unreadable(String type) {
        for (FieldType field : List.of(FieldType.JSON, FieldType.LIST)) {
            execute(
                    "DROP TABLE IF EXISTS mixed",
                    "CREATE TABLE mixed (id int PRIMARY KEY, c " + type + ")",
                    "INSERT INTO mixed VALUES (1, 'abc'), (2, '[\"a\"]'), (3, 'null'), (4, '[\"a\"')");
            Under mixed = new Under(mixed(field));
            List<StoredRecord> records =
                    new ArrayList<>(mixed.records.scan(mixed.model, Condition.always(), Optional.empty(), 9));
            FieldDefinition c = mixed.model.fieldNamed("c");
            assertThat(records)
                    .extracting(record -> record.value(c))
                    .containsExactly(null, new JsonText("[\"a\"]"), null, null);
            assertThat(records.get(0).unreadable()).containsEntry("c", "abc");
            assertThat(records.get(2).unreadable()).isEmpty();
            assertThat(records.get(3).unreadable()).containsEntry("c", "[\"a\"");
            records.remove(2);
            mixed.filtersAgree(records, "c");
        }
    }
}
