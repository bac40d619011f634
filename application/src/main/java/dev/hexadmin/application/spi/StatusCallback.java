package dev.hexadmin.application.spi;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A request to the address for status reports.
 *
 * @param url the whole URL that the gateway called, including the query
 * @param parameters of the body, {@code application/x-www-form-urlencoded}
 * @param headers by lower-cased name
 * @since 0.1
 */
public record StatusCallback(String url, Map<String, String> parameters, Map<String, String> headers) {
    public StatusCallback {
        parameters = Map.copyOf(parameters);
        headers = Map.copyOf(headers);
    }

    /** The value of a header, by name in any case. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
    }
}
