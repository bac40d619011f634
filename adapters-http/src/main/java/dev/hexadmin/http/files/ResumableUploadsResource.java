package dev.hexadmin.http.files;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.RequestRejectedException.Category;
import dev.hexadmin.application.files.ResumingUploads;
import dev.hexadmin.application.files.ResumingUploads.Checksum;
import dev.hexadmin.application.files.ResumingUploads.Upload;
import dev.hexadmin.application.idempotency.RequestOutcome;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.server.idempotency.IdempotentPosts;
import dev.hexadmin.http.server.json.JsonResponse;
import dev.hexadmin.http.server.problem.Problem;
import dev.hexadmin.http.server.problem.Problems;
import dev.hexadmin.http.server.request.DryRun;
import dev.hexadmin.http.server.request.QueryParameters;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Handler;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import io.helidon.http.Method;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.UUID;

/**
 * {@code /api/files/uploads}: uploads in several requests, by the tus protocol 1.0.0 with its extensions creation,
 * creation-with-upload, expiration, checksum and termination. Thread-safe.
 */
public final class ResumableUploadsResource {
    private static final String VERSION = "1.0.0";
    private static final String RESUMABLE = "Tus-Resumable";
    private static final String OFFSET = "Upload-Offset";
    private static final String LENGTH = "Upload-Length";
    private static final String METADATA = "Upload-Metadata";
    private static final String CONTENT = "application/offset+octet-stream";
    private static final String CHECKSUM = "Upload-Checksum";
    private static final SequencedMap<String, String> ALGORITHMS = algorithms();
    private static final int CHECKSUM_MISMATCH = 460;
    private static final int LONGEST = 18;

    private final ModelRegistry models;
    private final ResumingUploads resuming;
    private final FileAddresses addresses;
    private final IdempotentPosts posts;
    private final String path;

    public ResumableUploadsResource(
            ModelRegistry models,
            ResumingUploads resuming,
            FileAddresses addresses,
            IdempotentPosts posts,
            String adminPath) {
        this.models = models;
        this.resuming = resuming;
        this.addresses = addresses;
        this.posts = posts;
        this.path = FileAddresses.path(adminPath) + "/uploads";
    }

    public List<Route> routes() {
        String one = path + "/{upload}";
        return List.of(
                new Route(Method.OPTIONS, path, Policy.PUBLIC, Route.Media.ANY, request -> options("POST, OPTIONS")),
                new Route(Method.POST, path, Policy.RIGHTS, Route.Media.ANY, tus(this::create)),
                new Route(
                        Method.OPTIONS,
                        one,
                        Policy.PUBLIC,
                        Route.Media.ANY,
                        request -> options("GET, HEAD, PATCH, DELETE, OPTIONS")),
                new Route(Method.GET, one, Policy.RIGHTS, Route.Media.ANY, this::stateOrOffset),
                new Route(Method.PATCH, one, Policy.RIGHTS, Route.Media.ANY, tus(this::append)),
                new Route(Method.DELETE, one, Policy.RIGHTS, Route.Media.ANY, tus(this::cancel)));
    }

    private static Response options(String methods) {
        return Response.empty(204)
                .with("Allow", methods)
                .with(RESUMABLE, VERSION)
                .with("Tus-Version", VERSION)
                .with("Tus-Extension", "creation,creation-with-upload,expiration,checksum,termination")
                .with("Tus-Checksum-Algorithm", String.join(",", ALGORITHMS.keySet()));
    }

    /** Each request and response has the version, errors too. Dry runs are rejected. */
    private static Handler tus(Handler handler) {
        return request -> {
            try {
                DryRun.forbid(request);
                if (!request.header(RESUMABLE).equals(Optional.of(VERSION))) {
                    throw new Problem(
                            412,
                            "tus_version",
                            Message.of("The header Tus-Resumable has to be {version}.")
                                    .with("version", VERSION),
                            List.of(),
                            Map.of("Tus-Version", VERSION));
                }
                return handler.handle(request).with(RESUMABLE, VERSION);
            } catch (RequestRejectedException e) {
                return (e.code().equals(ResumingUploads.CHECKSUM_MISMATCH)
                                ? Problems.answer(
                                        new Problem(CHECKSUM_MISMATCH, e.code(), e.detail(), List.of(), Map.of()),
                                        request.path())
                                : Problems.answer(e, request.path()))
                        .with(RESUMABLE, VERSION);
            } catch (Problem e) {
                return Problems.answer(e, request.path()).with(RESUMABLE, VERSION);
            }
        };
    }

    private Response create(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        long length = number(request, LENGTH);
        Map<String, String> metadata = metadata(request);
        UploadTarget target = UploadTarget.of(
                models,
                Optional.ofNullable(metadata.get("model")),
                Optional.ofNullable(metadata.get("field")),
                Message.of("The name of a model is expected in Upload-Metadata."),
                Message.of("The name of a field of type file or image of the model is expected in Upload-Metadata."));
        String name = metadata.getOrDefault("filename", "");
        String content = length + "\n" + request.header(METADATA).orElse("");
        boolean withContent = request.header("Content-Type").equals(Optional.of(CONTENT));
        Optional<Checksum> checksum = checksum(request);
        Response created = posts.streamed(
                request,
                content,
                () -> () -> new RequestOutcome.Committed<>(
                        created(resuming.begin(actor, target.model(), target.field(), name, length))));
        if (length > 0 && !withContent) {
            return created;
        }
        String location = created.header("Location").orElseThrow();
        UUID id = UUID.fromString(location.substring(location.lastIndexOf('/') + 1));
        Upload upload = resuming.find(actor, id);
        return upload.offset() == 0 && length > 0
                ? created.replacing(
                        OFFSET, Long.toString(appended(request, id, checksum).offset()))
                : created.replacing(OFFSET, Long.toString(upload.offset()));
    }

    /** What comes with the request that begins an upload; a client whose connection breaks asks for the offset. */
    private Upload appended(RequestContext request, UUID id, Optional<Checksum> checksum) {
        return resuming.append(request.signedIn(), id, 0, request.content(), checksum);
    }

    private Response created(Upload upload) {
        return headers(Response.empty(201), upload).with("Location", path + "/" + upload.id());
    }

    private static Response headers(Response response, Upload upload) {
        return response.with(OFFSET, Long.toString(upload.offset()))
                .with(
                        "Upload-Expires",
                        DateTimeFormatter.RFC_1123_DATE_TIME.format(
                                upload.expires().atOffset(ZoneOffset.UTC)))
                .with("Cache-Control", "no-store");
    }

    private static long number(RequestContext request, String header) {
        String text = request.header(header).orElse("");
        if (text.isEmpty() || text.length() > LONGEST || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw malformed(Message.of("{header} has to be a number of bytes.").with("header", header));
        }
        return Long.parseLong(text);
    }

    private static RequestRejectedException malformed(Message why) {
        return new RequestRejectedException(Category.MALFORMED, "invalid_upload_header", why);
    }

    /** Pairs of a key and text in Base64, separated by commas. */
    private static Map<String, String> metadata(RequestContext request) {
        Map<String, String> metadata = new HashMap<>();
        for (String pair : request.header(METADATA).orElse("").split(",", -1)) {
            String[] parts = pair.strip().split(" ", 2);
            try {
                byte[] value = Base64.getDecoder().decode(parts.length == 2 ? parts[1].strip() : "");
                metadata.put(parts[0], new String(value, StandardCharsets.UTF_8));
            } catch (IllegalArgumentException e) {
                throw malformed(
                        Message.of("Upload-Metadata has to be keys with values in Base64, separated by commas."));
            }
        }
        return metadata;
    }

    /** HEAD is of the protocol, and GET is not. */
    private Response stateOrOffset(RequestContext request) {
        if (request.method().equals(Method.HEAD)) {
            return tus(this::state).handle(request);
        }
        QueryParameters.only(request);
        return state(request);
    }

    private Response state(RequestContext request) {
        Upload upload = resuming.find(request.signedIn(), id(request));
        UploadResponse body = new UploadResponse(
                upload.id().toString(),
                upload.offset(),
                upload.length(),
                upload.file()
                        .map(file -> addresses.response(upload.field(), file))
                        .orElse(null));
        return headers(JsonResponse.of(200, body), upload).with(LENGTH, Long.toString(upload.length()));
    }

    private Response append(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        if (!request.header("Content-Type").equals(Optional.of(CONTENT))) {
            throw new Problem(
                    415,
                    "unsupported_media_type",
                    Message.of("Content-Type has to be {type}.").with("type", CONTENT),
                    List.of(),
                    Map.of("Accept-Patch", CONTENT));
        }
        long offset = number(request, OFFSET);
        return headers(
                Response.empty(204), resuming.append(actor, id(request), offset, request.content(), checksum(request)));
    }

    private static SequencedMap<String, String> algorithms() {
        SequencedMap<String, String> algorithms = new LinkedHashMap<>();
        algorithms.put("sha1", "SHA-1");
        algorithms.put("sha256", "SHA-256");
        return Collections.unmodifiableSequencedMap(algorithms);
    }

    /** The name of an algorithm, and the checksum in Base64. */
    private static Optional<Checksum> checksum(RequestContext request) {
        return request.header(CHECKSUM).map(text -> {
            String[] parts = text.strip().split(" ", 2);
            String algorithm = Optional.ofNullable(ALGORITHMS.get(parts[0]))
                    .orElseThrow(() -> malformed(
                            Message.of("{header} has one of the algorithms {algorithms} and the checksum in Base64.")
                                    .with("header", CHECKSUM)
                                    .with("algorithms", String.join(", ", ALGORITHMS.keySet()))));
            try {
                return new Checksum(algorithm, Base64.getDecoder().decode(parts.length == 2 ? parts[1].strip() : ""));
            } catch (IllegalArgumentException e) {
                throw malformed(Message.of("{header} has a checksum that is not in Base64.")
                        .with("header", CHECKSUM));
            }
        });
    }

    private Response cancel(RequestContext request) {
        resuming.cancel(request.signedIn(), id(request));
        return Response.empty(204);
    }

    private static UUID id(RequestContext request) {
        return FilesResource.uuid(request.variable("upload"));
    }
}
