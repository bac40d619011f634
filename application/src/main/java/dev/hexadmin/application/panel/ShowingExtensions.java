package dev.hexadmin.application.panel;

import dev.hexadmin.application.panel.PanelExtensions.OfPlugin;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.Message;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An actor sees what plugins add to the panel. Thread-safe. */
public interface ShowingExtensions {
    /** The pages that the actor may open. */
    List<PanelPage> pages(Actor actor);

    /**
     * The content of a page.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN} without the right
     */
    Html open(Actor actor, PanelPage page, PageRequest request);

    /**
     * Processes a form of a page.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN} without the right
     */
    Received send(Actor actor, PanelPage page, PageRequest request);

    /** The cards that the actor may see. Each one that fails or is too slow is without content. */
    List<Card> cards(Actor actor, Reader reader);

    /** The tabs of the records of a model that the actor may see. */
    List<OfPlugin<RecordTab>> tabs(Actor actor, Model model);

    /**
     * The content of a tab; empty when it fails or is too slow.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN} without the right, {@code NOT_FOUND} when
     *     the actor may not view the record
     */
    Optional<Html> tab(Actor actor, OfPlugin<RecordTab> tab, Model model, RecordKey key, Reader reader);

    /**
     * How the user reads texts and times.
     *
     * @param home the path of the panel, for links
     */
    record Reader(Language language, ZoneId zone, String home) {}

    /**
     * A request for a page.
     *
     * @param address of the page
     * @param values of the form or the address
     * @param formToken for its forms
     */
    record PageRequest(String address, Map<String, List<String>> values, String formToken, Reader reader) {
        public PageRequest {
            values = Map.copyOf(values);
        }
    }

    /** What became of a form. */
    sealed interface Received {
        /** It was processed. */
        record Done(PageAnswer answer) implements Received {}

        /**
         * It was rejected; everything is rolled back.
         *
         * @param why the messages
         * @param content the page again
         */
        record Rejected(List<Message> why, Html content) implements Received {}
    }

    /**
     * A card of the dashboard.
     *
     * @param content empty when it failed or was too slow
     */
    record Card(DashboardCard card, Optional<Html> content) {}
}
