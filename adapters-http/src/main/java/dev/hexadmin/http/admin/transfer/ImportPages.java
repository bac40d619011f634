package dev.hexadmin.http.admin.transfer;

import dev.hexadmin.application.Refused;
import dev.hexadmin.application.records.RecordRows.Mode;
import dev.hexadmin.application.transfer.FileFormat;
import dev.hexadmin.application.transfer.ImportReport;
import dev.hexadmin.application.transfer.ImportReport.Findings;
import dev.hexadmin.application.transfer.ImportReport.State;
import dev.hexadmin.application.transfer.ImportingRecords;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.http.admin.frame.Flash;
import dev.hexadmin.http.admin.frame.Frame;
import dev.hexadmin.http.admin.frame.Panel;
import dev.hexadmin.http.problem.Problem;
import dev.hexadmin.http.routing.Answer;
import dev.hexadmin.http.routing.Exchange;
import dev.hexadmin.http.routing.Form;
import dev.hexadmin.http.routing.ModelPath;
import dev.hexadmin.http.routing.Policy;
import dev.hexadmin.http.routing.Route;
import dev.hexadmin.http.routing.Upload;
import dev.hexadmin.http.templates.pages.Jtetransfer_importGenerated;
import dev.hexadmin.http.templates.pages.Jtetransfer_uploadGenerated;
import io.helidon.http.Method;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
    private final FileReaders readers = new FileReaders();

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
    public record Column(String name, String label, String holds, boolean required) {}

    /**
     * How an import stands.
     *
     * @param here the page itself, without a slash at the end
     * @param stage which part of the page is shown
     * @param status what happens or has happened, a sentence
     */
    public record ImportShown(
            Frame frame,
            String here,
            String again,
            String list,
            Stage stage,
            String status,
            ImportReport report,
            boolean updating) {
        public Findings findings() {
            return report.findings();
        }

        /** What would be done, or was. */
        public String sum() {
            return count(findings().created()) + " new, " + count(findings().updated()) + " changed, "
                    + count(findings().unchanged()) + " as they were";
        }

        /** A number for people. */
        public static String count(long number) {
            return String.format(Locale.ROOT, "%,d", number);
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

    private Answer form(Exchange exchange) {
        return form(exchange, ExportPages.model(path, exchange), 200, "", Mode.CREATE);
    }

    private Answer form(Exchange exchange, Model model, int status, String wrong, Mode mode) {
        Set<Mode> modes = importing.modes(exchange.signedIn(), model);
        String plural = model.definition().labelPlural();
        String here = panel.places().imports(model);
        return panel.page(
                exchange,
                status,
                Jtetransfer_uploadGenerated::render,
                new UploadShown(
                        panel.frame(
                                exchange,
                                "Import " + plural,
                                new Frame.Crumb(plural, panel.places().list(model))),
                        here,
                        here + "/template",
                        wrong,
                        modes.contains(Mode.CREATE_AND_UPDATE),
                        mode == Mode.CREATE_AND_UPDATE,
                        size(maxUploadBytes),
                        columns(model, modes)));
    }

    private static List<Column> columns(Model model, Set<Mode> modes) {
        return model.fields().stream()
                .filter(field ->
                        field.writableOnCreate() || (field.primaryKey() && modes.contains(Mode.CREATE_AND_UPDATE)))
                .map(field -> new Column(
                        field.name(),
                        field.label(),
                        field.writableOnCreate()
                                ? FieldInput.expectation(model, field)
                                : "The key of a record to change; empty for a new one.",
                        field.writableOnCreate()
                                && field.defaultValue().isEmpty()
                                && (field.required() || field.primaryKey())))
                .toList();
    }

    private static String size(int bytes) {
        return bytes >= SCALE * SCALE ? bytes / (SCALE * SCALE) + " MiB" : bytes / SCALE + " KiB";
    }

    private Answer upload(Exchange exchange) {
        Model model = ExportPages.model(path, exchange);
        importing.modes(exchange.signedIn(), model);
        Upload upload = exchange.upload();
        Mode mode = mode(upload.text("mode").orElse("create"));
        Optional<String> name = upload.fileName();
        if (name.isEmpty()) {
            return form(exchange, model, 422, "Choose a file.", mode);
        }
        FileFormat format = FileFormat.ofWord(
                        name.get().substring(name.get().lastIndexOf('.') + 1).toLowerCase(Locale.ROOT))
                .orElseThrow(() -> new Problem(
                        415, "unsupported_media_type", "The name of the file has to end in .csv, .xlsx or .json."));
        UUID id = importing.upload(exchange.signedIn(), model, format, name.get(), upload.file(maxUploadBytes));
        upload.finish();
        importing.check(exchange.signedIn(), model, id, mode, readers);
        return panel.redirect(here(model, id));
    }

    private String here(Model model, UUID id) {
        return panel.places().imports(model) + "/" + id;
    }

    private static Mode mode(String word) {
        return switch (word) {
            case "create" -> Mode.CREATE;
            case "update" -> Mode.CREATE_AND_UPDATE;
            default -> throw new Problem(422, "invalid", "The mode is create or update.");
        };
    }

    /** A file with nothing but headings, and in JSON an example. */
    private Answer template(Exchange exchange) {
        Model model = ExportPages.model(path, exchange);
        Set<Mode> modes = importing.modes(exchange.signedIn(), model);
        FileFormat format = FileFormat.ofWord(exchange.query().getOrDefault("format", "csv"))
                .orElseThrow(() -> Refused.malformed(
                        "invalid_query",
                        "The query is not valid.",
                        List.of(new Violation("?format", "enum", "One of csv, xlsx, json is expected."))));
        Set<String> names = columns(model, modes).stream().map(Column::name).collect(Collectors.toSet());
        List<FieldDefinition> fields = model.fields().stream()
                .filter(field -> names.contains(field.name()) && !field.writeOnly())
                .toList();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        RecordFile file = RecordFile.open(format, new Shape(model, fields, Map.of()), out);
        file.finish();
        return new Answer(
                        200,
                        List.of(new Answer.Header("Content-Type", RecordFile.mediaType(format))),
                        out.toByteArray())
                .with(
                        "Content-Disposition",
                        "attachment; filename=\"" + model.name() + "-template." + format.word() + "\"");
    }

    /** The id in the path; one that is none is nobody's. */
    private static UUID id(Exchange exchange) {
        try {
            return UUID.fromString(exchange.variable("import"));
        } catch (IllegalArgumentException e) {
            return NOBODYS;
        }
    }

    private Answer look(Exchange exchange) {
        Model model = ExportPages.model(path, exchange);
        ImportReport report = importing.look(exchange.signedIn(), model, id(exchange));
        Stage stage = stage(report);
        String plural = model.definition().labelPlural();
        return panel.page(
                exchange,
                200,
                Jtetransfer_importGenerated::render,
                new ImportShown(
                        panel.frame(
                                exchange,
                                "Import " + report.fileName(),
                                new Frame.Crumb(plural, panel.places().list(model)),
                                new Frame.Crumb("Import", panel.places().imports(model))),
                        here(model, report.id()),
                        panel.places().imports(model),
                        panel.places().list(model),
                        stage,
                        status(stage, report),
                        report,
                        report.mode().equals(Optional.of(Mode.CREATE_AND_UPDATE))));
    }

    private static Stage stage(ImportReport report) {
        return switch (report.state()) {
            case UPLOADING, CHECKING, RUNNING -> Stage.PROGRESS;
            case CHECKED -> report.findings().good() && report.total().orElse(0) > 0 ? Stage.GOOD : Stage.BAD;
            case DONE -> Stage.DONE;
            case UPLOADED, FAILED -> Stage.FAILED;
        };
    }

    private static String status(Stage stage, ImportReport report) {
        return switch (stage) {
            case PROGRESS ->
                report.state() == State.RUNNING
                        ? "The records are being imported…"
                        : "The file is being looked through…";
            case GOOD -> "The file is good. Nothing has been imported yet.";
            case BAD ->
                report.total().orElse(0) == 0
                        ? "The file has no rows."
                        : "The file cannot be imported like this. Nothing has been kept.";
            case DONE -> "The file has been imported.";
            case FAILED ->
                report.findings().created() + report.findings().updated() == 0
                        ? "The file has not been imported."
                        : "A part of the file has been imported.";
        };
    }

    private Answer check(Exchange exchange) {
        Model model = ExportPages.model(path, exchange);
        UUID id = id(exchange);
        Mode before = importing.look(exchange.signedIn(), model, id).mode().orElse(Mode.CREATE);
        Form form = exchange.form();
        importing.check(
                exchange.signedIn(), model, id, form.has("mode") ? mode(form.textOrEmpty("mode")) : before, readers);
        return panel.redirect(here(model, id));
    }

    private Answer run(Exchange exchange) {
        Model model = ExportPages.model(path, exchange);
        UUID id = id(exchange);
        importing.carryOut(exchange.signedIn(), model, id, readers);
        return panel.redirect(here(model, id));
    }

    private Answer discard(Exchange exchange) {
        Model model = ExportPages.model(path, exchange);
        importing.discard(exchange.signedIn(), model, id(exchange));
        return panel.redirect(
                exchange,
                panel.places().imports(model),
                Flash.success("The file was forgotten. Nothing was imported."));
    }
}
