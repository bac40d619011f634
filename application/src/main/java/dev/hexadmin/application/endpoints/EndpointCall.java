package dev.hexadmin.application.endpoints;

import dev.hexadmin.application.records.RecordContext;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.TypedValue;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A call of an endpoint. {@link #records} has the rights with which the endpoint was registered: {@link
 * RecordEndpoint.Builder#handleAsCaller} or {@link RecordEndpoint.Builder#handleAsProgram}. A writing endpoint runs in one
 * transaction: a {@link dev.hexadmin.application.RequestRejectedException} or any other exception that the code throws rolls it
 * back; a rejected change whose exception the code catches is rolled back alone. {@link #reject} takes the name of a query
 * parameter or of a member of the body.
 */
public interface EndpointCall extends RecordContext {
    /** The model of the endpoint. */
    Model model();

    /**
     * The value of a query parameter, of its type's Java class; empty when it was omitted and has no default.
     *
     * @throws IllegalArgumentException when the parameter was not declared
     */
    Optional<Object> query(String name);

    /**
     * The value of a query parameter.
     *
     * @param type the Java class of its type
     * @throws IllegalArgumentException when the parameter was not declared
     * @throws ClassCastException when it has values of another class; the message names parameter and class
     */
    default <T> Optional<T> query(String name, Class<T> type) {
        return query(name).map(value -> TypedValue.of(name, value, type));
    }

    /** The members of a declared body that were given or have a default, of their types' Java classes. */
    Map<String, @Nullable Object> fields();

    /**
     * The document of an endpoint that accepts any document: text, numbers as {@link Long} or decimals, maps, lists;
     * empty for {@code null}.
     */
    Optional<Object> document();

    /** Whether everything is rolled back in the end. */
    boolean dryRun();
}
