package dev.hexadmin.application.access.internal;

import dev.hexadmin.application.access.RowPolicies;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.access.RowPolicy;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.text.Message;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Compiles each policy once per model and text. */
public final class CompiledRowPolicies implements RowPolicies {
    private static final Logger LOG = System.getLogger(CompiledRowPolicies.class.getName());
    private static final int MAX_POLICIES = 10_000;

    private final ConcurrentHashMap<Source, Compiled> compiled = new ConcurrentHashMap<>();

    /**
     * @param text as stored
     */
    private record Source(Model model, String text) {}

    /**
     * @param policy empty when the text is not valid
     */
    private record Compiled(Optional<RowPolicy> policy) {}

    @Override
    public Condition condition(Actor actor, Model model, Action action) {
        return switch (actor) {
            case Actor.Operator operator -> Condition.always();
            case Actor.Anonymous anonymous -> Condition.never();
            case Actor.SignedIn user -> condition(user, model, action);
        };
    }

    private Condition condition(Actor.SignedIn user, Model model, Action action) {
        Rights rights = user.rights();
        if (rights.superuser()) {
            return Condition.always();
        }
        if (!rights.allows(action, model)) {
            return Condition.never();
        }
        List<String> policies = rights.policies(action, model);
        return switch (policies.size()) {
            case 0 -> Condition.always();
            case 1 -> bind(user, model, policies.getFirst());
            default ->
                new Condition.Any(policies.stream()
                        .distinct()
                        .map(text -> bind(user, model, text))
                        .toList());
        };
    }

    private Condition bind(Actor.SignedIn user, Model model, String text) {
        Source source = new Source(model, text);
        @Nullable Compiled known = compiled.get(source);
        if (known == null) {
            known = new Compiled(compile(source));
            if (compiled.mappingCount() >= MAX_POLICIES) {
                compiled.clear();
            }
            compiled.put(source, known);
        }
        return known.policy().map(understood -> understood.bind(user)).orElseGet(Condition::never);
    }

    private static Optional<RowPolicy> compile(Source source) {
        return switch (RowPolicy.read(source.model(), source.text())) {
            case RowPolicy.Reading.Understood(RowPolicy policy) -> Optional.of(policy);
            case RowPolicy.Reading.Misunderstood(int position, Message message) -> {
                // the model has changed since the policy was stored: the policy covers no records until it is corrected
                LOG.log(
                        Level.WARNING,
                        "a row policy on {0} is not understood any more and covers no record: {1} It reads: {2}",
                        source.model().name(),
                        message,
                        source.text());
                yield Optional.empty();
            }
        };
    }
}
