package dev.hexadmin.application.idempotency;

import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The outcome of a request, returned from its unit of work.
 *
 * @param <A> the type of the response
 */
public sealed interface RequestOutcome<A> {
    /** The change was made; this is its response. */
    record Committed<A>(A answer) implements RequestOutcome<A> {}

    /**
     * The change was accepted; the final response is known only after the commit.
     *
     * @param accepted the response to store until then, created inside the unit of work
     * @param settled waits after the commit, and returns the client's response
     */
    record Accepted<A>(Supplier<A> accepted, Supplier<A> settled) implements RequestOutcome<A> {}

    /** Nothing was changed, so the request may be repeated. */
    record Unchanged<A>(A answer) implements RequestOutcome<A> {}

    /** The request failed, and the rows about its failure are committed. */
    record Failed<A>(RuntimeException refusal) implements RequestOutcome<A> {}

    /** The client's response, after the commit; throws the rejection of a failure. */
    default A answer() {
        return switch (this) {
            case Committed<A>(A answer) -> answer;
            case Accepted<A> accepted -> accepted.settled().get();
            case Unchanged<A>(A answer) -> answer;
            case Failed<A>(RuntimeException refusal) -> throw refusal;
        };
    }

    /** The same outcome with a response of another type. */
    default <B> RequestOutcome<B> map(Function<A, B> form) {
        return switch (this) {
            case Committed<A>(A answer) -> new Committed<>(form.apply(answer));
            case Accepted<A>(Supplier<A> accepted, Supplier<A> settled) ->
                new Accepted<>(() -> form.apply(accepted.get()), () -> form.apply(settled.get()));
            case Unchanged<A>(A answer) -> new Unchanged<>(form.apply(answer));
            case Failed<A>(RuntimeException refusal) -> new Failed<>(refusal);
        };
    }
}
