package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.application.records.port.Records.Selection;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.RowPolicy;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Aggregation;
import dev.hexadmin.domain.records.Aggregation.By;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.ListQuery.CountMode;
import dev.hexadmin.domain.records.ListQuery.Position;
import dev.hexadmin.domain.records.ListQuery.Step;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.records.Summed;
import dev.hexadmin.domain.records.ZoneOffsets;
import dev.hexadmin.domain.text.Message;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads lists and single records. */
public final class RecordBrowsing implements BrowsingRecords {
    private final Records records;
    private final AccessScope accessScope;
    private final Shapes shapes;
    private final Cursors cursors;
    private final ListBinding binding;
    private final LogRows logRows;
    private final AggregationCache aggregations;
    private final ListNeighbours neighbours;

    public RecordBrowsing(
            Records records,
            AccessScope accessScope,
            Shapes shapes,
            Cursors cursors,
            LogRows logRows,
            InstantSource clock) {
        this.records = records;
        this.accessScope = accessScope;
        this.shapes = shapes;
        this.cursors = cursors;
        this.logRows = logRows;
        this.aggregations = new AggregationCache(records, clock);
        this.binding = new ListBinding(accessScope, shapes, cursors);
        this.neighbours = new ListNeighbours(records, accessScope, shapes);
    }

    @Override
    public Page list(Actor actor, ListRequest request, CountMode usual, Function<Shape, RecordSink> sinks) {
        accessScope.require(actor, Action.VIEW, request.model());
        ListBinding.Reading reading = binding.list(actor, request, usual);
        ListQuery query = reading.query();
        Shape shown = query.shape();
        Records.Slice slice =
                records.list(query.reading(logRows.read(shown)), logRows.sink(actor, shown, sinks.apply(shown)));
        return new Page(
                query.position() instanceof Position.Page(int number) ? OptionalInt.of(number) : OptionalInt.empty(),
                query.limit(),
                slice.total(),
                slice.more(),
                slice.hasPrevious(),
                slice.hasNext(),
                slice.hasNext() ? cursor(reading.list(), query, slice.last(), query::next, slice) : Optional.empty(),
                slice.hasPrevious()
                        ? cursor(reading.list(), query, slice.first(), query::previous, slice)
                        : Optional.empty());
    }

    /** A cursor from a record of the page, or from where this page was read when its sort values make none. */
    private Optional<String> cursor(
            String list,
            ListQuery query,
            List<@Nullable Object> values,
            BiFunction<Integer, List<@Nullable Object>, Position> position,
            Records.Slice slice) {
        return query.model().key().isEmpty()
                ? Optional.empty()
                : cursors.of(list, position.apply(slice.size(), values))
                        .or(() -> cursors.of(list, position.apply(slice.size(), List.of())));
    }

    @Override
    public void check(Actor actor, ListRequest request) {
        accessScope.require(actor, Action.VIEW, request.model());
        binding.list(actor, request, CountMode.NONE);
    }

    @Override
    public Found read(Actor actor, ListRequest request, String id, Function<Shape, RecordSink> sinks) {
        Model model = request.model();
        accessScope.require(actor, Action.VIEW, model);
        Shape shown = binding.single(actor, request);
        return RecordKey.parse(model, id)
                .flatMap(key -> records.read(
                        logRows.read(shown),
                        shapes.visible(actor, model),
                        key,
                        accessScope.condition(actor, model, Action.VIEW),
                        logRows.sink(actor, shown, sinks.apply(shown))))
                .map(version -> new Found(version, shown))
                .orElseThrow(() -> missing(model));
    }

    @Override
    public boolean reaches(Actor actor, Model model, String id, Action action) {
        return actor.rights().allows(action, model)
                && RecordKey.parse(model, id)
                        .filter(key -> records.matches(model, key, accessScope.condition(actor, model, action)))
                        .isPresent();
    }

    @Override
    public Condition condition(Actor actor, Model model, Action action) {
        return actor.rights().allows(action, model) ? accessScope.condition(actor, model, action) : Condition.never();
    }

    @Override
    public Optional<Neighbours> neighbours(Actor actor, ListRequest request, String id) {
        accessScope.require(actor, Action.VIEW, request.model());
        ListQuery list = binding.list(actor, request, CountMode.NONE).query();
        return RecordKey.parse(request.model(), id).flatMap(key -> neighbours.of(actor, list, key));
    }

    @Override
    public List<OptionalLong> counts(Actor actor, List<ListRequest> requests, int most) {
        List<Selection> selections = requests.stream()
                .map(request -> {
                    accessScope.require(actor, Action.VIEW, request.model());
                    return new Selection(request.model(), binding.selected(actor, request));
                })
                .toList();
        return counted(selections, most);
    }

    @Override
    public List<OptionalLong> counts(Actor actor, RowPolicy policy, Actor.SignedIn user, int most) {
        accessScope.require(actor, Action.VIEW, policy.model());
        for (FieldPath path : policy.paths()) {
            Model model = path.root();
            for (FieldDefinition step : path.through()) {
                require(actor, model, step);
                model = model.target(step);
            }
            require(actor, model, path.field());
        }
        Condition visible = accessScope.condition(actor, policy.model(), Action.VIEW);
        return counted(
                List.of(
                        new Selection(policy.model(), visible.and(policy.bind(user))),
                        new Selection(policy.model(), visible)),
                most);
    }

    private List<OptionalLong> counted(List<Selection> selections, int most) {
        try {
            return records.counts(selections, most).stream()
                    .map(OptionalLong::of)
                    .toList();
        } catch (ServiceUnavailableException e) {
            if (e.reason() != ServiceUnavailableException.Reason.MODEL_UNAVAILABLE) {
                throw e;
            }
            return selections.stream().map(one -> count(one, most)).toList();
        }
    }

    private OptionalLong count(Selection selection, int most) {
        try {
            return OptionalLong.of(records.counts(List.of(selection), most).getFirst());
        } catch (ServiceUnavailableException e) {
            if (e.reason() != ServiceUnavailableException.Reason.MODEL_UNAVAILABLE) {
                throw e;
            }
            return OptionalLong.empty();
        }
    }

    @Override
    public Summed summarise(Actor actor, ListRequest request, By by, Optional<FieldDefinition> sum) {
        Model model = request.model();
        accessScope.require(actor, Action.VIEW, model);
        sum.ifPresent(field -> require(actor, model, field));
        By permitted = switch (by) {
            case By.Nothing() -> by;
            case By.Value value -> permitted(actor, model, value);
            case By.Day(FieldDefinition field, ZoneOffsets offsets) -> {
                require(actor, model, field);
                yield by;
            }
        };
        Condition condition =
                binding.list(actor, request, CountMode.NONE).query().condition();
        return aggregations.of(new Aggregation(model, condition, permitted, sum));
    }

    /** The grouping with the row policies of the models on its path. */
    private By.Value permitted(Actor actor, Model model, By.Value by) {
        List<Step> through = new ArrayList<>();
        Model at = model;
        for (Step step : by.through()) {
            require(actor, at, step.reference());
            at = at.target(step.reference());
            accessScope.require(actor, Action.VIEW, at);
            through.add(new Step(step.reference(), accessScope.condition(actor, at, Action.VIEW)));
        }
        require(actor, at, by.field());
        return new By.Value(through, by.field(), by.most());
    }

    private static void require(Actor actor, Model model, FieldDefinition field) {
        if (!actor.rights().allows(Action.VIEW, model, field)) {
            throw RequestRejectedException.forbidden(
                    "field_forbidden",
                    Message.of("You may not view ''{field}''.").with("field", field.name()));
        }
    }

    static RequestRejectedException missing(Model model) {
        return RequestRejectedException.notFound(
                Message.of("There is no such record of ''{model}''.").with("model", model.name()));
    }
}
