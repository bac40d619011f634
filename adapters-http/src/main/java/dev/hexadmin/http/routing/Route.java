package dev.hexadmin.http.routing;

import io.helidon.http.Method;
import org.jspecify.annotations.Nullable;

/**
 * One row of the route table.
 *
 * @param method the HTTP method; {@code HEAD} is answered by the {@code GET} route
 * @param template the path without a trailing slash, with variables for whole segments:
 *     {@code /admin/api/{model}/{id}}; a literal segment wins over a variable
 * @param policy who may use it
 * @param handler what answers
 */
public record Route(Method method, String template, Policy policy, Handler handler) {
    /**
     * Checks what a hand-written table may forget.
     *
     * @throws IllegalArgumentException naming the route
     */
    public Route(Method method, String template, @Nullable Policy policy, Handler handler) {
        if (policy == null) {
            throw new IllegalArgumentException("the route " + method.text() + " " + template + " declares no policy");
        }
        if (!template.isEmpty() && (!template.startsWith("/") || template.endsWith("/"))) {
            throw new IllegalArgumentException(
                    "the route " + method.text() + " " + template + " must start with a slash and not end with one");
        }
        this.method = method;
        this.template = template;
        this.policy = policy;
        this.handler = handler;
    }
}
