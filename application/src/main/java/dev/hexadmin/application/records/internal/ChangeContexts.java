package dev.hexadmin.application.records.internal;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.ChangeNotices.Change;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.StoredRecord;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes the contexts with which hooks are called. Hooks write through the writer that calls them, so that the services are
 * given after both exist. Thread-safe from then on.
 */
public final class ChangeContexts {
    private @Nullable CodeServices services;

    /** Gives the services, before the first change. */
    public void connect(CodeServices all) {
        services = all;
    }

    /** @param values the values to write, which hooks may change */
    ChangeContext create(Actor actor, Model model, Map<String, @Nullable Object> values) {
        return new ChangeContext(services(), actor, model, Change.CREATE, Optional.empty(), values);
    }

    /** @param changes the values to write, which hooks may change */
    ChangeContext update(Actor actor, StoredRecord before, Map<String, @Nullable Object> changes) {
        return new ChangeContext(services(), actor, before.model(), Change.UPDATE, Optional.of(before), changes);
    }

    ChangeContext delete(Actor actor, StoredRecord record) {
        return new ChangeContext(services(), actor, record.model(), Change.DELETE, Optional.of(record), Map.of());
    }

    CodeServices services() {
        return Objects.requireNonNull(services);
    }
}
