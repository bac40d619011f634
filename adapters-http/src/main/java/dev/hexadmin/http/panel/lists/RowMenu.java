package dev.hexadmin.http.panel.lists;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.actions.RecordAction.Place;
import dev.hexadmin.application.actions.RunningActions.Offered;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.http.panel.frame.PanelUrls;
import dev.hexadmin.http.panel.records.ActionButton;
import dev.hexadmin.http.panel.records.RecordServices;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The menu of a row. A page has it once; its script gives the entries the address of the row that it is opened for.
 *
 * @param entries those that delete last
 */
public record RowMenu(List<Entry> entries) {
    /**
     * An entry.
     *
     * @param href of a {@code BELOW}, what follows the record's address; of a {@code WITH_KEY} and an {@code ACTION}, what
     *     its key follows; of a {@code POST}, where the key is sent to; {@code ""} of {@code EDIT}, which is the row's own
     *     link; the script adds the list's address, so that the pages lead back to it
     */
    public record Entry(String label, String icon, Target target, String href, boolean dangerous) {}

    /** Where an entry leads. */
    public enum Target {
        BELOW,
        EDIT,
        WITH_KEY,
        ACTION,
        POST
    }

    /** @param offered the actions of rows */
    static RowMenu of(RecordServices services, Actor actor, Model model, List<Offered> offered) {
        List<Entry> entries = new ArrayList<>();
        List<Entry> dangerous = new ArrayList<>();
        entries.add(new Entry(text("View"), "eye", Target.BELOW, "", false));
        if (RecordServices.mayChange(actor, model)) {
            entries.add(new Entry(text("Edit"), "edit", Target.EDIT, "", false));
        }
        if (RecordServices.may(actor.rights(), Action.CREATE, model) && !PanelUrls.hasOwnPages(model)) {
            String create = services.panel().places().list(model) + "create?" + RecordServices.DUPLICATE + "=";
            entries.add(new Entry(text("Duplicate"), "copy", Target.WITH_KEY, create, false));
        }
        entries.add(new Entry(text("History"), "clock", Target.BELOW, "/history", false));
        for (Offered one : offered) {
            Entry entry = entry(services, model, one);
            (entry.dangerous() ? dangerous : entries).add(entry);
        }
        if (RecordServices.may(actor.rights(), Action.DELETE, model)) {
            dangerous.add(new Entry(text("Delete…"), "trash", Target.BELOW, "/delete", true));
        }
        entries.addAll(dangerous);
        return new RowMenu(entries);
    }

    private static Entry entry(RecordServices services, Model model, Offered offered) {
        ActionButton button =
                ActionButton.of(services, model, offered.action(), Map.of("place", ActionButton.word(Place.ROW)));
        return button.immediate()
                ? new Entry(button.label(), "play", Target.POST, button.href(), button.dangerous())
                : new Entry(button.label() + "…", "play", Target.ACTION, button.href() + "&key=", button.dangerous());
    }

    /** Whether a form for the whole page has to send an action. */
    public boolean posts() {
        return entries.stream().anyMatch(entry -> entry.target() == Target.POST);
    }
}
