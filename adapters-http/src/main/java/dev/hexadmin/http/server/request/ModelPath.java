package dev.hexadmin.http.server.request;

import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The path of the routes of records: one path with a variable for all registered models, or a fixed path for one model.
 *
 * @param template of the routes, such as {@code /admin/{model}} or {@code /shop/products}
 * @param find the model that a request is about; empty when no such model exists
 */
public record ModelPath(String template, Function<RequestContext, Optional<Model>> find) {
    /**
     * All registered models below {@code base}, each under its name.
     *
     * @param served leaves out those that have no routes there
     */
    public static ModelPath ofRegistered(String base, ModelRegistry models, Predicate<Model> served) {
        return new ModelPath(
                base + "/{model}",
                request -> decoded(request.variable("model"))
                        .flatMap(models::model)
                        .filter(served));
    }

    /**
     * One model, registered or not.
     *
     * @param prefix starts with a slash and does not end with one
     */
    public static ModelPath of(String prefix, Model model) {
        return new ModelPath(prefix, request -> Optional.of(model));
    }

    private static Optional<String> decoded(String name) {
        try {
            return Optional.of(name.indexOf('%') < 0 ? name : URLDecoder.decode(name, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
