package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.testing.TestDatabases;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** For random roles, field rules and row policies, the responses of the server equal the results of a simple oracle. */
class RightsOracleIT {
    private static final long SEED = 20_261_121;
    private static final int CASES = 40;
    private static final List<String> ACTIONS = List.of("view", "create", "edit", "delete");
    private static final List<String> TITLES = List.of("a", "b");

    private static final ModelDefinition PAPERS = ModelDefinition.builder("papers")
            .field("id", FieldType.INTEGER, f -> f.primaryKey())
            .field("owner_id", FieldType.INTEGER, f -> f.required())
            .field("title", FieldType.STRING, f -> f.required().maxLength(20))
            .field("secret", FieldType.STRING, f -> f.maxLength(20))
            .build();

    @TempDir
    Path folder;

    /** A record as the oracle sees it. */
    private record Paper(long owner, String title) {}

    /** Which records a role covers. */
    private enum Scope {
        EVERYTHING,
        OWN,
        TITLE_A;

        boolean covers(Paper paper, long user) {
            return switch (this) {
                case EVERYTHING -> true;
                case OWN -> paper.owner() == user;
                case TITLE_A -> paper.title().equals("a");
            };
        }
    }

    /**
     * A role on papers.
     *
     * @param secret the actions left on the field, if it is restricted
     */
    private record Role(Set<String> actions, Optional<Set<String>> secret, Scope scope) {
        boolean covers(String action, Paper paper, long user) {
            return actions.contains(action) && scope.covers(paper, user);
        }

        boolean reachesSecret(String action) {
            return actions.contains(action)
                    && secret.map(left -> left.contains(action)).orElse(true);
        }
    }

    /** A user and what their roles say. */
    private record Holder(long user, List<Role> roles) {
        boolean has(String action) {
            return roles.stream().anyMatch(role -> role.actions().contains(action));
        }

        boolean covers(String action, Paper paper) {
            return roles.stream().anyMatch(role -> role.covers(action, paper, user));
        }

        boolean reachesSecret(String action) {
            return roles.stream().anyMatch(role -> role.reachesSecret(action));
        }

        int get(Paper paper) {
            return !has("view") ? 403 : covers("view", paper) ? 200 : 404;
        }

        /** For what changes a record into {@code after}, or removes it when that is empty. */
        int change(String action, Paper paper, Optional<Paper> after) {
            if (!has(action)) {
                return 403;
            }
            if (!covers(action, paper)) {
                return covers("view", paper) ? 403 : 404;
            }
            return after.isPresent() && !covers(action, after.get()) ? 403 : 200;
        }

        int create(Paper paper) {
            return has("create") && covers("create", paper) ? 201 : 403;
        }
    }

    @Test
    void the_server_and_the_oracle_agree() {
        Random random = new Random(SEED);
        try (RunningServer server = RunningServer.start(TestDatabases.sqlite(folder), b -> b.register(PAPERS))) {
            String root = server.token();
            for (int i = 0; i < CASES; i++) {
                check(server, root, random, i);
                root = i % 10 == 9 ? server.token() : root;
            }
        }
    }

    private static void check(RunningServer server, String root, Random random, int number) {
        List<Role> roles = new ArrayList<>();
        ArrayNode ids = RunningServer.JSON.createArrayNode();
        for (int i = random.nextInt(3); i >= 0; i--) {
            Role role = new Role(
                    subset(random, ACTIONS, 1),
                    random.nextBoolean() ? Optional.empty() : Optional.of(subset(random, List.of("view", "edit"), 0)),
                    Scope.values()[random.nextInt(3)]);
            roles.add(role);
            ids.add(id(server.send("POST", "/admin/api/roles/", root, body(role, "role " + number + "." + i))));
        }
        String email = "user" + number + "@example.com";
        ObjectNode user = RunningServer.JSON.createObjectNode();
        user.put("email", email).put("password", "ferry-Lantern-58-meadow").set("roles", ids);
        long userId = id(server.send("POST", "/admin/api/admin_users/", root, user.toString()));
        Holder holder = new Holder(userId, roles);
        String token = server.token(email, "ferry-Lantern-58-meadow");

        int visible = 0;
        for (Paper paper : papers(userId)) {
            HttpResponse<String> made = server.send("POST", "/admin/api/papers/", root, paper(paper));
            String path = "/admin/api/papers/" + id(made);
            String context = "seed " + SEED + ", case " + number + ", " + holder + ", " + paper;

            HttpResponse<String> got = server.send("GET", path, token, "");
            assertThat(got.statusCode()).as("GET " + context).isEqualTo(holder.get(paper));
            if (got.statusCode() == 200) {
                visible++;
                assertThat(RunningServer.json(got).has("secret"))
                        .as("secret shown " + context)
                        .isEqualTo(holder.reachesSecret("view"));
            }
            for (String title : TITLES) {
                Paper after = new Paper(paper.owner(), title);
                assertThat(status(server, "PATCH", path, token, "{\"title\":\"" + title + "\"}"))
                        .as("PATCH title " + title + " " + context)
                        .isEqualTo(
                                title.equals(paper.title())
                                        ? holder.change("edit", paper, Optional.empty())
                                        : holder.change("edit", paper, Optional.of(after)));
                assertThat(status(server, "POST", "/admin/api/papers/", token, paper(after)))
                        .as("POST " + after + " " + context)
                        .isEqualTo(holder.create(after));
            }
            assertThat(status(server, "PATCH", path, token, "{\"secret\":\"other\"}"))
                    .as("PATCH secret " + context)
                    .isEqualTo(holder.reachesSecret("edit") ? holder.change("edit", paper, Optional.of(paper)) : 403);
            assertThat(status(server, "DELETE", path, token, ""))
                    .as("DELETE " + context)
                    .isEqualTo(holder.change("delete", paper, Optional.empty()));
        }
        HttpResponse<String> list = server.send(
                "GET",
                "/admin/api/papers/?ordering=-id&id__gt="
                        + (last(server, root) - papers(userId).size()),
                token,
                "");
        assertThat(list.statusCode()).isEqualTo(holder.has("view") ? 200 : 403);
        if (list.statusCode() == 200) {
            assertThat(RunningServer.json(list).path("total").asInt()).isEqualTo(visible);
        }
    }

    private static long last(RunningServer server, String root) {
        JsonNode newest =
                RunningServer.json(server.send("GET", "/admin/api/papers/?ordering=-id&per_page=1", root, ""));
        return newest.at("/items/0/id").asLong();
    }

    /** The status of a change that is undone again. */
    private static int status(RunningServer server, String method, String path, String token, String body) {
        return server.send(method, path, token, body, "Prefer", "tx=rollback").statusCode();
    }

    private static List<Paper> papers(long user) {
        List<Paper> papers = new ArrayList<>();
        for (long owner : new long[] {user, 0}) {
            TITLES.forEach(title -> papers.add(new Paper(owner, title)));
        }
        return papers;
    }

    private static Set<String> subset(Random random, List<String> all, int least) {
        Set<String> some = new HashSet<>();
        all.stream().filter(each -> random.nextBoolean()).forEach(some::add);
        while (some.size() < least) {
            some.add(all.get(random.nextInt(all.size())));
        }
        return some;
    }

    private static String body(Role role, String name) {
        ObjectNode body = RunningServer.JSON.createObjectNode().put("name", name);
        role.actions().forEach(body.withObject("/permissions").withArray("papers")::add);
        role.secret().ifPresent(left -> {
            ArrayNode actions =
                    body.withObject("/field_permissions").withObject("/papers").putArray("secret");
            left.forEach(actions::add);
            actions.add("create"); // every create below gives it
        });
        switch (role.scope()) {
            case EVERYTHING -> {}
            case OWN -> body.withObject("/row_policies").put("papers", "owner_id = $user.id");
            case TITLE_A -> body.withObject("/row_policies").put("papers", "title = 'a'");
        }
        return body.toString();
    }

    private static String paper(Paper paper) {
        return "{\"owner_id\":" + paper.owner() + ",\"title\":\"" + paper.title() + "\",\"secret\":\"s\"}";
    }

    private static long id(HttpResponse<String> created) {
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        return RunningServer.json(created).path("id").asLong();
    }
}
