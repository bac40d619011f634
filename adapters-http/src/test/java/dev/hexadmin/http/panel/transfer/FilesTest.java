package dev.hexadmin.http.panel.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.transfer.RowReaders.Row;
import dev.hexadmin.application.transfer.RowReaders.RowReader;
import dev.hexadmin.application.transfer.UnreadableFileException;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.transfer.FileFormat;
import dev.hexadmin.http.fields.NumberNotation;
import dev.hexadmin.http.texts.Localization;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FilesTest {
    private static final ModelRegistry REGISTRY = ModelRegistry.of(List.of(
            ModelDefinition.builder("tags")
                    .field("name", FieldType.STRING, FieldDefinition.Builder::primaryKey)
                    .build(),
            ModelDefinition.builder("things")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .field("name", FieldType.STRING, f -> f.label("Full name"))
                    .field("body", FieldType.TEXT)
                    .field("amount", FieldType.INTEGER)
                    .field("price", FieldType.DECIMAL, f -> f.precision(30).scale(2))
                    .field("free", FieldType.DECIMAL)
                    .field("ratio", FieldType.FLOAT)
                    .field("active", FieldType.BOOLEAN)
                    .field("day", FieldType.DATE)
                    .field("clock", FieldType.TIME)
                    .field("moment", FieldType.DATETIME)
                    .field("token", FieldType.UUID)
                    .field("status", FieldType.ENUM, f -> f.values(List.of("draft", "=active")))
                    .field("document", FieldType.JSON)
                    .field("bytes", FieldType.BINARY)
                    .field("mail", FieldType.EMAIL)
                    .field("link", FieldType.URL)
                    .field("tag", FieldType.REFERENCE, f -> f.to("tags"))
                    .field("tags", FieldType.REFERENCES, f -> f.to("tags"))
                    .field("sizes", FieldType.LIST, f -> f.of(FieldType.DECIMAL))
                    .field("labels", FieldType.LIST, f -> f.of(FieldType.STRING))
                    .field("length", FieldType.DURATION)
                    .field("shown", FieldType.STRING, FieldDefinition.Builder::readOnly)
                    .build()));
    private static final Model THINGS = REGISTRY.model("things").orElseThrow();
    private static final Shape SHAPE = Shape.full(THINGS);

    private static byte[] written(FileFormat format, List<Map<String, @Nullable Object>> records) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        RecordFile file = RecordFile.open(format, SHAPE, out);
        for (Map<String, @Nullable Object> record : records) {
            file.sink().begin();
            for (int i = 0; i < SHAPE.fields().size(); i++) {
                Object value = record.get(SHAPE.fields().get(i).name());
                if (value == null) {
                    file.sink().none(i);
                } else {
                    file.sink().value(i, value);
                }
            }
            file.sink().end();
            file.flush();
        }
        file.finish();
        return out.toByteArray();
    }

    private static Localization in(String language, String zone) {
        return new Localization(new Language(language), ZoneId.of(zone), Localization.ENGLISH.texts());
    }

    private static List<Row> rows(FileFormat format, byte[] file) {
        return rows(Localization.ENGLISH, format, file);
    }

    private static List<Row> rows(Localization localization, FileFormat format, byte[] file) {
        List<Row> rows = new ArrayList<>();
        try (RowReader reader =
                new FileReaders(localization).open(format, THINGS, () -> new ByteArrayInputStream(file))) {
            Optional<Row> row = reader.next();
            while (row.isPresent()) {
                rows.add(row.get());
                row = reader.next();
            }
        }
        return rows;
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-02T03:04, 2026-01-01T21:19:00Z",
        "2026-01-02 03:04:05, 2026-01-01T21:19:05Z",
        "2026-01-02, 2026-01-01T18:15:00Z",
        "2026-01-02T03:04:05Z, 2026-01-02T03:04:05Z",
        "2026-01-02T03:04:05+02:00, 2026-01-02T03:04:05+02:00",
        "soon, soon"
    })
    void a_time_without_an_offset_is_in_the_zone_of_the_user(String cell, String value) {
        byte[] file = ("moment\n" + cell + "\n").getBytes(StandardCharsets.UTF_8);
        try (RowReader reader = new FileReaders(in("en", "Asia/Kathmandu"))
                .open(FileFormat.CSV, THINGS, () -> new ByteArrayInputStream(file))) {
            assertThat(reader.next().orElseThrow().values()).containsEntry("moment", value);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            de | price  | 1234,50             | 1234.50
            de | price  | 1.234,50            | 1234.50
            de | price  | -1.234.567          | -1234567
            de | price  | 1234.50             | 1234.50
            de | amount | 1.234               | 1234
            de | ratio  | 0,5                 | 0.5
            de | day    | 31.12.2025          | 2025-12-31
            de | day    | 1.2.2025            | 2025-02-01
            de | day    | 2025-12-31          | 2025-12-31
            de | day    | 31.2.2025           | 31.2.2025
            de | day    | 31.12.25            | 31.12.25
            de | clock  | 9:05                | 09:05
            de | moment | 31.12.2025 14:30    | 2025-12-31T13:30:00Z
            de | moment | 31.12.2025, 9:30:05 | 2025-12-31T08:30:05Z
            de | moment | 31.12.2025          | 2025-12-30T23:00:00Z
            de | moment | 2026-02-03T10:00    | 2026-02-03T09:00:00Z
            de | active | ja                  | true
            de | active | WAHR                | true
            de | active | Falsch              | false
            de | active | 0                   | false
            de | sizes  | 1,5; 2              | [1.5, 2]
            fr | price  | 1~234,50            | 1234.50
            fr | price  | 1_234               | 1234
            fr | day    | 31/12/2025          | 2025-12-31
            fr | active | FAUX                | false
            es | active | verdadero           | true
            ja | day    | 2025/12/31          | 2025-12-31
            en | price  | 1,234.50            | 1234.50
            en | day    | 12/31/2025          | 12/31/2025
            en | active | Yes                 | true
            """)
    void a_file_is_read_in_the_language_and_the_zone_of_the_user(
            String language, String field, String cell, String value) {
        byte[] file =
                bytes("\uFEFF" + field + "\r\n\"" + cell.replace('~', '\u202f').replace('_', '\u00a0') + "\"\r\n");
        assertThat(rows(in(language, "Europe/Berlin"), FileFormat.CSV, file))
                .singleElement()
                .satisfies(row -> {
                    assertThat(String.valueOf(row.values().get(field))).isEqualTo(value);
                    assertThat(row.violations()).isEmpty();
                });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            de | price;free | 1;1.234               |           |
            de | free;price | 1.234;1,5              | 1234      |
            de | free;price | 1.234;1.5              | 1.234     |
            de | free;price | 1.234;1.234            |           |
            de | free;ratio | 1.234;1,5/1.5;2        |           |
            de | "free","price" | 1.234,             | 1.234     |
            de | "free","price" | 1.234,"1,5"        | 1234      |
            de | "free";"price" | 1.234;             |           |
            de | free;sizes | 0,5;1,5                | 0.5       | [1.5]
            de | free;sizes | 0.5;1,5                | 0.5       | [1, 5]
            de | free;sizes | 5;1,5                  | 5         | 1,5
            en | free;price | 1,234;1                |           |
            en | free;price | 1,234;1.5              | 1234      |
            fr | free;price | 1.234;1                | 1.234     |
            """)
    void a_number_that_can_be_two_is_read_as_the_others_of_its_file_and_else_refused(
            String language, String heading, String rows, @Nullable String free, @Nullable String sizes) {
        byte[] file = bytes(heading + "\n" + rows.replace("/", "\n") + "\n");
        Row row = rows(in(language, "UTC"), FileFormat.CSV, file).getFirst();
        if (free == null) {
            assertThat(row.violations()).isNotEmpty().allSatisfy(one -> {
                assertThat(one.code()).isEqualTo("ambiguous_number");
                assertThat(one.text().english()).contains("1234");
            });
        } else {
            assertThat(row.violations()).isEmpty();
            assertThat(row.values()).containsEntry("free", free);
        }
        if (sizes != null) {
            assertThat(String.valueOf(row.values().get("sizes"))).isEqualTo(sizes);
        }
    }

    @Test
    void numbers_of_a_workbook_are_read_as_they_are_and_its_texts_in_the_language() {
        byte[] file = workbook(
                "",
                "<row><c t=\"str\"><v>free</v></c><c t=\"str\"><v>price</v></c><c t=\"str\"><v>day</v></c></row>"
                        + "<row><c><v>1.234</v></c><c t=\"str\"><v>1.234,5</v></c><c t=\"str\"><v>31.12.2025</v></c></row>"
                        + "<row><c t=\"str\"><v>1.234</v></c><c/><c><v>46346</v></c></row>");
        List<Row> rows = rows(in("de", "UTC"), FileFormat.XLSX, file);
        assertThat(rows.getFirst().values()).isEqualTo(map("free", "1.234", "price", "1234.5", "day", "2025-12-31"));
        assertThat(rows.getLast().values()).isEqualTo(map("free", "1234", "price", null, "day", "2026-11-20"));
    }

    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void an_export_is_read_again_in_every_language(FileFormat format) {
        Map<String, @Nullable Object> record = record(1);
        record.put("free", new BigDecimal("1.234"));
        byte[] file = written(format, List.of(record));
        Row english = rows(format, file).getFirst();
        for (String language : List.of("ar", "de", "es", "fr", "ja", "pt", "zh-Hans")) {
            Row row = rows(in(language, "Asia/Tokyo"), format, file).getFirst();
            assertThat(row.values()).as(language).isEqualTo(english.values());
            assertThat(row.violations()).as(language).isEmpty();
        }
    }

    /** What a row's values are once they have passed validation. */
    private static Map<String, @Nullable Object> read(Row row) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        row.values().forEach((name, input) -> {
            FieldDefinition field = THINGS.fieldNamed(name);
            switch (FieldInput.read(THINGS, field, input)) {
                case FieldInput.Outcome.Fits(Object value) ->
                    values.put(name, value == null && field.type() == FieldType.REFERENCES ? List.of() : value);
                case FieldInput.Outcome.Refused refused -> throw new AssertionError(row.values() + " " + refused);
            }
        });
        return values;
    }

    private static @Nullable Object comparable(@Nullable Object value) {
        return switch (value) {
            case byte[] bytes -> HexFormat.of().formatHex(bytes);
            case BigDecimal number -> number.stripTrailingZeros();
            case null -> null;
            default -> value;
        };
    }

    private static Map<String, @Nullable Object> comparable(Map<String, @Nullable Object> record) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        SHAPE.fields().forEach(field -> all.put(field.name(), comparable(record.get(field.name()))));
        return all;
    }

    private static Map<String, @Nullable Object> record(long id) {
        Map<String, @Nullable Object> record = new LinkedHashMap<>();
        record.put("id", id);
        record.put("tags", List.of());
        return record;
    }

    private static Map<String, @Nullable Object> full(long id, String text) {
        Map<String, @Nullable Object> record = record(id);
        record.put("name", text);
        record.put("body", text);
        record.put("amount", Long.MIN_VALUE);
        record.put("price", new BigDecimal("-1234567890123456789012345.90"));
        record.put("free", new BigDecimal("1E+20"));
        record.put("ratio", -1.0E-7);
        record.put("active", false);
        record.put("day", LocalDate.parse("0001-01-01"));
        record.put("clock", LocalTime.parse("23:59:59.000001"));
        record.put("moment", Instant.parse("9999-12-31T23:59:59.999999Z"));
        record.put("token", new UUID(-1, 1));
        record.put("status", "=active");
        record.put("document", new JsonText("{\"a\":[1,\"=x\"],\"b\":-5}"));
        record.put("bytes", new byte[] {-8, 0, 1, -1});
        record.put("mail", "+a@example.com");
        record.put("link", "https://example.com/?a=1,2&b=%22'");
        record.put("tag", text);
        record.put("tags", List.of("a,b", "\\", "-c", "x\\,y"));
        return record;
    }

    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void what_is_written_is_read_again_for_every_type_and_any_text(FileFormat format) {
        List<Map<String, @Nullable Object>> records = new ArrayList<>();
        records.add(record(1));
        long id = 2;
        for (String text : List.of(
                "=1+1",
                "+1",
                "-1",
                "@x",
                "\tx",
                "\rx",
                "\nx",
                "'",
                "'=x",
                "''=x",
                "'x",
                "＝x",
                "a\"b",
                "a,b;c\td",
                "a\r\nb",
                "a\rb",
                " spaces ",
                "0012",
                "1.50",
                "true",
                "2026-11-20",
                "ünï \uD83D\uDE00",
                "\u0001\u001f\uFFFE",
                "_x0041_",
                "_x005F_x0041_x0041_",
                "_x0041\u0001",
                "<&>]]>",
                "a\\,b",
                "null",
                "#N/A")) {
            records.add(full(id++, text));
        }
        Map<String, @Nullable Object> empty = record(id++);
        empty.put("name", "");
        empty.put("amount", Long.MAX_VALUE);
        empty.put("price", new BigDecimal("19.90"));
        empty.put("ratio", 1e300);
        empty.put("active", true);
        empty.put("document", new JsonText("-5"));
        empty.put("tags", List.of("one"));
        records.add(empty);
        SplittableRandom random = new SplittableRandom(11);
        String alphabet = "'=+-@\t\r\n\",;\\_x0041_aä ";
        for (int i = 0; i < 300; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(1, 12); length > 0; length--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            Map<String, @Nullable Object> more = full(id++, text.toString());
            more.put("ratio", Double.longBitsToDouble(random.nextLong() & 0x7fef_ffff_ffff_ffffL));
            more.put("amount", random.nextLong() >> random.nextInt(64));
            more.put("price", BigDecimal.valueOf(random.nextLong() >> random.nextInt(64), 2));
            records.add(more);
        }
        List<Row> rows = rows(format, written(format, records));
        assertThat(rows).hasSameSizeAs(records);
        for (int i = 0; i < records.size(); i++) {
            assertThat(comparable(read(rows.get(i)))).isEqualTo(comparable(records.get(i)));
            assertThat(rows.get(i).number()).isEqualTo(format == FileFormat.JSON ? i + 1 : i + 2);
        }
    }

    @Test
    void no_text_in_csv_begins_a_formula() {
        List<Map<String, @Nullable Object>> records = new ArrayList<>();
        for (String text : List.of("=cmd|' /C calc'!A0", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", "'=1")) {
            records.add(full(1, text));
        }
        String csv = new String(written(FileFormat.CSV, records), StandardCharsets.UTF_8);
        assertThat(csv).startsWith("id,name,body,".replace("id,name,body", "\"id\",\"name\",\"body\""));
        assertThat(csv).doesNotContainPattern("(?m)(?:^|,)\"[=+@\t\r-]");
        assertThat(csv).contains("\"'=cmd|' /C calc'!A0\"", "\"''=1\"", "\"'+a@example.com\"", "\"'=active\"");
    }

    @Test
    void cells_of_a_workbook_are_text_numbers_and_booleans_and_no_formula() throws IOException {
        String sheet = part(written(FileFormat.XLSX, List.of(full(1, "=1+1"))), "xl/worksheets/sheet1.xml");
        assertThat(sheet)
                .contains("<c r=\"B2\" t=\"inlineStr\"><is><t xml:space=\"preserve\">=1+1</t></is></c>")
                .contains("<c r=\"A2\"><v>1</v></c>")
                .contains("<c r=\"H2\" t=\"b\"><v>0</v></c>")
                .doesNotContain("<f");
    }

    @Test
    void documents_and_lists_are_compact_whatever_space_the_database_puts_into_them() {
        Map<String, @Nullable Object> record = record(1);
        record.put("document", new JsonText("{\"a\": [1, \"b,  c\"]}"));
        record.put("labels", new JsonText("[\"a, b\", \"c\"]"));
        assertThat(new String(written(FileFormat.CSV, List.of(record)), StandardCharsets.UTF_8))
                .contains("\"{\"\"a\"\":[1,\"\"b,  c\"\"]}\"", "\"[\"\"a, b\"\",\"\"c\"\"]\"");
    }

    private static String part(byte[] workbook, String name) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(workbook))) {
            ZipEntry entry = zip.getNextEntry();
            while (!entry.getName().equals(name)) {
                entry = zip.getNextEntry();
            }
            return new String(zip.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    // ---- CSV of others

    private static List<Map<String, @Nullable Object>> csv(String text) {
        return csv(text, StandardCharsets.UTF_8);
    }

    private static List<Map<String, @Nullable Object>> csv(String text, Charset charset) {
        return rows(FileFormat.CSV, text.getBytes(charset)).stream()
                .map(Row::values)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {",", ";", "\t"})
    void csv_of_spreadsheets_is_understood(String separator) {
        String text = "\uFEFFname,amount,Full NAME\r\n\r\n,,\r\nAda,1,\r\n".replace(",Full NAME", ",tag");
        assertThat(csv(text.replace(",", separator))).containsExactly(map("name", "Ada", "amount", 1L, "tag", null));
        assertThat(csv("\"a,b;c\tname\"" + separator + "NAME" + separator + "amount\nx" + separator + "y" + separator
                        + " 5 "))
                .containsExactly(map("name", "y", "amount", 5L));
    }

    @Test
    void headings_are_names_or_labels_and_unknown_ones_are_told() {
        byte[] file = "full name,AMOUNT,colour,,size\na,1,b,c,d".getBytes(StandardCharsets.UTF_8);
        try (RowReader reader = new FileReaders(Localization.ENGLISH)
                .open(FileFormat.CSV, THINGS, () -> new ByteArrayInputStream(file))) {
            assertThat(reader.header().orElseThrow().fields()).containsExactly("name", "amount");
            assertThat(reader.header().orElseThrow().unknown()).containsExactly("colour", "size");
            assertThat(reader.next().orElseThrow().values()).isEqualTo(map("name", "a", "amount", 1L));
        }
    }

    @Test
    void an_empty_cell_is_null_and_a_quoted_one_is_empty_text() {
        assertThat(csv("name,body,amount\n,\"\",\"\"\n\"\",,1"))
                .containsExactly(
                        map("name", "", "body", null, "amount", 1L)); // a row whose cells are all empty is skipped
        assertThat(csv("name,body,amount\n,\"\",5")).containsExactly(map("name", null, "body", "", "amount", 5L));
    }

    @Test
    void lines_may_end_in_any_way_and_empty_ones_are_counted() {
        byte[] file = bytes("name,amount\r\n\r\n a ,1\r\r\n\"b\n\rc\",2\n\n5\" pipe\n,\nd,4");
        List<Row> rows = rows(FileFormat.CSV, file);
        assertThat(rows).extracting(Row::number).containsExactly(3L, 5L, 7L, 9L);
        assertThat(rows.stream().map(row -> row.values().get("name")))
                .containsExactly(" a ", "b\n\rc", "5\" pipe", "d");
    }

    @Test
    void what_is_no_value_of_a_field_stays_text_for_validation() {
        assertThat(csv("amount,active,document,ratio\nmany,perhaps,{,x"))
                .containsExactly(map("amount", "many", "active", "perhaps", "document", "{", "ratio", "x"));
    }

    @Test
    void broken_csv_says_where() {
        assertUnreadable(FileFormat.CSV, bytes(""), "empty");
        assertUnreadable(FileFormat.CSV, bytes("colour,size\na,b"), "first row");
        assertUnreadable(FileFormat.CSV, bytes("name,Name\na,b"), "'name' is given twice");
        assertUnreadable(FileFormat.CSV, bytes("name\nx\n\"a"), "Row 3");
        assertUnreadable(FileFormat.CSV, bytes("name\n\"a\"b"), "Row 2");
        assertUnreadable(FileFormat.CSV, bytes("name\na,b"), "Row 2 has 2 cells");
        assertUnreadable(FileFormat.CSV, "name\n\u00e4".getBytes(StandardCharsets.ISO_8859_1), "UTF-8");
        assertUnreadable(FileFormat.CSV, bytes("name\nx\n\"a\"\""), "Row 3");
        assertUnreadable(FileFormat.CSV, bytes("name\n\"" + "x".repeat(9 << 20)), "too long");
        assertUnreadable(FileFormat.CSV, bytes("name\n" + "x".repeat(9 << 20)), "too long");
        assertUnreadable(FileFormat.CSV, bytes("name\n" + ("x".repeat(1 << 20) + ",").repeat(9)), "too long");
        assertUnreadable(FileFormat.CSV, bytes("name\n" + ",".repeat(20_000)), "too long");
    }

    // ---- JSON

    @Test
    void broken_json_says_where() {
        assertUnreadable(FileFormat.JSON, bytes(""), "array");
        assertUnreadable(FileFormat.JSON, bytes("{}"), "array");
        assertUnreadable(FileFormat.JSON, bytes("nonsense"), "no JSON");
        assertUnreadable(FileFormat.JSON, bytes("[{}, 5]"), "Item 2");
        assertUnreadable(FileFormat.JSON, bytes("[{\"a\":1,\"a\":2}]"), "named twice");
        assertUnreadable(FileFormat.JSON, bytes("[{},\n{\"a\":]"), "line 2");
        assertUnreadable(FileFormat.JSON, bytes("[{}"), "Item 2");
        assertUnreadable(FileFormat.JSON, bytes("[]5"), "more after");
        assertUnreadable(FileFormat.JSON, bytes("[" + "[".repeat(100)), "Item 1");
        assertUnreadable(FileFormat.JSON, bytes("[{\"a\":\"" + "x".repeat(9 << 20) + "\"}]"), "larger than");
        assertThat(rows(FileFormat.JSON, bytes("[]"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n"})
    void the_rows_of_a_text_are_numbered_as_a_spreadsheet_does(String end) {
        byte[] file = bytes(String.join(end, "name,amount", "", "", "\"a" + end + "b\",x", "", "c,y", ",", "d,z"));
        assertThat(rows(FileFormat.CSV, file)).extracting(Row::number).containsExactly(4L, 6L, 8L);
    }

    @Test
    void a_row_that_cannot_be_read_is_named_as_a_spreadsheet_numbers_it() {
        assertUnreadable(FileFormat.CSV, bytes("\nname\n\n\na,b\n"), "Row 5 has 2 cells");
    }

    // ---- workbooks of others

    private static final String WORKBOOK = """
            <workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"
              xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr%s/>
              <sheets><sheet name="A" sheetId="7" r:id="rId9"/><sheet name="B" sheetId="1" r:id="rId1"/></sheets></workbook>
            """;
    private static final String LINKS = """
            <Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
              <Relationship Id="rId1" Type="x" Target="worksheets/sheet1.xml"/>
              <Relationship Id="rId9" Type="x" Target="/xl/worksheets/sheet2.xml"/></Relationships>
            """;
    private static final String TEXTS = """
            <sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" count="3" uniqueCount="3">
              <si><t>name</t></si><si><r><t>A</t></r><r><rPr/><t xml:space="preserve"> b</t></r><rPh><t>no</t></rPh></si>
              <si><t/></si></sst>
            """;

    /** Of the styles 1 to 8; style 0 is that of cells without one. */
    private static final String STYLES = """
            <styleSheet><numFmts count="6"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd;@"/>
              <numFmt numFmtId="165" formatCode="[$-409]d/m/yy h:mm AM/PM"/><numFmt numFmtId="166" formatCode="[hh]:mm:ss"/>
              <numFmt numFmtId="167" formatCode="#,##0.00\\ &quot;days&quot;;[Red]-0"/><numFmt numFmtId="168" formatCode="mm:ss"/>
              <numFmt numFmtId="169" formatCode="General"/></numFmts>
              <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/>
              <xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="167"/><xf numFmtId="168"/><xf numFmtId="169"/><xf numFmtId="22"/>
              </cellXfs><dxfs><dxf><numFmt numFmtId="169" formatCode="dd"/></dxf></dxfs></styleSheet>
            """;

    /** A workbook as spreadsheets write it: the sheet before the texts it points to. */
    private static byte[] workbook(String settings, String rows) {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("[Content_Types].xml", "<Types/>");
        parts.put("xl/workbook.xml", WORKBOOK.formatted(settings));
        parts.put("xl/_rels/workbook.xml.rels", LINKS);
        parts.put("xl/worksheets/sheet1.xml", "<worksheet><sheetData/></worksheet>");
        parts.put(
                "xl/worksheets/sheet2.xml",
                "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>" + rows
                        + "</sheetData></worksheet>");
        parts.put("xl/sharedStrings.xml", TEXTS);
        parts.put("xl/styles.xml", STYLES);
        return zip(parts);
    }

    private static byte[] zip(Map<String, String> parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, String> part : parts.entrySet()) {
                zip.putNextEntry(new ZipEntry(part.getKey()));
                zip.write(part.getValue().getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    @Test
    void a_workbook_of_a_spreadsheet_is_understood() {
        byte[] file = workbook(
                "",
                "<row r=\"2\"><c t=\"s\"><v>0</v></c><c t=\"inlineStr\"><is><t>day</t></is></c>"
                        + "<c r=\"D2\" t=\"str\"><f>X</f><v>amount</v></c><c t=\"str\"><v>clock</v></c>"
                        + "<c t=\"str\"><v>moment</v></c><c t=\"str\"><v>active</v></c><c t=\"str\"><v>price</v></c></row>"
                        + "<row r=\"5\"><c r=\"A5\" t=\"s\"><v>1</v></c><c r=\"B5\" s=\"3\"><v>46346</v></c>"
                        + "<c r=\"D5\"><f>1+2</f><v>3</v></c><c><v>0.5</v></c><c><v>46346.75</v></c>"
                        + "<c t=\"b\"><v>1</v></c><c><v>19.899999999999999</v></c></row>"
                        + "<row r=\"6\"/><row><c t=\"s\"><v>2</v></c></row>"
                        + "<row r=\"8\"><c><v>1200</v></c><c t=\"d\"><v>2026-11-20</v></c></row>");
        List<Row> rows = rows(FileFormat.XLSX, file);
        assertThat(rows).extracting(Row::number).containsExactly(5L, 8L);
        assertThat(rows.getFirst().values())
                .isEqualTo(map(
                        "name",
                        "A b",
                        "day",
                        "2026-11-20",
                        "amount",
                        3L,
                        "clock",
                        "12:00:00",
                        "moment",
                        "2026-11-20T18:00:00Z",
                        "active",
                        true,
                        "price",
                        "19.9"));
        assertThat(rows.getLast().values())
                .containsEntry("name", "1200")
                .containsEntry("day", "2026-11-20")
                .containsEntry("price", null);
    }

    @Test
    void days_may_be_counted_from_1904() {
        byte[] file = workbook(
                " date1904=\"1\"",
                "<row><c t=\"str\"><v>day</v></c></row><row><c><v>44884</v></c></row><row><c><v>1e300</v></c></row>");
        assertThat(rows(FileFormat.XLSX, file).stream().map(Row::values).toList())
                .containsExactly(map("day", "2026-11-20"), map("day", "1e300"));
    }

    /** The only row of a workbook with one column. */
    private static Row cell(Localization localization, String settings, String field, String cell) {
        return rows(
                        localization,
                        FileFormat.XLSX,
                        workbook(
                                settings,
                                "<row><c t=\"str\"><v>" + field + "</v></c><c t=\"str\"><v>amount</v></c></row><row>"
                                        + cell + "<c><v>1</v></c></row>"))
                .getFirst();
    }

    @ParameterizedTest
    @CsvSource({
        "amount, 9007199254740993, 9007199254740993",
        "amount, 36028797018963984, 36028797018963984",
        "name, 12345678901234567890, 12345678901234567890",
        "free, 9007199254740993, 9007199254740993",
        "free, 0.1234567890123456789, 0.1234567890123456789",
        "free, 1234567890123456.7, 1234567890123456.7",
        "free, 0.10000000000000001, 0.1",
        "free, 0.30000000000000004, 0.30000000000000004",
        "free, 9.949999999999999, 9.95",
        "free, 0.06999999999999999, 0.06999999999999999",
        "free, 0.07000000000000001, 0.07",
        "free, 19.899999999999999, 19.9",
        "free, -19.899999999999999, -19.9",
        "free, 3.6028797018963984E+16, 36028797018963984",
        "free, 9.9999999999999992E+22, 100000000000000000000000",
        "free, 99999999999999992000000, 99999999999999992000000",
        "name, 1.10, 1.1",
        "name, 100, 100",
        "name, 1E3, 1000",
        "name, 1e-999999999, 0",
        "name, 1e999999999, 1e999999999"
    })
    void a_number_of_a_workbook_is_exact_but_for_the_digits_of_a_shorter_one(
            String field, String number, String value) {
        Row row = rows(
                        FileFormat.XLSX,
                        workbook(
                                "",
                                "<row><c t=\"str\"><v>" + field + "</v></c></row><row><c><v>" + number
                                        + "</v></c></row>"))
                .getFirst();
        assertThat(String.valueOf(row.values().get(field))).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            name   | 1 | 45350        | 2024-02-28
            name   | 2 | 45350        | 2024-02-28
            name   | 2 | 45350.5      | 2024-02-28T12:00:00
            name   | 3 | 45350.5      | 2024-02-28T12:00:00
            name   | 8 | 45350        | 2024-02-28T00:00:00
            name   | 4 | 1.5          | P1DT12H
            name   | 5 | 45350        | 45350
            name   | 6 | 0.5          | 12:00:00
            name   | 7 | 45350        | 45350
            name   | 0 | 45350        | 45350
            name   | 9 | 45350        | 45350
            name   | 2 | -1           | -1
            labels | 2 | 45350        | [2024-02-28]
            status | 2 | 45350        | 2024-02-28
            document | 2 | 45350      | 2024-02-28
            day    | 0 | 45350        | 2024-02-28
            length | 4 | 0.0625       | PT1H30M
            length | 6 | 0.0625       | PT1H30M
            """)
    void a_number_that_is_formatted_as_a_date_or_a_time_is_one(
            String field, String style, String number, String value) {
        Row row = cell(Localization.ENGLISH, "", field, "<c s=\"" + style + "\"><v>" + number + "</v></c>");
        assertThat(String.valueOf(row.values().get(field))).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            yyyy"x"            | DATE
            mmm                | DATE
            [$-F400]h:mm:ss AM/PM | TIME
            mm:ss.0            | TIME
            [$-409]d.m.yy h:mm;@ | DATE_TIME
            [m]                | ELAPSED
            [Red]0.00          | NUMBER
            0 "hours"          | NUMBER
            0\\h               | NUMBER
            0_d                | NUMBER
            0*y                | NUMBER
            0;yyyy             | NUMBER
            "yyyy              | NUMBER
            [yyyy              | NUMBER
            0.00E+00           | NUMBER
            @                  | NUMBER
            """)
    void a_format_of_cells_says_what_numbers_are(String code, XlsxStyles.Form form) {
        assertThat(XlsxStyles.form(code.replace("\\\\", "\\"))).isEqualTo(form);
    }

    @ParameterizedTest
    @CsvSource({"46346.75, 2026-11-20T17:00:00Z", "46320.1041666667, 2026-10-25T00:30:00Z"})
    void a_number_for_a_time_is_in_the_zone_of_the_user(String number, String value) {
        Row row = cell(in("de", "Europe/Berlin"), "", "moment", "<c s=\"3\"><v>" + number + "</v></c>");
        assertThat(row.values()).containsEntry("moment", value);
    }

    @Test
    void a_number_for_a_time_that_the_zone_skips_is_an_error_of_its_row() {
        Row row = cell(in("de", "Europe/Berlin"), "", "moment", "<c s=\"3\"><v>46110.1041666667</v></c>");
        assertThat(row.violations())
                .singleElement()
                .satisfies(wrong ->
                        assertThat(wrong.pointer() + " " + wrong.code()).isEqualTo("/moment no_such_time"));
    }

    @ParameterizedTest
    @CsvSource({
        "'', 1, 1900-01-01",
        "'', 59, 1900-02-28",
        "'', 60, 1900-02-28",
        "'', 61, 1900-03-01",
        "' date1904=\"1\"', 0, 1904-01-01",
        "' date1904=\"1\"', 59, 1904-02-29"
    })
    void days_before_march_1900_are_those_that_spreadsheets_show(String settings, String number, String value) {
        Row row = cell(Localization.ENGLISH, settings, "day", "<c><v>" + number + "</v></c>");
        assertThat(row.values()).containsEntry("day", value);
    }

    @Test
    void an_error_in_a_cell_is_one_of_its_row() {
        Row row = cell(Localization.ENGLISH, "", "name", "<c t=\"e\"><f>1/0</f><v>#DIV/0!</v></c>");
        assertThat(row.violations()).singleElement().satisfies(one -> {
            assertThat(one.pointer()).isEqualTo("/name");
            assertThat(one.code()).isEqualTo("cell_error");
            assertThat(one.text().english()).isEqualTo("The cell A2 has the error #DIV/0!.");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"<c t=\"e\"><v>#N/A</v></c>", "<c><f>1+1</f><v/></c>", "<c><f>1+1</f></c>"})
    void a_column_that_no_import_writes_may_hold_anything(String cell) {
        assertThat(cell(Localization.ENGLISH, "", "shown", cell).violations()).isEmpty();
    }

    @Test
    void a_formula_has_a_result_if_its_value_is_a_number_or_a_text() {
        for (String empty : List.of("<v/>", "<v></v>", "")) {
            assertUnreadable(
                    FileFormat.XLSX,
                    workbook("", "<row><c t=\"str\"><v>name</v></c></row><row><c><f>1+1</f>" + empty + "</c></row>"),
                    "The cell A2 has a formula without its result");
        }
        assertThat(cell(Localization.ENGLISH, "", "name", "<c t=\"str\"><f>\"\"</f><v></v></c>")
                        .values())
                .containsEntry("name", "");
    }

    @Test
    void what_is_no_workbook_is_refused() {
        assertUnreadable(FileFormat.XLSX, bytes(""), "no workbook");
        assertUnreadable(FileFormat.XLSX, bytes("name,amount"), "no workbook");
        assertUnreadable(FileFormat.XLSX, zip(Map.of("a.txt", "a")), "no sheet");
        assertUnreadable(FileFormat.XLSX, workbook("", ""), "empty");
        assertUnreadable(
                FileFormat.XLSX,
                workbook("", "<row><c r=\"A1\" t=\"str\"><v>day</v></c></row><row><c r=\"A2\"><f>1+1</f></c></row>"),
                "The cell A2 has a formula without its result");
        assertUnreadable(FileFormat.XLSX, workbook("", "<row><c t=\"s\"><v>9</v></c></row>"), "points to a text");
        assertUnreadable(FileFormat.XLSX, workbook("", "<row><c r=\"ABCD1\"><v>9</v></c></row>"), "column");
        assertUnreadable(FileFormat.XLSX, workbook("", "<row><c>"), "broken");
        byte[] whole = workbook("", "<row><c t=\"str\"><v>name</v></c></row>");
        for (int length : new int[] {10, 200, whole.length / 2}) {
            assertThatThrownBy(() -> rows(FileFormat.XLSX, java.util.Arrays.copyOf(whole, length)))
                    .isInstanceOf(UnreadableFileException.class);
        }
    }

    @Test
    void external_entities_are_refused() {
        String xml = "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/hostname\">]><worksheet><sheetData><row>"
                + "<c t=\"str\"><v>&e;</v></c></row></sheetData></worksheet>";
        for (String name : List.of("xl/workbook.xml", "xl/sharedStrings.xml", "xl/worksheets/sheet2.xml")) {
            Map<String, String> parts = new LinkedHashMap<>();
            parts.put("xl/workbook.xml", WORKBOOK.formatted(""));
            parts.put("xl/_rels/workbook.xml.rels", LINKS);
            parts.put("xl/worksheets/sheet2.xml", "<worksheet><sheetData/></worksheet>");
            parts.put(name, xml);
            assertUnreadable(FileFormat.XLSX, zip(parts), "document type declaration");
        }
    }

    @Test
    void what_would_unpack_without_end_is_refused() {
        byte[] spaces = " ".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
        for (String name : List.of("xl/sharedStrings.xml", "xl/worksheets/sheet2.xml", "other.bin")) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (ZipOutputStream zip = new ZipOutputStream(out)) {
                for (Map.Entry<String, String> part : Map.of(
                                "xl/workbook.xml", WORKBOOK.formatted(""), "xl/_rels/workbook.xml.rels", LINKS)
                        .entrySet()) {
                    zip.putNextEntry(new ZipEntry(part.getKey()));
                    zip.write(part.getValue().getBytes(StandardCharsets.UTF_8));
                }
                zip.putNextEntry(new ZipEntry(name));
                zip.write("<a><row><c t=\"str\"><v>".getBytes(StandardCharsets.UTF_8));
                for (int i = 0; i < 100; i++) {
                    zip.write(spaces);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            assertThatThrownBy(() -> new XlsxRows(
                                    THINGS,
                                    NumberNotation.UNKNOWN,
                                    () -> new ByteArrayInputStream(out.toByteArray()),
                                    80L << 20)
                            .next())
                    .isInstanceOfSatisfying(
                            UnreadableFileException.class,
                            unreadable ->
                                    assertThat(unreadable.reason().english()).contains("too large"));
        }
    }

    @Test
    void a_workbook_may_have_any_number_of_characters_that_xml_escapes() {
        String text = "&<>".repeat(1_000);
        List<Map<String, @Nullable Object>> records = new ArrayList<>();
        for (long id = 1; id <= 60; id++) {
            Map<String, @Nullable Object> record = record(id);
            record.put("name", text);
            records.add(record);
        }
        List<Row> rows = rows(FileFormat.XLSX, written(FileFormat.XLSX, records));
        assertThat(rows).hasSize(60).allSatisfy(row -> assertThat(row.values()).containsEntry("name", text));
    }

    @Test
    void a_workbook_of_many_rows_is_written_and_read_in_little_memory() {
        List<Map<String, @Nullable Object>> records = new ArrayList<>();
        for (long id = 1; id <= 20_000; id++) {
            Map<String, @Nullable Object> record = record(id);
            record.put("name", "a & b <c> " + id);
            records.add(record);
        }
        List<Row> rows = rows(FileFormat.XLSX, written(FileFormat.XLSX, records));
        assertThat(rows).hasSize(20_000);
        assertThat(rows.getLast().values()).containsEntry("name", "a & b <c> 20000");
    }

    private static void assertUnreadable(FileFormat format, byte[] file, String reason) {
        assertThatThrownBy(() -> rows(format, file))
                .isInstanceOfSatisfying(
                        UnreadableFileException.class,
                        unreadable -> assertThat(unreadable.reason().english()).contains(reason));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Map<String, @Nullable Object> map(@Nullable Object... pairs) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(String.valueOf(pairs[i]), pairs[i + 1]);
        }
        return map;
    }

    @Test
    void a_file_is_closed_when_it_is_read() {
        List<Boolean> closed = new ArrayList<>();
        List<Boolean> opened = new ArrayList<>();
        byte[] file = written(FileFormat.XLSX, List.of(record(1)));
        new FileReaders(Localization.ENGLISH)
                .open(FileFormat.XLSX, THINGS, () -> {
                    opened.add(true);
                    return new ByteArrayInputStream(file) {
                        @Override
                        public void close() {
                            closed.add(true);
                        }
                    };
                })
                .close();
        assertThat(closed).isNotEmpty().hasSameSizeAs(opened);
    }
}
