package dev.hexadmin.http.panel.transfer;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.transfer.ImportingRecords;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldDefinition.Generated;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.domain.transfer.FileFormat;
import dev.hexadmin.domain.transfer.ImportMode;
import dev.hexadmin.domain.transfer.ImportReport;
import dev.hexadmin.domain.transfer.ImportReport.Findings;
import dev.hexadmin.domain.transfer.ImportReport.State;
import dev.hexadmin.http.fields.Formats;
import dev.hexadmin.http.panel.frame.Flash;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.panel.records.ReturnAddress;
import dev.hexadmin.http.server.problem.Problem;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.ModelPath;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.request.Upload;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.templates.pages.Jtetransfer_importGenerated;
import dev.hexadmin.http.templates.pages.Jtetransfer_uploadGenerated;
import dev.hexadmin.http.texts.Localized;
import io.helidon.http.Method;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** A file of records on its way in: upload, preview, progress and outcome. Thread-safe. */
public final class ImportPages {
    private static final UUID NOBODYS = new UUID(0, 0);
    private static final int SCALE = 1024;

    private final Panel panel;
    private final ModelPath path;
    private final ImportingRecords importing;
    private final int maxUploadBytes;

    /** @param maxUploadBytes of a file */
    public ImportPages(Panel panel, ModelPath path, ImportingRecords importing, int maxUploadBytes) {
        this.panel = panel;
        this.path = path;
        this.importing = importing;
        this.maxUploadBytes = maxUploadBytes;
    }

    /**
     * The form for a file.
     *
     * @param wrong what was wrong with the last one, or {@code ""}
     * @param updates whether rows may change records
     * @param size of a file at most, for people
     */
    public record UploadShown(
            Frame frame,
            String action,
            String template,
            String wrong,
            boolean updates,
            boolean updating,
            String size,
            List<Column> columns) {}

    /** A column that a file may have. */
    public record Column(String name, String label, String content, boolean required) {}

    /**
     * The status of an import.
     *
     * @param stage which part of the page is shown
     * @param status what happens or has happened, a sentence
     * @param lostKey what it means that the keys of the file are not kept, or {@code ""}
     */
    public record ImportShown(
            Frame frame, ImportLinks links, Stage stage, String status, ImportReport report, String lostKey) {
        public Findings findings() {
            return report.findings();
        }

        /** What would be done, or was. */
        public String sum() {
            return text(Message.of("{created} new, {changed} changed, {unchanged} as they were")
                    .with("created", findings().counts().created())
                    .with("changed", findings().counts().updated())
                    .with("unchanged", findings().counts().unchanged()));
        }

        /** How many rows were read. */
        public String read() {
            long rows = report.progress().rows();
            return report.progress().total().isPresent()
                    ? text(
                            "{count} of {all, plural, one {# row} other {# rows}}",
                            "count",
                            rows,
                            "all",
                            report.progress().total().getAsLong())
                    : text("{count, plural, one {# row} other {# rows}}", "count", rows);
        }

        /** A number for people. */
        public static String count(long number) {
            return Formats.number(number);
        }
    }

    /**
     * The addresses that the page of an import leads to.
     *
     * @param path of the page itself, without a slash at the end
     * @param again the form for another file
     */
    public record ImportLinks(String path, String again, String list, ReturnAddress back) {
        /** The page itself, or a page below it. */
        public String here(String below) {
            return back.added(path + below);
        }
    }

    /** Which part of the page is shown. */
    public enum Stage {
        PROGRESS,
        GOOD,
        BAD,
        DONE,
        FAILED
    }

    public List<Route> routes() {
        String imports = path.template() + "/import";
        String one = imports + "/{import}";
        return List.of(
                new Route(Method.GET, imports, Policy.RIGHTS, Route.Media.HTML, this::form),
                new Route(Method.POST, imports, Policy.RIGHTS, Route.Media.UPLOAD, this::upload),
                new Route(Method.GET, imports + "/template", Policy.RIGHTS, Route.Media.HTML, this::template),
                new Route(Method.GET, one, Policy.RIGHTS, Route.Media.HTML, this::look),
                new Route(Method.POST, one + "/check", Policy.RIGHTS, Route.Media.HTML, this::check),
                new Route(Method.POST, one + "/run", Policy.RIGHTS, Route.Media.HTML, this::run),
                new Route(Method.POST, one + "/discard", Policy.RIGHTS, Route.Media.HTML, this::discard));
    }

    private Response form(RequestContext request) {
        return form(request, ExportPages.model(path, request), 200, "", ImportMode.CREATE);
    }

    private Response form(RequestContext request, Model model, int status, String wrong, ImportMode mode) {
        Set<ImportMode> modes = importing.modes(request.signedIn(), model);
        String plural = text(model.definition().labels().many());
        String here = panel.places().imports(model);
        ReturnAddress back = ReturnAddress.read(request.query());
        return panel.page(
                request,
                status,
                Jtetransfer_uploadGenerated::render,
                new UploadShown(
                        panel.frame(
                                request,
                                text("Import {model}", "model", plural),
                                new Frame.Crumb(plural, back.list(panel.places().list(model)))),
                        back.added(here),
                        here + "/template",
                        wrong,
                        modes.contains(ImportMode.CREATE_AND_UPDATE),
                        mode == ImportMode.CREATE_AND_UPDATE,
                        size(maxUploadBytes),
                        columns(model, modes)));
    }

    private static List<Column> columns(Model model, Set<ImportMode> modes) {
        return model.fields().stream()
                .filter(field -> field.writableOnCreate()
                        || (field.primaryKey() && modes.contains(ImportMode.CREATE_AND_UPDATE)))
                .map(field -> new Column(
                        field.name(),
                        text(field.labels()),
                        field.writableOnCreate()
                                ? content(model, field)
                                : text(
                                        "The key of a record to change; if there is none, the new record keeps it. Empty for a new record with a new key."),
                        field.writableOnCreate()
                                && field.input().defaultValue().isEmpty()
                                && (field.required() || field.primaryKey())))
                .toList();
    }

    private static String content(Model model, FieldDefinition field) {
        String content = text(FieldInput.expected(model, field))
                + (field.type() == FieldType.DATETIME
                        ? " "
                                + text(
                                        "Without an offset it is in the time zone {zone}.",
                                        "zone",
                                        Localized.current().zone().getId())
                        : "");
        OptionalInt most = field.constraints().maxLength();
        return most.isPresent() && field.type() != FieldType.BINARY && field.type() != FieldType.LIST
                ? content + " "
                        + text(
                                "{limit, plural, one {At most # character is allowed.} other {At most # characters are allowed.}}",
                                "limit",
                                most.getAsInt())
                : content;
    }

    private static FileReaders readers() {
        return new FileReaders(Localized.current());
    }

    private static String size(int bytes) {
        return bytes >= SCALE * SCALE ? bytes / (SCALE * SCALE) + " MiB" : bytes / SCALE + " KiB";
    }

    private Response upload(RequestContext request) {
        Model model = ExportPages.model(path, request);
        importing.modes(request.signedIn(), model);
        Upload upload = request.upload();
        ImportMode mode = mode(upload.text("mode").orElse("create"));
        Optional<String> name = upload.fileName();
        if (name.isEmpty()) {
            return form(request, model, 422, text("Choose a file."), mode);
        }
        FileFormat format = FileFormat.ofWord(
                        name.get().substring(name.get().lastIndexOf('.') + 1).toLowerCase(Locale.ROOT))
                .orElseThrow(() -> new Problem(
                        415,
                        "unsupported_media_type",
                        Message.of("The name of the file has to end in .csv, .xlsx or .json.")));
        UUID id = importing.upload(request.signedIn(), model, format, name.get(), upload.file(maxUploadBytes));
        upload.finish();
        importing.check(request.signedIn(), model, id, mode, readers());
        return panel.redirect(ReturnAddress.read(request.query()).added(here(model, id)));
    }

    private String here(Model model, UUID id) {
        return panel.places().imports(model) + "/" + id;
    }

    private static ImportMode mode(String word) {
        return switch (word) {
            case "create" -> ImportMode.CREATE;
            case "update" -> ImportMode.CREATE_AND_UPDATE;
            default -> throw new Problem(422, "invalid", Message.of("The mode is create or update."));
        };
    }

    /** A file with nothing but headings, and in JSON an example. */
    private Response template(RequestContext request) {
        Model model = ExportPages.model(path, request);
        Set<ImportMode> modes = importing.modes(request.signedIn(), model);
        FileFormat format = FileFormat.ofWord(request.query().getOrDefault("format", "csv"))
                .orElseThrow(() -> RequestRejectedException.malformed(
                        "invalid_query",
                        Message.of("The query is not valid."),
                        List.of(new Violation("?format", "enum", Message.of("One of csv, xlsx, json is expected.")))));
        Set<String> names = columns(model, modes).stream().map(Column::name).collect(Collectors.toSet());
        List<FieldDefinition> fields = model.fields().stream()
                .filter(field -> names.contains(field.name()) && !field.writeOnly())
                .toList();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        RecordFile file = RecordFile.open(format, new Shape(model, fields, Map.of()), out);
        file.finish();
        return new Response(
                        200,
                        List.of(new Response.Header("Content-Type", RecordFile.mediaType(format))),
                        out.toByteArray())
                .with(
                        "Content-Disposition",
                        "attachment; filename=\"" + model.name() + "-template." + format.word() + "\"");
    }

    /** The id in the path; an id that no import has when it is not valid. */
    private static UUID id(RequestContext request) {
        try {
            return UUID.fromString(request.variable("import"));
        } catch (IllegalArgumentException e) {
            return NOBODYS;
        }
    }

    private Response look(RequestContext request) {
        Model model = ExportPages.model(path, request);
        ImportReport report = importing.look(request.signedIn(), model, id(request));
        Stage stage = stage(report);
        String plural = text(model.definition().labels().many());
        ReturnAddress back = ReturnAddress.read(request.query());
        String list = back.list(panel.places().list(model));
        String again = back.added(panel.places().imports(model));
        return panel.page(
                request,
                200,
                Jtetransfer_importGenerated::render,
                new ImportShown(
                        panel.frame(
                                request,
                                text("Import {file}", "file", report.file().name()),
                                new Frame.Crumb(plural, list),
                                new Frame.Crumb(text("Import"), again)),
                        new ImportLinks(here(model, report.id()), again, list, back),
                        stage,
                        status(stage, report),
                        report,
                        lostKey(model, report, importing.modes(request.signedIn(), model))));
    }

    private static String lostKey(Model model, ImportReport report, Set<ImportMode> modes) {
        Optional<FieldDefinition> lost = model.key().stream()
                .filter(field -> field.generated() != Generated.NO
                        && report.findings().columns().ignored().contains(field.name()))
                .findFirst();
        return lost.map(key -> text(
                                "{column} is not kept, so references to these records in other files would lead elsewhere.",
                                "column",
                                key.name())
                        + (modes.contains(ImportMode.CREATE_AND_UPDATE)
                                ? " " + text("Choose “{choice}” to keep it.", "choice", updates())
                                : ""))
                .orElse("");
    }

    /** The choice of an import that changes records, too. */
    public static String updates() {
        return text("changes to records that exist, and else new records, which keep the keys of the file");
    }

    private static Stage stage(ImportReport report) {
        return switch (report.state()) {
            case UPLOADING, CHECKING, RUNNING -> Stage.PROGRESS;
            case CHECKED ->
                report.findings().good() && report.progress().total().orElse(0) > 0 ? Stage.GOOD : Stage.BAD;
            case DONE -> Stage.DONE;
            case UPLOADED, FAILED -> Stage.FAILED;
        };
    }

    private static String status(Stage stage, ImportReport report) {
        return switch (stage) {
            case PROGRESS ->
                report.state() == State.RUNNING ? text("The records are being imported…") : text("Checking file…");
            case GOOD -> text("The file is good. Nothing has been imported yet.");
            case BAD ->
                report.progress().total().orElse(0) == 0
                        ? text("The file has no rows.")
                        : text("The file cannot be imported like this. Nothing has been kept.");
            case DONE -> text("The file has been imported.");
            case FAILED ->
                report.findings().counts().created()
                                        + report.findings().counts().updated()
                                == 0
                        ? text("The file has not been imported.")
                        : text("A part of the file has been imported.");
        };
    }

    private Response check(RequestContext request) {
        Model model = ExportPages.model(path, request);
        UUID id = id(request);
        ImportMode before = importing.look(request.signedIn(), model, id).mode().orElse(ImportMode.CREATE);
        Form form = request.form();
        importing.check(
                request.signedIn(), model, id, form.has("mode") ? mode(form.textOrEmpty("mode")) : before, readers());
        return panel.redirect(ReturnAddress.read(request.query()).added(here(model, id)));
    }

    private Response run(RequestContext request) {
        Model model = ExportPages.model(path, request);
        UUID id = id(request);
        importing.carryOut(request.signedIn(), model, id, readers());
        return panel.redirect(ReturnAddress.read(request.query()).added(here(model, id)));
    }

    private Response discard(RequestContext request) {
        Model model = ExportPages.model(path, request);
        importing.discard(request.signedIn(), model, id(request));
        return panel.redirect(
                request,
                ReturnAddress.read(request.query()).added(panel.places().imports(model)),
                Flash.success(text("The file was forgotten. Nothing was imported.")));
    }
}
