package dev.hexadmin.application.dashboard.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.dashboard.DashboardAssembly.Execution;
import dev.hexadmin.application.dashboard.DashboardAssembly.Sources;
import dev.hexadmin.application.dashboard.DashboardAssembly.Storage;
import dev.hexadmin.application.dashboard.DashboardDefinition;
import dev.hexadmin.application.dashboard.DateRange.Preset;
import dev.hexadmin.application.dashboard.RangeRequest;
import dev.hexadmin.application.dashboard.ViewingDashboard.Board;
import dev.hexadmin.application.dashboard.ViewingDashboard.Content;
import dev.hexadmin.application.dashboard.ViewingDashboard.Widget;
import dev.hexadmin.application.dashboard.WidgetDefinition;
import dev.hexadmin.application.dashboard.port.DashboardLayouts;
import dev.hexadmin.application.history.ReviewingChanges;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.application.search.SearchingRecords;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.Summed;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class DashboardTest {
    private static final Actor OPERATOR = new Actor.Operator("test");
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    private final ModelRegistry models =
            ModelRegistry.of(List.of(model("quick"), model("slow"), model("broken"), model("gone")));
    private final List<String> asked = new ArrayList<>();
    private Instant now = NOON;

    private static ModelDefinition model(String name) {
        return ModelDefinition.builder(name)
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .build();
    }

    private static WidgetDefinition count(String model) {
        return WidgetDefinition.count(model).build();
    }

    /** A port of which one method answers. */
    private static <T> T only(Class<T> port, String method, Function<Object[], Object> answer) {
        InvocationHandler handler = (proxy, called, arguments) -> {
            if (!called.getName().equals(method)) {
                throw new UnsupportedOperationException(called.getName());
            }
            return answer.apply(arguments);
        };
        return port.cast(Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, handler));
    }

    private Object summarised(Object[] arguments) {
        String model = ((ListRequest) arguments[1]).model().name();
        asked.add(model);
        return switch (model) {
            case "slow" -> new Summed.TooSlow();
            case "broken" -> throw new IllegalStateException("broken");
            case "gone" ->
                throw new ServiceUnavailableException(
                        ServiceUnavailableException.Reason.DATABASE_UNAVAILABLE, "gone", new IllegalStateException());
            default -> new Summed.Groups(List.of(new Summed.Group(null, 3, BigDecimal.ZERO)));
        };
    }

    private Dashboard dashboard(Executor executor, Duration timeout, String... names) {
        return new Dashboard(
                models,
                DashboardDefinition.builder()
                        .period(Preset.DAYS_7)
                        .until(LocalDate.of(2025, 12, 20))
                        .widgets(List.of(names).stream()
                                .map(DashboardTest::count)
                                .toList())
                        .build(),
                List.of(),
                new Sources(
                        only(BrowsingRecords.class, "summarise", this::summarised),
                        only(SearchingRecords.class, "labels", arguments -> Map.of()),
                        only(ReviewingChanges.class, "recent", arguments -> List.of())),
                new Storage(
                        only(UnitOfWork.class, "write", arguments -> ""),
                        only(DashboardLayouts.class, "find", arguments -> Optional.empty())),
                new Execution(executor, System::nanoTime),
                () -> now,
                timeout);
    }

    @Test
    void a_title_that_was_not_configured_is_not_repeated() {
        assertThat(dashboard(Runnable::run, Duration.ofMinutes(1), "quick", "quick", "slow", "quick")
                        .board(OPERATOR, RangeRequest.DEFAULT)
                        .widgets())
                .extracting(widget -> widget.place().title().english())
                .containsExactly("Quick", "Quick (count)", "Slow", "Quick (2)");
    }

    private static List<Class<?>> contents(Board board) {
        return board.widgets().stream()
                .map(Widget::content)
                .<Class<?>>map(Object::getClass)
                .toList();
    }

    @Test
    void a_widget_that_is_slow_or_fails_says_so_and_the_others_are_shown() {
        Board board = dashboard(Runnable::run, Duration.ofMinutes(1), "slow", "broken", "quick")
                .board(OPERATOR, RangeRequest.DEFAULT);
        assertThat(contents(board))
                .containsExactly(Content.Unavailable.class, Content.Unavailable.class, Content.Figure.class);
        assertThat(board.range())
                .as("ends on the last day of the settings")
                .isEqualTo(Preset.DAYS_7.endingOn(LocalDate.of(2025, 12, 20)));
    }

    @Test
    void a_widget_that_does_not_end_in_time_is_left_alone_for_a_while() {
        List<Runnable> never = new ArrayList<>();
        Dashboard dashboard = dashboard(never::add, Duration.ofMillis(1), "quick");
        assertThat(contents(dashboard.board(OPERATOR, RangeRequest.DEFAULT)))
                .containsExactly(Content.Unavailable.class);
        assertThat(never).hasSize(1);
        now = NOON.plus(Duration.ofMinutes(4));
        assertThat(contents(dashboard.board(OPERATOR, RangeRequest.DEFAULT)))
                .containsExactly(Content.Unavailable.class);
        assertThat(never).as("not tried again").hasSize(1);
        now = NOON.plus(Duration.ofMinutes(5));
        dashboard.board(OPERATOR, RangeRequest.DEFAULT);
        assertThat(never).hasSize(2);
        never.forEach(Runnable::run);
        assertThat(asked).as("what begins too late asks nothing").isEmpty();
    }

    @Test
    void without_a_database_there_is_no_page() {
        Dashboard dashboard = dashboard(Runnable::run, Duration.ofMinutes(1), "quick", "gone");
        assertThatThrownBy(() -> dashboard.board(OPERATOR, RangeRequest.DEFAULT))
                .isInstanceOf(ServiceUnavailableException.class);
    }
}
