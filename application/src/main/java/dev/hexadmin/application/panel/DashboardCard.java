package dev.hexadmin.application.panel;

import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.text.Label;

/**
 * A card of a plugin, after the widgets of the dashboard.
 *
 * <pre>{@code
 * DashboardCard.titled(Label.of("Best rated")).needs(Action.VIEW, "products").shows(call -> …);
 * }</pre>
 *
 * @param right that users need to see it
 * @param code called for each page, on another thread; when it throws or takes longer than two seconds, the card says so
 */
public record DashboardCard(Label title, Right right, Code code) {
    /** Makes the content of a card. Thread-safe. */
    @FunctionalInterface
    public interface Code {
        Html show(SlotCall call);
    }

    /** A card with this title. */
    public static Open titled(String title) {
        return titled(Label.of(title));
    }

    /** A card with this title, which can have translations. */
    public static Open titled(Label title) {
        return new Open(title);
    }

    /**
     * The first build stage: the card needs a right before it can be built.
     *
     * @param title of the card
     */
    public record Open(Label title) {
        /** Sets the right that users need to see the card. */
        public Guarded needs(Action action, String model) {
            return new Guarded(title, new Right(action, model));
        }
    }

    /**
     * The last build stage.
     *
     * @param title of the card
     * @param right that users need
     */
    public record Guarded(Label title, Right right) {
        /** Builds the card. */
        public DashboardCard shows(Code code) {
            return new DashboardCard(title, right, code);
        }
    }
}
