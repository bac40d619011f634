package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.Refused;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.ListQuery.CountMode;
import dev.hexadmin.domain.records.ListQuery.Position;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/** Lists and single records. */
public final class RecordBrowsing implements BrowsingRecords {
    private final Records records;
    private final Reach reach;
    private final Cursors cursors;
    private final ListLanguage language;

    public RecordBrowsing(Records records, Reach reach, Shapes shapes, Cursors cursors) {
        this.records = records;
        this.reach = reach;
        this.cursors = cursors;
        this.language = new ListLanguage(reach, shapes, cursors);
    }

    @Override
    public Page list(
            Actor actor,
            Model model,
            Map<String, String> parameters,
            CountMode usual,
            Function<Shape, RecordSink> sinks) {
        reach.require(actor, Action.VIEW, model);
        ListLanguage.Reading reading = language.list(actor, model, parameters, usual);
        ListQuery query = reading.query();
        Records.Slice slice = records.list(query, sinks.apply(query.shape()));
        return new Page(
                query.position() instanceof Position.Page(int number) ? OptionalInt.of(number) : OptionalInt.empty(),
                query.limit(),
                slice.total(),
                slice.more(),
                slice.hasPrevious(),
                slice.hasNext(),
                slice.hasNext() ? cursors.after(reading.list(), slice.last()) : Optional.empty(),
                slice.hasPrevious() ? cursors.before(reading.list(), slice.first()) : Optional.empty());
    }

    @Override
    public Found read(
            Actor actor, Model model, String id, Map<String, String> parameters, Function<Shape, RecordSink> sinks) {
        reach.require(actor, Action.VIEW, model);
        Shape shape = language.single(actor, model, parameters);
        return RecordKey.parse(model, id)
                .flatMap(
                        key -> records.read(shape, key, reach.condition(actor, model, Action.VIEW), sinks.apply(shape)))
                .map(version -> new Found(version, shape))
                .orElseThrow(() -> missing(model));
    }

    @Override
    public boolean reaches(Actor actor, Model model, String id, Action action) {
        return actor.rights().allows(action, model)
                && RecordKey.parse(model, id)
                        .filter(key -> records.matches(model, key, reach.condition(actor, model, action)))
                        .isPresent();
    }

    static Refused missing(Model model) {
        return Refused.notFound("There is no such record of '" + model.name() + "'.");
    }
}
