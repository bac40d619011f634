package dev.hexadmin.http.panel.lists;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.query.ListParameter;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.SavedView.Density;
import dev.hexadmin.http.panel.records.Address;
import dev.hexadmin.http.panel.records.SelectOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the panels of a list choose: columns, their order, filters, density. */
final class ListChoices {
    private ListChoices() {}

    /** The address that a form of a panel leads to; empty when the request is not such a form. */
    static Optional<Address> chosen(Actor actor, Model model, Address here, Map<String, String> sent) {
        if (sent.keySet().stream().anyMatch(name -> name.startsWith(ListPage.POSITION))) {
            return Optional.of(unpaged(here).with("fields", String.join(",", columns(actor, model, sent))));
        }
        if (here.parameters().getOrDefault(FilterBuilder.DO, "").equals("apply")) {
            FilterNode.Group root = FilterBuilder.read(model, here.parameters());
            Map<String, String> filters = FilterNode.parameters(root);
            boolean valid = ListRequest.of(model, filters).violations().isEmpty();
            if (valid) {
                Address closed = unpaged(here);
                Map<String, String> rest = new LinkedHashMap<>(closed.parameters());
                ListParameter.selecting(closed.parameters()).keySet().stream()
                        .filter(name -> !name.equals(ListParameter.Q.word()))
                        .forEach(rest::remove);
                rest.putAll(filters);
                return Optional.of(ListPage.zoned(model, new Address(closed.path(), rest)));
            }
        }
        return Optional.empty();
    }

    private static Address unpaged(Address here) {
        return ListPage.closed(here).without("page", "cursor");
    }

    /** The columns of the form in their order; empty for those of the model. */
    private static List<String> columns(Actor actor, Model model, Map<String, String> sent) {
        List<String> names = new ArrayList<>();
        Map<String, Integer> positions = new LinkedHashMap<>();
        for (FieldDefinition field : shown(actor, model)) {
            if (sent.containsKey(ListPage.SHOW + field.name())) {
                String position = sent.getOrDefault(ListPage.POSITION + field.name(), "");
                positions.put(
                        field.name(), position.matches("[0-9]{1,4}") ? Integer.parseInt(position) : Integer.MAX_VALUE);
                names.add(field.name());
            }
        }
        names.sort(Comparator.comparing(name -> positions.getOrDefault(name, Integer.MAX_VALUE)));
        return names.equals(model.definition().list().columns()) ? List.of() : names;
    }

    static ListPanel.Columns columns(Actor actor, Model model, Address closed, List<FieldDefinition> columns) {
        List<FieldDefinition> ordered = new ArrayList<>(columns);
        shown(actor, model).stream().filter(field -> !columns.contains(field)).forEach(ordered::add);
        List<ListPanel.Column> offered = new ArrayList<>();
        for (FieldDefinition field : ordered) {
            offered.add(new ListPanel.Column(
                    field.name(), text(field.labels()), columns.contains(field), offered.size() + 1));
        }
        return new ListPanel.Columns(closed.without("page", "cursor", "fields").parameters(), offered, closed.href());
    }

    private static List<FieldDefinition> shown(Actor actor, Model model) {
        return model.fields().stream()
                .filter(field -> !field.writeOnly() && actor.rights().allows(Action.VIEW, model, field))
                .toList();
    }

    /** The addresses with each density. */
    static List<SelectOption> densities(Address closed) {
        Density now = ListPage.density(closed);
        List<SelectOption> densities = new ArrayList<>();
        for (Density density : Density.values()) {
            densities.add(new SelectOption(
                    closed.hrefWith(ListPage.DENSITY, density == Density.NORMAL ? "" : density.word()),
                    density.word(),
                    density == now));
        }
        return densities;
    }
}
