package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.hexadmin.testing.TestDatabases;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Mutates every body that the document describes in many ways: each body that a real server rejects with a 422 is also
 * rejected by the document's schema, formats included.
 */
class RefusedBodiesIT {
    /** What depends on other data than the body, or is a judgement about it, no schema can say. */
    private static final Set<String> NOT_SAID = Set.of(
            "unknown_model",
            "unknown_template",
            "unknown_widget",
            "missing_placeholder",
            "too_weak",
            "row_policy",
            "repeated",
            "address_unknown",
            "one_record");

    private static final SchemaRegistry SCHEMAS = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    private static final List<String> VALUES = List.of(
            "null",
            "true",
            "0",
            "-1",
            "1.0",
            "1.005",
            "9223372036854775808",
            "\"\"",
            "\" \"",
            "\"\\u0000\"",
            "\"x\"",
            "\"1.005\"",
            "\"2026-11-20\"",
            "\"" + "x".repeat(300) + "\"",
            "\"" + "x".repeat(11_000) + "\"",
            "[]",
            "[null]",
            "[\"x\"]",
            "[1,1]",
            "{}",
            "{\"x\":null}",
            "{\"*\":[\"view\"]}",
            "{\"admin_roles\":{}}");

    @TempDir
    Path folder;

    private RunningServer server;
    private JsonNode document;
    private String token;
    private final List<String> wrong = new ArrayList<>();
    private int refused;

    @Test
    void what_the_server_refuses_the_document_refuses() {
        try (RunningServer running = RunningServer.start(TestDatabases.sqlite(folder), this::options)) {
            server = running;
            token = server.token();
            document = RunningServer.json(server.exchange("GET", "/openapi.json", "", ""));
            accounts();
            roles();
            notifications();
            dashboard();
            records();
            assertThat(wrong).isEmpty();
            assertThat(refused).isGreaterThan(1_500);
        }
    }

    private Hexadmin.Builder options(Hexadmin.Builder builder) {
        return ThirdPartyOpenApiToolsIT.everySetting(builder)
                .setting("rate_limits.sign_in.limit", "0")
                .setting("rate_limits.refresh.limit", "0")
                .setting("rate_limits.sign_out.limit", "0");
    }

    private void accounts() {
        String superuser = token;
        token = "";
        vary("post", "/api/auth/2fa/verify", "{'temp_token':'x','code':'123456'}");
        vary("post", "/api/auth/refresh", "{'refresh_token':'x'}");
        vary("post", "/api/auth/logout", "{'refresh_token':'x','all':false}");
        vary("post", "/back/office/api/auth/login", "{'email':'who@example.com','password':'x','code':'123456'}");
        vary(
                "post",
                "/back/office/api/setup",
                "{'token':'x','email':'who@example.com','password':'walnut-Kettle-39-riverbank','full_name':'Who'}");
        token = superuser;
    }

    private void roles() {
        String role = "{'name':'Reader','description':'Reads','permissions':{'things':['view'],'*':['view']},"
                + "'field_permissions':{'things':{'price':['view']}},'row_policies':{'things':'number = 1'}}";
        vary("post", "/back/office/api/roles/", role);
        String id = RunningServer.json(
                        server.exchange("POST", "/back/office/api/roles/", token, "{\"name\":\"Changed\"}"))
                .path("id")
                .asText();
        vary("put", "/back/office/api/roles/{id}", role, id);
        vary("patch", "/back/office/api/roles/{id}", role, id);
    }

    private void notifications() {
        String message = "'message':'x','channels':['in_app'],'title':'x','context':{'a':'b','c':1},'data':{'a':[1]}";
        vary("post", "/news/send", "{'user_id':'1','email':'who@example.com','phone':'+15017122661'," + message + "}");
        vary(
                "post",
                "/news/send/batch",
                "{'recipients':[{'user_id':1,'email':'who@example.com','channels':['in_app'],'context':{'a':true}}],"
                        + message + "}");
        vary("put", "/news/preferences", "{'channel':'sms','enabled':true}");
        vary("put", "/news/preferences", "[{'channel':'sms','enabled':true},{'channel':'email','enabled':true}]");
        vary("post", "/news/dead-letters/retry", "{'ids':[1]}");
        vary("post", "/news/dead-letters/{id}/retry", "{}");
        vary("put", "/news/read-all", "{}");
    }

    private void dashboard() {
        String id = RunningServer.json(server.exchange("GET", "/back/office/api/dashboard/layout", token, ""))
                .path("widgets")
                .path(0)
                .path("id")
                .asText();
        vary("put", "/back/office/api/dashboard/layout", "{'widgets':[{'id':'" + id + "','width':6,'shown':true}]}");
    }

    private void records() {
        String thing = "{'name':'Thing','text':'x','number':4,'price':'1.50','rate':'1','weight':1.5,'flag':true,"
                + "'day':'2026-11-20','hour':'17:30:00','serial':'8e03978e-40d5-43dd-bc93-6894a57f9324','state':'new',"
                + "'extra':{'a':1},'photo':'AAAA','contact':'who@example.com','site':'https://example.com/','secret':'x',"
                + "'part_of_id':null,'owner_id':1,'page_id':null,'others':[],'count':1}";
        vary("post", "/back/office/api/things/", thing);
        String pattern = "{'name':'One','number':4}";
        JsonNode one = RunningServer.json(
                server.exchange("POST", "/back/office/api/things/", token, pattern.replace('\'', '"')));
        String id = one.path("id").asText();
        vary("put", "/back/office/api/things/{id}", thing, id);
        vary("patch", "/back/office/api/things/{id}", thing, id);
        vary("post", "/back/office/api/things/actions/count_up", "{'ids':['" + id + "'],'parameters':{'by':1}}", id);
        vary(
                "post",
                "/back/office/api/things/actions/count_up",
                "{'filters':{'name':'x'},'count':0,'parameters':{'by':1}}");
        vary("post", "/back/office/api/things/restock", "{'name':'x'}");
        vary("post", "/back/office/api/pairs/", "{'left_id':1,'right_id':'a'}");
        server.exchange("POST", "/back/office/api/plain_things/", token, "{\"name\":\"x\"}");
        vary(
                "post",
                "/back/office/api/plain_things/bulk",
                "{'create':[{'name':'x','price':'1.50'}],'update':[{'id':1,'name':'y'}],'delete':[]}");
        vary("post", "/back/office/api/pairs/bulk", "{'create':[{'left_id':2,'right_id':'b'}],'delete':['1,a']}");
        vary(
                "post",
                "/back/office/api/admin_users/",
                "{'email':'new@example.com','full_name':'New','is_active':true,"
                        + "'is_superuser':false,'password':'walnut-Kettle-39-riverbank','roles':[1]}");
    }

    private void vary(String method, String path, String sample) {
        vary(method, path, sample, "1");
    }

    private void vary(String method, String path, String sample, String id) {
        Schema schema = schema(method, path);
        String url =
                path.replace("{id}", id) + (path.contains("/auth/") || path.endsWith("/setup") ? "" : "?dry_run=true");
        Set<String> bodies = new TreeSet<>();
        JsonNode valid = read(sample.replace('\'', '"'));
        bodies.add(valid.toString());
        changes(valid, bodies);
        for (String body : bodies) {
            HttpResponse<String> answer =
                    server.exchange(method.toUpperCase(java.util.Locale.ROOT), url, token, body, headers(method));
            if (answer.statusCode() < 422) {
                continue;
            }
            String shown = method + " " + path + " " + (body.length() > 300 ? body.substring(0, 300) + "…" : body)
                    + " → " + answer.statusCode() + " "
                    + RunningServer.json(answer).path("errors");
            if (answer.statusCode() >= 500) {
                wrong.add(shown);
            } else if (answer.statusCode() == 422) {
                refused++;
                if (!isJudgement(answer) && accepts(schema, body)) {
                    wrong.add(shown);
                }
            }
        }
        assertThat(accepts(schema, valid.toString())).as(path + " " + valid).isTrue();
    }

    private static String[] headers(String method) {
        return method.equals("post") ? new String[0] : new String[] {"If-Match", "*"};
    }

    private static boolean isJudgement(HttpResponse<String> answer) {
        JsonNode errors = RunningServer.json(answer).path("errors");
        for (JsonNode error : errors) {
            String code = error.path("code").asText();
            String pointer = error.path("pointer").asText();
            // a pattern that only Java understands, and the content of a document
            boolean unsayable = (code.equals("pattern") && pointer.endsWith("/name"))
                    || (code.equals("characters") && Set.of("/data", "/extra").contains(pointer));
            if (!unsayable && !NOT_SAID.contains(error.path("code").asText())) {
                return false;
            }
        }
        return true;
    }

    private static boolean accepts(Schema schema, String body) {
        return schema.validate(
                        exact(body), context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)))
                .isEmpty();
    }

    private Schema schema(String method, String path) {
        JsonNode body =
                document.path("paths").path(path).path(method).at("/requestBody/content/application~1json/schema");
        assertThat(body.isObject()).as(method + " " + path).isTrue();
        ObjectNode root = body.deepCopy();
        root.set("components", document.get("components"));
        return SCHEMAS.getSchema(root.toString(), InputFormat.JSON);
    }

    private static JsonNode exact(String json) {
        try {
            return RunningServer.JSON
                    .reader()
                    .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode read(String json) {
        try {
            return RunningServer.JSON.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The document with one place changed, for each place and each way. */
    private static void changes(JsonNode root, Set<String> into) {
        List<String> places = new ArrayList<>();
        places(root, "", places);
        for (String place : places) {
            for (String value : VALUES) {
                into.add(with(root, place, value));
            }
            JsonNode at = root.at(place);
            if (at.isObject()) {
                ObjectNode more = at.deepCopy();
                into.add(with(root, place, more.put("unknown_member", 1).toString()));
                at.fieldNames()
                        .forEachRemaining(name -> into.add(with(
                                root,
                                place,
                                ((ObjectNode) at.deepCopy()).without(name).toString())));
            } else if (at.isArray() && !at.isEmpty()) {
                ArrayNode twice = at.deepCopy();
                twice.add(at.get(0));
                into.add(with(root, place, twice.toString()));
                ArrayNode many = at.deepCopy();
                for (int i = 0; i < 1_000; i++) {
                    many.add(at.get(0));
                }
                into.add(with(root, place, many.toString()));
            }
        }
    }

    private static void places(JsonNode node, String place, List<String> into) {
        into.add(place);
        if (node.isObject()) {
            node.properties().forEach(member -> places(member.getValue(), place + "/" + member.getKey(), into));
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            places(node.get(i), place + "/" + i, into);
        }
    }

    /** As text, so that numbers stay as they are written. */
    private static String with(JsonNode root, String place, String value) {
        if (place.isEmpty()) {
            return value;
        }
        String mark = "the place to change";
        JsonNode copy = root.deepCopy();
        String name = place.substring(place.lastIndexOf('/') + 1);
        JsonNode parent = copy.at(place.substring(0, place.lastIndexOf('/')));
        if (parent instanceof ObjectNode object) {
            object.put(name, mark);
        } else if (parent instanceof ArrayNode array) {
            array.set(Integer.parseInt(name), array.textNode(mark));
        }
        return copy.toString().replace('"' + mark + '"', value);
    }
}
