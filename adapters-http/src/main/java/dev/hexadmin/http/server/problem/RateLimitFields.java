package dev.hexadmin.http.server.problem;

import dev.hexadmin.application.ratelimit.Counted;
import dev.hexadmin.application.ratelimit.LimitingRequests;
import dev.hexadmin.domain.ratelimit.Limit;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.response.Response.Header;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The header fields that state limits to clients: draft-ietf-httpapi-ratelimit-headers-10. */
public final class RateLimitFields {
    private static final String POLICY = "RateLimit-Policy";
    private static final String STATE = "RateLimit";

    private RateLimitFields() {}

    /** The fields of a rejection, for the limit that was reached. */
    static List<Header> reached(Limit limit, Duration wait) {
        return List.of(new Header(POLICY, policy(limit)), new Header(STATE, state(limit, 0, wait)));
    }

    /** The fields of limits that allowed a call. */
    public static List<Header> of(List<Counted> counted) {
        return List.of(
                new Header(
                        POLICY,
                        list(counted.stream().map(each -> policy(each.limit())).toList())),
                new Header(
                        STATE,
                        list(counted.stream()
                                .map(each -> state(each.limit(), each.remaining(), each.fresh()))
                                .toList())));
    }

    /** The answer with the fields of these limits, after its own fields of the limit that rejected the call. */
    public static Response on(Response response, List<Counted> counted) {
        List<Header> headers = new ArrayList<>(response.headers().size() + 2);
        headers.addAll(response.headers());
        for (Header field : of(counted)) {
            int own = 0;
            while (own < headers.size() && !headers.get(own).name().equals(field.name())) {
                own++;
            }
            if (own < headers.size()) {
                headers.set(own, new Header(field.name(), headers.get(own).value() + ", " + field.value()));
            } else {
                headers.add(field);
            }
        }
        return new Response(response.status(), headers, response.body(), response.streamed());
    }

    private static String list(List<String> members) {
        return String.join(", ", members);
    }

    private static String policy(Limit limit) {
        return "\"" + limit.name() + "\";q=" + limit.most() + ";w="
                + limit.window().toSeconds();
    }

    private static String state(Limit limit, int remaining, Duration until) {
        return "\"" + limit.name() + "\";r=" + remaining + ";t=" + LimitingRequests.wholeSeconds(until);
    }
}
