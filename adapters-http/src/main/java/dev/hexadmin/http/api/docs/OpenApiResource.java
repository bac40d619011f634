package dev.hexadmin.http.api.docs;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.http.openapi.OpenApiDocument;
import dev.hexadmin.http.server.content.Conditional;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Gzip;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.settings.HttpSettings;
import dev.hexadmin.http.texts.Localized;
import io.helidon.http.Method;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.zip.Deflater;

/**
 * {@code /openapi.json}. A public document is the same for all callers; otherwise each signed-in caller gets a document of
 * what they may do. Thread-safe. A document is written on its first request, so that it does not delay the start.
 */
public final class OpenApiResource {
    private static final int MOST_KEPT = 16;

    private final HttpSettings.Visibility visibility;
    private final Function<Optional<Actor>, OpenApiDocument> documents;
    private final Cache<Key, Written> written =
            Caffeine.newBuilder().maximumSize(MOST_KEPT).build();

    private record Key(Rights rights, Language language) {}

    /**
     * The document, ready to be sent.
     *
     * @param zipped its compressed form, made once
     */
    private record Written(Form plain, Form zipped) {}

    private record Form(Response response, String tag) {}

    /**
     * @param documents the document of what an actor may do; of all routes without an actor
     */
    public OpenApiResource(HttpSettings.Visibility visibility, Function<Optional<Actor>, OpenApiDocument> documents) {
        this.visibility = visibility;
        this.documents = documents;
    }

    public List<Route> routes() {
        return Policy.of(visibility)
                .map(policy -> List.of(new Route(Method.GET, "/openapi.json", policy, this::get)))
                .orElse(List.of());
    }

    /** The documents are others now. */
    public void changed() {
        written.invalidateAll();
    }

    private Response get(RequestContext request) {
        Optional<Actor> reader =
                visibility == HttpSettings.Visibility.PUBLIC ? Optional.empty() : Optional.of(request.signedIn());
        Written known = written.get(
                new Key(
                        reader.map(Actor::rights).orElse(Rights.ALL),
                        Localized.current().language()),
                key -> write(documents.apply(reader).json()));
        Form form = Gzip.isPreferred(request.header("Accept-Encoding")) ? known.zipped() : known.plain();
        return Conditional.answer(request, form.response(), form.tag());
    }

    private static Written write(byte[] json) {
        byte[] zipped = Gzip.compress(json, Deflater.BEST_COMPRESSION);
        return new Written(
                form(json),
                new Form(form(zipped).response().with("Content-Encoding", "gzip"), Conditional.tag(zipped)));
    }

    private static Form form(byte[] body) {
        return new Form(
                Response.json(200, body)
                        .with("Cache-Control", "no-cache")
                        .with("Vary", "Accept-Encoding, Accept-Language"),
                Conditional.tag(body));
    }
}
