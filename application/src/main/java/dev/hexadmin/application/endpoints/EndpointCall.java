package dev.hexadmin.application.endpoints;

import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A call of an endpoint. All operations have the caller's rights, row policies and field permissions, as if the caller
 * used the JSON API. A writing endpoint runs in one transaction: a {@link
 * dev.hexadmin.application.RequestRejectedException} or any other exception that the code throws rolls it back.
 * Exceptions of these methods must not be swallowed. Used by one thread, until the code returns.
 *
 * <p>Records are maps by field name of {@link String} (dates, times and UUIDs in their wire form), {@link Long}, {@link
 * Double}, {@link java.math.BigDecimal}, {@link Boolean}, {@link dev.hexadmin.domain.models.JsonText}, {@code byte[]},
 * lists of keys, or null. Records to be written have the values that JSON would have.
 */
public interface EndpointCall {
    Actor actor();

    /** The model of the endpoint. */
    Model model();

    /**
     * The value of a query parameter, of its type's Java class; empty when it was omitted and has no default.
     *
     * @throws IllegalArgumentException when the parameter was not declared
     */
    Optional<Object> query(String name);

    /** The members of a declared body that were given or have a default, of their types' Java classes. */
    Map<String, @Nullable Object> fields();

    /**
     * The document of an endpoint that accepts any document: text, numbers as {@link Long} or decimals, maps, lists;
     * empty for {@code null}.
     */
    Optional<Object> document();

    /**
     * One page of a model.
     *
     * @param request adds filters, an order, a page: {@code list -> list.filter("stock", Lookup.LT, 5).orderBy("-name")}
     * @throws IllegalArgumentException when there is no such model
     */
    List<Map<String, @Nullable Object>> list(String model, UnaryOperator<ListRequest.Builder> request);

    /** One record by its key as in paths; rejected as not found when it does not exist. */
    Map<String, @Nullable Object> read(String model, String id);

    /**
     * Creates a record.
     *
     * @return the record, as far as the caller may view it
     * @throws IllegalStateException in a GET
     */
    Map<String, @Nullable Object> create(String model, Map<String, @Nullable Object> values);

    /**
     * Updates the given fields.
     *
     * @throws IllegalStateException in a GET
     */
    Map<String, @Nullable Object> update(String model, String id, Map<String, @Nullable Object> changes);

    /**
     * Deletes a record.
     *
     * @throws IllegalStateException in a GET
     */
    void delete(String model, String id);
}
