package dev.hexadmin.http.panel.lists;

import dev.hexadmin.application.query.ListParameter;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.SavedView;
import dev.hexadmin.domain.records.SavedView.Density;
import dev.hexadmin.http.panel.frame.SavedViewAddress;
import dev.hexadmin.http.panel.records.Address;
import dev.hexadmin.http.texts.Localized;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The parameters of a list's page that are not those of the list: their names have a dot, which no field's has. */
final class ListPage {
    /** The saved view that is shown or was changed; {@link #NO_VIEW} for the list itself. */
    static final String VIEW = SavedViewAddress.VIEW;

    static final String NO_VIEW = "all";
    static final String DENSITY = SavedViewAddress.DENSITY;

    /** The panel that is open. */
    static final String OPEN = "list.open";

    static final String SHOW = "list.show.";
    static final String POSITION = "list.at.";
    private static final String PREFIX = "list.";

    private ListPage() {}

    /** The parameters of the list alone. */
    static Map<String, String> listed(Map<String, String> parameters) {
        Map<String, String> listed = new LinkedHashMap<>(parameters);
        listed.keySet().removeIf(name -> name.startsWith(PREFIX));
        return listed;
    }

    /** The address without what belongs to an open panel. */
    static Address closed(Address here) {
        Map<String, String> closed = new LinkedHashMap<>(here.parameters());
        closed.keySet().removeIf(name -> name.startsWith(PREFIX) && !name.equals(VIEW) && !name.equals(DENSITY));
        return new Address(here.path(), closed);
    }

    static Density density(Address here) {
        return Density.ofWord(here.parameters().getOrDefault(DENSITY, "")).orElse(Density.NORMAL);
    }

    /**
     * The address with the zone of the days in its filters: the one that it has, else that of the user. Without such a filter
     * it has none, so that the same list has one address.
     */
    static Address zoned(Model model, Address list) {
        boolean filtered = ListRequest.selecting(model, list.parameters()).dependsOnZone();
        return filtered ? list.with(ListParameter.TZ.word(), zone(list)) : list.without(ListParameter.TZ.word());
    }

    /** The zone that the days of new filters are in; {@code ""} for UTC. */
    static String zone(Address list) {
        ZoneId own = Localized.current().zone();
        return list.parameters().getOrDefault(ListParameter.TZ.word(), own.equals(ZoneOffset.UTC) ? "" : own.getId());
    }

    /** The id of the view of an address. */
    static Optional<Long> view(Address here) {
        String text = here.parameters().getOrDefault(VIEW, "");
        return text.matches("[0-9]{1,18}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
    }

    /** The address of a list with a view. */
    static Address of(String path, SavedView view) {
        return new Address(path, SavedViewAddress.parameters(view));
    }

    /** What a view keeps of an address: the list's parameters without its page and columns. */
    static Map<String, String> kept(Address here) {
        Map<String, String> kept = listed(here.parameters());
        kept.keySet().removeAll(Set.of("page", "cursor", "count", "expand", "fields"));
        return kept;
    }

    /** The columns of an address as a view keeps them: empty for those of the model. */
    static List<String> columns(Model model, Address here) {
        String fields = here.parameters().getOrDefault("fields", "");
        List<String> columns = fields.isEmpty() ? List.of() : List.of(fields.split("\\s*,\\s*", -1));
        return columns.equals(model.definition().list().columns()) ? List.of() : columns;
    }

    /** Whether an address shows something else than the view. */
    static boolean differs(Model model, Address here, SavedView view) {
        return !kept(here).equals(view.query())
                || !columns(model, here).equals(view.columns())
                || density(here) != view.density();
    }
}
