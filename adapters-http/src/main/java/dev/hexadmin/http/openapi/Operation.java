package dev.hexadmin.http.openapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One row of the document: a method on a path, what it takes, and every status it answers with.
 *
 * <p>Collects while the table is written, then is only read. Not thread-safe.
 */
final class Operation {
    /** The header fields of an answer that state the limits. */
    static final List<String> LIMITED = List.of("RateLimit-Policy", "RateLimit");

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Method method;
    private final String path;
    private final String route;
    private final String id;
    private final String tag;
    private final String summary;
    private Optional<String> description = Optional.empty();
    private Optional<ArrayNode> security = Optional.empty();
    private Optional<ObjectNode> body = Optional.empty();
    private final List<ObjectNode> parameters = new ArrayList<>();
    private final SortedMap<Integer, ObjectNode> answers = new TreeMap<>();

    /**
     * @param path as in the document, such as {@code /admin/api/products/{id}}
     * @param route the template of the route that answers, such as {@code /admin/api/{model}/{id}}
     * @param id unique and stable
     */
    Operation(Method method, String path, String route, String id, String tag, String summary) {
        this.method = method;
        this.path = path;
        this.route = route;
        this.id = id;
        this.tag = tag;
        this.summary = summary;
        refuses(400, 406, 500, 503); // what the way to any route may end in
    }

    Operation says(String text) {
        description = Optional.of(text);
        return this;
    }

    /** Needs no credentials. */
    Operation open() {
        security = Optional.of(NODES.arrayNode());
        return this;
    }

    /** Takes one of these security schemes, or none ({@code ""}); else {@code bearer} is needed. */
    Operation secured(String... schemes) {
        ArrayNode all = NODES.arrayNode();
        for (String scheme : schemes) {
            ObjectNode one = all.addObject();
            if (!scheme.isEmpty()) {
                one.putArray(scheme);
            }
        }
        security = Optional.of(all);
        return this;
    }

    Operation takes(ObjectNode parameter) {
        parameters.add(parameter);
        return this;
    }

    /** Takes shared parameters. No schema has the name of one: oapi-codegen makes a type of each. */
    Operation takes(String... names) {
        for (String name : names) {
            parameters.add(NODES.objectNode().put("$ref", "#/components/parameters/" + name + "_parameter"));
        }
        return this;
    }

    Operation body(boolean required, ObjectNode schema, String... mediaTypes) {
        ObjectNode content = NODES.objectNode();
        for (String type : mediaTypes) {
            content.putObject(type).set("schema", schema.deepCopy());
        }
        ObjectNode whole = NODES.objectNode();
        whole.put("required", required);
        whole.set("content", content);
        body = Optional.of(whole);
        return refuses(408, 413, 415, 422);
    }

    /** Answers without a body. */
    Operation answers(int status, String what, String... headers) {
        answers.put(status, answer(what, headers));
        return this;
    }

    /** Answers with JSON. */
    Operation answers(int status, String what, ObjectNode schema, String... headers) {
        return answers(status, what, "application/json", schema, headers);
    }

    Operation answers(int status, String what, String mediaType, ObjectNode schema, String... headers) {
        ObjectNode answer = answer(what, headers);
        answer.putObject("content").putObject(mediaType).set("schema", schema);
        answers.put(status, answer);
        return this;
    }

    /** The response of this status may also be a problem. */
    Operation orProblem(int status) {
        return or(status, "application/problem+json", RecordOperations.ref("Problem"));
    }

    /** The response of this status may also be of this media type. */
    Operation or(int status, String mediaType, ObjectNode schema) {
        ObjectNode content =
                (ObjectNode) Objects.requireNonNull(answers.get(status)).get("content");
        content.putObject(mediaType).set("schema", schema);
        return this;
    }

    /** A limit counts every call of it. */
    Operation counted() {
        answers.values().forEach(answer -> {
            if (answer.get("headers") instanceof ObjectNode headers) {
                LIMITED.forEach(header -> reference(headers, header));
            }
        });
        return refuses(429);
    }

    /** Answers with a problem. */
    Operation refuses(int... statuses) {
        for (int status : statuses) {
            answers.put(status, NODES.objectNode().put("$ref", "#/components/responses/Problem" + status));
        }
        return this;
    }

    private static ObjectNode answer(String what, String... headers) {
        ObjectNode answer = NODES.objectNode();
        answer.put("description", what);
        ObjectNode all = answer.putObject("headers");
        reference(all, "X-Request-Id");
        for (String header : headers) {
            reference(all, header);
        }
        return answer;
    }

    static void reference(ObjectNode headers, String name) {
        headers.putObject(name).put("$ref", "#/components/headers/" + name);
    }

    Method method() {
        return method;
    }

    String path() {
        return path;
    }

    String route() {
        return route;
    }

    String id() {
        return id;
    }

    SortedSet<Integer> statuses() {
        return new TreeSet<>(answers.keySet());
    }

    ObjectNode json() {
        ObjectNode json = NODES.objectNode();
        json.putArray("tags").add(tag);
        json.put("operationId", id);
        json.put("summary", summary);
        description.ifPresent(text -> json.put("description", text));
        security.ifPresent(schemes -> json.set("security", schemes));
        if (!parameters.isEmpty()) {
            json.putArray("parameters").addAll(parameters);
        }
        body.ifPresent(content -> json.set("requestBody", content));
        ObjectNode responses = json.putObject("responses");
        answers.forEach((status, answer) -> responses.set(Integer.toString(status), answer));
        // what ends before a route is found: too long, too large, too slow, or no HTTP
        responses.putObject("default").put("$ref", "#/components/responses/Problem");
        return json;
    }
}
