package dev.hexadmin.application.endpoints;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import java.util.Map;
import java.util.Optional;

/** An actor calls custom endpoints of the application. Thread-safe. */
public interface CallingEndpoints {
    /**
     * Runs it.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN} without the right, {@code MALFORMED}
     *     for a wrong query, {@code INVALID} for a wrong body, and any exception with which the code rejects the call
     */
    EndpointAnswer call(Actor actor, Model model, RecordEndpoint endpoint, Arguments arguments);

    /**
     * What an endpoint is called with.
     *
     * @param parameters the text of each parameter, by name
     * @param document what a JSON parser read; empty for JSON null, and where none is taken
     * @param dryRun whether what the endpoint changes is rolled back
     */
    record Arguments(Map<String, String> parameters, Optional<Object> document, boolean dryRun) {
        public Arguments {
            parameters = Map.copyOf(parameters);
        }
    }
}
