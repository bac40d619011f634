package dev.hexadmin.persistence.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.RequestRejectedException.Category;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.files.FilesAssembly;
import dev.hexadmin.application.files.ResumingUploads;
import dev.hexadmin.application.files.port.FileContents;
import dev.hexadmin.application.files.port.Files;
import dev.hexadmin.application.records.EditingRecords.Precondition;
import dev.hexadmin.application.records.RecordsAssembly;
import dev.hexadmin.application.secrets.SecretKeys;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.PlainSink;
import dev.hexadmin.persistence.audit.JdbcAuditTrail;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.records.JdbcRecords;
import dev.hexadmin.persistence.records.NoMessages;
import dev.hexadmin.persistence.schema.ManagedSchema;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that records name, over a real database: who may name them, and when they are removed. */
abstract class FilesContract {
    private static final Actor.SignedIn EVA = user(7, Rights.ALL);
    private static final ModelRegistry REGISTRY = ModelRegistry.of(List.of(ModelDefinition.builder("things")
            .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
            .field("name", FieldType.STRING)
            .field("manual", FieldType.FILE, field -> field.maxBytes(100))
            .field("other", FieldType.FILE)
            .build()));

    @TempDir
    Path folder;

    private final Model things = REGISTRY.model("things").orElseThrow();
    private final FieldDefinition manual = things.fieldNamed("manual");
    private final Map<UUID, Boolean> visible = new HashMap<>();
    private final Set<UUID> stuck = new HashSet<>();
    private Instant now = Instant.parse("2026-11-20T12:00:00Z");
    private Database database;
    private FileContents contents;
    private FilesAssembly files;
    private RecordsAssembly records;

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        database = Database.open(settings(folder));
        new ManagedSchema(database).apply(List.of(things));
        contents = failing(new DiskFileContents(folder.resolve("files")));
        JdbcRecords stored = new JdbcRecords(database, REGISTRY, new byte[32]);
        files = FilesAssembly.of(
                REGISTRY,
                new FilesAssembly.Storage(new JdbcFiles(database), contents, new TikaFileFormats(), stored, database),
                (actor, model, field, file) -> visible.getOrDefault(file, false),
                SecretKeys.of(new byte[32]),
                () -> now,
                new SplittableRandom(1));
        records = RecordsAssembly.of(
                REGISTRY,
                stored,
                database,
                new JdbcAuditTrail(database),
                (actor, model, action) -> Condition.always(),
                Map.of("things", files.hooks().of(things).orElseThrow()),
                NoMessages.on(database),
                SecretKeys.of(new byte[32]),
                () -> now,
                new SplittableRandom(2));
    }

    /** The same, but files of {@link #stuck} cannot be removed. */
    private FileContents failing(FileContents disk) {
        return (FileContents) Proxy.newProxyInstance(
                FilesContract.class.getClassLoader(),
                new Class<?>[] {FileContents.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("removeAll") && stuck.contains((UUID) arguments[0])) {
                        throw new ServiceUnavailableException("not now", new IOException("stuck"));
                    }
                    try {
                        return method.invoke(disk, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @AfterEach
    void close() {
        database.close();
    }

    private static Actor.SignedIn user(long id, Rights rights) {
        return new Actor.SignedIn(
                new UserId(id),
                new EmailAddress("u" + id + "@example.com"),
                rights,
                new Actor.Origin("192.0.2.7", "r"));
    }

    private static final Rights EDITOR =
            new Rights(false, List.of(new Grant("things", Set.of(Action.values()), Map.of(), Optional.empty())));

    private FileReference upload(Actor.SignedIn actor, String text) {
        return files.uploading()
                .upload(
                        actor,
                        things,
                        manual,
                        "a.txt",
                        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private String create(Actor actor, @Nullable FileReference file) {
        Map<String, @Nullable Object> body = new HashMap<>();
        body.put("manual", file == null ? null : file.id().toString());
        return records.editing()
                .create(actor, things, body, false, shape -> (PlainSink) (field, value) -> {})
                .key()
                .encoded();
    }

    private void patch(String id, @Nullable FileReference file) {
        Map<String, @Nullable Object> body = new HashMap<>();
        body.put("manual", file == null ? null : file.id().toString());
        records.editing().patch(EVA, things, id, body, new Precondition.None(), false, shape ->
                (PlainSink) (field, value) -> {});
    }

    private void later(Duration time) {
        now = now.plus(time);
        files.upkeep().sweep();
    }

    private boolean exists(FileReference file) {
        long rows = database.query(execute -> execute.get(
                                "SELECT count(*) AS n FROM admin_files WHERE id = ?",
                                file.id().toString())
                        .map(row -> Columns.whole(row, "n")))
                .orElse(0L);
        assertThat(contents.size(file.id(), FileContents.ORIGINAL).isPresent()).isEqualTo(rows > 0);
        return rows > 0;
    }

    private static void refused(String code, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        RequestRejectedException.class,
                        e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void a_file_without_a_record_is_removed_after_a_day() {
        FileReference file = upload(EVA, "one");

        later(Duration.ofHours(23));
        assertThat(exists(file)).isTrue();
        later(Duration.ofHours(2));
        assertThat(exists(file)).isFalse();
        assertNothingIsStored();
    }

    @Test
    void files_that_cannot_be_removed_do_not_keep_others_from_being_removed() {
        FileReference first = upload(EVA, "one");
        FileReference second = upload(EVA, "two");
        stuck.add(first.id());
        later(Duration.ofHours(25));
        assertThat(exists(first)).isTrue();
        assertThat(exists(second)).isFalse();
        refused("reference_not_found", () -> create(EVA, first));
        stuck.clear();
        later(Duration.ofHours(1));
        assertThat(exists(first)).as("tried again after a day").isTrue();
        later(Duration.ofHours(24));
        assertThat(exists(first)).isFalse();
        assertNothingIsStored();
    }

    @Test
    void a_file_whose_record_another_program_wrote_stays() {
        FileReference file = upload(EVA, "one");
        String record = create(EVA, null);
        database.write(
                scope -> database.execute(execute -> execute.update("UPDATE things SET manual = (SELECT CAST(id AS "
                        + (database.kind().shared() ? "uuid" : "TEXT") + ") FROM admin_files) WHERE id = "
                        + record)));

        later(Duration.ofDays(3));

        assertThat(exists(file)).isTrue();
    }

    @Test
    void a_change_that_is_rolled_back_does_not_use_the_file() {
        FileReference file = upload(EVA, "one");
        Map<String, @Nullable Object> body = new HashMap<>();
        body.put("manual", file.id().toString());
        records.editing().create(EVA, things, body, true, shape -> (PlainSink) (field, value) -> {});

        later(Duration.ofDays(2));

        assertThat(exists(file)).isFalse();
        refused("reference_not_found", () -> create(EVA, file));
    }

    @Test
    void a_record_names_only_files_that_were_uploaded_for_the_field_by_the_user_or_are_visible() {
        Actor.SignedIn ben = user(8, EDITOR);
        FileReference file = upload(EVA, "one");

        refused("reference_not_found", () -> create(ben, file));
        refused("reference_not_found", () -> create(EVA, FileReference.of(new UUID(1, 2))));
        Map<String, @Nullable Object> body = new HashMap<>();
        body.put("other", file.id().toString());
        refused(
                "reference_not_found",
                () -> records.editing().create(EVA, things, body, false, shape -> (PlainSink) (field, value) -> {}));
        create(ben, upload(ben, "two"));
        visible.put(file.id(), true);
        create(ben, file);
    }

    @Test
    void what_is_too_large_dangerous_or_badly_named_leaves_nothing() {
        refused("payload_too_large", () -> upload(EVA, "x".repeat(101)));
        refused("unsupported_media_type", () -> upload(EVA, "#!/bin/sh\necho"));
        refused("unsupported_media_type", () -> upload(EVA, "MZ" + "\0".repeat(70)));
        for (String name :
                List.of("../x", "a/b", "a\\b", "a\nb", "a\0b", "..", "", " ", "x".repeat(201), "gpj.\u202Eexe")) {
            refused(
                    "invalid",
                    () -> files.uploading()
                            .upload(EVA, things, manual, name, new ByteArrayInputStream(new byte[] {1})));
        }
        InputStream broken = new InputStream() {
            private int left = 50;

            @Override
            public int read() {
                if (left-- == 0) {
                    throw new RequestRejectedException(Category.MALFORMED, "incomplete_body", "gone");
                }
                return 'a';
            }
        };
        refused("incomplete_body", () -> files.uploading().upload(EVA, things, manual, "a.txt", broken));
        long rows = database.query(execute ->
                        execute.get("SELECT count(*) AS n FROM admin_files").map(row -> Columns.whole(row, "n")))
                .orElseThrow();
        assertThat(rows).isZero();
    }

    @Test
    void an_api_key_has_only_the_files_of_its_user_that_its_role_could_have_uploaded() {
        FileReference file = upload(EVA, "one");
        Actor.SignedIn reader = new Actor.SignedIn(
                EVA.id(),
                EVA.email(),
                new Rights(false, List.of(new Grant("things", Set.of(Action.VIEW), Map.of(), Optional.empty()))),
                EVA.origin(),
                Optional.of(new Actor.ApiKey("hx_1", "reader")));
        assertThat(files.downloading().find(reader, file.id())).isEmpty();
        UUID unfinished =
                files.resuming().begin(EVA, things, manual, "a.txt", 3).id();
        refused("not_found", () -> files.resuming().find(reader, unfinished));
        refused("not_found", () -> files.resuming().cancel(reader, unfinished));
        Actor.SignedIn editor = new Actor.SignedIn(
                EVA.id(), EVA.email(), EDITOR, EVA.origin(), Optional.of(new Actor.ApiKey("hx_2", "editor")));
        assertThat(files.downloading().find(editor, file.id())).isPresent();
        assertThat(files.resuming().find(editor, unfinished).length()).isEqualTo(3);
    }

    @Test
    void a_file_that_a_record_has_had_is_found_for_a_day_and_given_to_who_restores_it() {
        Actor.SignedIn ben = user(8, EDITOR);
        FileReference file = upload(EVA, "one");
        String record = create(EVA, file);
        patch(record, null);

        FileReference found =
                files.recorded().find(things, manual, file.toString()).orElseThrow();
        assertThat(found.facts().orElseThrow().name()).isEqualTo("a.txt");
        assertThat(files.recorded().find(things, things.fieldNamed("other"), file.toString()))
                .isEmpty();
        assertThat(files.recorded().find(things, manual, "nothing")).isEmpty();
        refused("reference_not_found", () -> create(ben, file));
        refused(
                "lost",
                () -> files.recorded().giving(List.of(found), ben, () -> {
                    create(ben, file);
                    throw RequestRejectedException.conflict("lost", "Not now.", List.of());
                }));
        refused("reference_not_found", () -> create(ben, file));
        String restored = files.recorded().giving(List.of(found), ben, () -> create(ben, file));
        later(Duration.ofDays(2));
        assertThat(exists(file)).isTrue();
        patch(restored, null);
        later(Duration.ofDays(2));
        assertThat(files.recorded().find(things, manual, file.toString())).isEmpty();
    }

    private static Optional<ResumingUploads.Checksum> sha256(String text) {
        try {
            return Optional.of(new ResumingUploads.Checksum(
                    "SHA-256", MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8))));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void bytes_without_their_checksum_are_not_stored() {
        UUID upload = files.resuming().begin(EVA, things, manual, "a.txt", 4).id();
        files.resuming().append(EVA, upload, 0, new ByteArrayInputStream(new byte[] {'a'}), sha256("a"));

        refused(
                ResumingUploads.CHECKSUM_MISMATCH,
                () -> files.resuming()
                        .append(EVA, upload, 1, new ByteArrayInputStream(new byte[] {'b', 'x'}), sha256("bc")));
        assertThat(files.resuming().find(EVA, upload).offset()).isEqualTo(1);
        refused(
                ResumingUploads.CHECKSUM_MISMATCH,
                () -> files.resuming()
                        .append(EVA, upload, 1, new ByteArrayInputStream(new byte[] {'b', 'c', 'x'}), sha256("bcd")));
        assertThat(files.resuming().find(EVA, upload).file()).isEmpty();
        FileReference file = files.resuming()
                .append(EVA, upload, 1, new ByteArrayInputStream(new byte[] {'b', 'c', 'd'}), sha256("bcd"))
                .file()
                .orElseThrow();

        assertThat(contents.read(file.id(), FileContents.ORIGINAL, 0, 10).orElseThrow())
                .hasContent("abcd");
        assertThat(contents.size(file.id(), "received")).isEmpty();
    }

    @Test
    void an_upload_that_a_crash_interrupted_is_removed_after_a_day() {
        UUID id = new UUID(3, 4);
        UUID elsewhere = new UUID(5, 6); // for a model that is not registered any more
        database.write(scope -> {
            new JdbcFiles(database).add(id, new Files.Purpose("things", "manual"), Optional.of(EVA.id()), "a.txt", now);
            new JdbcFiles(database)
                    .add(elsewhere, new Files.Purpose("gone", "manual"), Optional.of(EVA.id()), "a.txt", now);
            return true;
        });
        contents.write(id, "large", new ByteArrayInputStream(new byte[10]));

        refused("reference_not_found", () -> create(EVA, FileReference.of(id)));
        later(Duration.ofHours(25));

        assertThat(contents.size(id, "large")).isEmpty();
        assertThat(exists(FileReference.of(id))).isFalse();
        assertThat(exists(FileReference.of(elsewhere))).isFalse();
    }

    @Test
    void pieces_are_removed_with_an_upload_that_goes_on_no_more() {
        UUID upload = files.resuming().begin(EVA, things, manual, "a.txt", 10).id();
        files.resuming().append(EVA, upload, 0, new ByteArrayInputStream(new byte[4]), Optional.empty());
        later(Duration.ofHours(20));
        files.resuming().append(EVA, upload, 4, new ByteArrayInputStream(new byte[4]), Optional.empty());

        later(Duration.ofHours(20));
        assertThat(files.resuming().find(EVA, upload).offset()).isEqualTo(8);
        refused("reference_not_found", () -> create(EVA, FileReference.of(upload)));
        later(Duration.ofHours(25));

        refused("not_found", () -> files.resuming().find(EVA, upload));
        assertNothingIsStored();
    }

    @Test
    void an_upload_whose_server_failed_after_the_last_byte_becomes_a_file_when_it_is_asked_for() {
        UUID upload = files.resuming().begin(EVA, things, manual, "a.txt", 3).id();
        contents.write(upload, "piece-0", new ByteArrayInputStream(new byte[] {'a', 'b', 'c'}));
        database.write(scope -> new JdbcFiles(database).addPiece(upload, new Files.Piece(0, 3, "piece-0"), now));

        FileReference file = files.resuming().find(EVA, upload).file().orElseThrow();

        assertThat(file.facts().orElseThrow().size()).isEqualTo(3);
        create(EVA, file);
        later(Duration.ofDays(2));
        assertThat(exists(file)).isTrue();
        assertThat(contents.size(upload, "piece-0")).isEmpty();
    }

    @Test
    void pieces_that_a_failed_server_has_left_beside_a_complete_file_are_removed() {
        UUID upload = files.resuming().begin(EVA, things, manual, "a.txt", 3).id();
        contents.write(upload, "piece-0", new ByteArrayInputStream(new byte[] {'a', 'b', 'c'}));
        contents.write(upload, FileContents.ORIGINAL, new ByteArrayInputStream(new byte[] {'a', 'b', 'c'}));
        FileReference.Facts facts = new FileReference.Facts("a.txt", 3, "text/plain", "ab", Optional.empty());
        database.write(scope -> new JdbcFiles(database).addPiece(upload, new Files.Piece(0, 3, "piece-0"), now)
                && new JdbcFiles(database).complete(upload, facts, now));

        later(Duration.ofMinutes(1));

        assertThat(contents.size(upload, "piece-0")).isEmpty();
        assertThat(exists(FileReference.of(upload))).isTrue();
        assertThat(new JdbcFiles(database).pieces(upload)).isEmpty();
    }

    @Test
    void of_two_pieces_with_the_same_start_one_is_kept() {
        UUID upload = files.resuming().begin(EVA, things, manual, "a.txt", 4).id();
        JdbcFiles known = new JdbcFiles(database);

        assertThat((boolean) database.write(scope -> known.addPiece(upload, new Files.Piece(0, 2, "one"), now)))
                .isTrue();
        assertThat((boolean) database.write(scope -> known.addPiece(upload, new Files.Piece(0, 3, "two"), now)))
                .isFalse();
        assertThat(known.pieces(upload)).containsExactly(new Files.Piece(0, 2, "one"));
        assertThat(known.unfinished(upload).orElseThrow().received()).isEqualTo(2);
    }

    private void assertNothingIsStored() {
        try (Stream<Path> left = java.nio.file.Files.walk(folder.resolve("files"))) {
            assertThat(left.filter(java.nio.file.Files::isRegularFile)).isEmpty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
