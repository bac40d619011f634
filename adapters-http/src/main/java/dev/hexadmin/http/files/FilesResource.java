package dev.hexadmin.http.files;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.files.DownloadingFiles;
import dev.hexadmin.application.files.DownloadingFiles.Download;
import dev.hexadmin.application.files.FileLinks;
import dev.hexadmin.application.files.UploadingFiles;
import dev.hexadmin.application.idempotency.RequestOutcome;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.server.idempotency.IdempotentPosts;
import dev.hexadmin.http.server.json.JsonResponse;
import dev.hexadmin.http.server.request.DryRun;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.request.Upload;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import io.helidon.http.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** {@code /api/files}: uploads and downloads. Thread-safe. */
public final class FilesResource {
    private static final UUID NONE = new UUID(0, 0);
    private static final String FILE = "file";

    /** What a form may have beside the file. */
    private static final Set<String> FIELDS = Set.of("model", "field", Form.TOKEN);

    private final ModelRegistry models;
    private final UploadingFiles uploading;
    private final DownloadingFiles downloading;
    private final FileAddresses addresses;
    private final IdempotentPosts posts;
    private final String path;

    public FilesResource(
            ModelRegistry models,
            UploadingFiles uploading,
            DownloadingFiles downloading,
            FileAddresses addresses,
            IdempotentPosts posts,
            String adminPath) {
        this.models = models;
        this.uploading = uploading;
        this.downloading = downloading;
        this.addresses = addresses;
        this.posts = posts;
        this.path = FileAddresses.path(adminPath);
    }

    public List<Route> routes() {
        return List.of(
                new Route(Method.POST, path, Policy.RIGHTS, Route.Media.MULTIPART, this::upload),
                // the signature is the right; without one the caller has to be signed in
                new Route(Method.GET, path + "/{file}", Policy.PUBLIC, Route.Media.ANY, this::download));
    }

    private Response upload(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        DryRun.forbid(request);
        Upload upload = request.upload();
        UploadTarget target = UploadTarget.of(
                models,
                upload.text("model"),
                upload.text("field"),
                Message.of("The name of a model is expected, before the file."),
                Message.of("The name of a field of type file or image of the model is expected, before the file."));
        Model model = target.model();
        FieldDefinition field = target.field();
        uploading.require(actor, model, field);
        if (!upload.fileField().equals(FILE)) {
            throw RequestRejectedException.invalid(
                    List.of(Violation.at(FILE, "required", "A file with a name is expected.")));
        }
        rejectUnknown(upload.texts().keySet());
        try (UploadingFiles.Received received =
                uploading.receive(actor, model, field, upload.rawFileName(), upload.file(Long.MAX_VALUE))) {
            if (upload.another()) {
                throw RequestRejectedException.invalid(List.of(unknown(upload.fileField())));
            }
            rejectUnknown(upload.texts().keySet());
            upload.finish();
            FileReference.Facts facts = received.file().facts().orElseThrow();
            return posts.streamed(
                    request,
                    String.join("\n", model.name(), field.name(), facts.name(), facts.sha256()),
                    () -> () -> new RequestOutcome.Committed<>(created(field, received.complete())));
        }
    }

    private Response created(FieldDefinition field, FileReference file) {
        return JsonResponse.of(201, addresses.response(field, file))
                .with("Location", path + "/" + file.id())
                .with("Cache-Control", "no-store");
    }

    private static void rejectUnknown(Set<String> parts) {
        List<Violation> unknown = parts.stream()
                .filter(part -> !FIELDS.contains(part))
                .map(FilesResource::unknown)
                .toList();
        if (!unknown.isEmpty()) {
            throw RequestRejectedException.invalid(unknown);
        }
    }

    private static Violation unknown(String part) {
        return Violation.at(part, "unknown_field", "There is no such field.");
    }

    private Response download(RequestContext request) {
        UUID id = uuid(request.variable("file"));
        Map<String, String> query = request.query();
        String version = query.getOrDefault("version", FileLinks.ORIGINAL);
        Download download = query.containsKey("signature")
                ? downloading.signed(
                        new Actor.Anonymous(request.origin()),
                        id,
                        version,
                        query.getOrDefault("expires", ""),
                        query.getOrDefault("signature", ""))
                : downloading.permitted(request.signedIn(), id, version);
        return FileDelivery.of(request, download, version, query.containsKey("download"));
    }

    /** An id that no file has when it is not valid. */
    static UUID uuid(String text) {
        try {
            return text.length() == 36 ? UUID.fromString(text) : NONE;
        } catch (IllegalArgumentException e) {
            return NONE;
        }
    }
}
