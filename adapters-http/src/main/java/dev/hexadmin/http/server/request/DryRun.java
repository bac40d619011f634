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
        boolean parameter = false;
        List<Violation> wrong = new ArrayList<>();
        for (Map.Entry<String, String> one : request.query().entrySet()) {
            if (!one.getKey().equals(PARAMETER)) {
                if (others) {
                    continue;
                }
                wrong.add(new Violation("?" + one.getKey(), "unknown_parameter", "There is no such parameter here."));
                continue;
            }
            switch (one.getValue()) {
                case "true", "1" -> parameter = true;
                case "false", "0" -> {}
                default -> wrong.add(new Violation("?" + PARAMETER, "type", "true or false is expected."));
            }
        }
        if (!wrong.isEmpty()) {
            throw RequestRejectedException.malformed("invalid_query", "The query is not valid.", wrong);
        }
        return parameter || Preferences.has(request, "tx=rollback");
    }

    /** The same, without checking the other parameters of the query or whether the parameter's value is valid. */
    public static boolean asked(RequestContext request) {
        String parameter = request.query().getOrDefault(PARAMETER, "");
        return parameter.equals("true") || parameter.equals("1") || Preferences.has(request, "tx=rollback");
    }

    /** The answer of a dry run. */
    public static Response applied(boolean dryRun, Response response) {
        return dryRun ? response.with("Preference-Applied", "tx=rollback") : response;
    }
}
