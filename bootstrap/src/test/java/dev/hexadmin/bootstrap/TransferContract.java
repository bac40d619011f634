package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Export and import on whole servers, as a browser without scripts does it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TransferContract {
    private static final int MOST = 128 * 1024;

    private RunningServer server;
    private PanelVisitor visitor;
    private String root;

    abstract DatabaseSettings database(Path folder);

    @BeforeAll
    void start(@TempDir Path folder) {
        server = RunningServer.start(
                database(folder),
                options -> options.setting("max_upload_bytes", String.valueOf(MOST))
                        .register(ModelDefinition.builder("tags")
                                .field(
                                        "word",
                                        FieldType.STRING,
                                        f -> f.primaryKey().maxLength(200))
                                .build())
                        .register(ModelDefinition.builder("things")
                                .field(
                                        "code",
                                        FieldType.STRING,
                                        f -> f.primaryKey().maxLength(200))
                                .field(
                                        "name",
                                        FieldType.STRING,
                                        f -> f.required().maxLength(40))
                                .field("amount", FieldType.INTEGER)
                                .field(
                                        "price",
                                        FieldType.DECIMAL,
                                        f -> f.precision(10).scale(2))
                                .field("ratio", FieldType.FLOAT)
                                .field("active", FieldType.BOOLEAN)
                                .field("day", FieldType.DATE)
                                .field("clock", FieldType.TIME)
                                .field("moment", FieldType.DATETIME)
                                .field("token", FieldType.UUID)
                                .field("status", FieldType.ENUM, f -> f.values(List.of("draft", "active")))
                                .field("document", FieldType.JSON)
                                .field("bytes", FieldType.BINARY)
                                .field("mail", FieldType.EMAIL)
                                .field("link", FieldType.URL)
                                .field("secret", FieldType.STRING, FieldDefinition.Builder::writeOnly)
                                .field("tag", FieldType.REFERENCE, f -> f.to("tags"))
                                .field("tags", FieldType.REFERENCES, f -> f.to("tags"))
                                .build())
                        .register(ModelDefinition.builder("notes")
                                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                                .field(
                                        "text",
                                        FieldType.STRING,
                                        f -> f.required().maxLength(30))
                                .field("number", FieldType.INTEGER, FieldDefinition.Builder::unique)
                                .build())
                        .register(ModelDefinition.builder("branches")
                                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                                .field("name", FieldType.STRING)
                                .field("parent", FieldType.REFERENCE, f -> f.to("branches"))
                                .build()));
        root = server.token();
        visitor = PanelVisitor.signedIn(server);
    }

    @AfterAll
    void stop() {
        visitor.close();
        server.close();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private Page upload(String model, String name, byte[] file, String mode) {
        return visitor.upload(
                "/admin/" + model + "/import", name, file, "csrf_token", visitor.csrfToken(), "mode", mode);
    }

    /** The page of an import once no step is running. */
    private Page settled(Page redirect) {
        assertThat(redirect.status()).as(redirect.body()).isEqualTo(303);
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (true) {
            Page page = redirect.follow();
            assertThat(page.status()).as(page.body()).isEqualTo(200);
            if (page.document().select("progress").isEmpty()) {
                return page;
            }
            assertThat(System.nanoTime()).isLessThan(deadline);
        }
    }

    private Page imported(String model, String name, byte[] file, String mode) {
        Page checked = settled(upload(model, name, file, mode));
        assertThat(checked.text("#import-status")).as(checked.text("main")).startsWith("The file is good");
        Page done = settled(checked.form("form[action$=/run]").send());
        assertThat(done.text("#import-status")).as(done.text("main")).isEqualTo("The file has been imported.");
        return done;
    }

    private JsonNode list(String model, String query) {
        HttpResponse<String> answer = server.send("GET", "/admin/api/" + model + "?" + query, root, "");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return RunningServer.json(answer);
    }

    private void create(String model, Map<String, ?> values) {
        String body = RunningServer.JSON.valueToTree(values).toString();
        HttpResponse<String> answer = server.send("POST", "/admin/api/" + model, root, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    }

    @Test
    void a_file_is_imported_with_errors_at_first_and_then_without() {
        create("notes", Map.of("text", "there", "number", 7_000));
        long before =
                list("notes", "number__gte=7000&number__lt=8000").path("total").asLong();
        Page bad = settled(upload(
                "notes",
                "notes.csv",
                bytes("text,number,colour\nfine,7001,red\n,7002,\ntwice,7000,\nmany,lots,\n" + "x".repeat(31) + ",1,"),
                "create"));
        assertThat(bad.text("#import-status")).startsWith("The file cannot be imported");
        assertThat(bad.texts("#errors tbody tr"))
                .containsExactly(
                        "3 text This field is required.",
                        "4 number Another record has this value.",
                        "5 number A whole number is expected.",
                        "6 text At most 30 characters are allowed.");
        assertThat(bad.text("main dl")).contains("colour");
        assertThat(bad.document().select("form[action$=/run]")).isEmpty();
        assertThat(list("notes", "number__gte=7000&number__lt=8000")
                        .path("total")
                        .asLong())
                .isEqualTo(before);

        Page form = bad.form("form[action$=/discard]").send().follow();
        assertThat(form.text(".flashes")).contains("forgotten");
        Page done = imported("notes", "notes.csv", bytes("Text;number\nfine;7001\nfine too;7002\n"), "create");
        assertThat(done.text("#import-sum")).isEqualTo("2 new, 0 changed, 0 as they were");
        assertThat(list("notes", "number__gte=7000&number__lt=8000")
                        .path("total")
                        .asLong())
                .isEqualTo(before + 2);
        Page again = visitor.post(done.answer().uri().getPath() + "/run", "csrf_token=" + visitor.csrfToken());
        assertThat(again.status()).isEqualTo(409);
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "xlsx", "json"})
    void what_was_exported_comes_back_the_same(String format) {
        for (String word : List.of("=one", "two,three", "back\\slash")) {
            server.send("POST", "/admin/api/tags", root, "{\"word\":\"" + word.replace("\\", "\\\\") + "\"}");
        }
        create("things", Map.of("code", "empty", "name", "e"));
        for (String text : List.of("=1+1", "'=x", "-5", "a\"b,c;d\ne", " ü 😀 ", "0012")) {
            create(
                    "things",
                    Map.ofEntries(
                            Map.entry("code", text),
                            Map.entry("name", text),
                            Map.entry("amount", Long.MIN_VALUE),
                            Map.entry("price", "-19.90"),
                            Map.entry("ratio", 0.1),
                            Map.entry("active", true),
                            Map.entry("day", "2026-11-20"),
                            Map.entry("clock", "17:30:00.5"),
                            Map.entry("moment", "2026-11-20T17:30:00.123456Z"),
                            Map.entry("token", "01234567-89ab-7def-8123-456789abcdef"),
                            Map.entry("status", "active"),
                            Map.entry("document", Map.of("a", List.of(1, "=x"))),
                            Map.entry("bytes", "+AAB"),
                            Map.entry("mail", "+a@example.com"),
                            Map.entry("link", "https://example.com/?a=1,2"),
                            Map.entry("secret", "hush"),
                            Map.entry("tag", "=one"),
                            Map.entry("tags", List.of("=one", "two,three", "back\\slash"))));
        }
        JsonNode before = list("things", "ordering=code").path("items");
        HttpResponse<byte[]> file = visitor.download("/admin/things/export?format=" + format);
        assertThat(file.statusCode()).isEqualTo(200);
        assertThat(file.headers().firstValue("Content-Disposition"))
                .hasValueSatisfying(value ->
                        assertThat(value).matches("attachment; filename=\"things-[0-9-]{10}\\." + format + "\""));
        assertThat(new String(file.body(), StandardCharsets.UTF_8)).doesNotContain("hush", "secret");

        Page same = imported("things", "things." + format, file.body(), "update");
        assertThat(same.text("#import-sum")).isEqualTo("0 new, 0 changed, 7 as they were");
        before.forEach(record -> assertThat(server.send(
                                "DELETE",
                                "/admin/api/things/"
                                        + java.net.URLEncoder.encode(
                                                        record.path("code").asText(), StandardCharsets.UTF_8)
                                                .replace("+", "%20"),
                                root,
                                "")
                        .statusCode())
                .isEqualTo(204));
        Page done = imported("things", "things." + format, file.body(), "create");
        assertThat(done.text("#import-sum")).isEqualTo("7 new, 0 changed, 0 as they were");
        assertThat(list("things", "ordering=code").path("items")).isEqualTo(before);
        before.forEach(record -> server.send(
                "DELETE",
                "/admin/api/things/"
                        + java.net.URLEncoder.encode(record.path("code").asText(), StandardCharsets.UTF_8)
                                .replace("+", "%20"),
                root,
                ""));
    }

    @Test
    void files_of_spreadsheets_are_read_in_the_language_of_the_user() {
        visitor.choose("de", "Europe/Berlin");
        try {
            String german = "\uFEFFCode;Name;Amount;Price;Ratio;Active;Day;Clock;Moment\r\n"
                    + "excel-1;Öl;1.234;1234,50;0,5;ja;31.12.2025;9:05;31.12.2025 14:30\r\n"
                    + "excel-2;Tür;7;1.234,50;1.234;FALSCH;2025-12-31;14:30:05;2026-02-03T10:00\r\n";
            assertThat(counts(inLanguage("german.csv", bytes(german), "create")))
                    .isEqualTo("2 0 0");
            visitor.choose("fr", "Europe/Paris");
            String french = "\uFEFFcode;name;amount;price;ratio;active;day\r\n"
                    + "excel-3;Clé;1\u202f234;-1\u202f234,50;1\u202f234,5;VRAI;31/12/2025\r\n";
            assertThat(counts(inLanguage("french.csv", bytes(french), "create")))
                    .isEqualTo("1 0 0");
            JsonNode items =
                    list("things", "code__startswith=excel&ordering=code").path("items");
            assertThat(items.findValuesAsText("amount")).containsExactly("1234", "7", "1234");
            assertThat(items.findValuesAsText("price")).containsExactly("1234.50", "1234.50", "-1234.50");
            assertThat(items.findValuesAsText("ratio")).containsExactly("0.5", "1234.0", "1234.5");
            assertThat(items.findValuesAsText("active")).containsExactly("true", "false", "true");
            assertThat(items.findValuesAsText("day")).containsOnly("2025-12-31");
            assertThat(items.findValuesAsText("clock")).startsWith("09:05:00", "14:30:05");
            assertThat(items.findValuesAsText("moment")).startsWith("2025-12-31T13:30:00Z", "2026-02-03T09:00:00Z");
        } finally {
            visitor.choose("", "");
            List.of("excel-1", "excel-2", "excel-3")
                    .forEach(code -> server.send("DELETE", "/admin/api/things/" + code, root, ""));
        }
    }

    @Test
    void a_time_that_the_zone_of_the_user_skips_is_an_error_of_its_row() {
        visitor.choose("en", "Europe/Berlin");
        try {
            String rows = "code,name,moment\nlone,x,2026-03-29T02:30\nother,y,2026-03-29T03:30\n";
            Page bad = settled(upload("things", "things.csv", bytes(rows), "create"));
            assertThat(bad.texts("#errors tbody tr"))
                    .singleElement()
                    .satisfies(error -> assertThat(error).startsWith("2 moment").contains("does not exist"));
        } finally {
            visitor.choose("", "");
        }
    }

    @Test
    void a_number_that_can_be_two_is_not_guessed() {
        visitor.choose("de", "UTC");
        try {
            Page bad = settled(upload("things", "things.csv", bytes("code;name;ratio\nlone;x;1.234\n"), "create"));
            assertThat(bad.texts("#errors tbody tr"))
                    .singleElement()
                    .satisfies(error -> assertThat(error).startsWith("2 ratio").contains("1234", "1,234"));
            assertThat(bad.document().select("form[action$=/run]")).isEmpty();
        } finally {
            visitor.choose("", "");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "xlsx", "json"})
    void an_export_changes_nothing_in_another_language(String format) {
        create("things", Map.of("code", "own", "name", "1.234", "ratio", 1.234, "moment", "2026-11-20T17:30:00Z"));
        visitor.choose("de", "Asia/Tokyo");
        try {
            byte[] file =
                    visitor.download("/admin/things/export?format=" + format).body();
            assertThat(counts(inLanguage("things." + format, file, "update"))).isEqualTo("0 0 1");
        } finally {
            visitor.choose("", "");
            server.send("DELETE", "/admin/api/things/own", root, "");
        }
    }

    private Page inLanguage(String name, byte[] file, String mode) {
        Page checked = settled(upload("things", name, file, mode));
        assertThat(checked.document().select("form[action$=/run]"))
                .as(checked.text("main"))
                .hasSize(1);
        return settled(checked.form("form[action$=/run]").send());
    }

    /** The numbers of new, changed and unchanged records. */
    private static String counts(Page done) {
        return done.text("#import-sum").replaceAll("\\D+", " ").strip();
    }

    @Test
    void an_export_has_the_columns_and_the_records_that_were_chosen() {
        create("notes", Map.of("text", "chosen", "number", 9_001));
        create("notes", Map.of("text", "other", "number", 9_002));
        Page page = visitor.get("/admin/notes/export?text=chosen");
        assertThat(page.texts("main fieldset:nth-of-type(2) code")).containsExactly("id", "text", "number");
        Page file = page.form().without("column.id").set("format", "csv").send();
        assertThat(file.status()).isEqualTo(200);
        assertThat(file.header("Content-Type")).hasValue("text/csv; charset=utf-8; header=present");
        assertThat(file.body()).isEqualTo("\"text\",\"number\"\r\n\"chosen\",9001\r\n");
        assertThat(visitor.get("/admin/notes/export?format=pdf").status()).isEqualTo(400);
        assertThat(visitor.get("/admin/notes/export?format=csv&nothing=1").status())
                .isEqualTo(400);
        assertThat(visitor.get("/admin/nothing/export").status()).isEqualTo(404);
        JsonNode audit = list("admin_audit_log", "event=export&ordering=-id&per_page=1")
                .path("items")
                .path(0);
        assertThat(audit.path("model").asText()).isEqualTo("notes");
    }

    @Test
    void a_large_export_comes_whole() {
        StringBuilder file = new StringBuilder("text,number\n");
        for (int i = 0; i < 3_000; i++) {
            file.append("many,").append(20_000 + i).append('\n');
        }
        imported("notes", "many.csv", bytes(file.toString()), "create");
        String csv = new String(
                visitor.download("/admin/notes/export?format=csv&text=many&column.number=1")
                        .body(),
                StandardCharsets.UTF_8);
        assertThat(csv.lines().count()).isEqualTo(3_001);
        assertThat(csv).startsWith("\"number\"\r\n20000\r\n").endsWith("\r\n22999\r\n");
    }

    @Test
    void templates_can_be_filled_in() {
        for (String format : List.of("csv", "xlsx", "json")) {
            HttpResponse<byte[]> template = visitor.download("/admin/notes/import/template?format=" + format);
            assertThat(template.statusCode()).isEqualTo(200);
            Page page = settled(upload("notes", "t." + format, template.body(), "create"));
            assertThat(page.text("#import-status")).isEqualTo("The file has no rows.");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "json"})
    void an_import_that_creates_only_says_what_becomes_of_the_keys(String format) {
        byte[] file = bytes(format.equals("csv") ? "id,name\n70,a\n" : "[{\"id\": 70, \"name\": \"a\"}]");
        Page checked = settled(upload("branches", "branches." + format, file, "create"));
        assertThat(checked.text("#import-status")).startsWith("The file is good");
        assertThat(checked.text("#import-lost-key"))
                .isEqualTo("id is not kept, so references to these records in other files would lead elsewhere. Choose"
                        + " “changes to records that exist, and else new records, which keep the keys of the file” to keep"
                        + " it.");
        assertThat(settled(upload("branches", "branches." + format, file, "update"))
                        .document()
                        .select("#import-lost-key"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"csv, 1000", "xlsx, 2000", "json, 3000"})
    void an_export_is_imported_with_its_keys_where_the_records_are_missing(String format, long first) {
        long last = first + 5;
        String rows = "id,name,parent\n" + first + ",root,\n" + last + ",twig," + first + "\n";
        imported("branches", "branches.csv", bytes(rows), "update");
        String these = "id__gte=" + first + "&id__lte=" + last;
        JsonNode before = list("branches", these).path("items");
        byte[] file = visitor.download("/admin/branches/export?format=" + format + "&" + these)
                .body();
        for (long key : new long[] {last, first}) {
            assertThat(server.send("DELETE", "/admin/api/branches/" + key, root, "")
                            .statusCode())
                    .isEqualTo(204);
        }
        Page done = imported("branches", "branches." + format, file, "update");
        assertThat(done.text("#import-sum")).isEqualTo("2 new, 0 changed, 0 as they were");
        assertThat(list("branches", these).path("items")).isEqualTo(before).hasSize(2);
    }

    @Test
    void an_import_of_another_user_or_model_is_not_found() {
        Page mine = upload("notes", "a.csv", bytes("text\na"), "create");
        settled(mine);
        String path = java.net.URI.create(mine.header("Location").orElseThrow()).getPath();
        server.send(
                "POST",
                "/admin/api/admin_users",
                root,
                "{\"email\":\"second@example.com\",\"is_superuser\":true,\"password\":\"" + RunningServer.PASSWORD
                        + "\"}");
        try (PanelVisitor second = PanelVisitor.signedIn(server, "second@example.com", RunningServer.PASSWORD)) {
            assertThat(second.get(path).status()).isEqualTo(404);
            for (String action : List.of("/run", "/check", "/discard")) {
                assertThat(second.post(path + action, "csrf_token=" + second.csrfToken())
                                .status())
                        .isEqualTo(404);
            }
        }
        assertThat(visitor.get(path.replace("/notes/", "/things/")).status()).isEqualTo(404);
        assertThat(visitor.get("/admin/notes/import/nonsense").status()).isEqualTo(404);
        assertThat(visitor.get(path).status()).isEqualTo(200);
    }

    @Test
    void what_is_no_file_of_records_is_refused() {
        assertThat(upload("notes", "", new byte[0], "create").status()).isEqualTo(422);
        assertThat(upload("notes", "notes.exe", bytes("MZ"), "create").status()).isEqualTo(415);
        assertThat(upload("notes", "notes.csv", bytes("text\na"), "destroy").status())
                .isEqualTo(422);
        Page broken = settled(upload("notes", "notes.xlsx", bytes("no archive"), "create"));
        assertThat(broken.text("main")).contains("no workbook");
        Page again = settled(broken.form("form[action$=/check]").send());
        assertThat(again.text("main")).contains("no workbook");
        Page form = visitor.post("/admin/notes/import", "csrf_token=" + visitor.csrfToken());
        assertThat(form.status()).isEqualTo(415);
        Page cut = visitor.post(
                "/admin/notes/import",
                "--x\r\nContent-Disposition: form-data; name=\"csrf_token\"\r\n\r\n" + visitor.csrfToken()
                        + "\r\n--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\ntext\nab",
                "Content-Type",
                "multipart/form-data; boundary=x");
        assertThat(cut.status()).isEqualTo(400);
        assertThat(visitor.get("/admin/admin_users/import").status()).isEqualTo(403);
    }

    @Test
    void a_file_that_is_too_large_is_refused_while_it_comes() {
        byte[] large = bytes("text\n" + "x".repeat(MOST));
        assertThat(upload("notes", "large.csv", large, "create").status()).isEqualTo(413);
        StringBuilder fits = new StringBuilder("text\n");
        while (fits.length() < MOST - 100) {
            fits.append("abcdefghijklmnopqrstuvwxyzABC\n");
        }
        Page page = settled(upload("notes", "fits.csv", bytes(fits.toString()), "create"));
        assertThat(page.text("#import-status")).startsWith("The file is good");
    }

    @Test
    void an_upload_without_the_token_is_refused_before_the_file_is_read() {
        for (String[] fields : List.of(
                new String[] {"mode", "create"}, new String[] {"csrf_token", "guess"}, new String[] {"csrf_token", ""
                })) {
            Page page = visitor.upload("/admin/notes/import", "a.csv", bytes("text\na"), fields);
            assertThat(page.status()).isEqualTo(403);
            assertThat(page.text("h1")).isEqualTo("CSRF token missing or invalid");
        }
    }
}
