package dev.hexadmin.application.panel;

import dev.hexadmin.application.records.CodeName;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.text.Label;

/**
 * A tab of a plugin on the page of a record, after those of related records.
 *
 * <pre>{@code
 * RecordTab.of("products", "care").needs(Action.VIEW).titled("Care").shows(call -> Html.text(call.record().label()));
 * }</pre>
 *
 * @param model whose records have it
 * @param name in the address of the page
 * @param needs the right on the model that users need to see it, besides viewing the record
 * @param code called when the tab is chosen, on another thread; when it throws or takes longer than two seconds, the tab says
 *     so
 */
public record RecordTab(String model, String name, Action needs, Label title, Code code) {
    /** Makes the content of a tab. Thread-safe. */
    @FunctionalInterface
    public interface Code {
        Html show(TabCall call);
    }

    /** @throws IllegalArgumentException when the name is not valid */
    public RecordTab {
        new CodeName(name);
    }

    /** A tab of the records of a model. */
    public static Open of(String model, String name) {
        return new Open(model, name);
    }

    /**
     * The first build stage: the tab needs a right before it can be built.
     *
     * @param model of the records
     * @param name of the tab
     */
    public record Open(String model, String name) {
        /** Sets the right on the model that users need. */
        public Guarded needs(Action action) {
            return new Guarded(model, name, action, Label.of(name));
        }
    }

    /**
     * The last build stage.
     *
     * @param model of the records
     * @param name of the tab
     * @param action that users need
     * @param title of the tab
     */
    public record Guarded(String model, String name, Action action, Label title) {
        /** The title; unset: the name. */
        public Guarded titled(String text) {
            return titled(Label.of(text));
        }

        /** The title by language. */
        public Guarded titled(Label label) {
            return new Guarded(model, name, action, label);
        }

        /** Builds the tab. */
        public RecordTab shows(Code code) {
            return new RecordTab(model, name, action, title, code);
        }
    }
}
