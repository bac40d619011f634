package dev.hexadmin.http.docs;

import dev.hexadmin.http.assets.Conditional;
import dev.hexadmin.http.openapi.OpenApiDocument;
import dev.hexadmin.http.routing.Answer;
import dev.hexadmin.http.routing.Exchange;
import dev.hexadmin.http.routing.Gzip;
import dev.hexadmin.http.routing.Policy;
import dev.hexadmin.http.routing.Route;
import io.helidon.http.Method;
import java.util.List;
import java.util.function.Supplier;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/** {@code /openapi.json}. Public. Thread-safe. The document is written when it is first asked for: starts do not wait. */
public final class OpenApiResource {
    private final Object lock = new Object();
    private final Supplier<OpenApiDocument> document;
    private volatile @Nullable Written written;

    /**
     * The document, ready to be sent.
     *
     * @param zipped its compressed form, made once
     */
    private record Written(Form plain, Form zipped) {}

    private record Form(Answer answer, String tag) {}

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
        Form form = Gzip.isPreferred(exchange.header("Accept-Encoding")) ? known.zipped() : known.plain();
        return Conditional.answer(exchange, form.answer(), form.tag());
    }

    private static Form form(byte[] body) {
        return new Form(
                Answer.json(200, body).with("Cache-Control", "no-cache").with("Vary", "Accept-Encoding"),
                Conditional.tag(body));
    }

    private Written written() {
        Written known = written;
        if (known == null) {
            synchronized (lock) {
                known = written;
                if (known == null) {
                    byte[] json = document.get().json();
                    byte[] zipped = Gzip.compress(json, Deflater.BEST_COMPRESSION);
                    known = new Written(
                            form(json),
                            new Form(form(zipped).answer().with("Content-Encoding", "gzip"), Conditional.tag(zipped)));
                    written = known;
                }
            }
        }
        return known;
    }
}
