package dev.hexadmin.http.api.access;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.Refused;
import dev.hexadmin.application.access.ManagingRoles;
import dev.hexadmin.application.access.ManagingRoles.Listing;
import dev.hexadmin.application.access.ManagingRoles.Role;
import dev.hexadmin.application.records.BrowsingRecords.Page;
import dev.hexadmin.application.records.EditingRecords.Precondition;
import dev.hexadmin.application.replay.Done;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.http.headers.DryRun;
import dev.hexadmin.http.headers.EntityTags;
import dev.hexadmin.http.headers.PageLinks;
import dev.hexadmin.http.json.JsonBody;
import dev.hexadmin.http.json.JsonDocument;
import dev.hexadmin.http.problem.Problem;
import dev.hexadmin.http.replay.IdempotentPosts;
import dev.hexadmin.http.routing.Answer;
import dev.hexadmin.http.routing.Exchange;
import dev.hexadmin.http.routing.Policy;
import dev.hexadmin.http.routing.Route;
import io.helidon.http.Method;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** {@code /api/roles}: roles with their permissions, field permissions and row policies. Thread-safe. */
public final class RolesResource {
    private final ManagingRoles roles;
    private final IdempotentPosts posts;
    private final String path;

    /**
     * @param adminPath where the panel is mounted, such as {@code /admin}
     */
    public RolesResource(ManagingRoles roles, IdempotentPosts posts, String adminPath) {
        this.roles = roles;
        this.posts = posts;
        this.path = adminPath + "/api/roles";
    }

    public List<Route> routes() {
        String one = path + "/{id}";
        return List.of(
                new Route(Method.GET, path, Policy.RIGHTS, this::list),
                new Route(Method.POST, path, Policy.RIGHTS, posts.wrap(this::create)),
                new Route(Method.GET, one, Policy.RIGHTS, this::read),
                new Route(Method.PUT, one, Policy.RIGHTS, this::replace),
                new Route(Method.PATCH, one, Policy.RIGHTS, this::patch),
                new Route(Method.DELETE, one, Policy.RIGHTS, this::delete));
    }

    private Answer list(Exchange exchange) {
        Map<String, String> query = exchange.query();
        Listing listing = roles.list(exchange.actor(), query);
        long before = (listing.page() - 1L) * listing.perPage();
        boolean hasNext = listing.total() > before + listing.perPage();
        Page page = new Page(
                OptionalInt.of(listing.page()),
                listing.perPage(),
                OptionalLong.of(listing.total()),
                false,
                listing.page() > 1,
                hasNext,
                Optional.empty(),
                Optional.empty());
        byte[] body = JsonDocument.bytes(out -> {
            out.writeStartObject();
            out.writeArrayFieldStart("items");
            for (Role role : listing.roles()) {
                write(out, role);
            }
            out.writeEndArray();
            out.writeNumberField("total", listing.total());
            out.writeNumberField("page", listing.page());
            out.writeNumberField("per_page", listing.perPage());
            out.writeNumberField("total_pages", PageLinks.pages(page).orElseThrow());
            out.writeBooleanField("has_next", hasNext);
            out.writeNullField("next_cursor");
            out.writeNullField("prev_cursor");
            out.writeEndObject();
        });
        return Answer.json(200, body).with("Link", PageLinks.of(exchange.path(), query, page));
    }

    private Answer read(Exchange exchange) {
        Role role = roles.get(exchange.actor(), id(exchange));
        noParameters(exchange);
        String etag = EntityTags.of(role.version());
        return EntityTags.known(exchange.header("If-None-Match"), etag)
                ? Answer.empty(304).with("ETag", etag)
                : answer(200, role).with("ETag", etag);
    }

    private Prepared<Done<Answer>> create(Exchange exchange) {
        boolean dryRun = DryRun.wanted(exchange);
        Map<String, @Nullable Object> body = JsonBody.object(exchange.body());
        return () -> {
            Role role = roles.create(exchange.actor(), () -> RoleBody.whole(body), dryRun);
            return new Done.Committed<>(
                    written(dryRun, answer(201, role).with("Location", path + "/" + role.id()), role));
        };
    }

    private Answer replace(Exchange exchange) {
        boolean dryRun = DryRun.wanted(exchange);
        Optional<List<Version>> expected = expected(exchange);
        Map<String, @Nullable Object> body = JsonBody.object(exchange.body());
        Role role = roles.change(exchange.actor(), id(exchange), current -> RoleBody.whole(body), expected, dryRun);
        return written(dryRun, answer(200, role), role);
    }

    private Answer patch(Exchange exchange) {
        boolean dryRun = DryRun.wanted(exchange);
        Optional<List<Version>> expected = expected(exchange);
        Map<String, @Nullable Object> body = JsonBody.object(exchange.body());
        Role role = roles.change(
                exchange.actor(), id(exchange), current -> RoleBody.patch(body, current), expected, dryRun);
        return written(dryRun, answer(200, role), role);
    }

    private Answer delete(Exchange exchange) {
        boolean dryRun = DryRun.wanted(exchange);
        if (exchange.body().length > 0) {
            throw new Problem(400, "malformed", "A DELETE takes no body.");
        }
        roles.delete(exchange.actor(), id(exchange), expected(exchange), dryRun);
        if (!dryRun) {
            return Answer.empty(204);
        }
        byte[] body = JsonDocument.bytes(out -> {
            out.writeStartObject();
            out.writeObjectFieldStart("deleted");
            out.writeNumberField("admin_roles", 1);
            out.writeEndObject();
            out.writeEndObject();
        });
        return DryRun.applied(true, Answer.json(200, body));
    }

    private static void noParameters(Exchange exchange) {
        List<Violation> unknown = exchange.query().keySet().stream()
                .map(name -> new Violation("?" + name, "unknown_parameter", "There is no such parameter here."))
                .toList();
        if (!unknown.isEmpty()) {
            throw Refused.malformed("invalid_query", "The query is not valid.", unknown);
        }
    }

    /** The id in the path; 0, which no role has, for what is none. */
    private static long id(Exchange exchange) {
        try {
            return Long.parseLong(exchange.variable("id"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static Optional<List<Version>> expected(Exchange exchange) {
        return switch (EntityTags.precondition(exchange.header("If-Match"))) {
            case Precondition.None none -> Optional.empty();
            case Precondition.Exists exists -> Optional.empty();
            case Precondition.OneOf(List<Version> versions) -> Optional.of(versions);
        };
    }

    private static Answer answer(int status, Role role) {
        return Answer.json(status, JsonDocument.bytes(out -> write(out, role)));
    }

    private static Answer written(boolean dryRun, Answer answer, Role role) {
        return dryRun ? DryRun.applied(true, answer) : answer.with("ETag", EntityTags.of(role.version()));
    }

    private static void write(JsonGenerator out, Role role) throws IOException {
        out.writeStartObject();
        out.writeNumberField("id", role.id());
        out.writeStringField("name", role.name());
        out.writeStringField("description", role.description());
        out.writeFieldName("permissions");
        writeActions(out, role.rights().permissionWords());
        out.writeObjectFieldStart("field_permissions");
        for (Map.Entry<String, Map<String, List<String>>> model :
                role.rights().fieldWords().entrySet()) {
            out.writeFieldName(model.getKey());
            writeActions(out, model.getValue());
        }
        out.writeEndObject();
        out.writeObjectFieldStart("row_policies");
        for (Map.Entry<String, String> policy : role.rights().policies().entrySet()) {
            out.writeStringField(policy.getKey(), policy.getValue());
        }
        out.writeEndObject();
        out.writeNumberField("user_count", role.users());
        out.writeStringField("created_at", FieldText.write(role.createdAt()));
        out.writeEndObject();
    }

    private static void writeActions(JsonGenerator out, Map<String, List<String>> actions) throws IOException {
        out.writeStartObject();
        for (Map.Entry<String, List<String>> one : actions.entrySet()) {
            out.writeArrayFieldStart(one.getKey());
            for (String word : one.getValue()) {
                out.writeString(word);
            }
            out.writeEndArray();
        }
        out.writeEndObject();
    }
}
