package dev.hexadmin.http.server.request;

import java.util.Locale;
import java.util.Optional;

/** The preferences of a client: {@code Prefer} (RFC 7240). */
public final class Preferences {
    private Preferences() {}

    /**
     * Whether the client prefers it.
     *
     * @param preference in lower case, without spaces: {@code respond-async}, {@code tx=rollback}
     */
    public static boolean has(RequestContext request, String preference) {
        Optional<String> prefer = request.header("Prefer");
        if (prefer.isEmpty()) {
            return false;
        }
        for (String each : prefer.get().split(",", -1)) {
            String token =
                    each.split(";", 2)[0].replace("\"", "").replace(" ", "").replace("\t", "");
            if (token.toLowerCase(Locale.ROOT).equals(preference)) {
                return true;
            }
        }
        return false;
    }
}
