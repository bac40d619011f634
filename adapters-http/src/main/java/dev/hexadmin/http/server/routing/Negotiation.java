package dev.hexadmin.http.server.routing;

import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.server.problem.Problem;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.http.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Own code, because Helidon's media support has no Jackson for 4.1 here and answers without problem details.
 *
 * <p>Which media types come in and go out (RFC 9110, 8.3 and 12.5.1).
 */
final class Negotiation {
    private static final String JSON = "application/json";

    /** Of the answer to any request that fails, and so all that some generated clients accept where a success has no body. */
    private static final String PROBLEM = "application/problem+json";

    private Negotiation() {}

    /**
     * Holds a request against a route that speaks JSON.
     *
     * @throws Problem 415 for another body, 400 for any body of a DELETE, 406 when the client wants no JSON
     */
    static void check(Method method, Headers headers) {
        checkAccept(headers, JSON);
        if (hasBody(headers)) {
            if (method.equals(Method.DELETE)) {
                throw new Problem(400, "malformed", "A DELETE takes no body.");
            }
            checkBody(method, headers);
        }
    }

    /**
     * Holds a request against a route that speaks server-sent events.
     *
     * @throws Problem 406 when the client wants none
     */
    static void checkEvents(Headers headers) {
        checkAccept(headers, "text/event-stream");
    }

    private static void checkAccept(Headers headers, String type) {
        if (!headers.contains(HeaderNames.ACCEPT)) {
            return;
        }
        List<String> accept = headers.all(HeaderNames.ACCEPT, List::of);
        boolean unsaid = accept.stream().allMatch(String::isBlank);
        if (!unsaid && !accepts(accept, type) && !names(accept, PROBLEM)) {
            throw new Problem(
                    406,
                    "not_acceptable",
                    Message.of("The answer is {type}, which the Accept header rules out.")
                            .with("type", type));
        }
    }

    private static boolean hasBody(Headers headers) {
        Optional<String> length = headers.first(HeaderNames.CONTENT_LENGTH);
        return length.isPresent() ? !length.get().strip().equals("0") : headers.contains(HeaderNames.TRANSFER_ENCODING);
    }

    private static void checkBody(Method method, Headers headers) {
        Optional<String> coding = headers.first(HeaderNames.CONTENT_ENCODING);
        if (coding.isPresent() && !coding.get().strip().equalsIgnoreCase("identity")) {
            throw new Problem(
                    415,
                    "unsupported_media_type",
                    "Bodies are taken without a content coding only.",
                    List.of(),
                    Map.of("Accept-Encoding", "identity"));
        }
        String type = headers.first(HeaderNames.CONTENT_TYPE).orElse("");
        boolean patch = method.equals(Method.PATCH);
        if (!isJson(type, patch)) {
            Map<String, String> accepted = patch
                    ? Map.of("Accept-Patch", "application/json, application/merge-patch+json")
                    : Map.of("Accept", "application/json");
            throw new Problem(
                    415,
                    "unsupported_media_type",
                    patch
                            ? Message.of("Content-Type has to be {type} or {other}.")
                                    .with("type", "application/json")
                                    .with("other", "application/merge-patch+json")
                            : Message.of("Content-Type has to be {type}.").with("type", "application/json"),
                    List.of(),
                    accepted);
        }
    }

    static boolean isJson(String contentType, boolean patch) {
        int semicolon = contentType.indexOf(';');
        String type = (semicolon < 0 ? contentType : contentType.substring(0, semicolon)).strip();
        if (!type.equalsIgnoreCase("application/json")
                && !(patch && type.equalsIgnoreCase("application/merge-patch+json"))) {
            return false;
        }
        // JSON is UTF-8 (RFC 8259, 8.1): any other charset would be read wrongly
        for (String parameter : semicolon < 0
                ? new String[0]
                : contentType.substring(semicolon + 1).split(";", -1)) {
            String lower = parameter.strip().toLowerCase(Locale.ROOT).replace("\"", "");
            if (lower.startsWith("charset=") && !lower.equals("charset=utf-8") && !lower.equals("charset=us-ascii")) {
                return false;
            }
        }
        return true;
    }

    /** Whether the client accepts the type: the most precise range that covers it decides. */
    private static boolean accepts(List<String> accept, String type) {
        int precision = -1;
        boolean accepted = false;
        for (String line : accept) {
            if (line.equals("*/*") || line.equals(type)) {
                return true; // what nearly all clients send
            }
            for (String range : line.split(",", -1)) {
                String[] parts = range.split(";", -1);
                int covers = precision(parts[0].strip(), type);
                if (covers >= 0 && covers >= precision) {
                    boolean wanted = quality(parts) > 0;
                    accepted = covers > precision ? wanted : accepted || wanted;
                    precision = covers;
                }
            }
        }
        return accepted;
    }

    private static boolean names(List<String> accept, String type) {
        return accept.stream()
                .flatMap(line -> Arrays.stream(line.split(",", -1)))
                .map(range -> range.split(";", -1))
                .anyMatch(parts -> parts[0].strip().equalsIgnoreCase(type) && quality(parts) > 0);
    }

    private static int precision(String range, String type) {
        String lower = range.toLowerCase(Locale.ROOT);
        if (lower.equals(type)) {
            return 2;
        }
        if (lower.endsWith("/*") && type.startsWith(lower.substring(0, lower.length() - 1))) {
            return 1;
        }
        return lower.equals("*/*") ? 0 : -1;
    }

    private static double quality(String[] parts) {
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip().toLowerCase(Locale.ROOT);
            if (parameter.startsWith("q=")) {
                try {
                    return Double.parseDouble(parameter.substring(2));
                } catch (NumberFormatException e) {
                    return 1;
                }
            }
        }
        return 1;
    }
}
