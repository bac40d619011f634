package dev.hexadmin.application.endpoints;

import java.util.Optional;

/**
 * What an endpoint answers.
 *
 * @param value a record as code has read it, a {@link java.util.Map} with text keys, a {@link java.util.List}, or a value of a
 *     class that {@link dev.hexadmin.domain.models.FieldType} names; null inside them. Empty exactly with {@link
 *     Result#EMPTY}
 */
public record EndpointAnswer(Result result, Optional<Object> value) {
    /** How a call succeeded. */
    public enum Result {
        /** It answers with a value. */
        OK,
        /** The endpoint has created the returned object. */
        CREATED,
        /** The returned value describes work that is done later. */
        ACCEPTED,
        /** It has nothing to answer. */
        EMPTY
    }

    public EndpointAnswer {
        if ((result == Result.EMPTY) != value.isEmpty()) {
            throw new IllegalArgumentException("an answer has a value, or its result is EMPTY");
        }
    }

    /** A value. */
    public static EndpointAnswer of(Object value) {
        return new EndpointAnswer(Result.OK, Optional.of(value));
    }

    /** What was created. */
    public static EndpointAnswer created(Object value) {
        return new EndpointAnswer(Result.CREATED, Optional.of(value));
    }

    /** What is done later. */
    public static EndpointAnswer accepted(Object value) {
        return new EndpointAnswer(Result.ACCEPTED, Optional.of(value));
    }

    /** No value. */
    public static EndpointAnswer nothing() {
        return new EndpointAnswer(Result.EMPTY, Optional.empty());
    }
}
