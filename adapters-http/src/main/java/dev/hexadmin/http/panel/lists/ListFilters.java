package dev.hexadmin.http.panel.lists;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.query.FilterExpression;
import dev.hexadmin.application.query.ListParameter;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.http.fields.FieldFilter;
import dev.hexadmin.http.fields.FieldViews;
import dev.hexadmin.http.panel.lists.FilterBar.ActiveFilter;
import dev.hexadmin.http.panel.lists.FilterBar.RejectedValue;
import dev.hexadmin.http.panel.lists.FilterBar.RejectedValues;
import dev.hexadmin.http.panel.lists.FilterBar.SearchBox;
import dev.hexadmin.http.panel.lists.FilterField.FilterValue;
import dev.hexadmin.http.panel.records.Address;
import dev.hexadmin.http.panel.records.FormFields;
import dev.hexadmin.http.panel.records.RecordServices;
import dev.hexadmin.http.panel.records.SelectOption;
import dev.hexadmin.http.texts.Localized;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes the search and the filters of a list. Thread-safe. */
final class ListFilters {
    private static final String FROM = "__gte";
    private static final String TO = "__lte";

    /** Values of a filter that its sentence names. */
    private static final int MOST_VALUES = 5;

    private static final String CHOICES = "choices";

    private final FormFields fields;

    ListFilters(FormFields fields) {
        this.fields = fields;
    }

    /**
     * @param typed the address as it was requested
     * @param here the same without values that are not valid
     * @param wrong why they are not, by parameter
     */
    FilterBar bar(Actor.SignedIn actor, Model model, Address typed, Address here, Map<String, String> wrong) {
        List<FilterField> filters = filters(actor, model, typed, wrong);
        List<ActiveFilter> active = active(actor, model, here);
        boolean searchable = !model.searchPaths().isEmpty();
        return new FilterBar(
                new SearchBox(searchable, typed.parameters().getOrDefault("q", ""), wrong.getOrDefault("q", "")),
                kept(here),
                filters,
                filters.stream().anyMatch(FilterField::invalid)
                        || here.parameters().getOrDefault(ListPage.OPEN, "").equals(CHOICES),
                filters.stream().anyMatch(filter -> filter.kind().equals("picker"))
                        ? ListPage.closed(here).hrefWith(ListPage.OPEN, CHOICES)
                        : "",
                active,
                active.isEmpty() && !here.parameters().containsKey("q") ? "" : clear(here),
                new RejectedValues(
                        rejected(searchable, filters, wrong),
                        ListPage.closed(here).href()));
    }

    private static Map<String, String> kept(Address here) {
        Map<String, String> kept = new LinkedHashMap<>(here.parameters());
        kept.keySet().retainAll(Set.of("ordering", "per_page", "fields", "filter", ListPage.VIEW, ListPage.DENSITY));
        String zone = ListPage.zone(here);
        if (!zone.isEmpty()) {
            kept.put(ListParameter.TZ.word(), zone);
        }
        return kept;
    }

    private static String clear(Address here) {
        Address clear = ListPage.closed(here).without("page", "cursor");
        return clear.without(ListParameter.selecting(here.parameters()).keySet().toArray(String[]::new))
                .href();
    }

    private static List<RejectedValue> rejected(
            boolean searchable, List<FilterField> filters, Map<String, String> wrong) {
        List<RejectedValue> rejected = new ArrayList<>();
        wrong.forEach((name, message) -> {
            Optional<FilterField> filter = filters.stream()
                    .filter(one ->
                            one.value().name().equals(name) || one.end().name().equals(name))
                    .findFirst();
            String field = name.equals("q") && searchable
                    ? "q"
                    : filter.map(one -> "filter-" + name).orElse("");
            String label = name.equals("q")
                    ? text("Search")
                    : filter.map(one -> label(one, name)).orElse(name);
            rejected.add(new RejectedValue(field, label, message));
        });
        return rejected;
    }

    private static String label(FilterField filter, String parameter) {
        if (!filter.kind().equals("range")) {
            return filter.label();
        }
        if (filter.value().name().equals(parameter)) {
            return text("{label} from", "label", filter.label());
        }
        return filter.before()
                ? text("{label} before", "label", filter.label())
                : text("{label} to", "label", filter.label());
    }

    private List<FilterField> filters(Actor.SignedIn actor, Model model, Address typed, Map<String, String> wrong) {
        List<FilterField> filters = new ArrayList<>();
        for (String name : model.definition().list().filters()) {
            model.field(name)
                    .filter(field -> field.queryable() && actor.rights().allows(Action.VIEW, model, field))
                    .filter(field -> RecordServices.mayName(actor, model, field))
                    .ifPresent(field -> filters.add(filter(actor, model, field, typed, wrong)));
        }
        return filters;
    }

    private FilterField filter(
            Actor.SignedIn actor, Model model, FieldDefinition field, Address here, Map<String, String> wrong) {
        Map<String, String> typed = here.parameters();
        String name = ListParameter.filter(field);
        return switch (FieldViews.of(field).filter(field)) {
            case FieldFilter.Choice choice -> {
                FilterValue value = value(name + choice.lookup(), typed, wrong);
                List<SelectOption> options = SelectOption.of(choice.options(), value.text());
                yield new FilterField("choice", text(field.labels()), "", value, FilterField.NO_END, options, "");
            }
            case FieldFilter.Records() ->
                records(
                        actor,
                        model,
                        field,
                        value(name, typed, wrong),
                        typed.getOrDefault(ListPage.OPEN, "").equals(CHOICES));
            case FieldFilter.Range(String from, String to, String input) ->
                new FilterField(
                        "range",
                        text(field.labels()),
                        input,
                        bound(field, name + from, typed, wrong),
                        bound(field, name + to, typed, wrong),
                        List.of(),
                        "");
            case FieldFilter.Text(String lookup) ->
                new FilterField(
                        "text",
                        text(field.labels()),
                        "text",
                        value(name + lookup, typed, wrong),
                        FilterField.NO_END,
                        List.of(),
                        "");
        };
    }

    private static FilterValue value(String parameter, Map<String, String> typed, Map<String, String> wrong) {
        return new FilterValue(parameter, typed.getOrDefault(parameter, ""), wrong.getOrDefault(parameter, ""));
    }

    private static FilterValue bound(
            FieldDefinition field, String parameter, Map<String, String> typed, Map<String, String> wrong) {
        FilterValue value = value(parameter, typed, wrong);
        return new FilterValue(parameter, FieldViews.of(field).filterText(value.text()), value.error());
    }

    /** The address with the bounds of filters in the list language, which people type in theirs. */
    static Address typed(Model model, Address list) {
        Map<String, String> parameters = new LinkedHashMap<>(list.parameters());
        parameters.replaceAll((name, text) -> {
            boolean bound = name.endsWith(FROM) || name.endsWith(TO);
            return bound
                    ? model.field(name.substring(0, name.length() - FROM.length()))
                            .map(field -> FieldViews.of(field).typedFilter(text))
                            .orElse(text)
                    : text;
        });
        return new Address(list.path(), parameters);
    }

    /** @param whole whether the records are read, which takes a statement; a script reads them while the user types */
    private FilterField records(
            Actor.SignedIn actor, Model model, FieldDefinition field, FilterValue value, boolean whole) {
        List<String> chosen = value.text().isEmpty() ? List.of() : List.of(value.text());
        FormFields.Choices choices = whole
                ? fields.choices(actor, model, field, chosen, "", false)
                : fields.chosen(actor, model, field, chosen);
        return new FilterField(
                choices.complete() ? "choice" : "picker",
                text(field.labels()),
                "",
                value,
                FilterField.NO_END,
                choices.options(),
                choices.complete() ? "" : choices.address());
    }

    private List<ActiveFilter> active(Actor.SignedIn actor, Model model, Address list) {
        Address here = ListPage.closed(list).without("page", "cursor");
        ListRequest request = ListRequest.selecting(model, here.parameters());
        List<ActiveFilter> active = new ArrayList<>();
        for (ListRequest.Filter filter : request.filters()) {
            active.add(new ActiveFilter(
                    comparison(filter),
                    value(actor, filter),
                    here.without(filter.parameter()).href()));
        }
        if (request.expression().isPresent()) {
            List<FilterExpression> parts =
                    request.expression().get() instanceof FilterExpression.And(List<FilterExpression> all)
                            ? all
                            : List.of(request.expression().get());
            for (FilterExpression part : parts) {
                List<FilterExpression> rest = new ArrayList<>(parts);
                rest.remove(part);
                Address without = here.with(ListParameter.FILTER.word(), FilterNode.json(rest));
                active.add(
                        part instanceof FilterExpression.Comparison(ListRequest.Filter filter)
                                ? new ActiveFilter(comparison(filter), value(actor, filter), without.href())
                                : new ActiveFilter(words(actor, part, false), "", without.href()));
            }
        }
        return active;
    }

    private static String comparison(ListRequest.Filter filter) {
        String label = Stream.concat(
                        filter.path().through().stream(),
                        Stream.of(filter.path().field()))
                .map(field -> text(field.labels()))
                .collect(Collectors.joining(" "));
        Lookup shown = filter.lookup() == Lookup.RANGE ? Lookup.EXACT : filter.lookup();
        if (shown == Lookup.ISNULL && filter.values().contains(false)) {
            return isolated(label) + " " + text("is not empty");
        }
        return isolated(label)
                + (shown == Lookup.EXACT ? "" : " ")
                + text(shown.phrase(FilterBuilder.compared(filter.path())));
    }

    private String value(Actor.SignedIn actor, ListRequest.Filter filter) {
        List<String> typed =
                filter.lookup().operand().isList() ? ListRequest.split(filter.text()) : List.of(filter.text());
        return switch (filter.lookup().operand()) {
            case FLAG -> "";
            case TWO_VALUES -> {
                List<String> ends = readable(actor, filter.path(), typed);
                yield isolated(
                        ends.size() == 2
                                ? text("{from} to {to}", "from", ends.getFirst(), "to", ends.getLast())
                                : String.join(", ", ends));
            }
            default -> {
                String shown = String.join(
                        ", ",
                        readable(
                                actor,
                                filter.path(),
                                typed.stream().limit(MOST_VALUES).toList()));
                yield isolated(
                        typed.size() > MOST_VALUES
                                ? text(
                                        "{fields} and {count} more",
                                        "fields",
                                        shown,
                                        "count",
                                        typed.size() - MOST_VALUES)
                                : shown);
            }
        };
    }

    /** In a language from right to left, names and values from left to right stay where they are in the sentence. */
    private static String isolated(String part) {
        return Localized.current().direction().equals("rtl") ? "\u2068" + part + "\u2069" : part;
    }

    /** A filter as people read it. */
    private String words(Actor.SignedIn actor, FilterExpression expression, boolean inner) {
        return switch (expression) {
            case FilterExpression.And(List<FilterExpression> parts) ->
                joined(actor, parts, " " + text("and") + " ", inner);
            case FilterExpression.Or(List<FilterExpression> parts) ->
                joined(actor, parts, " " + text("or") + " ", inner);
            case FilterExpression.Not(FilterExpression part) ->
                text("not ({condition})", "condition", words(actor, part, false));
            case FilterExpression.Comparison(ListRequest.Filter filter) ->
                (comparison(filter) + " " + value(actor, filter)).strip();
        };
    }

    private String joined(Actor.SignedIn actor, List<FilterExpression> parts, String word, boolean inner) {
        String text = parts.stream().map(part -> words(actor, part, true)).collect(Collectors.joining(word));
        return inner && parts.size() > 1 ? "(" + text + ")" : text;
    }

    /** The values of a filter for people: the names of records in place of their keys. */
    private List<String> readable(Actor.SignedIn actor, FieldPath path, List<String> values) {
        FieldDefinition field = path.field();
        if (field.reference().isEmpty()) {
            return values.stream()
                    .map(value -> FieldViews.of(field).filtered(field, value))
                    .toList();
        }
        Map<String, String> labels = fields.labels(actor, path.owner().target(field), values);
        return values.stream().map(labels::get).toList();
    }
}
