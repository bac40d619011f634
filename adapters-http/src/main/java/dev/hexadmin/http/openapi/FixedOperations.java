package dev.hexadmin.http.openapi;

import static dev.hexadmin.http.openapi.RecordOperations.ref;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.application.dashboard.DateRange;
import dev.hexadmin.http.api.access.RolePageResponse;
import dev.hexadmin.http.api.access.RoleResponse;
import dev.hexadmin.http.api.dashboard.DashboardResponse;
import dev.hexadmin.http.api.dashboard.LayoutResponse;
import dev.hexadmin.http.api.identity.IdentityProvidersResponse;
import dev.hexadmin.http.api.identity.MeResponse;
import dev.hexadmin.http.api.identity.NewUserResponse;
import dev.hexadmin.http.api.identity.SessionResponse;
import dev.hexadmin.http.api.identity.SignInResponse;
import dev.hexadmin.http.api.identity.TokensResponse;
import dev.hexadmin.http.api.observe.HealthResponse;
import dev.hexadmin.http.api.records.DeletedResponse;
import dev.hexadmin.http.api.search.ChoicesResponse;
import dev.hexadmin.http.api.search.SearchResponse;
import dev.hexadmin.http.api.search.SuggestionsResponse;
import dev.hexadmin.http.api.views.SavedViewPageResponse;
import dev.hexadmin.http.api.views.SavedViewResponse;
import dev.hexadmin.http.files.FileResponse;
import dev.hexadmin.http.files.UploadResponse;
import dev.hexadmin.http.server.problem.ProblemTypeResponse;
import dev.hexadmin.http.settings.HttpSettings;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The routes that do not depend on the registered models. */
final class FixedOperations {
    static final String AUTH = "auth";
    static final String ROLES = "roles";
    static final String VIEWS = "saved_views";
    static final String FILES = "files";
    static final String DASHBOARD = "dashboard";
    static final String SEARCH = "search";
    static final String SCHEMA = "schema";
    static final String DOCUMENTS = "documents";
    static final String HEALTH = "health";

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String JSON = "application/json";
    private static final String CONTENT = "application/offset+octet-stream";

    private final OpenApiDocument.Served served;
    private final ResponseSchemas responses;
    private final String admin;
    private final String api;

    FixedOperations(OpenApiDocument.Served served, ResponseSchemas responses) {
        this.served = served;
        this.responses = responses;
        this.admin = served.adminPath();
        this.api = served.adminPath() + "/api";
    }

    List<Operation> operations() {
        List<Operation> all = new ArrayList<>();
        all.add(signIn(api + "/auth/login", "auth_login"));
        session(all, api + "/auth", "auth");
        all.add(signIn("/api/auth/token", "api_auth_token").secured("", "basic"));
        session(all, "/api/auth", "api_auth");
        all.add(new Operation(
                        Method.POST, api + "/setup", api + "/setup", "auth_setup", AUTH, "Create the first superuser")
                .says("Requires the one-time token of the setup link that the server prints on its first start.")
                .open()
                .takes("Idempotency-Key", "Prefer", "dry_run")
                .body(true, ref("SetUp"), JSON)
                .answers(
                        201,
                        "The new superuser.",
                        responses.ref(NewUserResponse.class),
                        "Preference-Applied",
                        "Idempotent-Replayed")
                .refuses(403, 409));
        String session = admin + "/profile/session";
        all.add(new Operation(Method.GET, session, session, "panel_session", AUTH, "Get the session of the panel")
                .says("For scripts on pages of the panel; authenticated by the session cookie.")
                .answers(200, "The session and its CSRF token.", responses.ref(SessionResponse.class))
                .refuses(401, 403));
        all.addAll(new AccountOperations(api, responses).operations());
        roles(all);
        savedViews(all);
        files(all);
        dashboard(all);
        search(all);
        choices(all);
        schemas(all);
        Operation document = new Operation(
                Method.GET, "/openapi.json", "/openapi.json", "openapi_get", DOCUMENTS, "Get this OpenAPI document");
        document.takes("If-None-Match")
                .answers(200, "The OpenAPI 3.1 document.", NODES.objectNode().put("type", "object"), "ETag")
                .answers(304, "Not modified.", "ETag");
        visible(all, document, served.openApi());
        problemType(all);
        health(all);
        Operation metrics = new Operation(
                Method.GET, "/observe/metrics", "/observe/metrics", "metrics", HEALTH, "Metrics for Prometheus");
        metrics.answers(
                200, "Prometheus text format.", "text/plain", NODES.objectNode().put("type", "string"));
        visible(all, metrics, served.metrics());
        return all;
    }

    private void problemType(List<Operation> all) {
        String path = "/problems/{code}";
        ObjectNode code = NODES.objectNode();
        code.put("name", "code");
        code.put("in", "path");
        code.put("required", true);
        code.putObject("schema").put("type", "string");
        all.add(new Operation(
                        Method.GET, path, path, "problem_type", DOCUMENTS, "Get the explanation of a problem code")
                .open()
                .takes(code)
                .takes("If-None-Match")
                .answers(
                        200,
                        "The explanation, as HTML or JSON.",
                        responses.ref(ProblemTypeResponse.class),
                        "ETag",
                        "Content-Language")
                .or(200, "text/html", NODES.objectNode().put("type", "string"))
                .answers(304, "Not modified.", "ETag")
                .refuses(404));
    }

    private void health(List<Operation> all) {
        all.add(probe("/observe/health/live", "health_live", "Liveness probe"));
        for (String path : List.of("/observe/health", "/observe/health/ready")) {
            String id = path.endsWith("ready") ? "health_ready" : "health";
            Operation ready = probe(path, id, "Readiness probe");
            ready.answers(503, "Not ready, or shutting down.", JSON, responses.ref(HealthResponse.class), "Retry-After")
                    .orProblem(503);
            all.add(ready);
        }
    }

    private static void visible(List<Operation> all, Operation operation, HttpSettings.Visibility visibility) {
        switch (visibility) {
            case PUBLIC -> all.add(operation.open());
            case SIGNED_IN -> all.add(operation.refuses(401));
            case OFF -> {}
        }
    }

    private Operation probe(String path, String id, String summary) {
        return new Operation(Method.GET, path, path, id, HEALTH, summary)
                .open()
                .answers(200, "Healthy.", responses.ref(HealthResponse.class));
    }

    private Operation signIn(String path, String id) {
        return new Operation(Method.POST, path, path, id, AUTH, "Sign in")
                .says("If the user has a second factor and the request has no code, the response is a temporary"
                        + " token for the second step. The response to a failure does not show its reason.")
                .open()
                .takes("Idempotency-Key")
                .body(!id.equals("api_auth_token"), ref("Credentials"), JSON)
                .answers(
                        200,
                        "Signed in, or a second factor is required.",
                        responses.ref(SignInResponse.class),
                        "Idempotent-Replayed")
                .refuses(401, 409, 429);
    }

    private void session(List<Operation> all, String base, String id) {
        String second = base + "/2fa/verify";
        all.add(new Operation(Method.POST, second, second, id + "_2fa_verify", AUTH, "Verify the second factor")
                .open()
                .takes("Idempotency-Key")
                .body(true, ref("SecondFactor"), JSON)
                .answers(200, "Signed in.", responses.ref(TokensResponse.class), "Idempotent-Replayed")
                .refuses(401, 409, 429));
        all.add(new Operation(
                        Method.POST, base + "/refresh", base + "/refresh", id + "_refresh", AUTH, "Refresh the tokens")
                .says("Exchanges the refresh token for a new pair. Reuse within ten seconds returns the same pair;"
                        + " later reuse ends the session.")
                .open()
                .takes("Idempotency-Key")
                .body(true, ref("RefreshToken"), JSON)
                .answers(200, "The new tokens.", responses.ref(TokensResponse.class), "Idempotent-Replayed")
                .refuses(401, 409)
                .counted());
        all.add(new Operation(Method.POST, base + "/logout", base + "/logout", id + "_logout", AUTH, "Sign out")
                .says("Succeeds for an unknown refresh token, too. `all` ends all sessions of the user and requires an"
                        + " access token, not an API key.")
                .secured("", "bearer")
                .takes("Idempotency-Key", "Prefer", "dry_run")
                .body(true, ref("SignOut"), JSON)
                .answers(204, "Signed out.", "Preference-Applied", "Idempotent-Replayed")
                .refuses(401, 403, 409)
                .counted());
        String password = base + "/password";
        all.add(new Operation(Method.PUT, password, password, id + "_password", AUTH, "Change your own password")
                .says("Ends all sessions of the user, including the current one. Not with an API key.")
                .takes("Prefer", "dry_run")
                .body(true, ref("OwnPassword"), JSON)
                .answers(204, "Changed.", "Preference-Applied")
                .refuses(401, 403, 429));
        AccountOperations.mailedLinks(all, base, id, responses);
        PasskeyOperations.add(all, base + "/passkeys", id + "_passkeys", responses);
        providers(all, base + "/oidc", id + "_oidc");
        all.add(new Operation(Method.GET, base + "/me", base + "/me", id + "_me", AUTH, "Get the current user")
                .answers(200, "The current user.", responses.ref(MeResponse.class))
                .refuses(401));
    }

    private void providers(List<Operation> all, String base, String id) {
        all.add(new Operation(Method.GET, base, base, id + "_providers", AUTH, "List the identity providers")
                .says("With what a client needs to obtain an authorization code at each.")
                .open()
                .answers(200, "The providers.", responses.ref(IdentityProvidersResponse.class)));
        ObjectNode provider = NODES.objectNode();
        provider.put("name", "provider");
        provider.put("in", "path");
        provider.put("required", true);
        provider.putObject("schema").put("type", "string");
        String path = base + "/{provider}";
        all.add(new Operation(Method.POST, path, path, id, AUTH, "Sign in by an identity provider")
                .says("Exchanges an authorization code of the provider, or an ID token that is at most ten minutes old,"
                        + " for tokens. Each is accepted once.")
                .open()
                .takes(provider)
                .takes("Idempotency-Key")
                .body(true, ref("ProviderProof"), JSON)
                .answers(200, "Signed in.", responses.ref(TokensResponse.class), "Idempotent-Replayed")
                .refuses(401, 404, 409, 429));
    }

    private void roles(List<Operation> all) {
        String path = api + "/roles";
        ObjectNode ordering = query("ordering", "Sort field; `-` for descending order.");
        ordering.putObject("schema")
                .put("type", "string")
                .put("default", "name")
                .putArray("enum")
                .add("name")
                .add("-name")
                .add("created_at")
                .add("-created_at")
                .add("id")
                .add("-id");
        all.add(new Operation(Method.GET, path + "/", path, "roles_list", ROLES, "List roles")
                .takes("page", "per_page", "q")
                .takes(ordering)
                .answers(200, "A page of results.", responses.ref(RolePageResponse.class), "Link")
                .refuses(401, 403));
        all.add(new Operation(Method.POST, path + "/", path, "roles_create", ROLES, "Create a role")
                .takes("Idempotency-Key", "Prefer", "dry_run")
                .body(true, ref("RoleBody"), JSON)
                .answers(
                        201,
                        "The new role.",
                        responses.ref(RoleResponse.class),
                        "Location",
                        "ETag",
                        "Preference-Applied",
                        "Idempotent-Replayed")
                .refuses(401, 403, 409));
        all.add(role(Method.GET, "roles_get", "Get a role")
                .takes("If-None-Match")
                .answers(200, "The role.", responses.ref(RoleResponse.class), "ETag")
                .answers(304, "Not modified.", "ETag"));
        all.add(role(Method.PUT, "roles_replace", "Replace a role")
                .takes("If-Match", "Prefer", "dry_run")
                .body(true, ref("RoleBody"), JSON)
                .answers(200, "The updated role.", responses.ref(RoleResponse.class), "ETag", "Preference-Applied")
                .refuses(409, 412));
        all.add(role(Method.PATCH, "roles_patch", "Update fields of a role")
                .takes("If-Match", "Prefer", "dry_run")
                .body(true, ref("RolePatch"), JSON, "application/merge-patch+json")
                .answers(200, "The updated role.", responses.ref(RoleResponse.class), "ETag", "Preference-Applied")
                .refuses(409, 412));
        all.add(role(Method.DELETE, "roles_delete", "Delete a role")
                .takes("If-Match", "Prefer", "dry_run")
                .answers(
                        200,
                        "Dry run: the records that would be deleted.",
                        responses.ref(DeletedResponse.class),
                        "Preference-Applied")
                .answers(204, "Deleted.")
                .refuses(409, 412));
    }

    private void savedViews(List<Operation> all) {
        String path = api + "/saved_views";
        ObjectNode model = query("model", "Only the views of this model's list.");
        model.putObject("schema").put("type", "string");
        all.add(new Operation(Method.GET, path + "/", path, "saved_views_list", VIEWS, "List saved views")
                .says("The caller's own, and those that are shared with a role of the caller.")
                .takes("page", "per_page")
                .takes(model)
                .answers(200, "One page.", responses.ref(SavedViewPageResponse.class), "Link")
                .refuses(401));
        all.add(new Operation(Method.POST, path + "/", path, "saved_views_create", VIEWS, "Save a view")
                .says("Sharing it with roles needs the right `edit` on `admin_roles`.")
                .takes("Idempotency-Key", "Prefer", "dry_run")
                .body(true, ref("SavedViewBody"), JSON)
                .answers(
                        201,
                        "The new view.",
                        responses.ref(SavedViewResponse.class),
                        "Location",
                        "ETag",
                        "Preference-Applied",
                        "Idempotent-Replayed")
                .refuses(401, 403, 409));
        all.add(numbered(Method.GET, path, "saved_views_get", VIEWS, "Read a view")
                .takes("If-None-Match")
                .answers(200, "The view.", responses.ref(SavedViewResponse.class), "ETag")
                .answers(304, "It has not changed since the version that the client has.", "ETag")
                .refuses(401, 404));
        all.add(numbered(Method.PUT, path, "saved_views_replace", VIEWS, "Replace a view")
                .takes("If-Match", "Prefer", "dry_run")
                .body(true, ref("SavedViewReplacement"), JSON)
                .answers(
                        200,
                        "The view as it is now.",
                        responses.ref(SavedViewResponse.class),
                        "ETag",
                        "Preference-Applied")
                .refuses(401, 403, 404, 409, 412));
        all.add(numbered(Method.PATCH, path, "saved_views_patch", VIEWS, "Change a view")
                .says("Of a view of another user, only `is_default` can be changed.")
                .takes("If-Match", "Prefer", "dry_run")
                .body(true, ref("SavedViewPatch"), JSON, "application/merge-patch+json")
                .answers(
                        200,
                        "The view as it is now.",
                        responses.ref(SavedViewResponse.class),
                        "ETag",
                        "Preference-Applied")
                .refuses(401, 403, 404, 409, 412));
        all.add(numbered(Method.DELETE, path, "saved_views_delete", VIEWS, "Delete a view")
                .takes("If-Match", "Prefer", "dry_run")
                .answers(
                        200,
                        "A dry run: what would be deleted.",
                        responses.ref(DeletedResponse.class),
                        "Preference-Applied")
                .answers(204, "The view is deleted.")
                .refuses(401, 403, 404, 412));
    }

    private Operation role(Method method, String id, String summary) {
        return numbered(method, api + "/roles", id, ROLES, summary).refuses(401, 403, 404);
    }

    /** An operation on one of a collection, by its number. */
    private void resumableUploads(List<Operation> all, String path) {
        String one = path + "/{upload}";
        ObjectNode id =
                NODES.objectNode().put("name", "upload").put("in", "path").put("required", true);
        id.putObject("schema").put("type", "string").put("format", "uuid");
        ObjectNode bytes = NODES.objectNode().put("type", "string").put("format", "binary");
        all.add(new Operation(Method.OPTIONS, path + "/", path, "uploads_options", FILES, "Get the version of tus")
                .open()
                .answers(204, "Tus-Version and Tus-Extension.")
                .refuses(415));
        all.add(new Operation(Method.POST, path + "/", path, "uploads_begin", FILES, "Begin a resumable upload")
                .says(
                        "By the tus protocol 1.0.0, for large files: Upload-Length is the size, and Upload-Metadata has `model`, `field`"
                                + " and `filename`. Location is the address of the upload; the id in it becomes the id of the file. A body of the type"
                                + " application/offset+octet-stream is the first bytes. There is no dry run.")
                .takes("Tus-Resumable", "Upload-Length", "Upload-Metadata", "Upload-Checksum", "Idempotency-Key")
                .body(false, bytes.deepCopy(), CONTENT)
                .answers(
                        201,
                        "The upload has begun.",
                        "Location",
                        "Upload-Offset",
                        "Tus-Resumable",
                        "Idempotent-Replayed")
                .refuses(401, 403, 404, 409, 412, 429, 460));
        all.add(new Operation(Method.OPTIONS, one, one, "upload_options", FILES, "Get the version of tus")
                .open()
                .takes(id.deepCopy())
                .answers(204, "Tus-Version and Tus-Extension.")
                .refuses(415));
        all.add(new Operation(Method.GET, one, one, "upload_get", FILES, "Get the state of an upload, and its file")
                .says("HEAD, with Tus-Resumable, answers Upload-Offset and Upload-Length.")
                .takes(id.deepCopy())
                .answers(200, "The state.", responses.ref(UploadResponse.class))
                .refuses(401, 403, 404, 412, 429));
        all.add(new Operation(Method.PATCH, one, one, "upload_append", FILES, "Append bytes to an upload")
                .says(
                        "Upload-Offset is where the stored bytes end. With the last byte the upload becomes a file."
                                + " Upload-Checksum, sha1 or sha256 and the checksum of the body in Base64, is checked before they count.")
                .takes(id.deepCopy())
                .takes("Tus-Resumable", "Upload-Offset", "Upload-Checksum")
                .body(true, bytes, CONTENT)
                .answers(204, "The bytes are stored.", "Upload-Offset", "Tus-Resumable")
                .refuses(401, 403, 404, 409, 412, 413, 429, 460));
        all.add(new Operation(Method.DELETE, one, one, "upload_cancel", FILES, "Cancel an upload")
                .takes(id)
                .takes("Tus-Resumable")
                .answers(204, "The upload is removed.", "Tus-Resumable")
                .refuses(401, 403, 404, 412));
    }

    private void files(List<Operation> all) {
        String path = api + "/files";
        ObjectNode form = NODES.objectNode().put("type", "object");
        ObjectNode parts = form.putObject("properties");
        parts.putObject("model").put("type", "string");
        parts.putObject("field").put("type", "string");
        parts.putObject("file").put("type", "string").put("format", "binary");
        form.putArray("required").add("model").add("field").add("file");
        form.put("additionalProperties", false);
        all.add(new Operation(Method.POST, path + "/", path, "files_upload", FILES, "Upload a file")
                .says(
                        "For a field of type `file` or `image` of a model, by callers who may create or edit the field. The file"
                                + " is the last part of the form. Write the id into the field of a record; a file that no record"
                                + " names is removed after a day. There is no dry run.")
                .body(true, form, "multipart/form-data")
                .takes("Idempotency-Key")
                .answers(201, "The file.", responses.ref(FileResponse.class), "Location", "Idempotent-Replayed")
                .refuses(401, 403, 409, 429));
        resumableUploads(all, path + "/uploads");
        ObjectNode id = NODES.objectNode().put("name", "file").put("in", "path").put("required", true);
        id.putObject("schema").put("type", "string").put("format", "uuid");
        Operation download = new Operation(
                        Method.GET, path + "/{file}", path + "/{file}", "files_get", FILES, "Download a file")
                .says(
                        "With the `url` of a record's field, by whoever has it, for up to five minutes. Without a signature,"
                                + " by callers who may view the field of a record that names the file, and by who uploaded it."
                                + " `Range` is supported.")
                .secured("", "bearer")
                .takes(id)
                .takes("If-None-Match");
        Map.of(
                        "version", "`original` or the name of a thumbnail.",
                        "expires", "Of a signed address.",
                        "signature", "Of a signed address.",
                        "download", "An image is saved, too, and not shown.")
                .entrySet()
                .stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(parameter -> {
                    ObjectNode query = query(parameter.getKey(), parameter.getValue());
                    query.putObject("schema").put("type", "string");
                    download.takes(query);
                });
        ObjectNode bytes = NODES.objectNode().put("type", "string").put("format", "binary");
        all.add(download.answers(200, "The content.", "application/octet-stream", bytes, "ETag")
                .answers(206, "A range of the content.", "application/octet-stream", bytes.deepCopy(), "ETag")
                .answers(304, "The client has it.", "ETag")
                .refuses(401, 403, 404, 416));
    }

    private static Operation numbered(Method method, String collection, String id, String tag, String summary) {
        String path = collection + "/{id}";
        ObjectNode parameter = NODES.objectNode();
        parameter.put("name", "id");
        parameter.put("in", "path");
        parameter.put("required", true);
        parameter.putObject("schema").put("type", "integer").put("format", "int64");
        return new Operation(method, path, path, id, tag, summary).takes(parameter);
    }

    private void dashboard(List<Operation> all) {
        String path = api + "/dashboard";
        ObjectNode period = query("period", "A range that ends today, or on the last day of the settings.");
        ArrayNode presets = period.putObject("schema").put("type", "string").putArray("enum");
        DateRange.Preset.WORDS.forEach(presets::add);
        ObjectNode from = query("from", "The first day, with `to`.");
        from.putObject("schema").put("type", "string").put("format", "date");
        ObjectNode to = query("to", "The last day, with `from`: at most " + DateRange.MOST_DAYS + " days in all.");
        to.putObject("schema").put("type", "string").put("format", "date");
        ObjectNode zone = query("tz", "The time zone of the days, such as Europe/Berlin. Default: UTC.");
        zone.putObject("schema").put("type", "string");
        all.add(new Operation(Method.GET, path, path, "dashboard_get", DASHBOARD, "Get the dashboard")
                .says("Widgets that the caller may view, in the caller's layout, with the numbers of a range of days."
                        + " Numbers cover only records that the caller may view and may be half a minute old.")
                .takes(period)
                .takes(from)
                .takes(to)
                .takes(zone)
                .answers(200, "The widgets.", responses.ref(DashboardResponse.class))
                .refuses(401, 403));
        String layout = path + "/layout";
        all.add(new Operation(
                        Method.GET,
                        layout,
                        layout,
                        "dashboard_layout_get",
                        DASHBOARD,
                        "Get your layout of the dashboard")
                .answers(200, "The layout.", responses.ref(LayoutResponse.class))
                .refuses(401, 403));
        all.add(new Operation(
                        Method.PUT,
                        layout,
                        layout,
                        "dashboard_layout_put",
                        DASHBOARD,
                        "Replace your layout of the dashboard")
                .says("Lists widgets in order. Widgets that it does not list follow, shown. Not with an API key.")
                .takes("Prefer", "dry_run")
                .body(true, ref("DashboardLayoutBody"), JSON)
                .answers(200, "The layout.", responses.ref(LayoutResponse.class), "Preference-Applied")
                .refuses(401, 403));
        all.add(new Operation(
                        Method.DELETE,
                        layout,
                        layout,
                        "dashboard_layout_delete",
                        DASHBOARD,
                        "Delete your layout of the dashboard")
                .takes("Prefer", "dry_run")
                .answers(204, "Deleted: the layout of the settings applies.", "Preference-Applied")
                .refuses(401, 403));
    }

    private void search(List<Operation> all) {
        ObjectNode models = query("models", "Names of the models to search, separated by commas. Default: all.");
        models.put("style", "form");
        models.put("explode", false);
        models.putObject("schema")
                .put("type", "array")
                .put("minItems", 1)
                .putObject("items")
                .put("type", "string")
                .put("minLength", 1);
        ObjectNode limit = query("limit", "Maximum number of results.");
        limit.putObject("schema")
                .put("type", "integer")
                .put("minimum", 1)
                .put("maximum", 100)
                .put("default", 20);
        ObjectNode q = query("q", "Search words; a result contains all of them.");
        q.put("required", true);
        q.putObject("schema").put("type", "string").put("minLength", 1).put("maxLength", 200);
        all.add(new Operation(
                        Method.GET, api + "/search", api + "/search", "search_records", SEARCH, "Search all models")
                .says("Records of all models that the caller may view, most relevant first.")
                .takes(q)
                .takes(models)
                .takes(limit)
                .answers(200, "The results.", responses.ref(SearchResponse.class))
                .refuses(401, 403, 422));
        ObjectNode start = query("q", "The text typed so far.");
        start.putObject("schema").put("type", "string").put("maxLength", 200);
        all.add(new Operation(
                        Method.GET,
                        admin + "/search/suggestions",
                        admin + "/search/suggestions",
                        "search_suggestions",
                        SEARCH,
                        "Get search suggestions")
                .takes(start)
                .answers(200, "Up to 15 models, fields and records.", responses.ref(SuggestionsResponse.class))
                .refuses(401, 422));
    }

    private void choices(List<Operation> all) {
        String path = admin + "/{model}/choices/{field}";
        Operation choices = new Operation(
                Method.GET, path, path, "search_choices", SEARCH, "List the possible values of a reference");
        for (String name : List.of("model", "field")) {
            ObjectNode parameter = NODES.objectNode();
            parameter.put("name", name);
            parameter.put("in", "path");
            parameter.put("required", true);
            parameter.putObject("schema").put("type", "string");
            choices.takes(parameter);
        }
        ObjectNode start = query("q", "The text typed so far.");
        start.putObject("schema").put("type", "string");
        all.add(choices.takes(start)
                .answers(200, "The most relevant records.", responses.ref(ChoicesResponse.class))
                .refuses(401, 403, 404));
    }

    private void schemas(List<Operation> all) {
        all.add(new Operation(
                        Method.GET,
                        api + "/schema/",
                        api + "/schema",
                        "schema_list",
                        SCHEMA,
                        "List the models that the caller may view")
                .answers(200, "The models.", responses.ref(SchemaIndexResponse.class))
                .refuses(401));
        ObjectNode model = NODES.objectNode();
        model.put("name", "model");
        model.put("in", "path");
        model.put("required", true);
        model.putObject("schema").put("type", "string");
        all.add(new Operation(
                        Method.GET,
                        api + "/schema/{model}/",
                        api + "/schema/{model}",
                        "schema_get",
                        SCHEMA,
                        "Get the JSON Schema of a model")
                .says("Draft 2020-12, with the fields that the caller may view; `$defs` contains `create`, `update`"
                        + " and `patch`.")
                .takes(model)
                .answers(200, "The schema.", responses.ref(ModelSchemaResponse.class))
                .refuses(401, 403, 404));
    }

    private static ObjectNode query(String name, String description) {
        ObjectNode parameter = NODES.objectNode();
        parameter.put("name", name);
        parameter.put("in", "query");
        parameter.put("description", description);
        return parameter;
    }
}
