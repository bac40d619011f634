package dev.hexadmin.http.openapi;

import static dev.hexadmin.http.openapi.RecordOperations.ref;
import static dev.hexadmin.http.texts.Localized.text;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.http.api.comments.CommentPageResponse;
import dev.hexadmin.http.api.comments.CommentResponse;
import dev.hexadmin.http.api.comments.MentionsResponse;
import dev.hexadmin.http.api.records.DeletedResponse;
import io.helidon.http.Method;
import java.util.List;

/** The routes of the comments on one model's records. */
final class CommentOperations {
    /** The schemas of the bodies that these routes take. */
    static final List<String> BODIES = List.of("CommentBody", "CommentPatch");

    private static final String JSON = "application/json";

    private final Model model;
    private final String api;
    private final ObjectNode record;
    private final ResponseSchemas responses;

    /**
     * @param api where the JSON API is
     * @param record the parameter that is the key of a record
     */
    CommentOperations(Model model, String api, ObjectNode record, ResponseSchemas responses) {
        this.model = model;
        this.api = api;
        this.record = record;
        this.responses = responses;
    }

    List<Operation> operations() {
        return List.of(
                operation(Method.GET, "/", "list_comments", "List comments: " + one())
                        .says(
                                "Oldest first. A comment with replies stays in the list when it is deleted, without its text.")
                        .takes("page", "per_page")
                        .answers(200, "One page.", responses.ref(CommentPageResponse.class), "Link"),
                operation(Method.POST, "/", "create_comment", "Write a comment: " + one())
                        .says("`@name` mentions a user, who is notified if they may view the record. A reply names the"
                                + " comment that it replies to as `parent_id`.")
                        .takes("Idempotency-Key", "Prefer", "dry_run")
                        .body(true, ref("CommentBody"), JSON)
                        .answers(
                                201,
                                "The new comment.",
                                responses.ref(CommentResponse.class),
                                "Location",
                                "ETag",
                                "Preference-Applied",
                                "Idempotent-Replayed")
                        .refuses(409),
                operation(Method.GET, "/mentions", "find_mentions", "Find users to mention: " + one())
                        .says(
                                "Users who may view the record and whose e-mail address, or a word of whose name, begins with"
                                        + " `q`.")
                        .takes(start())
                        .answers(200, "The first ones.", responses.ref(MentionsResponse.class)),
                numbered(Method.GET, "get_comment", "Read a comment: " + one())
                        .takes("If-None-Match")
                        .answers(200, "The comment.", responses.ref(CommentResponse.class), "ETag")
                        .answers(304, "Not modified.", "ETag"),
                numbered(Method.PATCH, "patch_comment", "Edit a comment: " + one())
                        .says("Only its author may edit it.")
                        .takes("If-Match", "Prefer", "dry_run")
                        .body(true, ref("CommentPatch"), JSON, "application/merge-patch+json")
                        .answers(
                                200,
                                "The comment as it is now.",
                                responses.ref(CommentResponse.class),
                                "ETag",
                                "Preference-Applied")
                        .refuses(412),
                numbered(Method.DELETE, "delete_comment", "Delete a comment: " + one())
                        .says("Its author may delete it, and users with the right `delete` on the record.")
                        .takes("If-Match", "Prefer", "dry_run")
                        .answers(
                                200,
                                "Dry run: what would be deleted.",
                                responses.ref(DeletedResponse.class),
                                "Preference-Applied")
                        .answers(204, "Deleted.")
                        .refuses(412));
    }

    private String one() {
        return text(model.definition().labels().one());
    }

    private Operation numbered(Method method, String action, String summary) {
        ObjectNode comment = JsonNodeFactory.instance.objectNode();
        comment.put("name", "comment").put("in", "path").put("required", true);
        comment.putObject("schema").put("type", "integer").put("format", "int64");
        return operation(method, "/{comment}", action, summary).takes(comment);
    }

    private static ObjectNode start() {
        ObjectNode start = JsonNodeFactory.instance.objectNode();
        start.put("name", "q").put("in", "query").put("description", "What their names begin with; all without it.");
        start.putObject("schema").put("type", "string");
        return start;
    }

    private Operation operation(Method method, String below, String action, String summary) {
        String comments = "/{id}/comments" + (below.equals("/") ? "" : below);
        return new Operation(
                        method,
                        api + "/" + model.name() + comments + (below.equals("/") ? "/" : ""),
                        api + "/{model}" + comments,
                        model.name() + "_" + action,
                        model.name(),
                        summary)
                .takes(record)
                .refuses(401, 403, 404);
    }
}
