package dev.hexadmin.application.records;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.RowPolicy;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;
import java.util.Objects;
import java.util.Optional;

/** Limits the records of a model by the text of a row policy. */
final class LimitingHooks implements RecordHooks {
    private final String text;
    private volatile Optional<RowPolicy> policy = Optional.empty();

    LimitingHooks(String text) {
        this.text = Objects.requireNonNull(text, "policy");
    }

    @Override
    public void onStart(Model model) {
        policy = Optional.of(RowPolicy.parse(model, text));
    }

    @Override
    public boolean changesOthers() {
        return false;
    }

    @Override
    public Condition rowPolicy(Actor actor) {
        return policy.map(parsed -> parsed.bind(actor)).orElseGet(Condition::never);
    }
}
