package dev.hexadmin.application.dashboard.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.dashboard.CardDefinition;
import dev.hexadmin.application.dashboard.CardDefinition.Look;
import dev.hexadmin.application.dashboard.CardDefinition.Step;
import dev.hexadmin.application.dashboard.ViewingDashboard;
import dev.hexadmin.application.history.ReviewingChanges;
import dev.hexadmin.application.port.ServiceUnavailableException;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.application.search.SearchingRecords;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.Aggregation.By;
import dev.hexadmin.domain.records.PlainSink;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.records.Summed;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Queries the numbers of each card with the actor's rights. Thread-safe. */
public final class Dashboard implements ViewingDashboard {
    /** The time limit for all cards; cards that remain after it are not queried. */
    static final Duration TIMEOUT = Duration.ofSeconds(4);

    private static final String ATTEMPTS = "admin_login_attempts";
    private static final int USUAL_COUNTS = 4;
    private static final int USUAL_CHANGES = 10;
    private static final int USUAL_HOURS = 24;
    private static final int LATEST = 5;
    private static final String SLOW = "Counting takes too long here. A filter in the dashboard's settings would help.";

    private final ModelRegistry models;
    private final Optional<List<CardDefinition>> cards;
    private final List<CardDefinition> more;
    private final BrowsingRecords browsing;
    private final SearchingRecords searching;
    private final ReviewingChanges reviewing;
    private final InstantSource clock;

    public Dashboard(
            ModelRegistry models,
            Optional<List<CardDefinition>> cards,
            List<CardDefinition> more,
            BrowsingRecords browsing,
            SearchingRecords searching,
            ReviewingChanges reviewing,
            InstantSource clock) {
        this.models = models;
        this.cards = cards.map(List::copyOf);
        this.more = List.copyOf(more);
        this.browsing = browsing;
        this.searching = searching;
        this.reviewing = reviewing;
        this.clock = clock;
        List<CardDefinition> given = new ArrayList<>(cards.orElse(List.of()));
        given.addAll(more);
        if (given.size() > CardDefinition.MOST) {
            throw new IllegalArgumentException("dashboard: there are at most " + CardDefinition.MOST + " cards");
        }
        for (CardDefinition card : given) {
            Lookups.wrong(models, card).ifPresent(wrong -> {
                throw new IllegalArgumentException("dashboard: " + wrong.message());
            });
        }
    }

    @Override
    public Board board(Actor actor) {
        List<Model> own = models.models().stream()
                .filter(model -> !model.builtIn() && actor.rights().allows(Action.VIEW, model))
                .toList();
        Instant end = clock.instant().plus(TIMEOUT);
        List<Card> shown = new ArrayList<>();
        List<CardDefinition> all = new ArrayList<>(cards.orElseGet(() -> usual(actor, own)));
        all.addAll(more);
        for (CardDefinition definition : all) {
            try {
                card(actor, definition, clock.instant().isAfter(end)).ifPresent(shown::add);
            } catch (ServiceUnavailableException e) {
                if (e.reason() != ServiceUnavailableException.Reason.MODEL_UNAVAILABLE) {
                    throw e;
                }
                String model = e.model().orElse("");
                shown.add(new Card.Unavailable(
                        definition
                                .title()
                                .orElseGet(() -> models.model(model)
                                        .map(one -> one.definition().labelPlural())
                                        .orElse("Dashboard")),
                        "The table of '" + model + "' is unavailable."));
            } catch (RequestRejectedException refused) {
                switch (refused.category()) {
                    case FORBIDDEN, UNAUTHENTICATED -> {} // the actor may not see this card
                    case MALFORMED ->
                        shown.add(new Card.Unavailable(
                                definition.title().orElse("Dashboard"),
                                "The filter of this card is not valid: "
                                        + refused.violations().stream()
                                                .findFirst()
                                                .map(one -> one.pointer() + ": " + one.message())
                                                .orElse(refused.detail())));
                    case NOT_FOUND,
                            CONFLICT,
                            PRECONDITION_FAILED,
                            INVALID,
                            PRECONDITION_REQUIRED,
                            TOO_MANY,
                            UNAVAILABLE -> throw refused;
                }
            }
        }
        return new Board(shown, own.size());
    }

    /** The default cards: the first models of the sidebar, and recent activity. */
    private static List<CardDefinition> usual(Actor actor, List<Model> own) {
        List<Model> first = own.stream()
                .filter(model -> model.definition().exposure().html())
                .sorted(Comparator.<Model>comparingInt(
                                model -> model.definition().navigation().order())
                        .thenComparing(model -> model.definition().labelPlural()))
                .toList();
        List<CardDefinition> cards = new ArrayList<>();
        first.stream()
                .limit(USUAL_COUNTS)
                .forEach(model -> cards.add(new CardDefinition.Count(Optional.empty(), model.name(), Map.of())));
        first.stream()
                .flatMap(model -> model.fields().stream()
                        .filter(field -> field.type() == FieldType.DATETIME
                                && field.queryable()
                                && field.input().defaultValue().orElse(null) instanceof DefaultValue.Now
                                && actor.rights().allows(Action.VIEW, model, field))
                        .limit(1)
                        .map(field -> new CardDefinition.Chart(
                                Optional.empty(),
                                model.name(),
                                field.name(),
                                Look.BAR,
                                Step.DAY,
                                Optional.empty(),
                                Map.of())))
                .findFirst()
                .ifPresent(cards::add);
        cards.add(new CardDefinition.RecentChanges(Optional.empty(), USUAL_CHANGES));
        cards.add(new CardDefinition.SignInFailures(Optional.empty(), USUAL_HOURS));
        return cards;
    }

    private Optional<Card> card(Actor actor, CardDefinition definition, boolean late) {
        return switch (definition) {
            case CardDefinition.Count count -> Optional.of(count(actor, count, late));
            case CardDefinition.RecentChanges(Optional<String> title, int limit) -> {
                List<ReviewingChanges.Entry> entries = reviewing.recent(actor, limit);
                yield entries.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Card.RecentChanges(title.orElse("Recent changes"), entries));
            }
            case CardDefinition.SignInFailures failures -> failures(actor, failures, late);
            case CardDefinition.Chart chart -> Optional.of(chart(actor, chart, late));
        };
    }

    private Summed summed(
            Actor actor, Model model, Map<String, String> filter, By by, Optional<FieldDefinition> sum, boolean late) {
        return late ? new Summed.TooSlow() : browsing.summarise(actor, ListRequest.of(model, filter), by, sum);
    }

    private static OptionalLong counted(Summed summed) {
        return switch (summed) {
            case Summed.Groups(List<Summed.Group> groups) ->
                OptionalLong.of(groups.stream().mapToLong(Summed.Group::count).sum());
            case Summed.TooSlow(), Summed.NoNumbers() -> OptionalLong.empty();
        };
    }

    private Card count(Actor actor, CardDefinition.Count card, boolean late) {
        Model model = models.model(card.model()).orElseThrow();
        Summed summed = summed(actor, model, card.filter(), new By.Nothing(), Optional.empty(), late);
        return new Card.Count(
                card.title().orElse(model.definition().labelPlural()), model, card.filter(), counted(summed));
    }

    private Optional<Card> failures(Actor actor, CardDefinition.SignInFailures card, boolean late) {
        Optional<Model> attempts = models.model(ATTEMPTS);
        if (attempts.isEmpty()) {
            return Optional.empty();
        }
        Model model = attempts.get();
        // whole minutes, so that the queries of all users are equal, and cached, for a while
        Instant since = clock.instant().truncatedTo(ChronoUnit.MINUTES).minus(Duration.ofHours(card.hours()));
        Map<String, String> failed = Map.of("success", "false", "at__gte", since.toString());
        OptionalLong count = counted(summed(actor, model, failed, new By.Nothing(), Optional.empty(), late));
        List<Attempt> latest = new ArrayList<>();
        if (count.orElse(1) > 0) {
            Map<String, String> page = new HashMap<>(failed);
            page.put("per_page", Integer.toString(LATEST));
            page.put("count", "none");
            page.put("ordering", "-at");
            browsing.list(actor, ListRequest.of(model, page), shape -> new AttemptSink(shape, latest));
        }
        return Optional.of(
                new Card.SignInFailures(card.title().orElse("Failed sign-ins"), card.hours(), count, latest));
    }

    private static final class AttemptSink implements PlainSink {
        private final Shape shape;
        private final List<Attempt> attempts;
        private final Map<String, String> values = new HashMap<>();

        AttemptSink(Shape shape, List<Attempt> attempts) {
            this.shape = shape;
            this.attempts = attempts;
        }

        @Override
        public void begin() {
            values.clear();
        }

        @Override
        public void take(int field, Object value) {
            values.put(shape.fields().get(field).name(), value.toString());
        }

        @Override
        public void end() {
            attempts.add(new Attempt(
                    Instant.parse(values.getOrDefault("at", Instant.EPOCH.toString())),
                    values.getOrDefault("email", ""),
                    values.getOrDefault("address", ""),
                    values.getOrDefault("reason", "")));
        }
    }

    // ---- charts

    private Card chart(Actor actor, CardDefinition.Chart card, boolean late) {
        Model model = models.model(card.model()).orElseThrow();
        FieldDefinition field = model.fieldNamed(card.field());
        Optional<FieldDefinition> sum = card.sum().map(model::fieldNamed);
        String title = card.title()
                .orElseGet(() -> sum.map(added -> added.label() + " of "
                                        + model.definition().labelPlural())
                                .orElse(model.definition().labelPlural())
                        + switch (card.by()) {
                            case VALUE -> " by " + field.label();
                            case DAY -> " per day";
                            case WEEK -> " per week";
                            case MONTH -> " per month";
                        });
        Optional<Calendar> calendar = Calendar.of(card.by(), LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC));
        Map<String, String> filter = new LinkedHashMap<>(card.filter());
        calendar.ifPresent(days -> filter.putAll(days.within(field)));
        By by = calendar.isPresent() ? new By.Day(field) : new By.Value(field, Points.MAX_VALUES + 1);
        return switch (summed(actor, model, filter, by, sum, late)) {
            case Summed.TooSlow() -> new Card.Unavailable(title, SLOW);
            case Summed.NoNumbers() ->
                new Card.Unavailable(title, "The database holds this field in a form that it cannot add up.");
            case Summed.Groups(List<Summed.Group> groups) -> {
                Points points = new Points(model, field, sum.isPresent(), card.filter());
                yield new Card.Chart(
                        title,
                        model,
                        field,
                        sum,
                        card.look(),
                        card.by(),
                        calendar.map(days -> points.of(days, groups))
                                .orElseGet(() -> points.of(groups, names(actor, model, field, groups))),
                        calendar.isEmpty() && groups.size() > Points.MAX_VALUES);
            }
        };
    }

    private Map<RecordKey, String> names(Actor actor, Model model, FieldDefinition field, List<Summed.Group> groups) {
        if (field.type() != FieldType.REFERENCE) {
            return Map.of();
        }
        List<RecordKey> keys = new ArrayList<>();
        for (Summed.Group group : groups) {
            @Nullable Object key = group.key();
            if (key != null) {
                keys.add(new RecordKey(List.of(key)));
            }
        }
        return searching.labels(actor, model.target(field), keys);
    }
}
