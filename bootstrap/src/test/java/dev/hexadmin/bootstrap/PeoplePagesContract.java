package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.bootstrap.PanelVisitor.Filled;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.waiting.Waiting;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The pages of users, roles and the user's own profile, without scripts. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PeoplePagesContract {
    private static final String OTHER = "copper-Lantern-72-meadow";
    private static final AtomicInteger COUNT = new AtomicInteger();

    private RunningServer server;
    private String token;
    private PanelVisitor root;

    abstract DatabaseSettings database(Path folder);

    @BeforeAll
    void start(@TempDir Path folder) {
        server = RunningServer.start(
                database(folder),
                options -> options.register(ModelDefinition.builder("products")
                        .field("id", FieldType.INTEGER, f -> f.primaryKey())
                        .field("name", FieldType.STRING, f -> f.required().maxLength(80))
                        .field("cost", FieldType.INTEGER)
                        .build()));
        token = server.token();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @BeforeEach
    void signIn() {
        root = PanelVisitor.signedIn(server);
    }

    @AfterEach
    void leave() {
        root.close();
    }

    /** An address that no other test has. */
    private static String fresh(String name) {
        return name + COUNT.incrementAndGet() + "@example.com";
    }

    private JsonNode json(String method, String path, String body) {
        var answer = server.send(method, path, token, body);
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
        return RunningServer.json(answer);
    }

    private String user(String email, Long... roles) {
        return json(
                        "POST",
                        "/admin/api/admin_users/",
                        "{\"email\":\"" + email + "\",\"password\":\"" + RunningServer.PASSWORD + "\",\"roles\":"
                                + List.of(roles) + "}")
                .path("id")
                .asText();
    }

    private long role(String name, String permissions) {
        return json("POST", "/admin/api/roles/", "{\"name\":\"" + name + "\",\"permissions\":" + permissions + "}")
                .path("id")
                .asLong();
    }

    private static Page saved(Page answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(303);
        Page next = answer.follow();
        assertThat(next.status()).as(next.body()).isEqualTo(200);
        return next;
    }

    private static String wrong(Page page, String field) {
        return page.text("#" + field + "-wrong");
    }

    // ---- users

    @Test
    void a_user_is_made_found_changed_and_deleted() {
        String email = fresh("ada");
        Page wrong = root.get("/admin/users/create")
                .form()
                .set("email", email)
                .set("full_name", "Ada")
                .set("password", "short")
                .send();
        assertThat(wrong.status()).isEqualTo(422);
        assertThat(wrong(wrong, "password")).contains("12 characters");
        assertThat(wrong.document().select("#email").val()).isEqualTo(email);
        assertThat(wrong.document().select("#password").val()).isEmpty();
        assertThat(wrong.body()).doesNotContain("short");

        Page shown = saved(wrong.form().set("password", RunningServer.PASSWORD).send());
        assertThat(shown.text("h1")).isEqualTo(email);
        assertThat(shown.text(".notice.success")).isEqualTo("User created.");
        assertThat(shown.text("#rights")).contains("Nothing yet");

        Page list = root.get("/admin/users/?q=" + email.substring(0, 5).toUpperCase(Locale.ROOT) + "&is_active=true");
        Page found = list.click(email);
        Page form = found.click("Edit");
        Page changed = saved(form.form()
                .set("full_name", "Ada Lovelace")
                .without("is_active")
                .send());
        assertThat(changed.text("dl.pairs")).contains("Ada Lovelace", "Active no");
        assertThat(changed.text("#rights")).contains("inactive");
        assertThat(root.get("/admin/users/?q=" + email + "&is_active=true").text(".empty"))
                .isNotEmpty();

        assertThat(changed.click("History").text("main")).contains("Ada Lovelace");

        Page question = changed.click("Delete");
        assertThat(question.text("main")).contains(email, "audit log");
        Page gone = saved(question.form().send());
        assertThat(gone.text(".notice.success")).isEqualTo("The user is deleted.");
        assertThat(root.get("/admin/users/?q=" + email).text(".empty")).isNotEmpty();
        assertThat(question.click("Cancel").status()).isEqualTo(404);
    }

    @Test
    void an_address_in_use_is_reported_next_to_its_field() {
        Page taken = root.get("/admin/users/create")
                .form()
                .set("email", RunningServer.EMAIL)
                .set("password", RunningServer.PASSWORD)
                .send();
        assertThat(taken.status()).isEqualTo(409);
        assertThat(wrong(taken, "email")).isNotEmpty();
    }

    @Test
    void roles_are_assigned_and_rights_are_shown_with_their_sources() {
        String name = "Buyers" + COUNT.incrementAndGet();
        long buyers = role(name, "{\"products\":[\"view\",\"edit\"]}");
        String id = user(fresh("bob"));
        Page changed = saved(root.get("/admin/users/" + id + "/edit")
                .form()
                .set("roles", Long.toString(buyers))
                .send());
        assertThat(changed.text("#rights tbody")).contains("Products", "view, edit", "the role " + name, "all");
        assertThat(root.get("/admin/users/?roles=" + buyers).texts("tbody tr[data-key]"))
                .hasSize(1);
        Page none = saved(changed.click("Edit").form().without("roles").send());
        assertThat(none.text("#rights")).contains("Nothing yet");
    }

    @Test
    void changes_by_another_user_are_shown_and_not_overwritten_unseen() {
        String id = user(fresh("eva"));
        Filled form = root.get("/admin/users/" + id + "/edit").form().set("full_name", "Mine");
        json("PATCH", "/admin/api/admin_users/" + id, "{\"full_name\":\"Theirs\"}");
        Page conflict = form.send();
        assertThat(conflict.status()).isEqualTo(412);
        assertThat(conflict.text("[role=alert]")).contains("Someone else");
        assertThat(conflict.text("main form")).contains("Saved meanwhile: Theirs");
        assertThat(conflict.document().select("#full_name").val()).isEqualTo("Mine");
        assertThat(saved(conflict.form().send()).text("dl.pairs")).contains("Mine");
    }

    @Test
    void changes_of_different_fields_of_a_user_or_parts_of_a_role_are_merged() {
        String email = fresh("pat");
        long reader = role("Reader" + COUNT.incrementAndGet(), "{\"products\":[\"view\"]}");
        String id = user(email);
        Filled user = root.get("/admin/users/" + id + "/edit").form().set("full_name", "Mine");
        json("PATCH", "/admin/api/admin_users/" + id, "{\"is_active\":false,\"roles\":[" + reader + "]}");
        Page merged = saved(user.send());
        assertThat(merged.text("dl.pairs")).contains("Mine", "no");
        assertThat(merged.text("#rights tbody")).contains("Products");

        Filled role = root.get("/admin/roles/" + reader + "/edit")
                .form()
                .set("p.admin_audit_log", "view")
                .set("description", "mine");
        json("PATCH", "/admin/api/roles/" + reader, "{\"permissions\":{\"products\":[\"view\",\"edit\"]}}");
        assertThat(saved(role.send()).text("dl.pairs")).contains("mine");
        assertThat(json("GET", "/admin/api/roles/" + reader, "")
                        .get("permissions")
                        .toString())
                .isEqualTo("{\"admin_audit_log\":[\"view\"],\"products\":[\"view\",\"edit\"]}");
    }

    @Test
    void users_and_roles_that_are_being_entered_come_back_after_the_sign_in_without_passwords() {
        String email = fresh("ida");
        Filled user = root.get("/admin/users/create")
                .form()
                .set("email", email)
                .set("password", "a-Long-one-that-is-kept-nowhere");
        root.loseSession();
        Page login = user.send();
        assertThat(login.body()).doesNotContain("a-Long-one");
        Page back = again(login);
        assertThat(back.document().select("#email").val()).isEqualTo(email);
        assertThat(back.document().select("#password").val()).isEmpty();

        Filled role = root.get("/admin/roles/create")
                .form()
                .set("name", "Kept")
                .set("p.products", "view", "edit")
                .set("p.admin_notifications", "create");
        root.loseSession();
        assertThat(again(role.send()).form().fields().get("p.products")).containsExactly("view", "edit");
    }

    private static Page again(Page login) {
        return login.form()
                .set("email", RunningServer.EMAIL)
                .set("password", RunningServer.PASSWORD)
                .send()
                .form()
                .send();
    }

    @Test
    void what_no_form_has_does_not_make_a_conflict() {
        String email = fresh("busy");
        long busy = role("Busy" + COUNT.incrementAndGet(), "{}");
        String id = user(email);
        Filled user = root.get("/admin/users/" + id + "/edit").form().set("full_name", "Kim");
        Filled role = root.get("/admin/roles/" + busy + "/edit").form().set("description", "Kim's");
        PanelVisitor.signedIn(server, email, RunningServer.PASSWORD).close(); // a later last sign-in
        assertThat(saved(user.send()).text("dl.pairs")).contains("Kim");
        json("PATCH", "/admin/api/admin_users/" + id, "{\"roles\":[" + busy + "]}"); // one user more
        assertThat(saved(role.send()).text("dl.pairs")).contains("Kim's");
    }

    @Test
    void the_last_superuser_stays() {
        JsonNode me = RunningServer.json(server.send("GET", "/api/auth/me", token, ""));
        Page form = root.get("/admin/users/" + me.path("id").asText() + "/edit");
        assertThat(form.text(".notice.warning")).startsWith("This is your own account.");
        Page refused = form.form()
                .without("is_superuser")
                .set("full_name", "Still typed")
                .send();
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("[role=alert]")).contains("last active superuser");
        assertThat(refused.document().select("#full_name").val()).isEqualTo("Still typed");
        Page question = root.get("/admin/users/" + me.path("id").asText() + "/delete");
        assertThat(question.text(".notice.error")).contains("last active superuser");
        assertThat(question.text("main li")).startsWith("your own account");
        assertThat(question.document().select("main form button")).isEmpty();
    }

    @Test
    void a_user_is_found_before_the_entries_of_logs_that_name_them() {
        String email = fresh("grace");
        user(email);
        server.token(email, RunningServer.PASSWORD);
        List<String> found =
                json("GET", "/admin/api/search?q=" + email, "").path("items").findValuesAsText("model");
        assertThat(found).startsWith("admin_users").contains("admin_login_attempts");
    }

    @Test
    void who_is_no_superuser_gives_only_what_they_hold_and_sees_no_more_than_they_may() {
        long clerks = role(
                "Clerks" + COUNT.incrementAndGet(),
                "{\"admin_users\":[\"view\",\"create\",\"edit\"],\"admin_roles\":[\"view\"]}");
        long sellers = role("Sellers" + COUNT.incrementAndGet(), "{\"products\":[\"view\"]}");
        String email = fresh("clerk");
        user(email, clerks);
        String strong = user(fresh("strong"), sellers);
        try (PanelVisitor clerk = PanelVisitor.signedIn(server, email, RunningServer.PASSWORD)) {
            Page form = clerk.get("/admin/users/create");
            assertThat(form.document().select("input[name=is_superuser]")).isEmpty();
            assertThat(form.document()
                            .select("input[name=roles][value=" + sellers + "]")
                            .hasAttr("disabled"))
                    .isTrue();
            assertThat(form.document()
                            .select("input[name=roles][value=" + clerks + "]")
                            .hasAttr("disabled"))
                    .isFalse();
            Page refused = form.form()
                    .set("email", fresh("friend"))
                    .set("password", RunningServer.PASSWORD)
                    .set("roles", Long.toString(sellers))
                    .send();
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.text("[role=alert]")).contains("beyond what you hold");
            assertThat(refused.document()
                            .select("input[name=roles][value=" + sellers + "]")
                            .hasAttr("checked"))
                    .isTrue();
            Page password = clerk.get("/admin/users/" + strong + "/edit")
                    .form()
                    .set("password", OTHER)
                    .send();
            assertThat(password.status()).isEqualTo(403);
            assertThat(password.text("[role=alert]")).contains("rights that you do not hold");
            Page own = clerk.get("/admin/users/" + strong);
            assertThat(own.texts(".acts a")).containsExactly("History", "Edit");
            assertThat(clerk.post("/admin/users/" + strong + "/delete", "csrf_token=" + clerk.csrfToken())
                            .status())
                    .isEqualTo(403);
            assertThat(clerk.get("/admin/users/" + strong + "/delete").status()).isEqualTo(403);
            assertThat(clerk.get("/admin/roles/create").status()).isEqualTo(403);
        }
    }

    @Test
    void another_user_is_signed_out_everywhere_and_loses_second_factor_and_keys() {
        String email = fresh("lost");
        long viewers = role("Lookers" + COUNT.incrementAndGet(), "{\"products\":[\"view\"]}");
        String id = user(email, viewers);
        try (PanelVisitor lost = PanelVisitor.signedIn(server, email, RunningServer.PASSWORD)) {
            turnOn(lost);
            Page made = lost.get("/admin/profile/api-keys")
                    .form("form:has(#name)")
                    .set("name", "x")
                    .set("role", Long.toString(viewers))
                    .send();
            String key = made.text(".secret");
            Page shown = root.get("/admin/users/" + id);
            assertThat(shown.text("dl.pairs")).contains("Second factor on");
            Page off = saved(shown.form("#remove-2fa").send());
            assertThat(off.text("dl.pairs")).contains("Second factor off");
            assertThat(off.document().select("#remove-2fa")).isEmpty();
            Page revoked = saved(off.form("form[action*=api-keys]").send());
            assertThat(revoked.text(".notice.success")).isEqualTo("The API key is no longer good.");
            assertThat(server.send("GET", "/api/auth/me", key, "").statusCode()).isEqualTo(401);
            saved(revoked.form("#end-sessions").send());
            assertThat(lost.get("/admin/profile").header("Location"))
                    .hasValueSatisfying(to -> assertThat(to).startsWith("/admin/login"));
        }
    }

    @Test
    void the_pages_of_users_and_roles_are_in_one_place() {
        assertThat(root.get("/admin/admin_users/").header("Location")).contains("/admin/users/");
        assertThat(root.get("/admin/admin_roles").header("Location")).contains("/admin/roles/");
        assertThat(root.get("/admin/admin_users/1").header("Location")).contains("/admin/users/1");
        for (String export : List.of("users", "admin_users", "roles", "admin_roles", "audit", "admin_audit_log")) {
            assertThat(root.get("/admin/" + export + "/export?format=csv").status())
                    .as(export)
                    .isEqualTo(200);
        }
        assertThat(root.get("/admin/users/").document().select(".side nav a").eachAttr("href"))
                .contains("/admin/users/", "/admin/roles/")
                .doesNotContain("/admin/admin_users/", "/admin/admin_roles/");
        for (String nothing : List.of(
                "/admin/users/99999",
                "/admin/users/x",
                "/admin/roles/99999/edit",
                "/admin/roles/x",
                "/admin/users/1/y")) {
            assertThat(root.get(nothing).status()).as(nothing).isEqualTo(404);
        }
        assertThat(root.get("/admin/users/?nothing=1").status()).isEqualTo(400);
        assertThat(root.get("/admin/users/?page=0").status()).isEqualTo(400);
    }

    // ---- the list of users

    private static Filled selected(Page list, String action, String... keys) {
        return list.form("#bulk").set("action", action).set("key", keys);
    }

    @Test
    void the_list_of_users_is_a_list_like_every_other() {
        String name = "Listed" + COUNT.incrementAndGet();
        long listed = role(name, "{\"products\":[\"view\"]}");
        String first = fresh("list-a");
        String second = fresh("list-b");
        user(first, listed);
        String id = user(second, listed);
        json("PATCH", "/admin/api/admin_users/" + id, "{\"is_active\":false}");
        Page list = root.get("/admin/users/?roles=" + listed);
        assertThat(list.texts("thead th[data-label]"))
                .containsExactly("E-mail address ↑", "Full name", "Active", "Superuser", "Roles", "Last sign-in");
        assertThat(list.texts("tbody tr[data-key] td:nth-child(6)")).containsOnly(name);
        assertThat(list.texts("tbody a.name")).containsExactly(first, second);
        assertThat(list.click(second).text("h1")).isEqualTo(second);
        assertThat(list.click("E-mail address ↑").texts("tbody a.name")).containsExactly(second, first);
        assertThat(list.texts(".head .button")).containsExactly("Invite", "Export", "Create");
        assertThat(list.texts("main > nav.tabs a")).containsExactly("Users", "Invitations", "Sessions", "API keys");
        assertThat(list.text("#views")).contains("All Users", "Save view");
        assertThat(list.texts("#row-menu a")).containsExactly("View", "Edit", "History", "Delete…");
        assertThat(list.document().select("thead [data-field]"))
                .isEmpty(); // cells are changed on the page of the account

        assertThat(root.get("/admin/users/?is_active=true&roles=" + listed + "&q=LIST")
                        .texts("tbody a.name"))
                .containsExactly(first);
        Page columns = root.get("/admin/users/?fields=email,source,created_at&roles=" + listed);
        assertThat(columns.texts("thead th[data-label]"))
                .containsExactly("E-mail address ↑", "Managed by", "Created at");
        assertThat(columns.body()).doesNotContain("password");
        Page export = list.click("Export");
        assertThat(export.document().select("main form").attr("action")).isEqualTo("/admin/users/export");
        assertThat(root.get("/admin/users/export?format=csv&fields=email&ordering=email&roles=" + listed)
                        .body())
                .contains("\"" + first + "\"\r\n\"" + second + "\"")
                .doesNotContain(RunningServer.EMAIL);
        Page saved = saved(root.post(
                "/admin/saved_views",
                "csrf_token=" + root.csrfToken() + "&model=admin_users&name=" + name + "&query=roles%3D" + listed));
        assertThat(saved.texts("#views a")).contains(name);
        assertThat(saved.texts("tbody a.name")).containsExactly(first, second);
    }

    @Test
    void several_users_are_changed_and_deleted_together_except_oneself() {
        String own = RunningServer.json(server.send("GET", "/api/auth/me", token, ""))
                .path("id")
                .asText();
        long many = role("Many" + COUNT.incrementAndGet(), "{\"products\":[\"view\"]}");
        String first = user(fresh("many"));
        String second = user(fresh("many"));
        Page list = root.get("/admin/users/");
        Page asked = selected(list, "set:roles", own, first, second).send();
        assertThat(asked.text("h1")).isEqualTo("Change 2 users");
        assertThat(asked.text(".notice")).startsWith("Your own account is left out.");
        saved(asked.form().set("roles", Long.toString(many)).send());
        Page changed = root.get("/admin/users/?roles=" + many);
        assertThat(changed.texts("tbody tr[data-key]")).hasSize(2);

        String query = "filter=%7B%22id__in%22:%5B" + own + "," + first + "," + second + "%5D%7D";
        Page whole = root.get("/admin/users/?" + query)
                .form("#bulk")
                .set("action", "set:is_active")
                .set("all", "1")
                .send();
        assertThat(whole.text(".notice")).startsWith("Your own account is left out.");
        assertThat(saved(whole.form().set("is_active", "false").send()).text(".notice"))
                .isEqualTo("2 of 2 records were changed.");
        assertThat(json("GET", "/admin/api/admin_users/" + own, "")
                        .path("is_active")
                        .asBoolean())
                .isTrue();

        Page alone = selected(list, "delete", own).send();
        assertThat(alone.follow().text(".notice.error")).startsWith("Your own account is left out.");
        Page onlyOwn = root.get("/admin/users/?id=" + own)
                .form("#bulk")
                .set("action", "delete")
                .set("all", "1")
                .send();
        assertThat(onlyOwn.follow().text(".notice.error")).startsWith("Your own account is left out.");
        Page named = selected(list, "set:full_name", own).send();
        assertThat(named.text(".notice")).as("what takes no rights").isEmpty();
        Page gone =
                saved(selected(list, "delete", own, first, second).send().form().send());
        assertThat(gone.text(".notice")).isEqualTo("2 records were deleted.");
        assertThat(server.send("GET", "/admin/api/admin_users/" + first, token, "")
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void a_change_of_several_users_has_the_rules_of_a_single_one() {
        long clerks = role(
                "Clerks" + COUNT.incrementAndGet(),
                "{\"admin_users\":[\"view\",\"edit\",\"delete\"],\"admin_roles\":[\"view\"]}");
        long sellers = role("Sellers" + COUNT.incrementAndGet(), "{\"products\":[\"view\"]}");
        String email = fresh("clerk");
        user(email, clerks);
        String other = user(fresh("other"));
        String strong = fresh("strong");
        String id = user(strong);
        json("PATCH", "/admin/api/admin_users/" + id, "{\"is_superuser\":true}");
        try (PanelVisitor clerk = PanelVisitor.signedIn(server, email, RunningServer.PASSWORD)) {
            Page list = clerk.get("/admin/users/");
            assertThat(list.document().select("button[name=action]").eachAttr("value"))
                    .contains("set:is_active", "set:roles", "delete")
                    .doesNotContain("set:is_superuser");
            Page refused = selected(list, "set:is_active", other, id)
                    .send()
                    .form()
                    .set("is_active", "false")
                    .send();
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.text("[role=alert]")).isEqualTo("Nothing was changed.");
            assertThat(refused.text("main form")).contains(strong + ": Only a superuser makes, changes or deletes");
            assertThat(json("GET", "/admin/api/admin_users/" + other, "")
                            .path("is_active")
                            .asBoolean())
                    .isTrue();
            Page roles = selected(list, "set:roles", other)
                    .send()
                    .form()
                    .set("roles", Long.toString(sellers))
                    .send();
            assertThat(roles.status()).isEqualTo(403);
            assertThat(roles.text("main")).contains("beyond what you hold");
            Page deletion = selected(list, "delete", other, id).send();
            assertThat(deletion.text("[role=alert]")).contains("Only a superuser", strong);
            assertThat(saved(deletion.form("#others").send().form().send()).text(".notice"))
                    .isEqualTo("1 record was deleted.");
        } finally {
            json("PATCH", "/admin/api/admin_users/" + id, "{\"is_superuser\":false}");
        }
    }

    @Test
    void the_list_of_users_shows_what_the_caller_may_see() {
        String name = "Partly" + COUNT.incrementAndGet();
        json(
                "POST",
                "/admin/api/roles/",
                "{\"name\":\"" + name + "\",\"permissions\":{\"admin_users\":[\"view\"]},\"field_permissions\":"
                        + "{\"admin_users\":{\"email\":[],\"is_superuser\":[],\"last_login\":[]}}}");
        long partly =
                json("GET", "/admin/api/roles/?q=" + name, "").at("/items/0/id").asLong();
        String email = fresh("partly");
        String id = user(email, partly);
        try (PanelVisitor visitor = PanelVisitor.signedIn(server, email, RunningServer.PASSWORD)) {
            Page list = visitor.get("/admin/users/");
            assertThat(list.status()).as(list.body()).isEqualTo(200);
            assertThat(list.texts("thead th[data-label]")).containsExactly("Full name", "Active");
            assertThat(list.document().select("tr[data-key=" + id + "] a.name").attr("href"))
                    .isEqualTo("/admin/users/" + id);
            assertThat(list.document().select("main [name=roles], main [name=is_superuser], #bulk, main > nav.tabs"))
                    .isEmpty();
            assertThat(list.texts(".head .button")).isEmpty();
            assertThat(visitor.get("/admin/users/?is_superuser=true").status()).isEqualTo(403);
            assertThat(visitor.get("/admin/users/export").status()).isEqualTo(403);
            assertThat(visitor.post("/admin/users/bulk", "action=delete&key=1&csrf_token=" + visitor.csrfToken())
                            .status())
                    .isEqualTo(403);
        }
    }

    // ---- roles

    @Test
    void a_role_is_created_in_the_matrix_and_stored_as_ticked() {
        String name = "Matrix" + COUNT.incrementAndGet();
        Page shown = saved(root.get("/admin/roles/create")
                .form()
                .set("name", name)
                .set("description", "One\r\nTwo")
                .set("p.products", "view", "edit")
                .set("p.admin_audit_log", "view")
                .set("f.products.cost", "edit", "view")
                .set("w.products", " name = 'a' ")
                .send());
        assertThat(shown.text("h1")).isEqualTo(name);
        assertThat(shown.text("tbody")).contains("view, edit", "name = 'a'", "cost: create");
        String id = shown.answer().uri().getPath().replaceAll(".*/", "");
        JsonNode stored = json("GET", "/admin/api/roles/" + id, "");
        assertThat(stored.path("description").asText()).isEqualTo("One\nTwo");
        assertThat(stored.path("permissions").toString())
                .isEqualTo("{\"admin_audit_log\":[\"view\"],\"products\":[\"view\",\"edit\"]}");
        assertThat(stored.path("field_permissions").toString()).isEqualTo("{\"products\":{\"cost\":[\"create\"]}}");
        assertThat(stored.path("row_policies").toString()).isEqualTo("{\"products\":\"name = 'a'\"}");

        Page form = shown.click("Edit");
        assertThat(form.form().fields().get("p.products")).containsExactly("view", "edit");
        assertThat(form.form().fields().get("f.products.cost")).containsExactly("view", "edit");
        Page same = saved(form.form().send());
        assertThat(json("GET", "/admin/api/roles/" + id, "")).isEqualTo(stored);
        Page less = saved(same.click("Edit")
                .form()
                .without("p.products")
                .without("f.products.cost")
                .set("w.products", "")
                .send());
        assertThat(less.text("tbody")).doesNotContain("Products");
        assertThat(json("GET", "/admin/api/roles/" + id, "").path("permissions").toString())
                .isEqualTo("{\"admin_audit_log\":[\"view\"]}");
    }

    @Test
    void the_form_of_a_role_counts_what_a_row_policy_selects_for_a_user() {
        String email = fresh("eve");
        user(email);
        json("POST", "/admin/api/products/", "{\"name\":\"" + email + "\"}");
        String all = json("GET", "/admin/api/products/", "").path("total").asText();
        long roles = json("GET", "/admin/api/roles/", "").path("total").asLong();

        Page mine = counted(root, "name = $user.email", "");
        assertThat(mine.text("#counted-products"))
                .isEqualTo("Selects 0 of " + all + " Products for " + RunningServer.EMAIL + ".");
        Page hers = counted(root, "name = $user.email", email.toUpperCase(java.util.Locale.ROOT));
        assertThat(hers.text("#counted-products")).isEqualTo("Selects 1 of " + all + " Products for " + email + ".");
        assertThat(hers.document().select("details[open] summary").text()).isEqualTo("Products restricted");
        assertThat(hers.form().fields().get("w.products")).containsExactly("name = $user.email");
        assertThat(counted(root, "name = ", "").text("#counted-products")).startsWith("At position 7: ");
        assertThat(counted(root, "cost > 1", "nobody@example.com").text("#counted-products"))
                .contains("no user with the address 'nobody@example.com'");
        assertThat(json("GET", "/admin/api/roles/", "").path("total").asLong())
                .as("nothing was saved")
                .isEqualTo(roles);

        String keeper = fresh("keeper");
        user(keeper, role("Keeper" + COUNT.incrementAndGet(), "{\"admin_roles\":[\"view\",\"create\",\"edit\"]}"));
        try (PanelVisitor visitor = PanelVisitor.signedIn(server, keeper, RunningServer.PASSWORD)) {
            assertThat(counted(visitor, "cost > 1", "").text("#counted-products"))
                    .as("only of records that the visitor may view")
                    .isEqualTo("This needs the right 'view' on 'Products'.");
        }
    }

    private static Page counted(PanelVisitor visitor, String policy, String email) {
        Page page = visitor.get("/admin/roles/create")
                .form()
                .set("name", "Not saved")
                .set("w.products", policy)
                .set("count.for", email)
                .set("count", "products")
                .send();
        assertThat(page.status()).isEqualTo(200);
        return page;
    }

    @Test
    void errors_of_a_role_are_shown_next_to_their_fields_and_no_input_is_lost() {
        Page wrong = root.get("/admin/roles/create")
                .form()
                .set("name", " ")
                .set("p.products", "view", "fly")
                .set("w.products", "nosuch = 1")
                .set("w.admin_users", "email = 'a'")
                .send();
        assertThat(wrong.status()).isEqualTo(422);
        assertThat(wrong(wrong, "name")).isNotEmpty();
        assertThat(wrong.text("#policy-wrong-products")).contains("nosuch");
        assertThat(wrong.document().select("[id='wrong-p.products']").text()).contains("expected");
        assertThat(wrong.document().select("details[open] summary").text()).contains("Products", "needs correction");
        assertThat(wrong.document().select("#policy-products").val()).isEqualTo("nosuch = 1");
        assertThat(wrong.document().select("#policy-admin_users").val()).isEqualTo("email = 'a'");
        assertThat(wrong.form().fields().get("p.products")).containsExactly("view");

        Page taken = root.get("/admin/roles/create")
                .form()
                .set("name", "Viewer")
                .set("p.products", "delete")
                .send();
        assertThat(taken.status()).isEqualTo(409);
        assertThat(wrong(taken, "name")).contains("Viewer");
        assertThat(taken.form().fields().get("p.products")).containsExactly("delete");
    }

    @Test
    void who_grants_more_than_they_hold_is_refused_on_the_page() {
        long keepers = role(
                "Keepers" + COUNT.incrementAndGet(),
                "{\"admin_roles\":[\"view\",\"create\",\"edit\"],\"products\":[\"view\"]}");
        String email = fresh("keeper");
        user(email, keepers);
        try (PanelVisitor keeper = PanelVisitor.signedIn(server, email, RunningServer.PASSWORD)) {
            String name = "Grabbed" + COUNT.incrementAndGet();
            Page refused = keeper.get("/admin/roles/create")
                    .form()
                    .set("name", name)
                    .set("p.products", "view", "delete")
                    .send();
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.text("[role=alert]")).contains("delete on products");
            assertThat(refused.form().fields().get("p.products")).containsExactly("view", "delete");
            assertThat(saved(refused.form().set("p.products", "view").send()).text("h1"))
                    .isEqualTo(name);
        }
    }

    @Test
    void a_role_changed_by_another_user_is_not_overwritten_unseen() {
        long id = role("Raced" + COUNT.incrementAndGet(), "{\"products\":[\"view\"]}");
        Filled form = root.get("/admin/roles/" + id + "/edit").form().set("description", "mine");
        json("PATCH", "/admin/api/roles/" + id, "{\"description\":\"theirs\"}");
        Page conflict = form.send();
        assertThat(conflict.status()).isEqualTo(412);
        assertThat(conflict.document().select("#description").val()).isEqualTo("mine");
        assertThat(saved(conflict.form().send()).text("dl.pairs")).contains("mine");
    }

    @Test
    void the_rights_of_a_superusers_role_are_fixed() {
        Page form = root.get("/admin/roles/?q=SuperAdmin").click("SuperAdmin").click("Edit");
        assertThat(form.document().select("input[type=checkbox]")).isEmpty();
        Page shown =
                saved(form.form().set("description", "Everything there is.").send());
        assertThat(shown.text("main")).contains("Everything there is.", "bypass all permission checks");
    }

    @Test
    void a_role_in_use_stays_and_any_other_goes() {
        long id = role("Used" + COUNT.incrementAndGet(), "{}");
        String user = user(fresh("used"), id);
        Page question = root.get("/admin/roles/" + id + "/delete");
        assertThat(question.text("main")).contains("One user has this role");
        Page forced = root.post("/admin/roles/" + id + "/delete", "csrf_token=" + root.csrfToken());
        assertThat(forced.status()).isEqualTo(409);
        assertThat(forced.text("[role=alert]")).contains("in use");
        json("PATCH", "/admin/api/admin_users/" + user, "{\"roles\":[]}");
        Page gone = saved(root.get("/admin/roles/" + id + "/delete").form().send());
        assertThat(gone.text(".notice.success")).isEqualTo("The role is deleted.");
        assertThat(root.get("/admin/roles/" + id).status()).isEqualTo(404);
    }

    @Test
    void every_box_and_field_of_the_matrix_has_a_name_for_screen_readers() {
        Page form = root.get("/admin/roles/create");
        assertThat(form.document().select("main input[type=checkbox]").stream()
                        .map(box -> box.closest("label"))
                        .map(label -> label == null ? "" : label.text()))
                .hasSizeGreaterThan(50)
                .allMatch(label -> !label.isBlank())
                .doesNotHaveDuplicates();
        assertThat(form.document().select("main textarea, main #name").stream()
                        .map(field -> form.text("label[for='" + field.id() + "']")))
                .hasSizeGreaterThan(5)
                .allMatch(label -> !label.isBlank());
        List<String> ids = form.document().select("[id]").eachAttr("id");
        assertThat(ids).doesNotHaveDuplicates();
    }

    // ---- the user's own profile

    private PanelVisitor newUser(String email, Long... roles) {
        user(email, roles);
        return PanelVisitor.signedIn(server, email, RunningServer.PASSWORD);
    }

    @Test
    void users_change_their_own_name_and_see_their_rights() {
        long viewers = role("Onlookers" + COUNT.incrementAndGet(), "{\"products\":[\"view\"]}");
        try (PanelVisitor ada = newUser(fresh("self"), viewers)) {
            Page profile = ada.get("/admin/profile");
            assertThat(profile.text("tbody")).contains("Products", "view");
            Page saved = saved(profile.form().set("full_name", "Ada <b>").send());
            assertThat(saved.document().select("#full_name").val()).isEqualTo("Ada <b>");
            Page wrong = saved.form().set("full_name", "x".repeat(151)).send();
            assertThat(wrong.status()).isEqualTo(422);
            assertThat(wrong(wrong, "full_name")).contains("150");
        }
    }

    @Test
    void a_new_password_needs_the_current_one_and_ends_every_session() {
        String email = fresh("pass");
        try (PanelVisitor ada = newUser(email);
                PanelVisitor elsewhere = PanelVisitor.signedIn(server, email, RunningServer.PASSWORD)) {
            Filled form = ada.get("/admin/profile/password").form();
            Page wrong = form.set("current_password", "not-it")
                    .set("password", OTHER)
                    .set("repeated", OTHER)
                    .send();
            assertThat(wrong.status()).isEqualTo(422);
            assertThat(wrong(wrong, "current_password")).isNotEmpty();
            assertThat(wrong.body()).doesNotContain(OTHER, "not-it");
            Page different = form.set("current_password", RunningServer.PASSWORD)
                    .set("repeated", OTHER + "x")
                    .send();
            assertThat(wrong(different, "repeated")).isNotEmpty();
            Page weak = form.set("password", "aaaaaaaaaaaaaa")
                    .set("repeated", "aaaaaaaaaaaaaa")
                    .send();
            assertThat(weak.status()).isEqualTo(422);
            assertThat(wrong(weak, "password")).contains("easy to guess");

            Page done = form.set("password", OTHER).set("repeated", OTHER).send();
            assertThat(done.status()).isEqualTo(303);
            assertThat(done.follow().text(".notice.success")).contains("signed out everywhere");
            for (PanelVisitor each : List.of(ada, elsewhere)) {
                assertThat(each.get("/admin/profile").status()).isEqualTo(303);
            }
            PanelVisitor.signedIn(server, email, OTHER).close();
        }
    }

    @Test
    void the_current_password_is_not_guessed_without_end() {
        try (PanelVisitor ada = newUser(fresh("guess"))) {
            Filled form = ada.get("/admin/profile/password")
                    .form()
                    .set("password", OTHER)
                    .set("repeated", OTHER);
            for (int i = 0; i < 10; i++) {
                assertThat(form.set("current_password", "guess-" + i).send().status())
                        .isEqualTo(422);
            }
            Page later = form.set("current_password", RunningServer.PASSWORD).send();
            assertThat(later.status()).isEqualTo(429);
            assertThat(later.header("Retry-After")).isPresent();
            assertThat(later.text("[role=alert]")).contains("seconds");
        }
    }

    private static byte[] secret(Page page) {
        return Base32.decode(page.text(".secret"));
    }

    private String code(byte[] secret, long step) {
        return server.hexadmin().installation().persistence().oneTimeCodes().code(secret, step);
    }

    /** The secret, the time step whose code was used, and the backup codes. */
    private record Factor(byte[] secret, long step, List<String> backup) {}

    private Factor turnOn(PanelVisitor visitor) {
        Page begun = saved(visitor.get("/admin/profile/2fa").form().send());
        byte[] secret = secret(begun);
        assertThat(secret).hasSize(20);
        long step = Instant.now().getEpochSecond() / 30;
        Page codes = begun.form("form:has(#code)")
                .set("current_password", RunningServer.PASSWORD)
                .set("code", code(secret, step))
                .send();
        assertThat(codes.status()).as(codes.body()).isEqualTo(200);
        List<String> backup = codes.texts(".codes code");
        assertThat(backup).hasSize(10).doesNotHaveDuplicates();
        return new Factor(secret, step, backup);
    }

    private Page verify(PanelVisitor visitor, String email, String code) {
        Page waiting = visitor.get("/admin/login")
                .form()
                .set("email", email)
                .set("password", RunningServer.PASSWORD)
                .send();
        assertThat(waiting.header("Location"))
                .hasValueSatisfying(to -> assertThat(to).startsWith("/admin/verify-2fa"));
        return waiting.follow().form().set("code", code).send();
    }

    @Test
    void after_five_wrong_codes_one_signs_in_again(@TempDir Path folder) {
        try (RunningServer unlimited = RunningServer.start(
                        database(folder),
                        options -> options.setting("rate_limits.sign_in.limit", "0")
                                .setting("rate_limits.sign_in_of_address.limit", "0"));
                PanelVisitor owner = PanelVisitor.signedIn(unlimited);
                PanelVisitor other = new PanelVisitor(unlimited)) {
            turnOn(owner);
            Page page = verify(other, RunningServer.EMAIL, "000000");
            for (int i = 1; i < 5; i++) {
                assertThat(page.text("[role=alert]")).contains("The code is wrong");
                page = page.form().set("code", "000000").send();
            }
            assertThat(page.status()).isEqualTo(401);
            assertThat(page.text("[role=alert]")).contains("too many wrong codes");
            assertThat(page.document().select("input[name=password]")).hasSize(1);
        }
    }

    @Test
    void a_second_factor_is_set_up_with_a_picture_and_asked_for_at_the_next_sign_in() {
        String email = fresh("otp");
        try (PanelVisitor ada = newUser(email)) {
            Page begun = saved(ada.get("/admin/profile/2fa").form().send());
            assertThat(begun.document().select("svg.qr[role=img] path").attr("d"))
                    .startsWith("M4 4h7");
            assertThat(begun.document().select("[style], style, img")).isEmpty();
            Page stranger = begun.form("form:has(#code)")
                    .set("current_password", OTHER)
                    .set("code", code(secret(begun), Instant.now().getEpochSecond() / 30))
                    .send();
            assertThat(stranger.status()).isEqualTo(422);
            assertThat(wrong(stranger, "current_password")).isEqualTo("This is not your password.");
            Page wrong = begun.form("form:has(#code)")
                    .set("current_password", RunningServer.PASSWORD)
                    .set("code", "000000")
                    .send();
            assertThat(wrong.status()).isEqualTo(422);
            assertThat(wrong(wrong, "code")).isNotEmpty();
            assertThat(secret(wrong)).as("the same secret again").isEqualTo(secret(begun));

            long step = Instant.now().getEpochSecond() / 30;
            byte[] secret = secret(begun);
            Page codes = wrong.form("form:has(#code)")
                    .set("current_password", RunningServer.PASSWORD)
                    .set("code", code(secret, step))
                    .send();
            List<String> backup = codes.texts(".codes code");
            Page on = codes.click("I have saved them");
            assertThat(on.text("main")).contains("on", "10 backup codes are left");
            assertThat(on.body()).doesNotContain(backup.getFirst());

            try (PanelVisitor again = new PanelVisitor(server)) {
                assertThat(verify(again, email, code(secret, step)).status())
                        .as("used at the set-up")
                        .isEqualTo(401);
                assertThat(verify(again, email, code(secret, step + 1)).status())
                        .isEqualTo(303);
                assertThat(again.get("/admin/profile").status()).isEqualTo(200);
            }
            try (PanelVisitor third = new PanelVisitor(server)) {
                assertThat(verify(third, email, code(secret, step + 1)).status())
                        .isEqualTo(401);
                assertThat(verify(third, email, backup.getFirst()).status()).isEqualTo(303);
                assertThat(third.get("/admin/profile/2fa").text("main")).contains("9 backup codes");
            }
            var byJson = server.send(
                    "POST",
                    "/api/auth/token",
                    "",
                    "{\"email\":\"" + email + "\",\"password\":\"" + RunningServer.PASSWORD + "\"}");
            assertThat(RunningServer.json(byJson).path("requires_2fa").asBoolean())
                    .as("asked for by the JSON API, too")
                    .isTrue();

            Page refused = ada.get("/admin/profile/2fa")
                    .form()
                    .set("code", backup.getFirst())
                    .send();
            assertThat(refused.status()).isEqualTo(422);
            Page off = saved(refused.form()
                    .set("code", backup.get(1).toLowerCase(Locale.ROOT))
                    .send());
            assertThat(off.text(".notice.success")).isEqualTo("The second factor is off.");
            PanelVisitor.signedIn(server, email, RunningServer.PASSWORD).close();
        }
    }

    @Test
    void sessions_are_listed_and_ended_one_by_one_and_all_others_at_once() {
        String email = fresh("sess");
        try (PanelVisitor ada = newUser(email);
                PanelVisitor second = PanelVisitor.signedIn(server, email, RunningServer.PASSWORD);
                PanelVisitor third = PanelVisitor.signedIn(server, email, RunningServer.PASSWORD);
                PanelVisitor stranger = newUser(fresh("stranger"))) {
            Page list = ada.get("/admin/profile/sessions");
            assertThat(list.texts("tbody tr")).hasSize(3);
            assertThat(list.texts("tbody tr:has(.tag)"))
                    .singleElement()
                    .asString()
                    .contains("this session");
            assertThat(list.text("tbody")).contains("Java-http-client", "127.0.0.1");

            List<String> actions = new ArrayList<>();
            second.get("/admin/profile/sessions")
                    .document()
                    .select("tbody tr:has(.tag) form")
                    .forEach(form -> actions.add(form.attr("action")));
            Page foreign = stranger.post(actions.getFirst(), "csrf_token=" + stranger.csrfToken());
            assertThat(foreign.follow().text(".notice")).contains("was over");
            assertThat(second.get("/admin/profile").status()).isEqualTo(200);

            Page ended = saved(ada.post(actions.getFirst(), "csrf_token=" + ada.csrfToken()));
            assertThat(ended.texts("tbody tr")).hasSize(2);
            assertThat(second.get("/admin/profile").status()).isEqualTo(303);
            assertThat(third.get("/admin/profile").status()).isEqualTo(200);

            Page alone = saved(ada.post("/admin/profile/sessions/end-others", "csrf_token=" + ada.csrfToken()));
            assertThat(alone.texts("tbody tr")).hasSize(1);
            assertThat(third.get("/admin/profile").status()).isEqualTo(303);

            Page out = alone.form("tbody form").send();
            assertThat(out.header("Location")).contains("/admin/login");
            assertThat(ada.get("/admin/profile").status()).isEqualTo(303);
        }
    }

    @Test
    void an_api_key_is_made_shown_once_used_and_revoked() {
        long viewers = role("Reading" + COUNT.incrementAndGet(), "{\"products\":[\"view\"]}");
        try (PanelVisitor ada = newUser(fresh("keys"), viewers)) {
            Page keys = ada.get("/admin/profile/api-keys");
            assertThat(keys.text("main")).contains("There are no API keys");
            assertThat(keys.texts("#role option"))
                    .hasSizeGreaterThan(0)
                    .doesNotContain("SuperAdmin", "Admin", "Editor");
            role("Reading" + COUNT.incrementAndGet(), "{\"products\":[\"view\"]}");
            Page undecided =
                    ada.get("/admin/profile/api-keys").form().set("name", "a").send();
            assertThat(wrong(undecided, "role")).isEqualTo("Choose a role.");
            Page wrong = undecided
                    .form()
                    .set("name", " ")
                    .set("role", Long.toString(viewers))
                    .set("expires", "30")
                    .send();
            assertThat(wrong.status()).isEqualTo(422);
            assertThat(wrong(wrong, "name")).isNotEmpty();
            assertThat(wrong.form().fields().get("expires")).containsExactly("30");
            assertThat(wrong(wrong.form().set("name", "a").set("expires", "1e9").send(), "expires"))
                    .isNotEmpty();

            Page made = wrong.form()
                    .set("name", "Import")
                    .set("role", Long.toString(viewers))
                    .send();
            assertThat(made.status()).isEqualTo(200);
            String key = made.text(".secret");
            assertThat(key).matches("hx_[A-Za-z0-9_-]{43}");
            assertThat(server.send("GET", "/admin/api/products/", key, "").statusCode())
                    .isEqualTo(200);
            Page later = ada.get("/admin/profile/api-keys");
            assertThat(later.body()).doesNotContain(key);
            assertThat(later.text("tbody")).contains("Import", key.substring(0, 9) + "…");
            Waiting.until(() -> !ada.get("/admin/profile/api-keys")
                    .text("tbody td:nth-of-type(5)")
                    .equals("never"));

            Page escalation = later.form("form:has(#name)")
                    .set("name", "More")
                    .set("role", superAdmin())
                    .send();
            assertThat(escalation.status()).isEqualTo(403);
            assertThat(escalation.text("[role=alert]")).contains("superuser");

            Page revoked = saved(later.form("tbody form").send());
            assertThat(revoked.text("main")).contains("There are no API keys");
            assertThat(server.send("GET", "/admin/api/products/", key, "").statusCode())
                    .isEqualTo(401);
        }
    }

    private String superAdmin() {
        return json("GET", "/admin/api/roles/?q=SuperAdmin", "")
                .path("items")
                .path(0)
                .path("id")
                .asText();
    }
}
