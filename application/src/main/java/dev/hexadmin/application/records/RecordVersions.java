package dev.hexadmin.application.records;

import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.records.Version;
import java.util.Map;

/**
 * Computes the versions of records for actors: over the fields that the actor may view. A version over all fields would
 * confirm guesses at hidden values. Thread-safe.
 */
@SuppressWarnings("exports") // of use to modules of Hexadmin only
public final class RecordVersions {
    private final Records records;

    public RecordVersions(Records records) {
        this.records = records;
    }

    /** The version of a record that the actor may view. */
    public Version of(Actor actor, StoredRecord record) {
        Model model = record.model();
        return over(
                new Shape(
                        model,
                        Shape.full(model).fields().stream()
                                .filter(field -> actor.rights().allows(Action.VIEW, model, field))
                                .toList(),
                        Map.of()),
                record);
    }

    /**
     * The version of a record over some of its fields; takes a further statement unless they are all fields.
     *
     * @param covered the fields; none is expanded
     */
    public Version over(Shape covered, StoredRecord record) {
        return covered.equals(Shape.full(record.model()))
                ? record.version()
                : records.version(covered, record.key()).orElseGet(record::version);
    }
}
