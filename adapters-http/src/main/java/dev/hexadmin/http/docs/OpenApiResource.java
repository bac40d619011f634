package dev.hexadmin.http.docs;

import dev.hexadmin.http.assets.Conditional;
import dev.hexadmin.http.openapi.OpenApiDocument;
import dev.hexadmin.http.routing.Answer;
import dev.hexadmin.http.routing.Exchange;
import dev.hexadmin.http.routing.Policy;
import dev.hexadmin.http.routing.Route;
import io.helidon.http.Method;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@code /openapi.json}. Public. Thread-safe. The document is written when it is first asked for: starts do not wait. */
public final class OpenApiResource {
    private final Object lock = new Object();
    private final Supplier<OpenApiDocument> document;
    private volatile @Nullable Written written;

    private record Written(Answer answer, String tag) {}

    /**
     * @param document called when there is none, or it {@link #changed}
     */
    public OpenApiResource(Supplier<OpenApiDocument> document) {
        this.document = document;
    }

    public List<Route> routes() {
        return List.of(new Route(Method.GET, "/openapi.json", Policy.PUBLIC, this::get));
    }

    /** The document is another one now. */
    public void changed() {
        synchronized (lock) {
            written = null;
        }
    }

    private Answer get(Exchange exchange) {
        Written known = written();
        return Conditional.answer(exchange, known.answer(), known.tag());
    }

    private Written written() {
        Written known = written;
        if (known == null) {
            synchronized (lock) {
                known = written;
                if (known == null) {
                    byte[] json = document.get().json();
                    known = new Written(
                            Answer.json(200, json).with("Cache-Control", "no-cache"), Conditional.tag(json));
                    written = known;
                }
            }
        }
        return known;
    }
}
