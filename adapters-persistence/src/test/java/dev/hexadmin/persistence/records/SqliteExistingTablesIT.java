package dev.hexadmin.persistence.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.records.port.ConstraintViolationException.Kind;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqliteExistingTablesIT extends ExistingTablesContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.sqlite(folder);
    }

    @Override
    String anyCase() {
        return "TEXT COLLATE NOCASE";
    }

    /** A foreign key compares with the collation of the key. */
    @Override
    String referring(String anyCase) {
        return "TEXT";
    }

    @Test
    void links_with_keys_in_other_letters_lead_to_their_records() {
        execute(
                "CREATE TABLE tags (name TEXT COLLATE NOCASE PRIMARY KEY NOT NULL)",
                "CREATE TABLE posts (name TEXT COLLATE NOCASE PRIMARY KEY NOT NULL)",
                "CREATE TABLE posts_tags (post TEXT NOT NULL REFERENCES posts, tag TEXT NOT NULL REFERENCES tags)",
                "INSERT INTO tags VALUES ('Red'), ('Blue')",
                "INSERT INTO posts VALUES ('One'), ('Two')",
                "INSERT INTO posts_tags VALUES ('one', 'red'), ('ONE', 'Blue'), ('Two', 'BLUE')");
        Under posts = new Under(
                ModelDefinition.builder("posts")
                        .field("name", FieldType.STRING, f -> f.primaryKey().generated(FieldDefinition.Generated.NO))
                        .field(
                                "tags",
                                FieldType.REFERENCES,
                                f -> f.to("tags").through(new Reference.JoinTable("posts_tags", "post", "tag")))
                        .build(),
                ModelDefinition.builder("tags")
                        .field("name", FieldType.STRING, f -> f.primaryKey().generated(FieldDefinition.Generated.NO))
                        .build());
        FieldDefinition tags = posts.model.fieldNamed("tags");
        FieldPath path = FieldPath.of(posts.model, tags);
        Condition red = new Condition.Compare(path, Lookup.IN, List.of("Red"));
        assertThat(posts.records.scan(posts.model, red, Optional.empty(), 9))
                .extracting(post -> post.key().encoded())
                .containsExactly("One");
        assertThat(posts.records.scan(posts.model, new Condition.Not(red), Optional.empty(), 9))
                .extracting(post -> post.key().encoded())
                .containsExactly("Two");
        assertThat(posts.records.count(
                        posts.model,
                        new Condition.Compare(
                                new FieldPath(
                                        posts.model,
                                        List.of(tags),
                                        posts.model.target(tags).fieldNamed("name")),
                                Lookup.EXACT,
                                List.of("Blue"))))
                .isEqualTo(2);
        assertThat(posts.records.links(posts.model, tags, List.of("Blue"))).isEqualTo(2);
        StoredRecord one = posts.first();
        assertThat(one.value(tags)).asInstanceOf(LIST).containsExactlyInAnyOrder("red", "Blue");
        database.write(scope -> posts.records.delete(List.of(one)));
        assertThat(text("SELECT group_concat(post || tag) FROM posts_tags")).isEqualTo("TwoBLUE");
    }

    @Test
    void a_reference_without_a_type_leads_where_its_foreign_key_does() {
        execute(
                "CREATE TABLE parents (id INTEGER PRIMARY KEY, name TEXT)",
                "CREATE TABLE children (id INTEGER PRIMARY KEY, parent)",
                "INSERT INTO parents VALUES (1, 'first'), (2, 'second')",
                "INSERT INTO children VALUES (1, '1'), (2, 1), (3, '2'), (4, NULL), (5, '1x')");
        Under children = new Under(
                ModelDefinition.builder("children")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .field("parent", FieldType.REFERENCE, f -> f.to("parents"))
                        .build(),
                ModelDefinition.builder("parents")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .field("name", FieldType.STRING)
                        .build());
        List<StoredRecord> all = children.records.scan(children.model, Condition.always(), Optional.empty(), 9);
        FieldDefinition parent = children.model.fieldNamed("parent");
        assertThat(all).extracting(child -> child.value(parent)).containsExactly(1L, 1L, 2L, null, null);
        children.finds(all.getFirst());
        children.finds(all.get(1));
        children.filtersAgree(all.subList(0, 4), "parent");
        FieldPath name = new FieldPath(
                children.model, List.of(parent), children.model.target(parent).fieldNamed("name"));
        assertThat(children.records.count(children.model, new Condition.Compare(name, Lookup.EXACT, List.of("first"))))
                .isEqualTo(2);
    }

    private Under moments(String declared, String stored) {
        execute(
                "CREATE TABLE events (id INTEGER PRIMARY KEY, at " + declared + ")",
                "INSERT INTO events VALUES (1, NULL), (2, " + stored + ")");
        return new Under(ModelDefinition.builder("events")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("at", FieldType.DATETIME)
                .build());
    }

    private void times(String declared, String stored, String wire, String later) {
        Under events = moments(declared, stored);
        StoredRecord second = events.records
                .find(events.model, new RecordKey(List.of(2L)), Condition.always())
                .orElseThrow();
        assertThat(events.shown(second)).containsEntry("at", wire);
        events.finds(second);
        StoredRecord third = events.insert("at", Instant.parse(wire).plusSeconds(60));
        assertThat(text("SELECT at FROM events WHERE id = 3")).isEqualTo(later);
        events.finds(third);
        assertThat(events.keysBy("at")).containsExactly(1L, 2L, 3L);
    }

    @Test
    void times_with_a_space_are_read_found_and_written_so() {
        times("DATETIME", "'2009-01-01 00:00:00'", "2009-01-01T00:00:00Z", "2009-01-01 00:01:00");
    }

    @Test
    void times_with_milliseconds_are_read_found_and_written_so() {
        times("TEXT", "'2009-01-01T00:00:00.500Z'", "2009-01-01T00:00:00.500Z", "2009-01-01T00:01:00.500Z");
    }

    @Test
    void seconds_since_1970_are_read_found_and_written_so() {
        times("INTEGER", "1230768000", "2009-01-01T00:00:00Z", "1230768060");
    }

    @Test
    void seconds_with_a_fraction_are_read_found_and_written_so() {
        times("REAL", "1230768000.123456", "2009-01-01T00:00:00.123456Z", "1230768060.123456");
    }

    @Test
    void seconds_of_core_data_since_2001_are_read_found_and_written_so() {
        execute("CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR)");
        execute(
                "CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, ZAT TIMESTAMP, ZEMPTY TIMESTAMP)",
                "INSERT INTO ZNOTE VALUES (1, NULL, NULL), (2, 726848000.25, NULL), (3, 726848001, NULL)");
        Under notes = new Under(ModelDefinition.builder("notes")
                .table("ZNOTE")
                .field("pk", FieldType.INTEGER, f -> f.primaryKey().column("Z_PK"))
                .field("at", FieldType.DATETIME, f -> f.column("ZAT"))
                .field("empty", FieldType.DATETIME, f -> f.column("ZEMPTY"))
                .build());
        List<StoredRecord> all = notes.records.scan(notes.model, Condition.always(), Optional.empty(), 9);
        assertThat(notes.shown(all.get(1))).containsEntry("at", "2024-01-13T14:13:20.250Z");
        assertThat(notes.shown(all.get(2))).containsEntry("at", "2024-01-13T14:13:21Z");
        notes.finds(all.get(1));
        notes.finds(all.get(2));
        StoredRecord last = notes.insert(
                "at", Instant.parse("2024-01-13T14:13:22.5Z"), "empty", Instant.parse("2001-01-01T00:00:01Z"));
        assertThat(text("SELECT ZAT || ' ' || ZEMPTY FROM ZNOTE WHERE Z_PK = 4"))
                .isEqualTo("726848002.5 1");
        notes.finds(last);
        assertThat(notes.keysBy("at")).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void milliseconds_since_1970_are_read_found_and_written_so() {
        times("TIMESTAMP", "1230768000250", "2009-01-01T00:00:00.250Z", "1230768060250");
    }

    @Test
    void dates_where_times_are_meant_are_read_and_found() {
        times("DATETIME", "'2009-01-01'", "2009-01-01T00:00:00Z", "2009-01-01 00:01:00");
    }

    /** As Python, Java and Go write them. */
    @ParameterizedTest
    @CsvSource({
        "'2026-01-01 10:00:00.123456', '2026-01-01 10:00:01', '2026-01-01 10:00:02.500000'",
        "'2026-01-01T10:00:00.500Z', '2026-01-01T10:00:01Z', '2026-01-01T10:00:02.123456Z'",
        "'2026-01-01 10:00:00.5+00:00', '2026-01-01 10:00:01+00:00', '2026-01-01 10:00:02.12+00:00'",
        "'2026-01-01', '2026-01-02 10:00:00', '2026-01-02 10:00:00.250'"
    })
    void times_with_and_without_a_fraction_of_the_second_are_found(String first, String second, String third) {
        execute(
                "CREATE TABLE events (at DATETIME PRIMARY KEY NOT NULL, id INTEGER, again DATETIME)",
                "INSERT INTO events VALUES ('" + first + "', 1, '" + first + "'), ('" + second + "', 2, '" + second
                        + "'), ('" + third + "', 3, '" + third + "')");
        Under events = new Under(ModelDefinition.builder("events")
                .field("at", FieldType.DATETIME, f -> f.primaryKey().generated(FieldDefinition.Generated.NO))
                .field("id", FieldType.INTEGER)
                .field("again", FieldType.DATETIME)
                .build());
        for (String text : List.of(first, second, third)) {
            Instant at = Instant.parse((text.length() == 10 ? text + " 00:00:00" : text)
                    .replace(' ', 'T')
                    .replaceFirst("(Z|[+]00:00)?$", "Z"));
            StoredRecord record = events.records
                    .find(events.model, new RecordKey(List.of(at)), Condition.always())
                    .orElseThrow();
            assertThat(record.values()).containsEntry("again", at);
            events.finds(record);
        }
        assertThat(events.keysBy("again"))
                .hasSize(3)
                .map(key -> Instant.parse(String.valueOf(key)))
                .isSorted();
    }

    /** As programs with different libraries write into one column; each value is later than the one before it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "DATETIME | '2026-01-01 10:00:00', '2026-01-01T10:00:00.5Z', '2026-01-01 10:00:00.500001', '2026-01-01 13:00+02:00', '2026-01-02' | 2026-01-03 04:05:06",
                "DATETIME | '2026-01-01T10:00:00.000000Z', '2026-01-01 10:00:01', '2026-01-02T00:00:00+00' | 2026-01-03T04:05:06.000000Z",
                "DATETIME | '1969-12-31 23:59:59.25', 1704067200000, '2026-01-01 10:00:00', 1767348000123 | 2026-01-03 04:05:06.00",
                "DATETIME | 0, 1704067200, 1704067200.25, '2026-01-01T10:00:00' | 1767413106",
                "REAL | 2461041.5, 2461042.0, 2461042.25, '2026-01-02 19:00:00' | 2461043.6702083335",
                "DATE | '2026-01-01', '2026-01-02 00:00:00', '2026-01-03T00:00:00.000Z' | 2026-01-03",
                "DATE | '2026-01-01T00:00:00.000Z', '2026-01-02', 1767398400000 | 2026-01-03T00:00:00.000Z",
                "TIME | '09:30', '09:30:15', '09:30:15.25', '2026-01-01 09:31:00' | 04:05:06"
            })
    void values_in_several_forms_are_found_ordered_and_written_in_the_form_of_the_first(
            String declared, String literals, String later) {
        List<String> values = List.of(literals.split(", "));
        FieldType type = declared.equals("REAL") ? FieldType.DATETIME : FieldType.valueOf(declared);
        execute("CREATE TABLE events (id INTEGER PRIMARY KEY, at " + declared + ")");
        for (int i = 0; i < values.size(); i++) {
            execute("INSERT INTO events VALUES (" + (i + 1) + ", " + values.get(i) + ")");
        }
        Under events = new Under(ModelDefinition.builder("events")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("at", type)
                .build());
        List<StoredRecord> records =
                events.records.scan(events.model, Condition.always(), java.util.Optional.empty(), 9);
        assertThat(records)
                .hasSameSizeAs(values)
                .allSatisfy(record -> assertThat(record.unreadable()).isEmpty());
        records.forEach(events::finds);
        events.filtersAgree(records, "at");
        assertThat(events.keysBy("at"))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, values.size()).boxed().toList());
        StoredRecord written = events.insert(
                "at",
                switch (type) {
                    case DATE -> LocalDate.parse("2026-01-03");
                    case TIME -> LocalTime.parse("04:05:06");
                    default -> Instant.parse("2026-01-03T04:05:06Z");
                });
        assertThat(text("SELECT at FROM events ORDER BY id DESC LIMIT 1")).isEqualTo(later);
        events.finds(written);
    }

    @Test
    void a_midnight_that_has_another_form_than_the_column_writes_is_no_key() {
        execute(
                "CREATE TABLE events (at DATETIME PRIMARY KEY NOT NULL, id INTEGER)",
                "INSERT INTO events VALUES ('2026-01-01', 1), ('2026-01-02 10:00:00.500000', 2), ('2026-01-03 00:00:00.000000', 3)");
        Under events = new Under(ModelDefinition.builder("events")
                .field("at", FieldType.DATETIME, f -> f.primaryKey().generated(FieldDefinition.Generated.NO))
                .field("id", FieldType.INTEGER)
                .build());
        assertThat(events.records.count(
                        events.model,
                        new Condition.Compare(
                                FieldPath.of(events.model, events.model.fieldNamed("at")),
                                Lookup.ISNULL,
                                List.of(true))))
                .isEqualTo(1);
    }

    @Test
    void times_in_an_empty_table_are_written_as_its_defaults_write_them() {
        execute(
                "CREATE TABLE events (id INTEGER PRIMARY KEY, made DATETIME DEFAULT CURRENT_TIMESTAMP, changed DATETIME"
                        + " DEFAULT (strftime('%Y-%m-%d %H:%M:%f000', 'now')), ended DATETIME, token DATETIME DEFAULT (only_there()))");
        Under events = new Under(ModelDefinition.builder("events")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("made", FieldType.DATETIME)
                .field("changed", FieldType.DATETIME)
                .field("ended", FieldType.DATETIME)
                .field("token", FieldType.DATETIME)
                .build());
        Instant at = Instant.parse("2026-02-03T04:05:06Z");
        StoredRecord record = events.insert("made", at, "changed", at, "ended", at, "token", at);
        assertThat(text("SELECT made || ',' || changed || ',' || ended || ',' || token FROM events"))
                .isEqualTo("2026-02-03 04:05:06,2026-02-03 04:05:06.000000,2026-02-03 04:05:06,2026-02-03 04:05:06");
        events.finds(record);
    }

    @Test
    void a_default_with_a_function_of_another_program_makes_the_model_unavailable() {
        execute("CREATE TABLE events (id TEXT PRIMARY KEY DEFAULT (only_there()), name TEXT)");
        Under events = new Under(ModelDefinition.builder("events")
                .field("id", FieldType.STRING, f -> f.primaryKey().generated(FieldDefinition.Generated.BY_DATABASE))
                .field("name", FieldType.STRING)
                .build());
        ServiceUnavailableException unavailable =
                catchThrowableOfType(ServiceUnavailableException.class, () -> events.insert("name", "a"));
        assertThat(unavailable.reason()).isEqualTo(ServiceUnavailableException.Reason.MODEL_UNAVAILABLE);
        assertThat(unavailable).hasMessageContaining("unknown function: only_there()");
    }

    @Test
    void what_is_no_time_reads_as_null() {
        Under events = moments("TEXT", "'soon'");
        assertThat(events.records
                        .scan(events.model, Condition.always(), java.util.Optional.empty(), 9)
                        .getLast()
                        .value(events.model.fieldNamed("at")))
                .isNull();
    }

    @Test
    void numbers_dates_keys_and_documents_are_read_as_they_are_held() {
        execute(
                "CREATE TABLE odd (id INTEGER PRIMARY KEY, price NUMERIC(10,2), cents TEXT, big DECIMAL, day DATETIME,"
                        + " token CHAR(32), document TEXT, flag TEXT, number INTEGER)",
                "INSERT INTO odd VALUES (1, 0.99, '12.50', 12345678901234567890, '2020-02-03 00:00:00',"
                        + " 'A0B1C2D3E4F5060708090A0B0C0D0E0F', '{broken', 'true', 'many')");
        Under odd = new Under(ModelDefinition.builder("odd")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("price", FieldType.DECIMAL, f -> f.precision(10).scale(2))
                .field("cents", FieldType.DECIMAL, f -> f.precision(10).scale(2))
                .field("big", FieldType.DECIMAL)
                .field("day", FieldType.DATE)
                .field("token", FieldType.UUID)
                .field("document", FieldType.JSON)
                .field("flag", FieldType.BOOLEAN)
                .field("number", FieldType.INTEGER)
                .build());
        StoredRecord first = odd.first();
        assertThat(odd.shown(first))
                .containsEntry("price", new BigDecimal("0.99"))
                .containsEntry("cents", new BigDecimal("12.50"))
                .containsEntry("day", "2020-02-03")
                .containsEntry("token", "a0b1c2d3-e4f5-0607-0809-0a0b0c0d0e0f")
                .containsEntry("document", null)
                .containsEntry("flag", null)
                .containsEntry("number", null);
        assertThat(first.unreadable()).isEqualTo(Map.of("document", "{broken", "flag", "true", "number", "many"));
        StoredRecord second = odd.insert(
                "price",
                new BigDecimal("12345678.91"),
                "cents",
                new BigDecimal("0.10"),
                "day",
                LocalDate.of(2021, 1, 1),
                "token",
                new UUID(-1, 5),
                "document",
                new JsonText("{\"a\":1}"),
                "number",
                0L);
        odd.finds(second);
        assertThat(text("SELECT typeof(cents) || ' ' || cents || ' ' || day || ' ' || token FROM odd WHERE id = 2"))
                .isEqualTo("text 0.10 2021-01-01 00:00:00 FFFFFFFFFFFFFFFF0000000000000005");
        odd.refuses("big", new BigDecimal("1234567890.12345678901234567"));
    }

    @Test
    void references_that_the_database_does_not_check_at_once_are_checked() {
        execute(
                "CREATE TABLE owners (id INTEGER PRIMARY KEY)",
                "INSERT INTO owners VALUES (1)",
                "CREATE TABLE pets (id INTEGER PRIMARY KEY, owner_id INTEGER, keeper_id INTEGER"
                        + " REFERENCES owners (id) DEFERRABLE INITIALLY DEFERRED)");
        Under pets = new Under(
                ModelDefinition.builder("pets")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .field("owner_id", FieldType.REFERENCE, f -> f.to("owners"))
                        .field("keeper_id", FieldType.REFERENCE, f -> f.to("owners"))
                        .build(),
                ModelDefinition.builder("owners")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .build());
        pets.insert("owner_id", 1L, "keeper_id", 1L);
        assertThat(pets.refused("owner_id", 2L, "keeper_id", 1L).fields())
                .containsExactly(pets.model.fieldNamed("owner_id"));
        assertThat(pets.refused("owner_id", 1L, "keeper_id", 2L).kind()).isEqualTo(Kind.REFERENCE_NOT_FOUND);
    }

    @Test
    void strict_tables_expression_indexes_and_triggers_speak_through_their_columns() {
        execute(
                "CREATE TABLE strict_ones (id INTEGER PRIMARY KEY, name TEXT, at INTEGER) STRICT",
                "CREATE UNIQUE INDEX by_name ON strict_ones (lower(name))",
                "CREATE TRIGGER shout AFTER INSERT ON strict_ones BEGIN UPDATE strict_ones SET at = 7 WHERE id = NEW.id;"
                        + " SELECT RAISE(ABORT, 'no') WHERE NEW.name = 'bad'; END");
        Under ones = new Under(ModelDefinition.builder("strict_ones")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("name", FieldType.STRING)
                .field("at", FieldType.INTEGER)
                .build());
        assertThat(ones.insert("name", "a").value(ones.model.fieldNamed("at"))).isEqualTo(7L);
        assertThat(ones.refused("name", "A").kind()).isEqualTo(Kind.UNIQUE);
        assertThat(ones.refused("name", "A").fields()).containsExactly(ones.model.fieldNamed("name"));
        assertThat(ones.refused("name", "bad").kind()).isEqualTo(Kind.CHECK);
    }

    @Test
    void what_does_not_fit_its_type_is_null_and_never_another_value() {
        execute(
                "CREATE TABLE loose (id INTEGER PRIMARY KEY, amount INTEGER, active BOOLEAN, price DECIMAL(10,2),"
                        + " ratio REAL, name TEXT, day DATE, clock TIME, at TIMESTAMP, token TEXT, document TEXT)",
                "INSERT INTO loose VALUES (1, 1, 1, 12.34, 0.5, 'a', '2026-11-20', '10:00:00',"
                        + " '2026-11-20T10:00:00.000000Z', '00000000-0000-4000-8000-000000000001', '[1]')",
                "INSERT INTO loose VALUES (2, 1.5, 'yes', 12.345, 'much', x'00ff', '2026-02-30', 'noon',"
                        + " '2026-02-30T10:00:00Z', 'none', '[1')",
                "INSERT INTO loose VALUES (3, '12 pieces', 2, '12,50', 9e999, NULL, '2026-11-20 10:00:00', 7, 12,"
                        + " x'01', x'02')",
                "INSERT INTO loose (id) VALUES (4)");
        checkUnreadable(
                "amount=1.5, '12 pieces'",
                "active='yes', 2",
                "price=12.345, '12,50'",
                "ratio='much', Infinity",
                "name=x'00ff'",
                "day='2026-02-30', '2026-11-20 10:00:00'",
                "clock='noon', 7",
                "at='2026-02-30T10:00:00Z', 12",
                "token='none', x'01'",
                "document='[1', x'02'");
    }

    @Test
    void parts_of_texts_are_compared_exactly_whatever_the_collation() {
        for (String collation : List.of("BINARY", "NOCASE", "RTRIM")) {
            execute(
                    "DROP TABLE IF EXISTS texts",
                    "CREATE TABLE texts (id INTEGER PRIMARY KEY, name TEXT COLLATE " + collation + ")",
                    "INSERT INTO texts VALUES (1, 'ab'), (2, 'AB'), (3, 'a_'), (4, 'a'), (5, 'B'), (6, 'a b'), (7, '[a'),"
                            + " (8, 'a '), (9, NULL)");
            Under texts = new Under(ModelDefinition.builder("texts")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .field("name", FieldType.STRING)
                    .build());
            for (String start : List.of("a", "A", "a_", "a ", "[", "ab", "b", "")) {
                assertThat(idsOf(texts, Lookup.STARTSWITH, start))
                        .as("%s starts with '%s'", collation, start)
                        .isEqualTo(text("SELECT coalesce(group_concat(id), '') FROM (SELECT id FROM texts WHERE"
                                + " substr(name, 1, " + start.length() + ") = '" + start
                                + "' COLLATE BINARY ORDER BY id)"));
            }
        }
    }

    @Test
    void the_case_of_letters_is_ignored_alike_in_both_directions() {
        execute(
                "CREATE TABLE texts (id INTEGER PRIMARY KEY, name TEXT)",
                "INSERT INTO texts VALUES (1, 'straße'), (2, 'STRAẞE'), (3, 'σς'), (4, 'ΣΣ'), (5, 'kelvin'), (6, '\u212Aelvin'),"
                        + " (7, 'KELVIN'), (8, 'is'), (9, 'ıs'), (10, 'İS'), (11, 'IS'), (12, 'i\u017F'), (13, NULL)");
        Under texts = new Under(ModelDefinition.builder("texts")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("name", FieldType.STRING)
                .build());
        for (String same : List.of("1 2", "3 4", "5 7", "6", "8 11", "9", "10", "12")) {
            for (String id : same.split(" ")) {
                String name = text("SELECT name FROM texts WHERE id = " + id);
                for (Lookup lookup : List.of(Lookup.IEXACT, Lookup.ICONTAINS, Lookup.ISTARTSWITH, Lookup.IENDSWITH)) {
                    assertThat(idsOf(texts, lookup, name))
                            .as("%s %s", lookup, name)
                            .isEqualTo(same.replace(' ', ','));
                }
            }
        }
    }

    private static String idsOf(Under texts, Lookup lookup, String text) {
        return texts
                .records
                .scan(
                        texts.model,
                        new Condition.Compare(
                                FieldPath.of(texts.model, texts.model.fieldNamed("name")), lookup, List.of(text)),
                        Optional.empty(),
                        99)
                .stream()
                .map(record -> record.key().encoded())
                .collect(Collectors.joining(","));
    }

    @Test
    void a_uuid_in_another_form_than_the_first_of_its_column_is_null() {
        execute(
                "CREATE TABLE tokens (id INTEGER PRIMARY KEY, a TEXT, b TEXT COLLATE NOCASE)",
                "INSERT INTO tokens VALUES (1, 'a0b1c2d3-e4f5-4607-8809-0a0b0c0d0e0f', 'a0b1c2d3-e4f5-4607-8809-0a0b0c0d0e0f')",
                "INSERT INTO tokens SELECT 2, upper(a), upper(b) FROM tokens WHERE id = 1",
                "INSERT INTO tokens SELECT 3, replace(a, '-', ''), replace(b, '-', '') FROM tokens WHERE id = 1");
        Under tokens = new Under(ModelDefinition.builder("tokens")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("a", FieldType.UUID)
                .field("b", FieldType.UUID)
                .build());
        List<StoredRecord> all = tokens.records.scan(tokens.model, Condition.always(), Optional.empty(), 9);
        assertThat(all)
                .extracting(record -> record.unreadable().keySet())
                .containsExactly(Set.of(), Set.of("a"), Set.of("a", "b"));
        tokens.filtersAgree(all, "a");
        tokens.filtersAgree(all, "b");
        tokens.finds(all.getFirst());
        assertThat(tokens.records.count(
                        tokens.model,
                        new Condition.Compare(
                                FieldPath.of(tokens.model, tokens.model.fieldNamed("b")),
                                Lookup.EXACT,
                                List.of(all.getFirst().value(tokens.model.fieldNamed("b"))))))
                .as("equal by the collation of the column")
                .isEqualTo(2);
    }

    private void checkUnreadable(String... columns) {
        Under loose = new Under(ModelDefinition.builder("loose")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("amount", FieldType.INTEGER)
                .field("active", FieldType.BOOLEAN)
                .field("price", FieldType.DECIMAL, f -> f.precision(10).scale(2))
                .field("ratio", FieldType.FLOAT)
                .field("name", FieldType.STRING)
                .field("day", FieldType.DATE)
                .field("clock", FieldType.TIME)
                .field("at", FieldType.DATETIME)
                .field("token", FieldType.UUID)
                .field("document", FieldType.JSON)
                .build());
        List<StoredRecord> records = loose.records.scan(loose.model, Condition.always(), java.util.Optional.empty(), 9);
        for (String column : columns) {
            String field = column.substring(0, column.indexOf('='));
            String[] stored = column.substring(column.indexOf('=') + 1).split("(?<!12), ");
            for (int i = 0; i < stored.length; i++) {
                StoredRecord record = records.get(i + 1);
                assertThat(record.value(loose.model.fieldNamed(field)))
                        .as(column)
                        .isNull();
                assertThat(record.unreadable().get(field))
                        .as(column)
                        .isEqualTo(
                                stored[i].startsWith("'") ? stored[i].substring(1, stored[i].length() - 1) : stored[i]);
                CollectingSink sink = new CollectingSink(Shape.full(loose.model));
                loose.records.read(
                        Shape.full(loose.model), Shape.full(loose.model), record.key(), Condition.always(), sink);
                assertThat(sink.unreadable).isEqualTo(record.unreadable());
            }
            loose.filtersAgree(records, field);
        }
        // a change of another field leaves the value unchanged, and the record's version differs for different
        // unreadable values
        StoredRecord second = records.get(1);
        StoredRecord changed =
                database.write(scope -> loose.records.update(second, RecordsContract.values(loose.model, "name", "b")));
        assertThat(changed.unreadable()).containsEntry("amount", "1.5").doesNotContainKey("name");
        execute("UPDATE loose SET amount = 2.5 WHERE id = 2");
        assertThat(loose.records
                        .find(loose.model, second.key(), Condition.always())
                        .orElseThrow()
                        .version())
                .isNotEqualTo(changed.version());
    }

    @Test
    void a_value_that_a_column_of_another_affinity_would_change_is_refused() {
        execute(
                "CREATE TABLE loose (id INTEGER PRIMARY KEY, whole INTEGER, price REAL, count REAL, words TEXT, length TEXT)");
        Under loose = new Under(ModelDefinition.builder("loose")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("whole", FieldType.STRING)
                .field("price", FieldType.STRING)
                .field("count", FieldType.INTEGER)
                .field("words", FieldType.FLOAT)
                .field("length", FieldType.DURATION)
                .build());
        for (String text : List.of("007", "1.50", "+1", " 1", "1e3", "1.0", "-0", "0.00001", "12345678901234567890")) {
            loose.refuses("whole", text);
        }
        for (String text : List.of("1", "1.50", "-0.0", "1234567890123456.5")) {
            loose.refuses("price", text);
        }
        loose.refuses("count", (1L << 53) + 1);
        for (String text : List.of("7", "-12", "1.5", "0.25", "a", "", "1 2", "999999999999999999")) {
            assertThat(loose.shown(loose.insert("whole", text))).containsEntry("whole", text);
        }
        for (String text : List.of("1.0", "-12.5", "0.0", "100.25", "7a")) {
            assertThat(loose.shown(loose.insert("price", text))).containsEntry("price", text);
        }
        StoredRecord exact = loose.insert("words", 0.1 + 0.2, "count", 1L << 53, "length", Duration.ofSeconds(5));
        assertThat(loose.shown(exact))
                .containsEntry("words", 0.1 + 0.2)
                .containsEntry("count", 1L << 53)
                .containsEntry("length", "PT5S");
        loose.finds(exact);
    }
}
