package dev.hexadmin.http.panel.records;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.application.actions.RecordAction.Place;
import dev.hexadmin.application.actions.RunningActions.Offered;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A button that starts an action.
 *
 * @param href where its form is, or where it is posted to
 * @param immediate whether it is posted, with no question before
 */
public record ActionButton(String label, String href, boolean immediate, boolean dangerous) {
    /** The actions of a model that need no records. */
    public static List<ActionButton> ofModel(RecordServices services, Actor actor, Model model) {
        return services.running().offered(actor, model).stream()
                .map(Offered::action)
                .filter(action -> !action.forRecords())
                .map(action -> of(services, model, action, Map.of()))
                .toList();
    }

    /**
     * The actions of a record.
     *
     * @param query of the list, or {@code ""}
     */
    public static List<ActionButton> ofRecord(
            RecordServices services, Model model, List<Offered> offered, Place place, RecordKey key, String query) {
        List<ActionButton> buttons = new ArrayList<>();
        for (Offered one : offered) {
            if (one.action().places().contains(place)) {
                Map<String, String> parameters = new LinkedHashMap<>();
                parameters.put("key", key.encoded());
                parameters.put("place", word(place));
                if (!query.isEmpty()) {
                    parameters.put("query", query);
                }
                buttons.add(of(services, model, one.action(), parameters));
            }
        }
        return buttons;
    }

    /** @param parameters of the address of its form */
    public static ActionButton of(
            RecordServices services, Model model, RecordAction action, Map<String, String> parameters) {
        boolean immediate =
                !asks(action) && !(action.forRecords() && model.definition().requireIfMatch());
        String path = path(services, model, action.name()) + "/run";
        return new ActionButton(
                text(action.labels()),
                immediate ? path : new Address(path, parameters).href(),
                immediate,
                action.dangerous());
    }

    /** Whether an action has a form or a question before it runs. */
    public static boolean asks(RecordAction action) {
        return action.hasParameters() || action.confirmation().isPresent();
    }

    /** The path below which the pages of an action are. */
    public static String path(RecordServices services, Model model, String action) {
        return services.panel().places().list(model) + "actions/" + action;
    }

    /** A place as forms and addresses have it. */
    public static String word(Place place) {
        return place.name().toLowerCase(Locale.ROOT);
    }
}
