package dev.hexadmin.http.server.routing;

import dev.hexadmin.domain.ratelimit.Limit;
import dev.hexadmin.http.server.uri.PathPattern;
import dev.hexadmin.http.settings.HttpSettings;
import dev.hexadmin.http.settings.HttpSettings.CallLimit.Per;
import io.helidon.http.Method;
import java.util.List;
import java.util.Set;

/** A limit that counts every call, ready to be asked. Immutable. */
public final class CallLimit {
    private final Limit limit;
    private final List<PathPattern> paths;
    private final Set<String> methods;
    private final Per per;

    public CallLimit(HttpSettings.CallLimit said) {
        this.limit = said.limit();
        this.paths = said.paths().stream().map(PathPattern::parse).toList();
        this.methods = said.methods();
        this.per = said.per();
    }

    Limit limit() {
        return limit;
    }

    Per per() {
        return per;
    }

    /** Whether it counts calls of this path, which is raw. */
    boolean counts(Method method, String path) {
        if (!takes(method)) {
            return false;
        }
        for (int i = 0; i < paths.size(); i++) {
            if (paths.get(i).matches(path)) {
                return true;
            }
        }
        return false;
    }

    /** Whether it may count calls of a route. */
    public boolean mayCount(Method method, String template) {
        return takes(method) && paths.stream().anyMatch(path -> path.overlaps(template));
    }

    private boolean takes(Method method) {
        return methods.isEmpty()
                || methods.contains(method.text())
                || (method.equals(Method.HEAD) && methods.contains(Method.GET.text()));
    }
}
