package dev.hexadmin.application.panel;

import java.util.ArrayList;
import java.util.List;

/**
 * What a plugin adds to the panel.
 *
 * @param cards of the dashboard
 * @param tabs of records
 * @param widgets of fields
 * @param files for browsers, in the order in which they are loaded
 */
public record PanelExtension(
        List<PanelPage> pages,
        List<DashboardCard> cards,
        List<RecordTab> tabs,
        List<FieldWidget> widgets,
        List<PanelFile> files) {
    /** Nothing. */
    public static final PanelExtension NONE = builder().build();

    public PanelExtension {
        pages = List.copyOf(pages);
        cards = List.copyOf(cards);
        tabs = List.copyOf(tabs);
        widgets = List.copyOf(widgets);
        files = List.copyOf(files);
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Collects what a plugin adds. Not thread-safe. */
    public static final class Builder {
        private final List<PanelPage> pages = new ArrayList<>();
        private final List<DashboardCard> cards = new ArrayList<>();
        private final List<RecordTab> tabs = new ArrayList<>();
        private final List<FieldWidget> widgets = new ArrayList<>();
        private final List<PanelFile> files = new ArrayList<>();

        private Builder() {}

        public Builder page(PanelPage page) {
            pages.add(page);
            return this;
        }

        /** A card of the dashboard. */
        public Builder card(DashboardCard card) {
            cards.add(card);
            return this;
        }

        /** A tab of records. */
        public Builder tab(RecordTab tab) {
            tabs.add(tab);
            return this;
        }

        public Builder widget(FieldWidget widget) {
            widgets.add(widget);
            return this;
        }

        /** A style sheet, a script, a picture or a font. */
        public Builder file(PanelFile file) {
            files.add(file);
            return this;
        }

        public PanelExtension build() {
            return new PanelExtension(pages, cards, tabs, widgets, files);
        }
    }
}
