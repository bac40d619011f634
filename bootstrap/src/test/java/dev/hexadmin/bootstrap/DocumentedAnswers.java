package dev.hexadmin.bootstrap;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Stream;

/** Compares the responses of a server with its OpenAPI document. Thread-safe. */
final class DocumentedAnswers {
    private final JsonNode document;
    private final List<Template> templates = new ArrayList<>();
    private final Set<String> called = ConcurrentHashMap.newKeySet();
    private final Set<String> undocumented = new ConcurrentSkipListSet<>();

    /** A path of the document. */
    private record Template(String path, List<String> segments) {
        boolean matches(List<String> actual) {
            if (segments.size() != actual.size()) {
                return false;
            }
            for (int i = 0; i < actual.size(); i++) {
                if (!variable(segments.get(i)) && !segments.get(i).equals(actual.get(i))) {
                    return false;
                }
            }
            return true;
        }

        long variables() {
            return segments.stream().filter(Template::variable).count();
        }

        private static boolean variable(String segment) {
            return segment.startsWith("{");
        }
    }

    DocumentedAnswers(JsonNode document) {
        this.document = document;
        document.path("paths").fieldNames().forEachRemaining(path -> templates.add(new Template(path, segments(path))));
        templates.sort(Comparator.comparingLong(Template::variables)); // a literal segment takes precedence
        document.findValuesAsText("$ref").stream()
                .filter(reference -> document.at(reference.substring(1)).isMissingNode())
                .forEach(reference -> undocumented.add("the document has no " + reference));
    }

    private static List<String> segments(String path) {
        return List.of((path.endsWith("/") ? path.substring(0, path.length() - 1) : path).split("/", -1));
    }

    /**
     * Records a response.
     *
     * @param path percent-encoded, with the query if there is one
     */
    void saw(String method, String path, HttpResponse<String> answer) {
        List<String> actual = segments(path.replaceFirst("\\?.*", ""));
        String asked = method.equals("HEAD") ? "get" : method.toLowerCase(java.util.Locale.ROOT);
        String type = answer.headers()
                .firstValue("Content-Type")
                .map(value -> value.replaceFirst(";.*", ""))
                .orElse("");
        Optional<Template> operation = templates.stream()
                .filter(template -> template.matches(actual) && operation(template, asked) != null)
                .findFirst();
        String told = answer.statusCode() + (type.isEmpty() ? "" : " " + type);
        boolean refusedMethod = told.equals("405 application/problem+json");
        if (refusedMethod
                && templates.stream()
                        .filter(template -> template.matches(actual))
                        .findFirst()
                        .filter(literal -> operation(literal, asked) == null)
                        .isPresent()) {
            return;
        }
        if (operation.isPresent()) {
            called.add(asked + " " + operation.get().path());
            if (!documented(operation.get(), asked, answer, type, method.equals("HEAD"))) {
                undocumented.add(asked + " " + operation.get().path() + " answers " + told);
            }
        } else if (templates.stream().anyMatch(template -> template.matches(actual)) && !asked.equals("options")) {
            undocumented.add(asked + " " + path + " is not documented and answers " + told);
        }
    }

    private @org.jspecify.annotations.Nullable JsonNode operation(Template template, String method) {
        return document.path("paths").path(template.path()).get(method);
    }

    private boolean documented(
            Template template, String method, HttpResponse<String> answer, String type, boolean head) {
        JsonNode told = document.path("paths")
                .path(template.path())
                .path(method)
                .path("responses")
                .path(Integer.toString(answer.statusCode()));
        if (told.has("$ref")) {
            told = document.at(told.path("$ref").asText().substring(1));
        }
        if (told.isMissingNode() || !limitsAreTold(told, answer)) {
            return false;
        }
        if (head) {
            return answer.body().isEmpty();
        }
        return told.has("content")
                ? told.path("content").has(type)
                : type.isEmpty() && answer.body().isEmpty();
    }

    private static boolean limitsAreTold(JsonNode told, HttpResponse<String> answer) {
        return Stream.of("RateLimit-Policy", "RateLimit", "Retry-After")
                .allMatch(name -> answer.headers().firstValue(name).isEmpty()
                        || told.path("headers").has(name));
    }

    /** The responses that the document does not contain: a sentence for each. */
    Set<String> undocumented() {
        return undocumented;
    }

    /** All operations of the document, such as {@code get /admin/api/books/{id}}. */
    SortedSet<String> operations() {
        SortedSet<String> operations = new TreeSet<>();
        for (Template template : templates) {
            document.path("paths")
                    .path(template.path())
                    .fieldNames()
                    .forEachRemaining(method -> operations.add(method + " " + template.path()));
        }
        return operations;
    }

    /** The names of the models whose records have operations. */
    SortedSet<String> models() {
        SortedSet<String> models = new TreeSet<>();
        document.path("components").path("schemas").fieldNames().forEachRemaining(name -> {
            if (name.endsWith(".page")) {
                models.add(name.substring(0, name.length() - ".page".length()));
            }
        });
        return models;
    }

    /** The operations that were not called. */
    SortedSet<String> notCalled() {
        SortedSet<String> operations = operations();
        operations.removeAll(called);
        return operations;
    }
}
