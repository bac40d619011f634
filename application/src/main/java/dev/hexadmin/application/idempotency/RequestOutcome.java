package dev.hexadmin.application.idempotency;

import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What a request came to, as its unit of work gives it back.
 *
 * @param <A> the answer's type
 */
public sealed interface RequestOutcome<A> {
    /** The change is made, and this is its answer. */
    record Committed<A>(A answer) implements RequestOutcome<A> {}

    /**
     * The change is accepted, and what becomes of it is known only after the commit.
     *
     * @param accepted the answer that stands for it until then, made inside the unit of work
     * @param settled waits after the commit, and gives the client's answer
     */
    record Accepted<A>(Supplier<A> accepted, Supplier<A> settled) implements RequestOutcome<A> {}

    /** Nothing was changed, so there is nothing that must not be repeated. */
    record Unchanged<A>(A answer) implements RequestOutcome<A> {}

    /** The request failed, and what was written about its failure is committed. */
    record Failed<A>(RuntimeException refusal) implements RequestOutcome<A> {}

    /** The client's answer, after the commit; a failure is thrown. */
    default A answer() {
        return switch (this) {
            case Committed<A>(A answer) -> answer;
            case Accepted<A> accepted -> accepted.settled().get();
            case Unchanged<A>(A answer) -> answer;
            case Failed<A>(RuntimeException refusal) -> throw refusal;
        };
    }

    /** The same with answers of another type. */
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
