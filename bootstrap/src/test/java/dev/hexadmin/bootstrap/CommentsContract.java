package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Comments on records, over JSON and on pages without scripts, on whole servers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class CommentsContract {
    private static final String ORDERS = "/admin/api/orders/";

    private RunningServer server;
    private String root;
    private String ada;
    private String bob;
    private String eve;
    private String order;

    abstract DatabaseSettings database(Path folder);

    @BeforeAll
    void start(@TempDir Path folder) {
        server = RunningServer.start(
                database(folder),
                options -> options.register(ModelDefinition.builder("orders")
                                .label("Order")
                                .labelPlural("Orders")
                                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                                .field("number", FieldType.STRING, field -> field.required())
                                .field("secret", FieldType.STRING)
                                .display("{number}")
                                .comments(true)
                                .build())
                        .register(ModelDefinition.builder("countries")
                                .field("code", FieldType.STRING, FieldDefinition.Builder::primaryKey)
                                .comments(true)
                                .build())
                        .register(ModelDefinition.builder("plain")
                                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                                .build()));
        root = server.token();
        String clerk = role("""
            {"name":"Clerk","permissions":{"orders":["view"],"countries":["view"]},
            "field_permissions":{"orders":{"secret":[]}}}\
            """);
        String open = role("""
            {"name":"Open","permissions":{"orders":["view"]},"row_policies":{"orders":"number != 'hidden'"}}\
            """);
        String shop = role("{\"name\":\"Shop\",\"permissions\":{\"plain\":[\"view\"]}}");
        user("ada@example.com", "Ada Lovelace", clerk);
        user("bob@example.com", "Bob Miller", open);
        user("eve@example.com", "", shop);
        user("bob@other.example", "Bob Other", shop);
        ada = server.token("ada@example.com", RunningServer.PASSWORD);
        bob = server.token("bob@example.com", RunningServer.PASSWORD);
        eve = server.token("eve@example.com", RunningServer.PASSWORD);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @BeforeEach
    void order() {
        order = record("A-17");
        for (String user : List.of(root, ada, bob, eve)) {
            ok(200, user, "PUT", "/api/notifications/read-all", "");
        }
    }

    private String record(String number) {
        return ok(201, root, "POST", ORDERS, "{\"number\":\"" + number + "\"}")
                .path("id")
                .asText();
    }

    private String role(String body) {
        return ok(201, root, "POST", "/admin/api/roles/", body).path("id").asText();
    }

    private void user(String email, String name, String role) {
        ok(
                201,
                root,
                "POST",
                "/admin/api/admin_users/",
                "{\"email\":\"" + email + "\",\"full_name\":\"" + name + "\",\"password\":\"" + RunningServer.PASSWORD
                        + "\",\"roles\":[" + role + "]}");
    }

    private JsonNode ok(int status, String token, String method, String path, String body, String... headers) {
        HttpResponse<String> response = server.send(method, path, token, body, headers);
        assertThat(response.statusCode())
                .as(method + " " + path + " " + response.body())
                .isEqualTo(status);
        return response.body().isEmpty() ? RunningServer.JSON.nullNode() : RunningServer.json(response);
    }

    private List<String> errors(int status, String token, String method, String path, String body) {
        List<String> errors = new ArrayList<>();
        ok(status, token, method, path, body)
                .path("errors")
                .forEach(error -> errors.add(error.path("pointer").asText() + " "
                        + error.path("code").asText()));
        return errors;
    }

    private String comments() {
        return ORDERS + order + "/comments/";
    }

    private static String text(String text) {
        return RunningServer.JSON.createObjectNode().put("text", text).toString();
    }

    private JsonNode write(String token, String text) {
        return ok(201, token, "POST", comments(), text(text));
    }

    private JsonNode reply(String token, JsonNode parent, String text) {
        return ok(
                201, token, "POST", comments(), "{\"text\":\"" + text + "\",\"parent_id\":" + parent.path("id") + "}");
    }

    private List<String> texts(String token) {
        List<String> texts = new ArrayList<>();
        ok(200, token, "GET", comments(), "")
                .path("items")
                .forEach(one -> texts.add(one.path("text").asText()));
        return texts;
    }

    /** The titles of the unread notifications, newest first. */
    private List<String> unread(String token) {
        List<String> titles = new ArrayList<>();
        ok(200, token, "GET", "/api/notifications/?unread_only=true", "")
                .path("items")
                .forEach(one -> titles.add(one.path("title").asText()));
        return titles;
    }

    @Test
    void a_comment_comes_back_as_it_was_written() {
        HttpResponse<String> written = server.send("POST", comments(), ada, text("  **Hello**\r\nworld \n"));
        assertThat(written.statusCode()).isEqualTo(201);
        JsonNode comment = RunningServer.json(written);
        String location = written.headers().firstValue("Location").orElseThrow();
        assertThat(location).isEqualTo(comments() + comment.path("id"));
        HttpResponse<String> read = server.send("GET", location, bob, "");
        assertThat(RunningServer.json(read)).isEqualTo(comment);
        String etag = read.headers().firstValue("ETag").orElseThrow();
        assertThat(written.headers().firstValue("ETag")).contains(etag);
        ok(304, bob, "GET", location, "", "If-None-Match", etag);
        assertThat(comment.path("text").asText()).isEqualTo("  **Hello**\nworld");
        assertThat(comment.at("/author/name").asText()).isEqualTo("Ada Lovelace");
        assertThat(comment.path("parent_id").isNull()).isTrue();
        assertThat(comment.path("edited_at").isNull()).isTrue();
        assertThat(comment.path("deleted_at").isNull()).isTrue();
    }

    @Test
    void comments_are_listed_oldest_first_in_pages() {
        for (int i = 1; i <= 5; i++) {
            write(ada, "text " + i);
        }
        HttpResponse<String> page = server.send("GET", comments() + "?page=2&per_page=2", bob, "");
        JsonNode body = RunningServer.json(page);
        assertThat(body.path("total").asInt()).isEqualTo(5);
        assertThat(body.path("total_pages").asInt()).isEqualTo(3);
        assertThat(body.path("has_next").asBoolean()).isTrue();
        assertThat(body.at("/items/0/text").asText()).isEqualTo("text 3");
        assertThat(body.at("/items/1/text").asText()).isEqualTo("text 4");
        assertThat(page.headers().firstValue("Link").orElseThrow()).contains("rel=\"prev\"", "rel=\"next\"");
        assertThat(errors(400, bob, "GET", comments() + "?page=0&order=x", ""))
                .containsExactlyInAnyOrder("?page type", "?order unknown_parameter");
    }

    @Test
    void a_reply_names_a_comment_of_the_same_record_that_is_no_reply() {
        JsonNode first = write(ada, "first");
        JsonNode reply = reply(bob, first, "second");
        assertThat(reply.path("parent_id")).isEqualTo(first.path("id"));
        String nested = "{\"text\":\"x\",\"parent_id\":" + reply.path("id") + "}";
        assertThat(errors(422, ada, "POST", comments(), nested)).containsExactly("/parent_id nested");
        assertThat(errors(422, ada, "POST", comments(), "{\"text\":\"x\",\"parent_id\":999999}"))
                .containsExactly("/parent_id unknown_comment");
        String elsewhere = ORDERS + record("B") + "/comments/";
        assertThat(errors(422, ada, "POST", elsewhere, "{\"text\":\"x\",\"parent_id\":" + first.path("id") + "}"))
                .containsExactly("/parent_id unknown_comment");
        ok(404, ada, "GET", elsewhere + first.path("id"), "");
    }

    @Test
    void the_text_is_checked() {
        assertThat(errors(422, ada, "POST", comments(), "{\"nope\":1,\"parent_id\":\"x\"}"))
                .containsExactlyInAnyOrder("/text required", "/nope unknown_field", "/parent_id type");
        assertThat(errors(422, ada, "POST", comments(), text(" \n "))).containsExactly("/text required");
        assertThat(errors(422, ada, "POST", comments(), text("x".repeat(10_001))))
                .containsExactly("/text max_length");
        assertThat(errors(422, ada, "POST", comments(), text("a\u0000b"))).containsExactly("/text characters");
        StringBuilder many = new StringBuilder();
        for (int i = 0; i <= 50; i++) {
            many.append("@user").append(i).append(' ');
        }
        assertThat(errors(422, ada, "POST", comments(), text(many.toString())))
                .containsExactly("/text too_many_mentions");
        assertThat(write(ada, "😀".repeat(10_000)).path("text").asText()).hasSize(20_000);
    }

    @Test
    void only_users_who_may_view_the_record_read_and_write() {
        write(ada, "for us");
        String hidden = ORDERS + record("hidden") + "/comments/";
        ok(201, ada, "POST", hidden, text("@bob secret"));
        for (String path : List.of(hidden, ORDERS + "999999/comments/", ORDERS + "x/comments/")) {
            ok(404, bob, "GET", path, "");
            ok(404, bob, "POST", path, text("x"));
            ok(404, bob, "GET", path + "mentions", "");
            ok(404, bob, "GET", path + "1", "");
            ok(404, bob, "PATCH", path + "1", text("x"));
            ok(404, bob, "DELETE", path + "1", "");
        }
        assertThat(unread(bob)).isEmpty();
        ok(403, eve, "GET", comments(), "");
        ok(403, eve, "POST", comments(), text("x"));
        ok(403, eve, "GET", comments() + "mentions?q=a", "");
        ok(401, "", "GET", comments(), "");
        ok(401, "", "POST", comments(), text("x"));
        String plain =
                ok(201, root, "POST", "/admin/api/plain/", "{}").path("id").asText();
        ok(404, root, "GET", "/admin/api/plain/" + plain + "/comments/", "");
    }

    @Test
    void authors_edit_their_own_comments() {
        HttpResponse<String> written = server.send("POST", comments(), ada, text("old"));
        String one = written.headers().firstValue("Location").orElseThrow();
        String etag = written.headers().firstValue("ETag").orElseThrow();
        ok(403, bob, "PATCH", one, text("mine"));
        ok(403, root, "PATCH", one, text("mine"));
        assertThat(ok(200, ada, "PATCH", one, "{}").path("edited_at").isNull()).isTrue();
        assertThat(errors(422, ada, "PATCH", one, "{\"text\":null}")).containsExactly("/text required");
        JsonNode edited = ok(200, ada, "PATCH", one, text("new"), "If-Match", etag);
        assertThat(edited.path("text").asText()).isEqualTo("new");
        assertThat(edited.path("edited_at").isNull()).isFalse();
        JsonNode refused = ok(412, ada, "PATCH", one, text("newer"), "If-Match", etag);
        ok(412, ada, "DELETE", one, "", "If-Match", etag);
        ok(
                200,
                ada,
                "PATCH",
                one,
                text("newer"),
                "If-Match",
                refused.path("etag").asText());
        assertThat(texts(bob)).containsExactly("newer");
        ok(404, ada, "PATCH", comments() + "999999", text("x"));
        ok(404, ada, "PATCH", comments() + "x", text("x"));
    }

    @Test
    void a_deleted_comment_stays_for_its_replies_only() {
        JsonNode first = write(ada, "first");
        JsonNode reply = reply(bob, first, "reply");
        JsonNode alone = write(ada, "alone");
        ok(204, ada, "DELETE", comments() + first.path("id"), "");
        ok(204, ada, "DELETE", comments() + alone.path("id"), "");
        JsonNode left = ok(200, bob, "GET", comments(), "").path("items");
        assertThat(left).hasSize(2);
        assertThat(left.at("/0/text").isNull()).isTrue();
        assertThat(left.at("/0/author").isNull()).isTrue();
        assertThat(left.at("/0/deleted_at").isNull()).isFalse();
        ok(404, ada, "DELETE", comments() + first.path("id"), "");
        ok(404, ada, "PATCH", comments() + first.path("id"), text("back"));
        reply(ada, first, "one more");
        ok(204, root, "DELETE", comments() + reply.path("id"), "");
        assertThat(texts(bob)).containsExactly("null", "one more");
        JsonNode last = ok(200, ada, "GET", comments(), "").at("/items/1");
        ok(204, ada, "DELETE", comments() + last.path("id"), "");
        assertThat(texts(bob)).isEmpty();
    }

    @Test
    void comments_of_others_are_deleted_with_the_right_to_delete_the_record() {
        String one = comments() + write(ada, "mine").path("id");
        JsonNode refused = ok(403, bob, "DELETE", one, "");
        assertThat(refused.path("detail").asText()).contains("'delete'", "'orders'");
        ok(400, ada, "DELETE", one, "{}");
        ok(204, root, "DELETE", one, "");
        ok(404, ada, "GET", one, "");
    }

    @Test
    void mentioned_users_who_may_view_the_record_are_notified() {
        JsonNode comment = write(ada, "@bob@example.com, @root, @eve, @nobody, @ada and `@root` please look");
        assertThat(unread(bob)).containsExactly("Ada Lovelace mentioned you on Order A-17");
        assertThat(unread(root)).containsExactly("Ada Lovelace mentioned you on Order A-17");
        assertThat(unread(ada)).isEmpty();
        assertThat(unread(eve)).isEmpty();
        JsonNode notice = ok(200, bob, "GET", "/api/notifications/?limit=1", "").at("/items/0");
        assertThat(notice.path("body").asText()).startsWith("@bob@example.com, @root");
        assertThat(notice.path("data").toString())
                .isEqualTo("{\"model\":\"orders\",\"id\":\"" + order + "\",\"comment\":" + comment.path("id") + "}");
    }

    @Test
    void a_name_of_two_users_means_none_of_them() {
        write(ada, "@bob");
        assertThat(unread(bob)).isEmpty();
    }

    @Test
    void an_edit_notifies_those_only_whom_it_mentions_for_the_first_time() {
        String one = comments() + write(ada, "@root").path("id");
        ok(200, ada, "PATCH", one, text("@root and @bob@example.com"));
        assertThat(unread(root)).hasSize(1);
        assertThat(unread(bob)).hasSize(1);
    }

    @Test
    void a_reply_notifies_those_who_have_written_in_the_thread() {
        JsonNode first = write(ada, "first");
        reply(bob, first, "second");
        assertThat(unread(ada)).containsExactly("Bob Miller replied on Order A-17");
        reply(root, first, "third @ada");
        assertThat(unread(bob)).hasSize(1).first().asString().contains("replied on");
        assertThat(unread(ada)).hasSize(2).first().asString().contains("mentioned you");
        assertThat(unread(root)).isEmpty();
    }

    @Test
    void a_notification_is_in_the_language_of_its_recipient() {
        PanelVisitor visitor = PanelVisitor.signedIn(server, "bob@example.com", RunningServer.PASSWORD);
        visitor.get("/admin/profile")
                .form("form:has([name=language])")
                .set("language", "de")
                .send();
        try {
            write(ada, "@bob@example.com");
            assertThat(unread(bob)).containsExactly("Ada Lovelace hat Sie erwähnt: Order A-17");
        } finally {
            visitor.get("/admin/profile")
                    .form("form:has([name=language])")
                    .set("language", "")
                    .send();
        }
    }

    @Test
    void a_dry_run_changes_and_sends_nothing() {
        JsonNode written = ok(201, ada, "POST", comments(), text("@root"), "Prefer", "tx=rollback");
        assertThat(written.path("text").asText()).isEqualTo("@root");
        String one = comments() + write(ada, "kept").path("id");
        ok(200, ada, "PATCH", one + "?dry_run=true", text("@root"));
        ok(200, ada, "DELETE", one, "", "Prefer", "tx=rollback");
        assertThat(texts(ada)).containsExactly("kept");
        assertThat(unread(root)).isEmpty();
    }

    @Test
    void a_repeated_request_with_the_same_key_writes_once() {
        String key = "comment-" + order;
        JsonNode first = ok(201, ada, "POST", comments(), text("@root once"), "Idempotency-Key", key);
        assertThat(ok(201, ada, "POST", comments(), text("@root once"), "Idempotency-Key", key))
                .isEqualTo(first);
        assertThat(texts(ada)).containsExactly("@root once");
        assertThat(unread(root)).hasSize(1);
    }

    @Test
    void a_comment_has_a_bounded_number_of_replies() {
        JsonNode first = write(ada, "first");
        for (int i = 0; i < 200; i++) {
            reply(ada, first, "reply " + i);
        }
        JsonNode refused = ok(409, bob, "POST", comments(), "{\"text\":\"x\",\"parent_id\":" + first.path("id") + "}");
        assertThat(refused.path("code").asText()).isEqualTo("too_many_replies");
    }

    @Test
    void suggestions_are_users_who_may_view_the_record() {
        JsonNode found = ok(200, ada, "GET", comments() + "mentions?q=b", "");
        assertThat(found.path("query").asText()).isEqualTo("b");
        assertThat(found.path("items").toString())
                .isEqualTo("[{\"username\":\"bob@example.com\",\"name\":\"Bob Miller\"}]");
        assertThat(ok(200, bob, "GET", comments() + "mentions?q=LOVE", "")
                        .path("items")
                        .toString())
                .isEqualTo("[{\"username\":\"ada\",\"name\":\"Ada Lovelace\"}]");
        assertThat(ok(200, ada, "GET", comments() + "mentions?q=eve", "").path("items"))
                .isEmpty();
        assertThat(ok(200, ada, "GET", comments() + "mentions?q=%25", "").path("items"))
                .isEmpty();
        assertThat(ok(200, ada, "GET", comments() + "mentions", "").path("items"))
                .hasSize(2);
        String hidden = ORDERS + record("hidden") + "/comments/mentions";
        assertThat(ok(200, ada, "GET", hidden, "").path("items")).hasSize(1);
        assertThat(errors(400, ada, "GET", comments() + "mentions?x=1", "")).containsExactly("?x unknown_parameter");
    }

    @Test
    void changes_are_in_the_audit_log_and_in_the_history_of_the_record() {
        String one = comments() + write(ada, "first").path("id");
        ok(200, ada, "PATCH", one, text("second"));
        ok(204, ada, "DELETE", one, "");
        List<String> log = new ArrayList<>();
        ok(200, root, "GET", "/admin/api/admin_audit_log/?model=orders&record_id=" + order + "&ordering=id", "")
                .path("items")
                .forEach(entry -> log.add(entry.path("event").asText() + " "
                        + entry.path("actor").asText() + " " + entry.path("changes")));
        String id = one.substring(one.lastIndexOf('/') + 1);
        assertThat(log)
                .containsSubsequence(
                        "comment_create ada@example.com {\"comment #" + id + "\":[null,\"first\"]}",
                        "comment_update ada@example.com {\"comment #" + id + "\":[\"first\",\"second\"]}",
                        "comment_delete ada@example.com {\"comment #" + id + "\":[\"second\",null]}");
        PanelVisitor visitor = PanelVisitor.signedIn(server, "ada@example.com", RunningServer.PASSWORD);
        Page history = visitor.get("/admin/orders/" + order + "/history");
        assertThat(history.texts(".timeline h2 .tag"))
                .containsExactly("Comment deleted", "Comment edited", "Comment written", "Created");
        assertThat(history.body()).contains("second");
        Page record = visitor.get("/admin/orders/" + order);
        assertThat(record.texts(".history .time > li")).hasSize(1);
    }

    @Test
    void comments_are_deleted_and_restored_with_their_record() {
        JsonNode first = write(ada, "first");
        reply(bob, first, "reply");
        String path = ORDERS + order;
        ok(204, root, "DELETE", path, "");
        ok(404, root, "GET", comments(), "");
        PanelVisitor visitor = PanelVisitor.signedIn(server);
        Page history = visitor.get("/admin/orders/" + order + "/history");
        Page reversal = history.click("Bring this record back");
        Page back = reversal.form().send();
        assertThat(back.status()).as(back.body()).isEqualTo(303);
        String location = back.header("Location").orElseThrow();
        order = location.replaceAll(".*/orders/([^/]+)/history", "$1");
        assertThat(texts(ada)).containsExactly("first", "reply");
        assertThat(ok(200, ada, "GET", comments(), "").at("/items/1/parent_id")).isEqualTo(first.path("id"));
    }

    @Test
    void a_new_record_with_the_key_of_a_deleted_one_has_no_comments() {
        ok(201, root, "POST", "/admin/api/countries/", "{\"code\":\"fr\"}");
        ok(201, root, "POST", "/admin/api/countries/fr/comments/", text("old"));
        ok(204, root, "DELETE", "/admin/api/countries/fr", "");
        ok(201, root, "POST", "/admin/api/countries/", "{\"code\":\"fr\"}");
        assertThat(ok(200, root, "GET", "/admin/api/countries/fr/comments/", "").path("items"))
                .isEmpty();
    }

    @Test
    void comments_of_a_deleted_user_stay_without_a_name() {
        String role = ok(200, root, "GET", "/admin/api/roles/?q=Clerk", "")
                .at("/items/0/id")
                .asText();
        user("gone@example.com", "Gone Girl", role);
        write(server.token("gone@example.com", RunningServer.PASSWORD), "still here");
        String id = ok(200, root, "GET", "/admin/api/admin_users/?email=gone@example.com", "")
                .at("/items/0/id")
                .asText();
        ok(204, root, "DELETE", "/admin/api/admin_users/" + id, "");
        JsonNode left = ok(200, ada, "GET", comments(), "").at("/items/0");
        assertThat(left.path("text").asText()).isEqualTo("still here");
        assertThat(left.path("author").isNull()).isTrue();
        PanelVisitor visitor = PanelVisitor.signedIn(server, "ada@example.com", RunningServer.PASSWORD);
        assertThat(visitor.get("/admin/orders/" + order).text(".comment .by strong"))
                .isEqualTo("Deleted user");
    }

    @Test
    void comments_are_written_edited_and_deleted_on_the_page_of_the_record() {
        PanelVisitor visitor = PanelVisitor.signedIn(server, "ada@example.com", RunningServer.PASSWORD);
        String path = "/admin/orders/" + order;
        Page page = visitor.get(path);
        assertThat(page.text(".comments")).contains("No comments yet.");
        assertThat(page.text("#comments .tally")).isEqualTo("0");
        Page sent = page.form("form:has(#text-new)").set("text", "**first**").send();
        assertThat(sent.header("Location").orElseThrow()).matches(path + "#comment-\\d+");
        page = visitor.get(path);
        assertThat(page.text("#comments .tally")).isEqualTo("1");
        assertThat(page.text(".comment .prose strong")).isEqualTo("first");
        assertThat(page.text(".comment .by strong")).isEqualTo("Ada Lovelace");
        page.form("form:has([id^=text-reply])").set("text", "second").send();
        page = visitor.get(path);
        assertThat(page.text(".replies .prose")).isEqualTo("second");
        page.form(".replies form:has([id^=text-edit])").set("text", "third").send();
        page = visitor.get(path);
        assertThat(page.text(".replies .comment")).contains("third", "edited");
        Page deleted =
                page.form(".threads > li > .comment form[action$=delete]").send();
        assertThat(deleted.follow().text(".comments")).contains("This comment was deleted.", "third");
        assertThat(visitor.get(path).text("#comments .tally")).isEqualTo("1");
    }

    @Test
    void mentions_of_users_who_may_view_the_record_are_marked() {
        write(ada, "@Ada @bob @bob@example.com @eve @nobody `@root`");
        PanelVisitor visitor = PanelVisitor.signedIn(server, "bob@example.com", RunningServer.PASSWORD);
        for (String path : List.of("", "/comments")) {
            Page page = visitor.get("/admin/orders/" + order + path);
            assertThat(page.document().select(".comment .mention").eachText())
                    .containsExactly("@Ada", "@bob@example.com");
            assertThat(page.document().select(".comment .mention").eachAttr("title"))
                    .containsExactly("Ada Lovelace", "Bob Miller");
            assertThat(page.document().select(".comment .prose a")).isEmpty();
        }
    }

    @Test
    void a_text_that_would_take_long_to_render_is_shown_as_it_is() {
        String brackets = "**" + "<[".repeat(501);
        write(ada, brackets);
        PanelVisitor visitor = PanelVisitor.signedIn(server, "bob@example.com", RunningServer.PASSWORD);
        assertThat(visitor.get("/admin/orders/" + order).text(".comment .prose"))
                .isEqualTo(brackets);
    }

    @Test
    void a_rejected_text_stays_in_the_form() {
        PanelVisitor visitor = PanelVisitor.signedIn(server, "ada@example.com", RunningServer.PASSWORD);
        String path = "/admin/orders/" + order;
        Page again = visitor.get(path)
                .form("form:has(#text-new)")
                .set("text", "x".repeat(10_001))
                .send();
        assertThat(again.status()).isEqualTo(422);
        assertThat(again.text("#wrong-new")).isEqualTo("At most 10,000 characters are allowed.");
        assertThat(again.form("form:has(#text-new)").set("text", "short").send().status())
                .isEqualTo(303);
        Page page = visitor.get(path);
        String id = page.document().selectFirst(".comment").id().substring("comment-".length());
        ok(200, ada, "PATCH", comments() + id, text("by another window"));
        Page conflict =
                page.form("form:has([id^=text-edit])").set("text", "my text").send();
        assertThat(conflict.status()).isEqualTo(412);
        assertThat(conflict.text("#text-edit-" + id)).isEqualTo("my text");
        conflict.form("form:has([id^=text-edit])").send();
        assertThat(texts(ada)).containsExactly("my text");
        Page empty = visitor.get(path)
                .form("form:has([id^=text-reply])")
                .set("text", " ")
                .send();
        assertThat(empty.status()).isEqualTo(422);
        assertThat(empty.texts("details[open]")).hasSize(1);
    }

    @Test
    void pages_show_comments_of_others_without_their_forms() {
        write(ada, "hers <script>alert(1)</script>");
        PanelVisitor visitor = PanelVisitor.signedIn(server, "bob@example.com", RunningServer.PASSWORD);
        Page page = visitor.get("/admin/orders/" + order);
        assertThat(page.texts(".comment form")).isEmpty();
        assertThat(page.document().select(".comment script")).isEmpty();
        assertThat(page.text(".comment .prose")).contains("<script>");
        String hidden = "/admin/orders/" + record("hidden") + "/comments";
        assertThat(visitor.get(hidden).status()).isEqualTo(404);
        PanelVisitor other = PanelVisitor.signedIn(server, "eve@example.com", RunningServer.PASSWORD);
        assertThat(other.get("/admin/orders/" + order + "/comments").status()).isEqualTo(403);
        assertThat(other.get("/admin/orders/" + order + "/comments/mentions?q=a")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void a_notification_leads_to_the_comment() {
        JsonNode comment = write(ada, "@bob@example.com look");
        PanelVisitor visitor = PanelVisitor.signedIn(server, "bob@example.com", RunningServer.PASSWORD);
        String newest = visitor.get("/admin/notifications/")
                .document()
                .selectFirst("a.mail")
                .attr("href");
        Page inbox = visitor.get(newest);
        String link =
                "/admin/orders/" + order + "/comments/" + comment.path("id").asText();
        assertThat(inbox.body()).contains(link);
        String anchor = "#comment-" + comment.path("id").asText();
        assertThat(visitor.get(link).header("Location")).contains("/admin/orders/" + order + anchor);
        for (int i = 0; i < 6; i++) {
            write(ada, "newer");
        }
        Page found = visitor.get(link);
        assertThat(found.header("Location").orElseThrow())
                .startsWith("/admin/orders/" + order + "/comments?before=")
                .endsWith(anchor);
        assertThat(found.follow().text(".comment .prose")).contains("look");
        ok(204, ada, "DELETE", comments() + comment.path("id"), "");
        assertThat(visitor.get(link).follow().body()).contains("This comment was deleted.");
    }

    @Test
    void all_comments_are_on_a_page_of_their_own() {
        for (int i = 1; i <= 22; i++) {
            write(ada, "text " + i);
        }
        PanelVisitor visitor = PanelVisitor.signedIn(server, "bob@example.com", RunningServer.PASSWORD);
        assertThat(visitor.get("/admin/orders/" + order).texts(".comment")).hasSize(5);
        Page all = visitor.get("/admin/orders/" + order).click("All comments");
        assertThat(all.text("h1")).isEqualTo("Comments on A-17");
        assertThat(all.texts(".comment .prose"))
                .hasSize(20)
                .startsWith("text 22")
                .doesNotContain("text 2");
        assertThat(all.click("Older").texts(".comment .prose")).containsExactly("text 2", "text 1");
    }
}
