package dev.hexadmin.http.api.records;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.idempotency.RequestOutcome;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.application.records.BrowsingRecords.Found;
import dev.hexadmin.application.records.BrowsingRecords.Page;
import dev.hexadmin.application.records.BulkBody;
import dev.hexadmin.application.records.EditingRecords;
import dev.hexadmin.application.records.EditingRecords.BulkDone;
import dev.hexadmin.application.records.EditingRecords.Precondition;
import dev.hexadmin.application.records.EditingRecords.PreparedChange;
import dev.hexadmin.application.records.EditingRecords.Written;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.http.server.idempotency.IdempotentPosts;
import dev.hexadmin.http.server.json.JsonBody;
import dev.hexadmin.http.server.json.JsonDocument;
import dev.hexadmin.http.server.json.JsonRecords;
import dev.hexadmin.http.server.json.JsonResponse;
import dev.hexadmin.http.server.request.DryRun;
import dev.hexadmin.http.server.request.ModelPath;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.EntityTags;
import dev.hexadmin.http.server.response.PageLinks;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Handler;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import io.helidon.http.Method;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code /api/{model}}: lists, records, changes, and many changes at once. Thread-safe. */
public final class RecordsResource {
    /** Served by a separate resource, which checks what may be granted. */
    private static final String ROLES = "admin_roles";

    /** A record may have this key, and still the literal segment wins in the route table. */
    private static final String BULK = "bulk";

    private static final SerializableString ITEMS = new SerializedString("items");
    private static final SerializableString TOTAL = new SerializedString("total");
    private static final SerializableString PAGE = new SerializedString("page");
    private static final SerializableString PER_PAGE = new SerializedString("per_page");
    private static final SerializableString TOTAL_PAGES = new SerializedString("total_pages");
    private static final SerializableString HAS_NEXT = new SerializedString("has_next");
    private static final SerializableString NEXT_CURSOR = new SerializedString("next_cursor");
    private static final SerializableString PREV_CURSOR = new SerializedString("prev_cursor");

    private final ModelPath path;
    private final BrowsingRecords browsing;
    private final EditingRecords editing;
    private final IdempotentPosts posts;
    private final JsonRecords json;

    /** @param files writes the files that records name */
    public RecordsResource(
            ModelPath path,
            BrowsingRecords browsing,
            EditingRecords editing,
            IdempotentPosts posts,
            JsonRecords.Files files) {
        this.json = new JsonRecords(files);
        this.path = path;
        this.browsing = browsing;
        this.editing = editing;
        this.posts = posts;
    }

    /** All registered models that the JSON API has, below {@code {adminPath}/api}. */
    public static ModelPath registered(String adminPath, ModelRegistry models) {
        return ModelPath.ofRegistered(
                adminPath + "/api",
                models,
                model -> model.definition().exposure().json() && !model.name().equals(ROLES));
    }

    public List<Route> routes() {
        String list = path.template();
        String one = list + "/{id}";
        String bulk = list + "/" + BULK;
        return List.of(
                route(Method.GET, list, this::list).where(this::served),
                route(Method.POST, list, posts.wrap(this::create)).where(request -> offers(Method.POST, request)),
                one(Method.GET, one, request -> read(request, request.variable("id"))),
                one(Method.PUT, one, request -> replace(request, request.variable("id"))),
                one(Method.PATCH, one, request -> patch(request, request.variable("id"))),
                one(Method.DELETE, one, request -> delete(request, request.variable("id"))),
                keyed(Method.GET, bulk, request -> read(request, BULK)),
                route(Method.POST, bulk, posts.wrap(this::bulk)).where(this::hasBulk),
                keyed(Method.PUT, bulk, request -> replace(request, BULK)),
                keyed(Method.PATCH, bulk, request -> patch(request, BULK)),
                keyed(Method.DELETE, bulk, request -> delete(request, BULK)));
    }

    private static Route route(Method method, String template, Handler handler) {
        return new Route(method, template, Policy.RIGHTS, handler);
    }

    private Route one(Method method, String template, Handler handler) {
        return route(method, template, handler).where(request -> offers(method, request));
    }

    /** A record at a path that something else has too. */
    private Route keyed(Method method, String template, Handler handler) {
        return route(method, template, handler)
                .where(request -> hasBulk(request) ? takes(method, request, BULK) : offers(method, request));
    }

    /** Whether the path of this key accepts the method although another route has the path: a record could have the key. */
    boolean takes(Method method, RequestContext request, String key) {
        return offers(method, request)
                && find(request).flatMap(model -> RecordKey.parse(model, key)).isPresent();
    }

    private boolean hasBulk(RequestContext request) {
        return find(request).filter(model -> !model.readOnly()).isPresent();
    }

    private boolean served(RequestContext request) {
        return find(request).isPresent();
    }

    /** Whether the model of the path has what the method does to records. */
    boolean offers(Method method, RequestContext request) {
        return find(request)
                .filter(model -> actionOf(method).isPossibleOn(model))
                .isPresent();
    }

    private static Action actionOf(Method method) {
        return switch (method.text()) {
            case "POST" -> Action.CREATE;
            case "PUT", "PATCH" -> Action.EDIT;
            case "DELETE" -> Action.DELETE;
            default -> Action.VIEW;
        };
    }

    Optional<Model> find(RequestContext request) {
        return path.find().apply(request);
    }

    /** The model of a route that the path has. */
    Model model(RequestContext request) {
        return find(request).orElseThrow();
    }

    private Response list(RequestContext request) {
        Model model = model(request);
        Map<String, String> query = request.query();
        try (JsonDocument document = JsonDocument.open()) {
            JsonGenerator out = document.json();
            Set<String> unreadable = new TreeSet<>();
            Page page = browsing.list(request.actor(), ListRequest.of(model, query), shape -> {
                document.write(start -> {
                    start.writeStartObject();
                    start.writeFieldName(ITEMS);
                    start.writeStartArray();
                });
                return json.sink(out, shape, unreadable);
            });
            document.write(end -> envelope(end, page));
            String link = PageLinks.of(request.path(), query, page);
            return named(
                    unreadable,
                    new Response(200, List.of(Response.JSON, new Response.Header("Link", link)), document.bytes()));
        }
    }

    private static void envelope(JsonGenerator out, Page page) throws IOException {
        out.writeEndArray();
        number(out, TOTAL, page.total());
        number(
                out,
                PAGE,
                page.number().isPresent() ? OptionalLong.of(page.number().getAsInt()) : OptionalLong.empty());
        number(out, PER_PAGE, OptionalLong.of(page.perPage()));
        number(out, TOTAL_PAGES, PageLinks.pages(page));
        out.writeFieldName(HAS_NEXT);
        out.writeBoolean(page.hasNext());
        text(out, NEXT_CURSOR, page.nextCursor());
        text(out, PREV_CURSOR, page.previousCursor());
        out.writeEndObject();
    }

    private static void number(JsonGenerator out, SerializableString name, OptionalLong value) throws IOException {
        out.writeFieldName(name);
        if (value.isPresent()) {
            out.writeNumber(value.getAsLong());
        } else {
            out.writeNull();
        }
    }

    private static void text(JsonGenerator out, SerializableString name, Optional<String> value) throws IOException {
        out.writeFieldName(name);
        if (value.isPresent()) {
            out.writeString(value.get());
        } else {
            out.writeNull();
        }
    }

    Response read(RequestContext request, String id) {
        Model model = model(request);
        try (JsonDocument document = JsonDocument.open()) {
            Set<String> unreadable = new TreeSet<>();
            Found found = browsing.read(
                    request.actor(),
                    ListRequest.of(model, request.query()),
                    id,
                    shape -> json.sink(document.json(), shape, unreadable));
            byte[] body = document.bytes();
            String etag = etag(found.version(), found.shape(), body);
            Response.Header header = new Response.Header("ETag", etag);
            return EntityTags.known(request.header("If-None-Match"), etag)
                    ? new Response(304, List.of(header), new byte[0])
                    : named(unreadable, new Response(200, List.of(Response.JSON, header), body));
        }
    }

    private String etag(Version version, Shape shape, byte[] body) {
        return json.isWhole(shape) ? EntityTags.of(version) : EntityTags.of(version, body);
    }

    private Prepared<RequestOutcome<Response>> create(RequestContext request) {
        Model model = model(request);
        boolean dryRun = DryRun.wanted(request);
        Map<String, @Nullable Object> body = JsonBody.record(request.body(), model);
        PreparedChange<Written> change = editing.prepareCreate(request.actor(), model, body, dryRun);
        return () -> new RequestOutcome.Committed<>(written(201, dryRun, request, change::carryOut));
    }

    Response replace(RequestContext request, String id) {
        Model model = model(request);
        boolean dryRun = DryRun.wanted(request);
        Precondition precondition = precondition(request);
        Map<String, @Nullable Object> body = JsonBody.record(request.body(), model);
        return written(
                200,
                dryRun,
                request,
                sinks -> editing.replace(request.actor(), model, id, body, precondition, dryRun, sinks));
    }

    Response patch(RequestContext request, String id) {
        Model model = model(request);
        boolean dryRun = DryRun.wanted(request);
        Precondition precondition = precondition(request);
        Map<String, @Nullable Object> body = JsonBody.record(request.body(), model);
        return written(
                200,
                dryRun,
                request,
                sinks -> editing.patch(request.actor(), model, id, body, precondition, dryRun, sinks));
    }

    private static Precondition precondition(RequestContext request) {
        return EntityTags.precondition(request.header("If-Match"), request.header("If-None-Match"));
    }

    private Response written(
            int status, boolean dryRun, RequestContext request, Function<Function<Shape, RecordSink>, Written> change) {
        try (JsonDocument document = JsonDocument.open()) {
            Set<String> unreadable = new TreeSet<>();
            Written written = change.apply(shape -> json.sink(document.json(), shape, unreadable));
            byte[] body = document.bytes();
            Response response = Response.json(status, body);
            if (written.version().isPresent()) {
                response = response.with("ETag", etag(written.version().get(), written.shape(), body));
            }
            if (status == 201) {
                String path = request.path();
                response = response.with(
                        "Location",
                        (path.endsWith("/") ? path : path + "/") + written.key().encoded());
            }
            return DryRun.applied(dryRun, named(unreadable, response));
        }
    }

    /** The answer, with the fields named whose stored value their type cannot hold: their null is not that of the row. */
    private static Response named(Set<String> unreadable, Response response) {
        return unreadable.isEmpty() ? response : response.with("Unreadable-Fields", String.join(", ", unreadable));
    }

    Response delete(RequestContext request, String id) {
        Model model = model(request);
        boolean dryRun = DryRun.wanted(request);
        Map<String, Long> deleted = editing.delete(request.actor(), model, id, precondition(request), dryRun);
        if (!dryRun) {
            return Response.empty(204);
        }
        return DryRun.applied(true, JsonResponse.of(200, new DeletedResponse(deleted)));
    }

    private Prepared<RequestOutcome<Response>> bulk(RequestContext request) {
        Model model = model(request);
        boolean dryRun = DryRun.wanted(request);
        EditingRecords.Bulk bulk = BulkBody.of(JsonBody.records(request.body(), model));
        PreparedChange<BulkDone> change = editing.prepareBulk(request.actor(), model, bulk, dryRun);
        return () -> {
            try (JsonDocument document = JsonDocument.open()) {
                BulkAnswer response =
                        new BulkAnswer(document.json(), bulk.create().size());
                response.start();
                Set<String> unreadable = new TreeSet<>();
                BulkDone done = change.carryOut(shape -> json.sink(document.json(), shape, response::next, unreadable));
                response.end(done.deleted());
                return new RequestOutcome.Committed<>(
                        DryRun.applied(dryRun, named(unreadable, Response.json(200, document.bytes()))));
            }
        };
    }

    /** The answer of a bulk call: its created records, then its updated ones, as they come. */
    private static final class BulkAnswer {
        private final JsonGenerator out;
        private int toCome;
        private boolean updates;

        BulkAnswer(JsonGenerator out, int created) {
            this.out = out;
            this.toCome = created;
        }

        void start() {
            try {
                out.writeStartObject();
                out.writeArrayFieldStart("created");
            } catch (IOException e) {
                throw new UncheckedIOException(e); // writing to memory
            }
        }

        /** A record begins. */
        void next() {
            if (toCome == 0) {
                turnToUpdates();
            } else {
                toCome--;
            }
        }

        void end(int deleted) {
            turnToUpdates();
            try {
                out.writeEndArray();
                out.writeNumberField("deleted", deleted);
                out.writeEndObject();
            } catch (IOException e) {
                throw new UncheckedIOException(e); // writing to memory
            }
        }

        private void turnToUpdates() {
            if (!updates) {
                updates = true;
                try {
                    out.writeEndArray();
                    out.writeArrayFieldStart("updated");
                } catch (IOException e) {
                    throw new UncheckedIOException(e); // writing to memory
                }
            }
        }
    }
}
