package dev.hexadmin.persistence.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.LiveRights;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.RecordChange;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.application.records.RecordRows;
import dev.hexadmin.application.records.RecordsAssembly;
import dev.hexadmin.application.secrets.SecretKeys;
import dev.hexadmin.application.transfer.RowReaders;
import dev.hexadmin.application.transfer.TransferAssembly;
import dev.hexadmin.application.transfer.UnreadableFileException;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.domain.transfer.FileFormat;
import dev.hexadmin.domain.transfer.ImportMode;
import dev.hexadmin.domain.transfer.ImportReport;
import dev.hexadmin.domain.transfer.ImportReport.Findings;
import dev.hexadmin.domain.transfer.ImportReport.RowError;
import dev.hexadmin.domain.transfer.ImportReport.State;
import dev.hexadmin.persistence.audit.JdbcAuditTrail;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.records.JdbcRecords;
import dev.hexadmin.persistence.records.NoMessages;
import dev.hexadmin.persistence.schema.ManagedSchema;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.waiting.Waiting;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exports and imports over a real database. The files are lines of {@code field=value|field=value}. */
abstract class TransferContract {
    /** As they are now. */
    private static final Map<UserId, Rights> RIGHTS = new ConcurrentHashMap<>();

    private static final Actor EVA = user(7, Rights.ALL);
    private static final Actor BEN = user(8, Rights.ALL);

    private static final ModelRegistry REGISTRY = ModelRegistry.of(List.of(
            ModelDefinition.builder("categories")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .field("name", FieldType.STRING, f -> f.required().unique())
                    .build(),
            ModelDefinition.builder("things")
                    .field("code", FieldType.STRING, f -> f.primaryKey().maxLength(20))
                    .field("name", FieldType.STRING, f -> f.required().maxLength(20))
                    .field("amount", FieldType.INTEGER)
                    .field("serial", FieldType.INTEGER, FieldDefinition.Builder::unique)
                    .field("owner_id", FieldType.INTEGER)
                    .field("secret", FieldType.STRING, FieldDefinition.Builder::writeOnly)
                    .field("stamp", FieldType.STRING, FieldDefinition.Builder::readOnly)
                    .field("category_id", FieldType.REFERENCE, f -> f.to("categories"))
                    .build(),
            ModelDefinition.builder("folders")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .field("name", FieldType.STRING, FieldDefinition.Builder::required)
                    .field("parent_id", FieldType.REFERENCE, f -> f.to("folders"))
                    .build(),
            ModelDefinition.builder("tickets")
                    .field("id", FieldType.UUID, FieldDefinition.Builder::primaryKey)
                    .field("name", FieldType.STRING)
                    .build(),
            ModelDefinition.builder("sizes")
                    .field(
                            "size",
                            FieldType.DECIMAL,
                            f -> f.primaryKey().precision(10).scale(2))
                    .field("name", FieldType.STRING)
                    .build(),
            ModelDefinition.builder("careful")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .requireIfMatch()
                    .build(),
            ModelDefinition.builder("admin_things")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .access(ModelDefinition.Access.BUILT_IN)
                    .build()));

    @TempDir
    Path folder;

    private final Model categories = REGISTRY.model("categories").orElseThrow();
    private final Model things = REGISTRY.model("things").orElseThrow();
    private final Model folders = REGISTRY.model("folders").orElseThrow();
    private final Model sizes = REGISTRY.model("sizes").orElseThrow();
    private final Model tickets = REGISTRY.model("tickets").orElseThrow();
    private final Map<String, Condition> policies = new LinkedHashMap<>();
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicLong seeds = new AtomicLong();
    private volatile Instant now = Instant.parse("2026-11-20T12:00:00Z");
    private Database database;
    private JdbcImports imports;
    private RecordsAssembly records;
    private TransferAssembly transfer;

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        database = Database.open(settings(folder));
        new ManagedSchema(database).apply(List.of(categories, things, folders, tickets, sizes));
        imports = new JdbcImports(database);
        records = RecordsAssembly.of(
                REGISTRY,
                new JdbcRecords(database, REGISTRY, new byte[32]),
                database,
                new JdbcAuditTrail(database),
                (actor, model, action) -> policies.getOrDefault(action.word() + " " + model.name(), Condition.always()),
                Map.of("things", new RecordHooks() {
                    @Override
                    public void onCreate(RecordChange change) {
                        if ("forbidden".equals(change.after().get("name"))) {
                            throw RequestRejectedException.conflict("hooked", "No such name, please.", List.of());
                        }
                    }
                }),
                NoMessages.on(database),
                SecretKeys.of(new byte[32]),
                () -> now,
                new SplittableRandom(1));
        transfer = assemble();
    }

    /** Imports of one server. */
    private TransferAssembly assemble() {
        return TransferAssembly.of(
                records.rows(),
                new LiveRights() {
                    @Override
                    public Rights of(UserId user) {
                        return RIGHTS.getOrDefault(user, Rights.NONE);
                    }

                    @Override
                    public Optional<Lent> lent(UserId user, long role) {
                        return Optional.empty();
                    }
                },
                imports,
                database,
                new JdbcAuditTrail(database),
                executor,
                () -> now,
                new SplittableRandom(seeds.incrementAndGet()));
    }

    @AfterEach
    void close() {
        transfer.upkeep().close();
        executor.close();
        database.close();
    }

    private static Actor user(long id, Rights rights) {
        RIGHTS.put(new UserId(id), rights);
        return new Actor.SignedIn(
                new UserId(id),
                new EmailAddress("u" + id + "@example.com"),
                rights,
                new Actor.Origin("192.0.2.7", "r"));
    }

    private static Actor granted(Grant... grants) {
        return user(9, new Rights(false, List.of(grants)));
    }

    private static Grant grant(Action... actions) {
        return new Grant("things", Set.of(actions), Map.of(), Optional.empty());
    }

    /** Reads the test's own format; a first line that begins with # is the header. */
    private static RowReaders.RowReader lines(FileFormat format, Model model, Supplier<InputStream> in) {
        BufferedReader reader = new BufferedReader(new InputStreamReader(in.get(), StandardCharsets.UTF_8));
        return new RowReaders.RowReader() {
            private @Nullable String line = line();
            private final Optional<RowReaders.Header> header = read();
            private long number;

            private @Nullable String line() {
                try {
                    return reader.readLine();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }

            private Optional<RowReaders.Header> read() {
                if (line == null || !line.startsWith("#")) {
                    return Optional.empty();
                }
                Map<Boolean, List<String>> known = List.of(line.substring(1).split("\\|")).stream()
                        .collect(Collectors.partitioningBy(
                                name -> model.field(name).isPresent()));
                line = line();
                return Optional.of(new RowReaders.Header(
                        known.getOrDefault(true, List.of()), known.getOrDefault(false, List.of())));
            }

            @Override
            public Optional<RowReaders.Header> header() {
                return header;
            }

            @Override
            public Optional<RowReaders.Row> next() {
                String row = line;
                if (row == null) {
                    return Optional.empty();
                }
                line = line();
                number++;
                if (row.equals("broken")) {
                    throw new UnreadableFileException(
                            Message.of("Row {row} is broken.").with("row", number));
                }
                Map<String, @Nullable Object> values = new LinkedHashMap<>();
                for (String pair : row.split("\\|")) {
                    int equals = pair.indexOf('=');
                    String value = pair.substring(equals + 1);
                    values.put(
                            pair.substring(0, equals),
                            value.equals("null")
                                    ? null
                                    : value.matches("-?[0-9]+") ? (Object) Long.valueOf(value) : value);
                }
                return Optional.of(new RowReaders.Row(number, values, List.of()));
            }

            @Override
            public void close() {}
        };
    }

    private static InputStream file(String... lines) {
        return new ByteArrayInputStream(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
    }

    private UUID upload(Actor actor, String... lines) {
        return transfer.importing().upload(actor, things, FileFormat.CSV, "things.csv", file(lines));
    }

    private ImportReport checked(Actor actor, UUID id, ImportMode mode) {
        transfer.importing().check(actor, things, id, mode, TransferContract::lines);
        return settled(actor, id);
    }

    private ImportReport carriedOut(Actor actor, UUID id) {
        transfer.importing().carryOut(actor, things, id, TransferContract::lines);
        return settled(actor, id);
    }

    private ImportReport settled(Actor actor, UUID id) {
        return settled(actor, things, id);
    }

    private ImportReport settled(Actor actor, Model model, UUID id) {
        Waiting.until(
                "the import is carried out",
                () -> !transfer.importing().look(actor, model, id).state().busy());
        return transfer.importing().look(actor, model, id);
    }

    /** The report of a check. */
    private ImportReport checked(Actor actor, Model model, ImportMode mode, String... lines) {
        UUID id = transfer.importing().upload(actor, model, FileFormat.CSV, "file.csv", file(lines));
        transfer.importing().check(actor, model, id, mode, TransferContract::lines);
        return settled(actor, model, id);
    }

    private ImportReport carriedOut(Actor actor, Model model, ImportMode mode, String... lines) {
        ImportReport checked = checked(actor, model, mode, lines);
        assertThat(checked.findings().shown()).isEmpty();
        transfer.importing().carryOut(actor, model, checked.id(), TransferContract::lines);
        return settled(actor, model, checked.id());
    }

    private List<String> folders() {
        return database.query(
                execute -> execute.query("SELECT id, name, COALESCE(parent_id, 0) AS parent FROM folders ORDER BY id")
                        .map(row -> Columns.whole(row, "id") + " " + Columns.text(row, "name") + " "
                                + Columns.whole(row, "parent"))
                        .toList());
    }

    private static List<String> errors(ImportReport report) {
        return report.findings().shown().stream()
                .map(error -> error.row() + " " + error.field() + " " + error.code())
                .toList();
    }

    private List<String> audit() {
        return database.query(
                execute -> execute.query("SELECT event, model, record_id, changes FROM admin_audit_log ORDER BY id")
                        .map(row -> Columns.text(row, "event") + " " + Columns.text(row, "model") + " "
                                + Columns.text(row, "record_id") + " " + Columns.text(row, "changes"))
                        .toList());
    }

    private long count(String table) {
        return database.query(execute -> execute.get("SELECT count(*) AS c FROM " + table)
                .map(row -> Columns.whole(row, "c"))
                .orElseThrow());
    }

    private void put(Actor actor, Object... values) {
        database.write(scope -> records.rows().put(actor, things, ImportMode.CREATE_AND_UPDATE, body(values)));
    }

    private static Map<String, @Nullable Object> body(Object... pairs) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            body.put((String) pairs[i], pairs[i + 1]);
        }
        return body;
    }

    private Condition owned() {
        return new Condition.Compare(FieldPath.of(things, things.fieldNamed("owner_id")), Lookup.EXACT, List.of(9L));
    }

    /** Collects one text for each record. */
    private static RecordSink lines(Shape shape, List<String> into) {
        Map<String, String> current = new LinkedHashMap<>();
        return (RecordSink) Proxy.newProxyInstance(
                RecordSink.class.getClassLoader(), new Class<?>[] {RecordSink.class}, (self, method, arguments) -> {
                    switch (method.getName()) {
                        case "begin" -> current.clear();
                        case "end" ->
                            into.add(current.entrySet().stream()
                                    .map(Object::toString)
                                    .collect(Collectors.joining("|")));
                        case "none" -> current.put(name(shape, arguments), "null");
                        default -> current.put(name(shape, arguments), String.valueOf(arguments[1]));
                    }
                    return null;
                });
    }

    private static String name(Shape shape, Object[] arguments) {
        return shape.fields().get((Integer) arguments[0]).name();
    }

    private List<String> exported(Actor actor, String... parameters) {
        Map<String, String> asked = new LinkedHashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            asked.put(parameters[i], parameters[i + 1]);
        }
        List<String> lines = new ArrayList<>();
        var export = records.exporting().export(actor, ListRequest.of(things, asked));
        assertThat(export.writeTo(lines(export.shape(), lines), () -> {})).isEqualTo(lines.size());
        return lines;
    }

    // ---- export

    @Test
    void an_export_gives_everything_in_the_order_of_the_key_and_leaves_one_audit_row() {
        database.write(scope -> {
            for (int i = 1_234; i > 0; i--) {
                put(EVA, "code", "c%04d".formatted(i), "name", "n" + i, "amount", (long) i % 2, "secret", "hush");
            }
            return 0;
        });
        List<String> lines = exported(EVA, "amount", "1", "fields", "code,name");
        assertThat(lines)
                .isEqualTo(IntStream.rangeClosed(1, 1_234)
                        .filter(i -> i % 2 == 1)
                        .mapToObj(i -> "code=c%04d|name=n%d".formatted(i, i))
                        .toList());
        assertThat(audit()).hasSize(1_235);
        assertThat(audit().getLast())
                .isEqualTo("export things  {\"parameters\":[null,{\"amount\":\"1\",\"fields\":\"code,name\"}],"
                        + "\"records\":[null,617],\"complete\":[null,true]}");
    }

    @Test
    void an_export_in_another_order_pages_by_it() {
        database.write(scope -> {
            for (int i = 0; i < 1_100; i++) {
                put(EVA, "code", "c" + i, "name", "n", "amount", (long) i % 7);
            }
            return 0;
        });
        List<String> lines = exported(EVA, "ordering", "-amount", "fields", "amount,code");
        assertThat(lines).hasSize(1_100).doesNotHaveDuplicates();
        assertThat(lines.getFirst()).endsWith("amount=6");
        assertThat(lines.getLast()).endsWith("amount=0");
    }

    @Test
    void an_export_shows_no_more_than_a_list() {
        put(EVA, "code", "mine", "name", "a", "owner_id", 9L, "secret", "hush", "amount", 3L);
        put(EVA, "code", "yours", "name", "b", "owner_id", 1L, "secret", "hush", "amount", 3L);
        policies.put("export things", owned());
        Actor actor = granted(
                new Grant("things", Set.of(Action.VIEW, Action.EXPORT), Map.of("amount", Set.of()), Optional.empty()));
        assertThat(exported(actor)).hasSize(1);
        assertThat(exported(actor).getFirst()).contains("code=mine").doesNotContain("amount", "secret", "hush");
        assertThatThrownBy(() -> exported(actor, "fields", "amount"))
                .isInstanceOfSatisfying(
                        RequestRejectedException.class,
                        refused -> assertThat(refused.code()).isEqualTo("field_forbidden"));
        policies.clear();
        policies.put("view things", owned());
        assertThat(exported(actor)).hasSize(1);
    }

    @Test
    void an_export_needs_both_rights_and_takes_no_page() {
        for (Actor actor : List.of(granted(grant(Action.VIEW)), granted(grant(Action.EXPORT)))) {
            assertThatThrownBy(() -> exported(actor))
                    .isInstanceOfSatisfying(
                            RequestRejectedException.class,
                            refused -> assertThat(refused.category())
                                    .isEqualTo(RequestRejectedException.Category.FORBIDDEN));
        }
        for (String parameter : List.of("page", "per_page", "cursor", "count", "expand", "nothing")) {
            assertThatThrownBy(() -> exported(EVA, parameter, "1"))
                    .isInstanceOfSatisfying(
                            RequestRejectedException.class,
                            refused -> assertThat(refused.category())
                                    .isEqualTo(RequestRejectedException.Category.MALFORMED));
        }
        assertThat(audit()).isEmpty();
    }

    @Test
    void an_export_that_breaks_off_is_told_of_too() {
        put(EVA, "code", "a", "name", "a");
        var export = records.exporting().export(EVA, ListRequest.all(things));
        assertThatThrownBy(() -> export.writeTo(lines(export.shape(), new ArrayList<>()), () -> {
                    throw new IllegalStateException("gone");
                }))
                .hasMessage("gone");
        assertThat(audit().getLast())
                .isEqualTo("export things  {\"parameters\":[null,{}],\"records\":[null,1],\"complete\":[null,true]}");
    }

    @Test
    void an_export_holds_no_connection_while_it_waits() {
        put(EVA, "code", "a", "name", "a");
        var export = records.exporting().export(EVA, ListRequest.all(things));
        List<Long> counted = new ArrayList<>();
        export.writeTo(lines(export.shape(), new ArrayList<>()), () -> {
            assertThat(database.running()).isFalse();
            counted.add(count("things"));
        });
        assertThat(counted).containsExactly(1L);
    }

    // ---- import

    @Test
    void a_file_is_looked_through_and_then_carried_out() {
        put(EVA, "code", "b", "name", "old", "amount", 1L);
        put(EVA, "code", "c", "name", "same");
        UUID id = upload(
                EVA,
                "#code|name|amount|stamp",
                "code=a|name=new|amount=5|stamp=x",
                "code=b|name=changed|amount=null",
                "code=c|name=same");
        assertThat(transfer.importing().look(EVA, things, id).state()).isEqualTo(State.UPLOADED);

        ImportReport preview = checked(EVA, id, ImportMode.CREATE_AND_UPDATE);
        assertThat(preview.state()).isEqualTo(State.CHECKED);
        assertThat(preview.findings())
                .isEqualTo(new Findings(
                        new ImportReport.Counts(1, 1, 1),
                        0,
                        List.of(),
                        new ImportReport.Columns(List.of(), List.of(), List.of("stamp")),
                        Optional.empty()));
        assertThat(preview.progress().total()).hasValue(3);
        assertThat(count("things")).isEqualTo(2);
        assertThat(exported(EVA, "fields", "code,name,amount"))
                .containsExactly("code=b|name=old|amount=1", "code=c|name=same|amount=null");

        ImportReport done = carriedOut(EVA, id);
        assertThat(done.state()).isEqualTo(State.DONE);
        assertThat(done.progress().rows()).isEqualTo(3);
        assertThat(done.findings().counts().created()).isEqualTo(1);
        assertThat(exported(EVA, "fields", "code,name,amount"))
                .containsExactly(
                        "code=a|name=new|amount=5", "code=b|name=changed|amount=null", "code=c|name=same|amount=null");
        assertThat(audit().subList(3, 6))
                .containsExactly(
                        "create things a {\"code\":[null,\"a\"],\"name\":[null,\"new\"],\"amount\":[null,5]}",
                        "update things b {\"name\":[\"old\",\"changed\"],\"amount\":[1,null]}",
                        "import things  {\"file\":[null,\"things.csv\"],\"created\":[null,1],\"updated\":[null,1]}");
    }

    @Test
    void everything_that_is_wrong_is_told_by_row_and_column_and_nothing_is_kept() {
        put(EVA, "code", "old", "name", "old", "serial", 1L);
        UUID id = upload(
                EVA,
                "code=a|name=good|serial=7",
                "code=b|name=too long a name for this|amount=text",
                "code=c",
                "code=d|name=d|serial=1",
                "code=e|name=e|serial=7",
                "code=f|name=f|category_id=99",
                "code=g|name=g|wrong=1",
                "code=old|name=again",
                "code=h|name=forbidden",
                "code=i|name=good too");
        ImportReport report = checked(EVA, id, ImportMode.CREATE);
        assertThat(report.findings().shown())
                .extracting(error -> error.row() + " " + error.field() + " " + error.code())
                .containsExactly(
                        "2 name max_length",
                        "2 amount type",
                        "3 name required",
                        "4 serial unique",
                        "5 serial unique",
                        "6 category_id reference_not_found",
                        "7 wrong unknown_field",
                        "8 code unique",
                        "9  hooked");
        assertThat(report.findings().errors()).isEqualTo(9);
        assertThat(report.findings().counts().created()).isEqualTo(2);
        assertThat(count("things")).isEqualTo(1);
        assertThatThrownBy(() -> carriedOut(EVA, id))
                .isInstanceOfSatisfying(
                        RequestRejectedException.class,
                        refused -> assertThat(refused.code()).isEqualTo("import_not_ready"));
    }

    /** More rows than one transaction of a check has. */
    private static List<String> many(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> "code=c" + i + "|name=n|serial=" + i)
                .collect(Collectors.toCollection(ArrayList::new));
    }

    @Test
    void rows_that_repeat_an_earlier_one_are_found_however_far_apart_they_are() {
        List<String> lines = many(0, 1_200);
        lines.add("code=x|name=n|serial=3");
        lines.add("code=c7|name=n");
        lines.add("code=y|name=n|serial=6000");
        Findings findings = checked(EVA, upload(EVA, lines.toArray(String[]::new)), ImportMode.CREATE)
                .findings();
        assertThat(findings.shown())
                .extracting(error -> error.row() + " " + error.field() + " " + error.code())
                .containsExactly("1201 serial unique", "1202 code unique");
        assertThat(findings.counts().created()).isEqualTo(1_201);
        assertThat(count("things")).isZero();
    }

    @Test
    void of_two_rows_with_one_key_the_second_wins_however_far_apart_they_are() {
        List<String> lines = many(0, 1_200);
        lines.add("code=c7|name=second|serial=7");
        UUID id = upload(EVA, lines.toArray(String[]::new));
        Findings findings = checked(EVA, id, ImportMode.CREATE_AND_UPDATE).findings();
        assertThat(findings.errors()).isZero();
        assertThat(findings.counts().created()).isEqualTo(1_200);
        assertThat(findings.counts().updated()).isEqualTo(1);
        ImportReport done = carriedOut(EVA, id);
        assertThat(done.state()).isEqualTo(State.DONE);
        assertThat(done.progress().rows()).isEqualTo(1_201);
        assertThat(done.findings().counts().created()).isEqualTo(1_200);
        assertThat(done.findings().counts().updated()).isEqualTo(1);
        assertThat(count("things")).isEqualTo(1_200);
        assertThat(exported(EVA, "fields", "code,name", "code", "c7")).containsExactly("code=c7|name=second");
    }

    @Test
    void others_write_while_a_file_is_checked_and_imported() {
        UUID id = upload(EVA, many(0, 1_200).toArray(String[]::new));
        List<String> written = new ArrayList<>();
        RowReaders meeting = (format, model, in) -> {
            RowReaders.RowReader reader = lines(format, model, in);
            return new RowReaders.RowReader() {
                private long given;

                @Override
                public Optional<RowReaders.Header> header() {
                    return reader.header();
                }

                @Override
                public Optional<RowReaders.Row> next() {
                    if (++given == 1_100) { // another user writes while the file is being read
                        String code = "other" + written.size();
                        try {
                            executor.submit(() -> put(BEN, "code", code, "name", "other"))
                                    .get();
                        } catch (InterruptedException | java.util.concurrent.ExecutionException e) {
                            throw new IllegalStateException(e);
                        }
                        written.add(code);
                    }
                    return reader.next();
                }

                @Override
                public void close() {
                    reader.close();
                }
            };
        };
        transfer.importing().check(EVA, things, id, ImportMode.CREATE, meeting);
        assertThat(settled(EVA, id).state()).isEqualTo(State.CHECKED);
        assertThat(written).hasSize(1);
        transfer.importing().carryOut(EVA, things, id, meeting);
        assertThat(settled(EVA, id).state()).isEqualTo(State.DONE);
        assertThat(written).hasSizeGreaterThan(1);
        assertThat(count("things")).isEqualTo(1_200 + written.size());
    }

    @Test
    void one_user_has_two_files_worked_on_at_a_time() throws Exception {
        CountDownLatch free = new CountDownLatch(1);
        RowReaders waiting = (format, model, in) -> {
            try {
                free.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return lines(format, model, in);
        };
        List<UUID> ids =
                List.of(upload(EVA, "code=a|name=a"), upload(EVA, "code=b|name=b"), upload(EVA, "code=c|name=c"));
        transfer.importing().check(EVA, things, ids.get(0), ImportMode.CREATE, waiting);
        transfer.importing().check(EVA, things, ids.get(1), ImportMode.CREATE, waiting);
        assertThatThrownBy(() -> transfer.importing().check(EVA, things, ids.get(2), ImportMode.CREATE, waiting))
                .isInstanceOfSatisfying(
                        RequestRejectedException.class,
                        refused ->
                                assertThat(refused.category()).isEqualTo(RequestRejectedException.Category.TOO_MANY));
        free.countDown();
        assertThat(settled(EVA, ids.get(0)).state()).isEqualTo(State.CHECKED);
        assertThat(settled(EVA, ids.get(1)).state()).isEqualTo(State.CHECKED);
    }

    @Test
    void a_long_import_is_checked_again_before_anything_is_written() {
        UUID id = upload(EVA, many(0, 1_200).toArray(String[]::new));
        assertThat(checked(EVA, id, ImportMode.CREATE).findings().good()).isTrue();
        put(EVA, "code", "z", "name", "z", "serial", 1_199L);
        ImportReport report = carriedOut(EVA, id);
        assertThat(report.state()).isEqualTo(State.FAILED);
        assertThat(report.findings().shown())
                .extracting(
                        RowError::row,
                        RowError::field,
                        RowError::code,
                        error -> error.message().english())
                .containsExactly(tuple(1_200L, "serial", "unique", "Another record has this value."));
        assertThat(count("things")).isEqualTo(1);
    }

    @Test
    void two_hundred_errors_are_shown_and_all_are_counted() {
        String[] lines = IntStream.range(0, 1_000)
                .mapToObj(i -> "code=c" + i + (i % 2 == 0 ? "|name=good" : ""))
                .toArray(String[]::new);
        ImportReport report = checked(EVA, upload(EVA, lines), ImportMode.CREATE);
        assertThat(report.findings().errors()).isEqualTo(500);
        assertThat(report.findings().shown()).hasSize(Findings.SHOWN);
        assertThat(report.findings().counts().created()).isEqualTo(500);
    }

    @Test
    void unknown_columns_stand_in_the_way_and_missing_ones_are_named() {
        UUID id = upload(EVA, "#code|colour", "code=a");
        Findings findings = checked(EVA, id, ImportMode.CREATE).findings();
        assertThat(findings.columns().unknown()).containsExactly("colour");
        assertThat(findings.columns().missing()).containsExactly("name");
        assertThat(findings.good()).isFalse();
        UUID other = upload(EVA, "#code|name|colour", "code=a|name=a");
        assertThat(checked(EVA, other, ImportMode.CREATE).findings().errors()).isZero();
        assertThatThrownBy(() -> carriedOut(EVA, other)).isInstanceOf(RequestRejectedException.class);
    }

    @Test
    void a_row_that_does_not_pass_any_more_undoes_the_whole() {
        UUID id = upload(EVA, "code=a|name=a|serial=1", "code=b|name=b|serial=2", "code=c|name=c|serial=3");
        assertThat(checked(EVA, id, ImportMode.CREATE).findings().good()).isTrue();
        put(EVA, "code", "z", "name", "z", "serial", 2L);
        ImportReport report = carriedOut(EVA, id);
        assertThat(report.state()).isEqualTo(State.FAILED);
        assertThat(report.findings().shown())
                .extracting(
                        RowError::row,
                        RowError::field,
                        RowError::code,
                        error -> error.message().english())
                .containsExactly(tuple(2L, "serial", "unique", "Another record has this value."));
        assertThat(count("things")).isEqualTo(1);
        assertThat(audit())
                .containsExactly("create things z {\"code\":[null,\"z\"],\"name\":[null,\"z\"],\"serial\":[null,2]}");
        assertThat(checked(EVA, id, ImportMode.CREATE).findings().errors()).isEqualTo(1);
    }

    @Test
    void what_is_done_is_done_once() {
        UUID id = upload(EVA, "code=a|name=a");
        checked(EVA, id, ImportMode.CREATE);
        assertThat(carriedOut(EVA, id).state()).isEqualTo(State.DONE);
        assertThatThrownBy(() -> carriedOut(EVA, id)).isInstanceOf(RequestRejectedException.class);
        assertThatThrownBy(() -> checked(EVA, id, ImportMode.CREATE)).isInstanceOf(RequestRejectedException.class);
        assertThat(count("things")).isEqualTo(1);
    }

    @Test
    void a_generated_key_is_passed_over_or_names_the_record() {
        for (String name : List.of("one", "two")) {
            database.write(scope -> records.rows().put(EVA, categories, ImportMode.CREATE, body("name", name)));
        }
        database.write(
                scope -> records.rows().put(EVA, categories, ImportMode.CREATE, body("id", 1L, "name", "three")));
        assertThat(count("categories")).isEqualTo(3);
        database.write(scope ->
                records.rows().put(EVA, categories, ImportMode.CREATE_AND_UPDATE, body("id", 1L, "name", "uno")));
        database.write(scope ->
                records.rows().put(EVA, categories, ImportMode.CREATE_AND_UPDATE, body("id", null, "name", "four")));
        assertThat(count("categories")).isEqualTo(4);
    }

    @Test
    void an_import_that_updates_creates_the_others_with_the_keys_of_the_file() {
        database.write(scope -> records.rows().put(EVA, folders, ImportMode.CREATE, body("name", "own")));
        String[] file = {"id=1|name=first", "id=1007|name=b", "id=1009|name=c|parent_id=1007"};
        ImportReport checked = checked(EVA, folders, ImportMode.CREATE_AND_UPDATE, file);
        assertThat(checked.findings().counts()).isEqualTo(new ImportReport.Counts(2, 1, 0));
        assertThat(carriedOut(EVA, folders, ImportMode.CREATE_AND_UPDATE, file).state())
                .isEqualTo(State.DONE);
        database.write(scope -> records.rows().put(EVA, folders, ImportMode.CREATE, body("name", "next")));
        assertThat(folders()).containsExactly("1 first 0", "1007 b 0", "1009 c 1007", "1010 next 0");
        assertThat(audit()).anySatisfy(row -> assertThat(row).startsWith("create folders 1009 "));
    }

    @Test
    void a_check_of_a_file_with_keys_leaves_the_numbers_of_new_records_as_they_are() {
        checked(EVA, folders, ImportMode.CREATE_AND_UPDATE, "id=5000|name=a", "id=9007199254740991|name=b");
        database.write(scope -> records.rows().put(EVA, folders, ImportMode.CREATE, body("name", "next")));
        assertThat(folders()).containsExactly("1 next 0");
    }

    @Test
    void the_numbers_of_new_records_never_go_back() {
        database.write(scope -> records.rows().put(EVA, folders, ImportMode.CREATE, body("name", "a")));
        database.write(scope -> records.rows().put(EVA, folders, ImportMode.CREATE, body("name", "b")));
        carriedOut(EVA, folders, ImportMode.CREATE_AND_UPDATE, "id=100|name=c");
        carriedOut(EVA, folders, ImportMode.CREATE_AND_UPDATE, "id=50|name=d");
        database.write(scope -> records.rows().put(EVA, folders, ImportMode.CREATE, body("name", "next")));
        assertThat(folders()).containsExactly("1 a 0", "2 b 0", "50 d 0", "100 c 0", "101 next 0");
    }

    @Test
    void rows_without_a_key_get_numbers_after_the_keys_of_the_rows_before_them() {
        carriedOut(
                EVA,
                folders,
                ImportMode.CREATE_AND_UPDATE,
                "id=1|name=a",
                "id=2|name=b",
                "name=c",
                "id=10|name=d",
                "name=e");
        assertThat(folders()).containsExactly("1 a 0", "2 b 0", "3 c 0", "10 d 0", "11 e 0");
    }

    @Test
    void a_key_of_a_new_record_is_a_number_that_every_client_reads() {
        ImportReport report = checked(
                EVA,
                folders,
                ImportMode.CREATE_AND_UPDATE,
                "id=0|name=a",
                "id=-1|name=b",
                "id=9007199254740992|name=c",
                "id=x|name=d");
        assertThat(errors(report)).containsExactly("1 id key_range", "2 id key_range", "3 id key_range", "4 id type");
    }

    @Test
    void a_key_that_the_server_generates_is_kept_too() {
        String key = "0198a0de-7f3a-7c11-8a4b-0242ac120002";
        carriedOut(EVA, tickets, ImportMode.CREATE_AND_UPDATE, "id=" + key + "|name=a", "name=b");
        carriedOut(EVA, tickets, ImportMode.CREATE_AND_UPDATE, "id=" + key + "|name=c");
        assertThat(count("tickets")).isEqualTo(2);
        assertThat(audit()).anySatisfy(row -> assertThat(row).startsWith("update tickets " + key));
    }

    @Test
    void a_record_is_found_by_its_key_in_any_spelling() {
        for (String name : List.of("first", "second")) {
            carriedOut(EVA, sizes, ImportMode.CREATE_AND_UPDATE, "size=1.5|name=" + name);
        }
        assertThat(count("sizes")).isEqualTo(1);
    }

    @Test
    void keeping_a_key_needs_the_right_to_write_it() {
        Actor actor = granted(new Grant(
                "folders",
                Set.of(Action.VIEW, Action.CREATE, Action.EDIT, Action.IMPORT),
                Map.of("id", Set.of(Action.VIEW)),
                Optional.empty()));
        assertThat(errors(checked(actor, folders, ImportMode.CREATE_AND_UPDATE, "id=7|name=a")))
                .containsExactly("1 id field_forbidden");
    }

    @Test
    void an_import_that_creates_only_leaves_generated_keys_out_and_says_so() {
        ImportReport report = checked(EVA, folders, ImportMode.CREATE, "id=7|name=a", "id=7|name=b");
        assertThat(errors(report)).isEmpty();
        assertThat(report.findings().columns().ignored()).containsExactly("id");
    }

    @Test
    void a_reference_to_a_key_that_is_left_out_is_wrong() {
        assertThat(errors(checked(EVA, folders, ImportMode.CREATE, "id=7|name=a", "id=8|name=b|parent_id=7")))
                .containsExactly("2 parent_id reference_not_found");
    }

    @Test
    void a_record_that_stays_as_it_is_can_be_changed_by_others_during_an_import() throws Exception {
        Assumptions.assumeFalse(database.exclusive(), "one writer at a time");
        put(EVA, "code", "a", "name", "same");
        Future<?> other = database.write(scope -> {
            assertThat(records.rows().put(EVA, things, ImportMode.CREATE_AND_UPDATE, body("code", "a", "name", "same")))
                    .isEqualTo(RecordRows.Put.UNCHANGED);
            Future<?> change = executor.submit(() -> put(EVA, "code", "a", "name", "changed"));
            try {
                change.get(20, TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            return change;
        });
        assertThat(other.isDone()).isTrue();
    }

    @Test
    void rights_are_those_of_single_records() {
        for (Actor actor : List.of(granted(grant(Action.CREATE)), granted(grant(Action.IMPORT)))) {
            assertThatThrownBy(() -> upload(actor, "code=a|name=a"))
                    .isInstanceOfSatisfying(
                            RequestRejectedException.class,
                            refused -> assertThat(refused.category())
                                    .isEqualTo(RequestRejectedException.Category.FORBIDDEN));
        }
        Actor creator = granted(grant(Action.IMPORT, Action.CREATE));
        UUID id = upload(creator, "code=a|name=a");
        assertThatThrownBy(() -> checked(creator, id, ImportMode.CREATE_AND_UPDATE))
                .isInstanceOfSatisfying(
                        RequestRejectedException.class,
                        refused ->
                                assertThat(refused.category()).isEqualTo(RequestRejectedException.Category.FORBIDDEN));
        assertThat(checked(creator, id, ImportMode.CREATE).findings().good()).isTrue();
        for (String name : List.of("careful", "admin_things")) {
            Model model = REGISTRY.model(name).orElseThrow();
            assertThatThrownBy(() -> records.rows().require(EVA, model, ImportMode.CREATE_AND_UPDATE))
                    .isInstanceOf(RequestRejectedException.class);
        }
        assertThatThrownBy(() -> upload(new Actor.Operator("program"), "code=a|name=a"))
                .isInstanceOf(RequestRejectedException.class);
    }

    @Test
    void an_import_runs_with_the_rights_that_its_user_has_when_its_turn_comes() {
        Actor creator = granted(grant(Action.IMPORT, Action.CREATE));
        UUID id = upload(creator, "code=a|name=a");
        assertThat(checked(creator, id, ImportMode.CREATE).findings().good()).isTrue();
        RIGHTS.put(new UserId(9), Rights.NONE);
        ImportReport refused = carriedOut(creator, id);
        assertThat(refused.state()).isEqualTo(State.FAILED);
        assertThat(refused.findings().shown()).extracting(error -> error.code()).containsOnly("field_forbidden");
        assertThat(count("things")).isZero();
    }

    @Test
    void row_policies_and_field_permissions_hold_for_each_row() {
        put(EVA, "code", "yours", "name", "yours", "owner_id", 1L);
        policies.put("create things", owned());
        policies.put("edit things", owned());
        policies.put("view things", Condition.always());
        Actor actor = granted(new Grant(
                "things",
                Set.of(Action.IMPORT, Action.CREATE, Action.EDIT, Action.VIEW),
                Map.of("amount", Set.of(Action.VIEW)),
                Optional.empty()));
        UUID id = upload(
                actor,
                "code=a|name=a|owner_id=9",
                "code=b|name=b|owner_id=1",
                "code=c|name=c|owner_id=9|amount=1",
                "code=yours|name=mine",
                "code=a|owner_id=1");
        assertThat(checked(actor, id, ImportMode.CREATE_AND_UPDATE).findings().shown())
                .extracting(error -> error.row() + " " + error.field() + " " + error.code())
                .containsExactly("2  row_policy", "3 amount field_forbidden", "4 code row_policy", "5  row_policy");
        policies.clear();
        policies.put("import things", owned());
        assertThat(checked(actor, id, ImportMode.CREATE_AND_UPDATE).findings().shown())
                .extracting(error -> error.row() + " " + error.code())
                .contains("2 row_policy");
    }

    @Test
    void an_import_belongs_to_who_uploaded_it_and_to_its_model() {
        UUID id = upload(EVA, "code=a|name=a");
        for (Callable<?> call : List.<Callable<?>>of(
                () -> transfer.importing().look(BEN, things, id),
                () -> transfer.importing().look(EVA, categories, id),
                () -> transfer.importing().look(EVA, things, new UUID(0, 1)),
                () -> checked(BEN, id, ImportMode.CREATE),
                () -> carriedOut(BEN, id))) {
            assertThatThrownBy(call::call)
                    .isInstanceOfSatisfying(
                            RequestRejectedException.class,
                            refused -> assertThat(refused.category())
                                    .isEqualTo(RequestRejectedException.Category.NOT_FOUND));
        }
        assertThatThrownBy(() -> transfer.importing().discard(BEN, things, id))
                .isInstanceOf(RequestRejectedException.class);
        transfer.importing().discard(EVA, things, id);
        assertThatThrownBy(() -> transfer.importing().look(EVA, things, id))
                .isInstanceOf(RequestRejectedException.class);
        assertThat(count("admin_import_pieces")).isZero();
    }

    @Test
    void a_file_of_many_pieces_comes_back_byte_for_byte() throws Exception {
        byte[] bytes = new byte[1_000_003];
        new Random(5).nextBytes(bytes);
        UUID id = transfer.importing()
                .upload(EVA, things, FileFormat.XLSX, "things.xlsx", new ByteArrayInputStream(bytes));
        List<byte[]> read = new ArrayList<>();
        transfer.importing().check(EVA, things, id, ImportMode.CREATE, (format, model, in) -> {
            try {
                read.add(in.get().readAllBytes());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return lines(format, model, InputStream::nullInputStream);
        });
        ImportReport report = settled(EVA, id);
        assertThat(report.state()).isEqualTo(State.CHECKED);
        assertThat(report.file().bytes()).isEqualTo(bytes.length);
        assertThat(report.file().format()).isEqualTo(FileFormat.XLSX);
        assertThat(read.getFirst()).isEqualTo(bytes);
    }

    @Test
    void an_upload_that_breaks_off_leaves_nothing() {
        InputStream breaking = new InputStream() {
            private int left = 600_000;

            @Override
            public int read() {
                if (left-- == 0) {
                    throw new IllegalStateException("too large");
                }
                return 'x';
            }
        };
        assertThatThrownBy(() -> transfer.importing().upload(EVA, things, FileFormat.CSV, "a.csv", breaking))
                .hasMessage("too large");
        assertThat(count("admin_imports")).isZero();
        assertThat(count("admin_import_pieces")).isZero();
    }

    @Test
    void a_file_that_cannot_be_read_says_why() {
        UUID id = upload(EVA, "code=a|name=a", "broken");
        ImportReport report = checked(EVA, id, ImportMode.CREATE);
        assertThat(report.state()).isEqualTo(State.FAILED);
        assertThat(report.findings().failure())
                .contains(Message.of("Row {row} is broken.").with("row", 2L));
        assertThat(count("things")).isZero();
    }

    @Test
    void files_go_after_an_hour_and_one_user_has_five_of_them() {
        List<UUID> ids = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            now = now.plusSeconds(1);
            ids.add(upload(EVA, "code=a|name=a"));
        }
        upload(BEN, "code=a|name=a");
        assertThat(count("admin_imports")).isEqualTo(6);
        assertThatThrownBy(() -> transfer.importing().look(EVA, things, ids.get(1)))
                .isInstanceOf(RequestRejectedException.class);
        assertThat(transfer.importing().look(EVA, things, ids.get(2)).expires())
                .isEqualTo(Instant.parse("2026-11-20T13:00:03Z"));
        now = Instant.parse("2026-11-20T13:00:04.5Z");
        assertThat(transfer.upkeep().sweep()).isEqualTo(2);
        assertThat(count("admin_imports")).isEqualTo(4);
        now = now.plusSeconds(3_600);
        assertThat(transfer.upkeep().sweep()).isEqualTo(4);
        assertThat(count("admin_import_pieces")).isZero();
    }

    @Test
    void of_several_servers_one_carries_it_out() throws Exception {
        TransferAssembly other = assemble();
        for (int round = 0; round < 10; round++) {
            UUID id = upload(EVA, "code=c" + round + "|name=a");
            checked(EVA, id, ImportMode.CREATE);
            List<Future<Boolean>> tries = new ArrayList<>();
            for (TransferAssembly server : List.of(transfer, other, transfer, other)) {
                tries.add(executor.submit(() -> {
                    try {
                        server.importing().carryOut(EVA, things, id, TransferContract::lines);
                        return true;
                    } catch (RequestRejectedException refused) {
                        return false;
                    }
                }));
            }
            int won = 0;
            for (Future<Boolean> one : tries) {
                won += one.get() ? 1 : 0;
            }
            assertThat(won).isEqualTo(1);
            assertThat(settled(EVA, id).state()).isEqualTo(State.DONE);
        }
        assertThat(count("things")).isEqualTo(10);
        other.upkeep().close();
    }

    @Test
    void what_a_lost_server_left_can_be_done_again_and_the_lost_one_keeps_nothing() {
        UUID id = upload(EVA, "code=a|name=a");
        UUID lost = new UUID(1, 2);
        boolean moved = database.write(scope -> imports.move(
                id, Set.of(State.UPLOADED), now, State.RUNNING, Optional.of(ImportMode.CREATE), lost, now));
        assertThat(moved).isTrue();
        assertThat(transfer.importing().look(EVA, things, id).state()).isEqualTo(State.RUNNING);
        assertThatThrownBy(() -> checked(EVA, id, ImportMode.CREATE)).isInstanceOf(RequestRejectedException.class);
        now = now.plusSeconds(61);
        ImportReport report = transfer.importing().look(EVA, things, id);
        assertThat(report.state()).isEqualTo(State.FAILED);
        assertThat(report.findings().failure()).isPresent();
        assertThat(checked(EVA, id, ImportMode.CREATE).state()).isEqualTo(State.CHECKED);
        boolean finished = database.write(scope -> imports.finish(id, lost, State.DONE, 1, Findings.NONE, now));
        assertThat(finished).isFalse();
        assertThat(carriedOut(EVA, id).state()).isEqualTo(State.DONE);
    }

    @Test
    void how_far_it_is_can_be_seen_and_a_server_that_stops_keeps_nothing() throws Exception {
        UUID id = upload(EVA, "code=a|name=a", "code=b|name=b", "code=c|name=c");
        checked(EVA, id, ImportMode.CREATE);
        CountDownLatch reached = new CountDownLatch(1);
        transfer.importing().carryOut(EVA, things, id, (format, model, in) -> new RowReaders.RowReader() {
            private long given;

            @Override
            public Optional<RowReaders.Header> header() {
                return Optional.empty();
            }

            @Override
            public Optional<RowReaders.Row> next() {
                given++;
                if (given == 3) {
                    reached.countDown();
                }
                return Optional.of(new RowReaders.Row(given, body("code", "c" + given, "name", "endless"), List.of()));
            }

            @Override
            public void close() {}
        });
        assertThat(reached.await(30, TimeUnit.SECONDS)).isTrue();
        ImportReport report = transfer.importing().look(EVA, things, id);
        assertThat(report.state()).isEqualTo(State.RUNNING);
        assertThat(report.progress().rows()).isGreaterThanOrEqualTo(2);
        assertThat(report.progress().total()).hasValue(3);
        assertThat(count("things")).isZero();
        transfer.upkeep().close();
        report = transfer.importing().look(EVA, things, id);
        assertThat(report.state()).isEqualTo(State.FAILED);
        assertThat(report.findings().failure()).isPresent();
        assertThat(count("things")).isZero();
        assertThatThrownBy(() -> checked(EVA, id, ImportMode.CREATE)).isInstanceOf(RequestRejectedException.class);
    }
}
