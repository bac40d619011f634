package dev.hexadmin.application.dashboard.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.dashboard.DashboardAssembly.Execution;
import dev.hexadmin.application.dashboard.DashboardAssembly.Sources;
import dev.hexadmin.application.dashboard.DashboardAssembly.Storage;
import dev.hexadmin.application.dashboard.DashboardDefinition;
import dev.hexadmin.application.dashboard.DateRange;
import dev.hexadmin.application.dashboard.RangeRequest;
import dev.hexadmin.application.dashboard.ViewingDashboard;
import dev.hexadmin.application.dashboard.WidgetDefinition;
import dev.hexadmin.application.dashboard.port.DashboardLayouts;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.text.Message;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Queries the widgets of a page at the same time, and keeps the layouts of users. Thread-safe. */
public final class Dashboard implements ViewingDashboard {
    private static final System.Logger LOG = System.getLogger(Dashboard.class.getName());

    /** The time limit for all widgets of a page. */
    private static final Duration TIMEOUT = Duration.ofSeconds(4);

    /** The pause after a widget that did not end in time, for the user who viewed it. */
    private static final Duration LEFT_ALONE = Duration.ofMinutes(5);

    /** Queries of one page at the same time. */
    private static final int AT_ONCE = 4;

    private static final int MAX_SLOW = 1_000;

    private final ModelRegistry models;
    private final DashboardDefinition definition;
    private final List<WidgetDefinition> more;
    private final WidgetQueries queries;
    private final Titles titles;
    private final Storage storage;
    private final Execution execution;
    private final InstantSource clock;
    private final Duration timeout;
    private final Map<SlowWidget, Instant> slow = new ConcurrentHashMap<>();

    private record SlowWidget(Optional<UserId> user, String id) {}

    public Dashboard(
            ModelRegistry models,
            DashboardDefinition definition,
            List<WidgetDefinition> more,
            Sources sources,
            Storage storage,
            Execution execution,
            InstantSource clock) {
        this(models, definition, more, sources, storage, execution, clock, TIMEOUT);
    }

    /** @param timeout the time limit for all widgets of a page */
    Dashboard(
            ModelRegistry models,
            DashboardDefinition definition,
            List<WidgetDefinition> more,
            Sources sources,
            Storage storage,
            Execution execution,
            InstantSource clock,
            Duration timeout) {
        this.models = models;
        this.definition = definition;
        this.more = List.copyOf(more);
        this.queries = new WidgetQueries(models, sources, clock);
        this.titles = new Titles(models);
        this.storage = storage;
        this.execution = execution;
        this.clock = clock;
        this.timeout = timeout;
        List<WidgetDefinition> given = new ArrayList<>(definition.widgets().orElse(List.of()));
        given.addAll(more);
        if (given.size() > WidgetDefinition.MOST) {
            throw new IllegalArgumentException("dashboard: there are at most " + WidgetDefinition.MOST + " widgets");
        }
        for (WidgetDefinition widget : given) {
            Lookups.wrong(models, widget).ifPresent(wrong -> {
                throw new IllegalArgumentException("dashboard: " + wrong.message());
            });
        }
    }

    // ---- layout

    private List<Model> viewable(Actor actor) {
        return models.models().stream()
                .filter(model -> !model.builtIn() && actor.rights().allows(Action.VIEW, model))
                .toList();
    }

    /** The widgets that the actor has the rights to see. Those that are hidden from them have their ids, too. */
    private Arrangement visible(Actor actor) {
        List<WidgetDefinition> all = new ArrayList<>(
                definition.widgets().orElseGet(() -> DefaultWidgets.of(actor.rights(), viewable(actor))));
        all.addAll(more);
        Visibility visibility = new Visibility(models, actor.rights());
        Map<String, WidgetDefinition> visible =
                new LinkedHashMap<>(Arrangement.of(all).widgets());
        visible.values().removeIf(widget -> !visibility.of(widget));
        return new Arrangement(visible);
    }

    /** An API key views the layout of the settings. */
    private Optional<List<DashboardLayouts.Place>> stored(Actor actor) {
        return actor instanceof Actor.SignedIn user && user.inPerson()
                ? storage.layouts().find(user.id())
                : Optional.empty();
    }

    /** @param named the titles of all widgets */
    private static Place place(DashboardLayouts.Place place, Arrangement visible, Map<String, Message> named) {
        return new Place(
                place.widget(),
                widget(visible, place).type(),
                Optional.ofNullable(named.get(place.widget())).orElseThrow(),
                place.width(),
                place.shown());
    }

    private DateRange range(RangeRequest request) {
        return request.resolve(
                definition.period(),
                definition.until().orElseGet(() -> LocalDate.ofInstant(clock.instant(), request.zone())));
    }

    private Layout layout(Arrangement visible, Optional<List<DashboardLayouts.Place>> stored) {
        Map<String, Message> named =
                titles.of(visible.widgets(), range(RangeRequest.DEFAULT).bucket());
        return new Layout(
                stored.isPresent(),
                visible.arranged(stored).stream()
                        .map(place -> place(place, visible, named))
                        .toList());
    }

    private static WidgetDefinition widget(Arrangement visible, DashboardLayouts.Place place) {
        return Optional.ofNullable(visible.widgets().get(place.widget())).orElseThrow();
    }

    @Override
    public Layout layout(Actor.SignedIn actor) {
        return layout(visible(actor), stored(actor));
    }

    @Override
    public Layout arrange(Actor.SignedIn actor, List<Wanted> wanted, boolean dryRun) {
        Arrangement visible = visible(actor);
        List<DashboardLayouts.Place> places = visible.checked(wanted);
        if (!dryRun) {
            Instant now = clock.instant();
            storage.work().write(scope -> {
                storage.layouts().put(actor.id(), places, now);
                return places;
            });
        }
        return layout(visible, Optional.of(places));
    }

    @Override
    public void reset(Actor.SignedIn actor, boolean dryRun) {
        if (!dryRun) {
            storage.work().write(scope -> {
                storage.layouts().delete(actor.id());
                return actor;
            });
        }
    }

    // ---- content

    @Override
    public Board board(Actor actor, RangeRequest request) {
        DateRange range = range(request);
        Arrangement visible = visible(actor);
        List<DashboardLayouts.Place> places = visible.arranged(stored(actor));
        List<DashboardLayouts.Place> shown =
                places.stream().filter(DashboardLayouts.Place::shown).toList();
        Semaphore permits = new Semaphore(AT_ONCE);
        long end = execution.nanoTicker().getAsLong() + timeout.toNanos();
        List<CompletableFuture<Optional<Content>>> running = shown.stream()
                .map(place -> isLeftAlone(actor, place.widget())
                        ? CompletableFuture.completedFuture(Optional.<Content>of(WidgetQueries.TOO_SLOW))
                        : CompletableFuture.supplyAsync(
                                () -> query(actor, widget(visible, place), range, permits, end), execution.executor()))
                .toList();
        Map<String, Message> named = titles.of(visible.widgets(), range.bucket());
        List<Widget> widgets = new ArrayList<>();
        for (int i = 0; i < shown.size(); i++) {
            DashboardLayouts.Place place = shown.get(i);
            awaited(actor, place.widget(), running.get(i), end)
                    .ifPresent(content -> widgets.add(new Widget(place(place, visible, named), content)));
        }
        return new Board(
                range, widgets, places.size() - shown.size(), viewable(actor).size());
    }

    private Optional<Content> query(
            Actor actor, WidgetDefinition widget, DateRange range, Semaphore permits, long end) {
        try {
            if (!permits.tryAcquire(end - execution.nanoTicker().getAsLong(), TimeUnit.NANOSECONDS)) {
                return Optional.of(WidgetQueries.TOO_SLOW);
            }
            if (execution.nanoTicker().getAsLong() >= end) {
                permits.release();
                return Optional.of(WidgetQueries.TOO_SLOW);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(WidgetQueries.TOO_SLOW);
        }
        try {
            return queries.content(actor, widget, range);
        } catch (ServiceUnavailableException e) {
            if (e.reason() != ServiceUnavailableException.Reason.MODEL_UNAVAILABLE) {
                throw e;
            }
            return Optional.of(new Content.Unavailable(Message.of("The table of ''{model}'' is unavailable.")
                    .with("model", e.model().orElse(""))));
        } catch (RequestRejectedException refused) {
            return refused(refused);
        } finally {
            permits.release();
        }
    }

    private static Optional<Content> refused(RequestRejectedException refused) {
        return switch (refused.category()) {
            case FORBIDDEN, UNAUTHENTICATED -> Optional.empty(); // the actor may not see this widget
            case MALFORMED ->
                Optional.of(new Content.Unavailable(Message.of("The filter of this widget is not valid: {reason}")
                        .with(
                                "reason",
                                refused.violations().stream()
                                        .findFirst()
                                        .map(one -> Message.of("{parameter}: {reason}")
                                                .with("parameter", one.pointer())
                                                .with("reason", one.text()))
                                        .orElse(refused.text()))));
            case NOT_FOUND,
                    CONFLICT,
                    PRECONDITION_FAILED,
                    INVALID,
                    PRECONDITION_REQUIRED,
                    TOO_LARGE,
                    UNSUPPORTED_TYPE,
                    TOO_MANY,
                    UNAVAILABLE -> throw refused;
        };
    }

    private Optional<Content> awaited(Actor actor, String id, CompletableFuture<Optional<Content>> running, long end) {
        try {
            return running.get(Math.max(0, end - execution.nanoTicker().getAsLong()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            leaveAlone(actor, id);
            return Optional.of(WidgetQueries.TOO_SLOW);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(WidgetQueries.TOO_SLOW);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ServiceUnavailableException unavailable) {
                throw unavailable;
            }
            LOG.log(System.Logger.Level.ERROR, "the widget '" + id + "' of the dashboard failed", e.getCause());
            return Optional.of(
                    new Content.Unavailable(Message.of("This could not be computed. The log of the server says why.")));
        }
    }

    private static SlowWidget slowWidget(Actor actor, String id) {
        return new SlowWidget(actor instanceof Actor.SignedIn user ? Optional.of(user.id()) : Optional.empty(), id);
    }

    private boolean isLeftAlone(Actor actor, String id) {
        @Nullable Instant since = slow.get(slowWidget(actor, id));
        return since != null && clock.instant().isBefore(since.plus(LEFT_ALONE));
    }

    private void leaveAlone(Actor actor, String id) {
        if (slow.size() >= MAX_SLOW) {
            slow.clear();
        }
        slow.put(slowWidget(actor, id), clock.instant());
    }
}
