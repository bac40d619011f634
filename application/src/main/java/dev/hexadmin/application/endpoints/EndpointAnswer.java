package dev.hexadmin.application.endpoints;

import java.util.Optional;

/**
 * What an endpoint answers.
 *
 * @param status 200 to 299
 * @param value a {@link java.util.Map} with text keys, a {@link java.util.List}, or a value of a class that {@link
 *     dev.hexadmin.domain.models.FieldType} names; null inside them. Empty exactly with 204
 */
public record EndpointAnswer(int status, Optional<Object> value) {
    public EndpointAnswer {
        if (status < 200 || status > 299) {
            throw new IllegalArgumentException("an endpoint answers with 2xx, or is refused: not " + status);
        }
        if ((status == 204) != value.isEmpty()) {
            throw new IllegalArgumentException("an answer has a value, or is a 204");
        }
    }

    /** 200 with a value. */
    public static EndpointAnswer of(Object value) {
        return new EndpointAnswer(200, Optional.of(value));
    }

    /** A value with another status, such as 201. */
    public static EndpointAnswer of(int status, Object value) {
        return new EndpointAnswer(status, Optional.of(value));
    }

    /** 204. */
    public static EndpointAnswer nothing() {
        return new EndpointAnswer(204, Optional.empty());
    }
}
