package dev.hexadmin.http.panel.transfer;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.ExportingRecords;
import dev.hexadmin.application.records.ExportingRecords.Export;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.domain.transfer.FileFormat;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.panel.records.ReturnAddress;
import dev.hexadmin.http.server.request.ModelPath;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.templates.pages.Jtetransfer_exportGenerated;
import io.helidon.http.Method;
import java.io.OutputStream;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Records as a file: what shall be in it, and the file. Thread-safe. */
public final class ExportPages {
    /** Before the names of chosen columns: a point is in no field's name. */
    private static final String COLUMN = "column.";

    private final Panel panel;
    private final ModelPath path;
    private final ExportingRecords exporting;
    private final InstantSource clock;

    public ExportPages(Panel panel, ModelPath path, ExportingRecords exporting, InstantSource clock) {
        this.panel = panel;
        this.path = path;
        this.exporting = exporting;
        this.clock = clock;
    }

    /**
     * The choice.
     *
     * @param action where it is sent
     * @param list the records' list, filtered as it was
     * @param filtered whether not all records are meant
     * @param kept parameters of the list that the form sends unchanged
     * @param columns which may be chosen
     */
    public record ExportPage(
            Frame frame,
            String plural,
            String action,
            String list,
            boolean filtered,
            Map<String, String> kept,
            List<Column> columns) {}

    /** A column to choose. */
    public record Column(String name, String label, boolean chosen) {}

    public List<Route> routes() {
        return List.of(
                new Route(Method.GET, path.template() + "/export", Policy.RIGHTS, Route.Media.HTML, this::export));
    }

    /** A model that has pages. */
    static Model model(ModelPath path, RequestContext request) {
        return path.find()
                .apply(request)
                .orElseThrow(() -> RequestRejectedException.notFound(Message.of("There is no such model.")));
    }

    private Response export(RequestContext request) {
        Model model = model(path, request);
        Map<String, String> asked = new LinkedHashMap<>(request.query());
        asked.remove(ReturnAddress.NEXT);
        String format = asked.remove("format");
        String columns = String.join(
                ",",
                asked.keySet().stream()
                        .filter(name -> name.startsWith(COLUMN))
                        .map(name -> name.substring(COLUMN.length()))
                        .toList());
        asked.keySet().removeIf(name -> name.startsWith(COLUMN));
        if (!columns.isEmpty()) {
            asked.put("fields", columns);
        }
        if (format == null) {
            return choice(request, model, asked);
        }
        FileFormat chosen = FileFormat.ofWord(format)
                .orElseThrow(() -> RequestRejectedException.malformed(
                        "invalid_query",
                        Message.of("The query is not valid."),
                        List.of(new Violation("?format", "enum", Message.of("One of csv, xlsx, json is expected.")))));
        Export export = exporting.export(request.signedIn(), ListRequest.of(model, asked));
        String name = model.name() + "-" + LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC) + "." + chosen.word();
        return Response.streamed(
                        200,
                        List.of(new Response.Header("Content-Type", RecordFile.mediaType(chosen))),
                        out -> write(export, chosen, out))
                .with("Content-Disposition", "attachment; filename=\"" + name + "\"");
    }

    private void write(Export export, FileFormat format, OutputStream client) {
        Batches batches = new Batches(client);
        RecordFile file =
                RecordFile.open(format, export.shape(), batches, panel.places().files()::lasting);
        export.writeTo(file.sink(), () -> {
            file.flush();
            batches.handOn();
        });
        file.finish();
        batches.handOn();
    }

    private Response choice(RequestContext request, Model model, Map<String, String> asked) {
        Export chosen = exporting.export(request.signedIn(), ListRequest.of(model, asked));
        Map<String, String> kept = new LinkedHashMap<>(asked);
        kept.remove("fields");
        List<FieldDefinition> all = exporting
                .export(request.signedIn(), ListRequest.of(model, kept))
                .shape()
                .fields();
        String list = ReturnAddress.read(request.query()).list(panel.places().list(model));
        String plural = text(model.definition().labels().many());
        return panel.page(
                request,
                200,
                Jtetransfer_exportGenerated::render,
                new ExportPage(
                        panel.frame(request, text("Export {model}", "model", plural), new Frame.Crumb(plural, list)),
                        plural,
                        panel.places().export(model),
                        list,
                        kept.keySet().stream().anyMatch(name -> !name.equals("ordering")),
                        kept,
                        all.stream()
                                .map(field -> new Column(
                                        field.name(),
                                        text(field.labels()),
                                        chosen.shape().fields().contains(field)))
                                .toList()));
    }
}
