package dev.hexadmin.http.routing;

/** Answers the requests of one route. Thread-safe. */
@FunctionalInterface
public interface Handler {
    /**
     * Answers.
     *
     * @throws dev.hexadmin.application.Refused and the other exceptions that {@code http.problem} knows
     */
    Answer handle(Exchange exchange);
}
