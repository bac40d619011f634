package com.example.branding;

import dev.hexadmin.application.panel.DashboardCard;
import dev.hexadmin.application.panel.Html;
import dev.hexadmin.application.panel.PageAnswer;
import dev.hexadmin.application.panel.PageCall;
import dev.hexadmin.application.panel.PanelExtension;
import dev.hexadmin.application.panel.PanelFile;
import dev.hexadmin.application.panel.PanelPage;
import dev.hexadmin.application.panel.RecordTab;
import dev.hexadmin.application.panel.SlotCall;
import dev.hexadmin.application.panel.TabCall;
import dev.hexadmin.application.plugin.HexadminPlugin;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.models.Icon;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.text.Label;
import dev.hexadmin.domain.text.Language;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A page to count the stock, a card with the best rated plants, a tab with the care of a plant, and stars for ratings. */
public final class Nursery implements HexadminPlugin {
    private static final String PLANTS = "plants";

    @Override
    public String name() {
        return "nursery";
    }

    @Override
    public PanelExtension panel() {
        return PanelExtension.builder()
                .page(PanelPage.at("stock-take")
                        .needs(Action.EDIT, PLANTS)
                        .title(new Label("Stock take", Map.of(new Language("de"), "Inventur")))
                        .navigation("Nursery", Icon.LEAF)
                        .receives(Nursery::count)
                        .shows(Nursery::stockTake))
                .card(DashboardCard.titled(new Label("Best rated", Map.of(new Language("de"), "Am besten bewertet")))
                        .needs(Action.VIEW, PLANTS)
                        .shows(Nursery::bestRated))
                .tab(RecordTab.of(PLANTS, "care")
                        .needs(Action.VIEW)
                        .titled(new Label("Care", Map.of(new Language("de"), "Pflege")))
                        .shows(Nursery::care))
                .widget(Stars.WIDGET)
                .file(PanelFile.of("stars.css", Nursery.class.getResourceAsStream("stars.css")))
                .build();
    }

    private static Html stockTake(PageCall call) {
        List<StoredRecord> plants = call.records().of(PLANTS).orderBy("name").list();
        if (plants.isEmpty()) {
            return Html.element("p", Map.of("class", "empty card pad"), Html.text("There are no plants yet."));
        }
        Html[] options = plants.stream().map(plant -> option(plant, call)).toArray(Html[]::new);
        return Html.element(
                "section",
                Map.of("class", "card pad narrow"),
                call.form(
                        field("plant", "Plant", Html.element("select", Map.of("id", "plant", "name", "plant"), options)),
                        field(
                                "counted",
                                "Counted",
                                Html.element(
                                        "input",
                                        Map.of(
                                                "id", "counted",
                                                "name", "counted",
                                                "inputmode", "numeric",
                                                "required", "",
                                                "value", call.value("counted").orElse("")))),
                        Html.element("div", Html.element("button", Map.of("class", "primary"), Html.text("Save the count")))));
    }

    private static Html option(StoredRecord plant, PageCall call) {
        String key = plant.key().encoded();
        String label = plant.label() + " (" + plant.value("stock", Long.class).orElse(0L) + ")";
        boolean chosen = call.value("plant").equals(Optional.of(key));
        return Html.element(
                "option",
                chosen ? Map.of("value", key, "selected", "") : Map.of("value", key),
                Html.text(label));
    }

    private static Html field(String id, String label, Html control) {
        return Html.element(
                "div",
                Map.of("class", "field"),
                Html.element("label", Map.of("for", id), Html.text(label)),
                control);
    }

    /** The stock is checked by the rules of the field, and the change is in the audit log, as of every other form. */
    private static PageAnswer count(PageCall call) {
        StoredRecord plant = call.records().of(PLANTS).get(call.value("plant").orElse(""));
        String counted = call.value("counted").orElse("");
        if (!counted.matches("[0-9]{1,9}")) {
            call.reject("counted", "number", "Enter how many there are, as a number.");
            return PageAnswer.done("");
        }
        call.records().of(PLANTS).update(plant, Map.of("stock", Long.valueOf(counted)));
        return PageAnswer.done(plant.label() + ": " + counted + " counted.");
    }

    private static Html bestRated(SlotCall call) {
        List<StoredRecord> plants = call.records()
                .of(PLANTS)
                .filter("rating", Lookup.GTE, 1)
                .orderBy("-rating", "name")
                .limit(5)
                .list();
        if (plants.isEmpty()) {
            return Html.element("p", Map.of("class", "muted"), Html.text("No plant has a rating yet."));
        }
        return Html.element(
                "ol",
                Map.of("class", "best-rated"),
                plants.stream()
                        .map(plant -> Html.element(
                                "li",
                                Html.link(call.home() + "/plants/" + plant.key().encoded(), plant.label()),
                                Stars.of(plant.value("rating", Long.class).orElse(0L))))
                        .toArray(Html[]::new));
    }

    private static Html care(TabCall call) {
        String advice =
                switch (call.record().value("sunlight", String.class).orElse("")) {
                    case "shade" -> "Keep it out of the sun. Water it when the soil is dry.";
                    case "sun" -> "Give it the sunniest place. Water it every day in summer.";
                    default -> "Give it the morning sun. Water it twice a week.";
                };
        return Html.of(
                Html.element("h2", "How to keep " + call.record().label()), Html.element("p", advice));
    }
}
