package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.testing.TestDatabases;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every operation of the document rejects a query parameter that it does not have, before it does anything; so does every one that
 * changes something and has no dry run, when one is asked for.
 */
class UnknownParametersIT {
    private static final String API = "/back/office/api";

    /** Documents, probes and bytes of files. */
    private static final List<String> NOT_CHECKED =
            List.of("/openapi.json", "/observe/", "/problems/", API + "/files/{file}");

    /** WebSockets, and reports of providers, whose URLs a provider may extend. */
    private static final List<String> NOT_OF_JSON = List.of("/ws", "/report");

    @TempDir
    Path folder;

    private RunningServer server;
    private String token;

    @Test
    void an_unknown_parameter_is_rejected_and_named() {
        try (RunningServer running = RunningServer.start(
                TestDatabases.sqlite(folder),
                builder -> ThirdPartyOpenApiToolsIT.everySetting(builder)
                        .register(ModelDefinition.builder("posts")
                                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                                .comments(true)
                                .build()))) {
            server = running;
            token = server.token();
            Map<String, String> existing = existing();
            JsonNode paths = RunningServer.json(server.exchange("GET", "/openapi.json", token, ""))
                    .path("paths");
            List<String> wrong = new ArrayList<>();
            int checked = 0;
            int withoutDryRun = 0;
            for (Map.Entry<String, JsonNode> path : paths.properties()) {
                if (NOT_CHECKED.stream().anyMatch(path.getKey()::startsWith)
                        || NOT_OF_JSON.stream().anyMatch(path.getKey()::endsWith)) {
                    continue;
                }
                for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
                    if (List.of("parameters", "options").contains(operation.getKey())) {
                        continue;
                    }
                    checked++;
                    String filled = filled(path.getKey(), existing);
                    String answer = answer(operation.getKey(), filled + "?no_such_parameter=1", operation.getValue());
                    if (!answer.equals("400 ?no_such_parameter unknown_parameter")) {
                        wrong.add(operation.getKey() + " " + path.getKey() + " → " + answer);
                    }
                    if (operation.getKey().equals("get") || hasDryRun(operation.getValue())) {
                        continue;
                    }
                    withoutDryRun++;
                    String dry = answer(operation.getKey(), filled, operation.getValue(), "Prefer", "tx=rollback");
                    if (!dry.equals("400 Prefer no_dry_run")) {
                        wrong.add(operation.getKey() + " " + path.getKey() + ", dry → " + dry);
                    }
                }
            }
            assertThat(wrong).isEmpty();
            assertThat(checked).isGreaterThan(100);
            assertThat(withoutDryRun).isGreaterThan(5);
        }
    }

    private static boolean hasDryRun(JsonNode operation) {
        return operation
                .path("parameters")
                .findValuesAsText("$ref")
                .contains("#/components/parameters/dry_run_parameter");
    }

    private String answer(String method, String path, JsonNode operation, String... headers) {
        String body = operation.at("/requestBody/content").has("application/json") ? "{}" : "";
        HttpResponse<String> response = server.send(method.toUpperCase(Locale.ROOT), path, token, body, headers);
        if (response.statusCode() != 400) {
            return response.statusCode() + " " + response.body();
        }
        JsonNode error = RunningServer.json(response).at("/errors/0");
        return "400 " + error.path("pointer").asText() + " "
                + error.path("code").asText();
    }

    /** The values of variables in paths, since an unknown record is a 404 whatever the query is. */
    private Map<String, String> existing() {
        String recipients = "'recipients':[{'user_id':1}],'message':'x','channels':['in_app']";
        created(API + "/saved_views/", "{'model':'things','name':'All','query':''}");
        created(API + "/posts/", "{}");
        created(API + "/posts/1/comments/", "{'text':'x'}");
        String batch = created("/news/send/batch", "{" + recipients + "}")
                .path("batch_id")
                .asText();
        String delivery = RunningServer.json(server.send("GET", API + "/admin_notification_logs/", token, ""))
                .at("/items/0/delivery_id")
                .asText();
        return Map.of(
                "{model}",
                "things",
                "{field}",
                "owner_id",
                "deliveries/{id}",
                "deliveries/" + delivery,
                "batches/{id}",
                "batches/" + batch);
    }

    private static String filled(String path, Map<String, String> existing) {
        String filled = path;
        for (Map.Entry<String, String> variable : existing.entrySet()) {
            filled = filled.replace(variable.getKey(), variable.getValue());
        }
        return filled.replaceAll("\\{[a-z]+}", "1");
    }

    private JsonNode created(String path, String body) {
        HttpResponse<String> response = server.send("POST", path, token, body.replace('\'', '"'));
        assertThat(response.statusCode()).as(path + " " + response.body()).isBetween(200, 202);
        return RunningServer.json(response);
    }
}
