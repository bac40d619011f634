package dev.hexadmin.application.endpoints;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An actor calls endpoints of the application's own. Thread-safe. */
public interface CallingEndpoints {
    /**
     * Runs it.
     *
     * @param query the parameters, decoded
     * @param body the document as a JSON parser gives it; null also where none is taken
     * @param dryRun whether what it changes is rolled back
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN} without the right, {@code MALFORMED} for a wrong query,
     *     {@code INVALID} for a wrong body, and whatever the code refuses with
     */
    EndpointAnswer call(
            Actor actor,
            Model model,
            RecordEndpoint endpoint,
            Map<String, String> query,
            @Nullable Object body,
            boolean dryRun);
}
