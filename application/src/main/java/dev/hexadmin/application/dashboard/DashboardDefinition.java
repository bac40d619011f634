package dev.hexadmin.application.dashboard;

import dev.hexadmin.application.dashboard.DateRange.Preset;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A configured dashboard. Immutable. */
public final class DashboardDefinition {
    /** The default widgets, for the last 30 days. */
    public static final DashboardDefinition DEFAULT = builder().build();

    private final Preset period;
    private final Optional<LocalDate> until;
    private final Optional<List<WidgetDefinition>> widgets;

    private DashboardDefinition(Builder builder) {
        this.period = builder.period;
        this.until = builder.until;
        this.widgets = builder.widgets;
    }

    /** A builder for a dashboard with the default widgets. */
    public static Builder builder() {
        return new Builder();
    }

    /** The range without a request. */
    public Preset period() {
        return period;
    }

    /** The last day of the ranges that a preset gives; empty: today in UTC. */
    public Optional<LocalDate> until() {
        return until;
    }

    /** The widgets in order; empty: the default widgets. */
    public Optional<List<WidgetDefinition>> widgets() {
        return widgets;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DashboardDefinition that
                && period == that.period
                && until.equals(that.until)
                && widgets.equals(that.widgets);
    }

    @Override
    public int hashCode() {
        return Objects.hash(period, until, widgets);
    }

    @Override
    public String toString() {
        return "DashboardDefinition[" + period + ", " + until + ", " + widgets + "]";
    }

    /** Collects one dashboard. Not thread-safe. */
    public static final class Builder {
        private Preset period = Preset.DAYS_30;
        private Optional<LocalDate> until = Optional.empty();
        private Optional<List<WidgetDefinition>> widgets = Optional.empty();

        private Builder() {}

        /** The range without a request. Default: the last 30 days. */
        public Builder period(Preset period) {
            this.period = Objects.requireNonNull(period, "period");
            return this;
        }

        /** The last day of the ranges that a preset gives. Default: today in UTC. */
        public Builder until(LocalDate day) {
            this.until = Optional.of(day);
            return this;
        }

        /** The widgets in order. Default: the default widgets. */
        public Builder widgets(WidgetDefinition... widgets) {
            return widgets(List.of(widgets));
        }

        /** {@link #widgets(WidgetDefinition...)} from a list. */
        public Builder widgets(List<WidgetDefinition> widgets) {
            this.widgets = Optional.of(List.copyOf(widgets));
            return this;
        }

        /** The dashboard. */
        public DashboardDefinition build() {
            return new DashboardDefinition(this);
        }
    }
}
