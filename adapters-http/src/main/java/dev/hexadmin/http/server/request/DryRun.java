package dev.hexadmin.http.server.request;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.http.server.response.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A change that is rolled back: {@code Prefer: tx=rollback} (RFC 7240) or {@code ?dry_run=true}. Every mutating route
 * reads its query with this class, so that no unknown parameter is ignored.
 */
public final class DryRun {
    private static final String PARAMETER = "dry_run";
    private static final String ROLLBACK = "tx=rollback";

    private DryRun() {}

    /**
     * Whether the request is to be rolled back.
     *
     * @throws RequestRejectedException {@code MALFORMED invalid_query} for any query parameter but {@code dry_run}
     */
    public static boolean wanted(RequestContext request) {
        return wanted(request, false);
    }

    /**
     * The same where the query may hold other parameters.
     *
     * @param others whether it may; then the caller checks them
     */
    public static boolean wanted(RequestContext request, boolean others) {
        Map<String, String> query = request.query();
        List<Violation> wrong =
                new ArrayList<>(others ? List.of() : QueryParameters.unknown(query, List.of(PARAMETER)));
        boolean parameter = switch (query.getOrDefault(PARAMETER, "false")) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default -> {
                wrong.add(new Violation("?" + PARAMETER, "type", "true or false is expected."));
                yield false;
            }
        };
        QueryParameters.reject(wrong);
        return parameter || Preferences.has(request, ROLLBACK);
    }

    /** The same, without checking the other parameters of the query or whether the parameter's value is valid. */
    public static boolean asked(RequestContext request) {
        String parameter = request.query().getOrDefault(PARAMETER, "");
        return parameter.equals("true") || parameter.equals("1") || Preferences.has(request, ROLLBACK);
    }

    /**
     * Rejects other parameters than {@code known}, and a dry run. For routes that take or issue credentials, where an attempt
     * that is rolled back leaves no trace in the log, so it would be a way to guess; and for routes that store a file, which no
     * transaction takes back.
     *
     * @throws RequestRejectedException {@code MALFORMED invalid_query}
     */
    public static void forbid(RequestContext request, String... known) {
        QueryParameters.only(request, known);
        if (Preferences.has(request, ROLLBACK)) {
            throw RequestRejectedException.malformed(
                    "invalid_query",
                    "This request has no dry run.",
                    List.of(new Violation("Prefer", "no_dry_run", "This request has no dry run.")));
        }
    }

    /** The answer of a dry run. */
    public static Response applied(boolean dryRun, Response response) {
        return dryRun ? response.with("Preference-Applied", ROLLBACK) : response;
    }
}
