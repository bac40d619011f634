package dev.hexadmin.application.query;

import dev.hexadmin.application.query.FilterExpression.And;
import dev.hexadmin.application.query.FilterExpression.Comparison;
import dev.hexadmin.application.query.FilterExpression.Not;
import dev.hexadmin.application.query.FilterExpression.Or;
import dev.hexadmin.application.query.ListRequest.Filter;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.text.Message;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Parses filters: parameters of their own, and the JSON of the parameter {@code filter}. Not thread-safe. */
final class FilterParser {
    /** Objects in one another. */
    private static final int MAX_DEPTH = 8;

    private static final int MAX_VALUES = 1_000;

    private final Model model;
    private final ZoneId zone;
    private final List<Violation> violations;

    /**
     * @param zone of days, of years, and of times without an offset
     * @param violations errors are added to it
     */
    FilterParser(Model model, ZoneId zone, List<Violation> violations) {
        this.model = model;
        this.zone = zone;
        this.violations = violations;
    }

    private void wrong(String parameter, String code, Message message) {
        violations.add(new Violation("?" + parameter, code, message));
    }

    /** The filter of a parameter; empty when it names no filter, which is reported. */
    Optional<Filter> parameter(String name, String text) {
        return comparison(name, ListParameter.filterIn(name), text, Optional.empty());
    }

    /** The JSON of {@code filter}; empty when nothing of it is a filter, which is reported. */
    Optional<FilterExpression> expression(String text) {
        String place = ListParameter.FILTER.word();
        Json json;
        try {
            json = Json.parse(text);
        } catch (Json.Malformed e) {
            wrong(place, "json", e.text());
            return Optional.empty();
        }
        Optional<FilterExpression> expression = object(place, json, 0);
        if (expression.stream().flatMap(FilterExpression::comparisons).count() > ListRequest.MAX_FILTERS) {
            wrong(
                    place,
                    "too_many",
                    Message.of(
                                    "{limit, plural, one {At most # filter is allowed.} other {At most # filters are allowed.}}")
                            .with("limit", ListRequest.MAX_FILTERS));
            return Optional.empty();
        }
        return expression;
    }

    private Optional<FilterExpression> object(String place, Json json, int depth) {
        if (!(json instanceof Json.Members(Map<String, Json> members))) {
            wrong(place, "type", Message.of("An object is expected."));
            return Optional.empty();
        }
        if (depth > MAX_DEPTH) {
            wrong(
                    place,
                    "too_deep",
                    Message.of(
                                    "{limit, plural, one {At most # level is allowed.} other {At most # levels are allowed.}}")
                            .with("limit", MAX_DEPTH));
            return Optional.empty();
        }
        List<FilterExpression> parts = new ArrayList<>();
        members.forEach((name, value) -> {
            String inside = place + "/" + name.replace("~", "~0").replace("/", "~1");
            switch (name) {
                case "and" -> parts.add(new And(objects(inside, value, depth)));
                case "or" -> parts.add(new Or(objects(inside, value, depth)));
                case "not" -> object(inside, value, depth + 1).ifPresent(part -> parts.add(new Not(part)));
                default -> leaf(inside, name, value).ifPresent(filter -> parts.add(new Comparison(filter)));
            }
        });
        return Optional.of(parts.size() == 1 ? parts.getFirst() : new And(parts));
    }

    private List<FilterExpression> objects(String place, Json json, int depth) {
        List<FilterExpression> parts = new ArrayList<>();
        if (json instanceof Json.Items(List<Json> items)) {
            for (int i = 0; i < items.size(); i++) {
                object(place + "/" + i, items.get(i), depth + 1).ifPresent(parts::add);
            }
        } else {
            wrong(place, "type", Message.of("A list of objects is expected."));
        }
        return parts;
    }

    private Optional<Filter> leaf(String place, String name, Json json) {
        return switch (json) {
            case Json.Scalar(String text) -> comparison(place, name, text, Optional.empty());
            case Json.Items(List<Json> items) -> {
                List<String> texts = new ArrayList<>();
                for (int i = 0; i < items.size(); i++) {
                    if (items.get(i) instanceof Json.Scalar(String text)) {
                        texts.add(text);
                    } else {
                        wrong(place + "/" + i, "type", Message.of("A string, a number, true or false is expected."));
                        yield Optional.empty();
                    }
                }
                yield comparison(place, name, ListRequest.join(texts), Optional.of(texts));
            }
            case Json.Null nothing -> {
                wrong(
                        place,
                        "type",
                        Message.of("null is no value; ''{name}__isnull'' finds empty fields.")
                                .with("name", ListRequest.shorten(name)));
                yield Optional.empty();
            }
            case Json.Members object -> {
                wrong(place, "type", Message.of("A value or a list of values is expected."));
                yield Optional.empty();
            }
        };
    }

    /**
     * @param parameter the place in the query
     * @param listed the values, when they are given as a list and not as a text
     */
    private Optional<Filter> comparison(String parameter, String name, String text, Optional<List<String>> listed) {
        Optional<Filter> named = resolve(parameter, name, text);
        if (named.isEmpty() && name.startsWith(ListParameter.FILTER_PREFIX)) {
            named = resolve(parameter, name.substring(ListParameter.FILTER_PREFIX.length()), text);
        }
        if (named.isEmpty()) {
            int cut = name.lastIndexOf("__");
            if (cut > 0 && ModelRegistry.path(model, name.substring(0, cut)).isPresent()) {
                wrong(parameter, "unknown_lookup", Message.of("There is no such lookup."));
            } else {
                wrong(parameter, "unknown_parameter", Message.of("There is no such parameter or field."));
            }
            return named;
        }
        Filter filter = named.get();
        if (filter.path().through().size() > ListRequest.MOST_STEPS) {
            wrong(
                    parameter,
                    "too_deep",
                    Message.of(
                                    "{limit, plural, one {At most # relation is followed.} other {At most # relations are followed.}}")
                            .with("limit", ListRequest.MOST_STEPS));
            return Optional.empty();
        }
        Optional<FieldDefinition> closed = Stream.concat(
                        filter.path().through().stream(),
                        Stream.of(filter.path().field()))
                .filter(field -> !field.queryable())
                .findFirst();
        if (closed.isPresent()) {
            wrong(
                    parameter,
                    "unknown_field",
                    Message.of("''{field}'' cannot be filtered by.")
                            .with("field", closed.get().name()));
            return named;
        }
        return Optional.of(new Filter(parameter, filter.path(), filter.lookup(), text, values(filter, listed)));
    }

    /** A path, and a lookup, {@code exact} by default; without values. */
    private Optional<Filter> resolve(String parameter, String name, String text) {
        Optional<FieldPath> path = ModelRegistry.path(model, name);
        if (path.isPresent()) {
            return path.map(found -> new Filter(parameter, found, Lookup.EXACT, text, List.of()));
        }
        int cut = name.lastIndexOf("__");
        if (cut <= 0) {
            return Optional.empty();
        }
        return Lookup.ofWord(name.substring(cut + 2))
                .flatMap(lookup -> ModelRegistry.path(model, name.substring(0, cut))
                        .map(found -> new Filter(parameter, found, lookup, text, List.of())));
    }

    /** The values with which a filter compares; empty when there is an error, which has been reported. */
    private List<Object> values(Filter filter, Optional<List<String>> listed) {
        String name = filter.parameter();
        Lookup lookup = filter.lookup();
        FieldDefinition field = filter.path().field();
        // the values of a relation are keys of its target
        Model valueModel = filter.path().owner();
        FieldDefinition valueField = field;
        while (valueField.reference().isPresent()) {
            valueModel = valueModel.target(valueField);
            valueField = valueModel.key().getFirst();
        }
        FieldType type = field.type() == FieldType.REFERENCES ? FieldType.REFERENCES : valueField.type();
        if (!lookup.appliesTo(type)) {
            wrong(
                    name,
                    "unknown_lookup",
                    Message.of("''{lookup}'' does not apply to this field.").with("lookup", lookup.word()));
            return List.of();
        }
        if (!ListRequest.storable(filter.text())) {
            wrong(name, "characters", Message.of("It holds a character that is never stored."));
            return List.of();
        }
        if (listed.isPresent() && !lookup.operand().isList()) {
            wrong(name, "type", Message.of("One value is expected."));
            return List.of();
        }
        List<String> texts = listed.orElseGet(
                () -> lookup.operand().isList() ? ListRequest.split(filter.text()) : List.of(filter.text()));
        if (lookup.operand() == Lookup.Operand.TWO_VALUES && texts.size() != 2) {
            wrong(name, "range", Message.of("Two values are expected, separated by a comma."));
            return List.of();
        }
        if (texts.size() > MAX_VALUES) {
            wrong(
                    name,
                    "too_many",
                    Message.of(
                                    "{limit, plural, one {At most # value is allowed.} other {At most # values are allowed.}}")
                            .with("limit", MAX_VALUES));
            return List.of();
        }
        List<Object> values = new ArrayList<>(texts.size());
        for (String text : texts) {
            Optional<List<Object>> read = lookup.operand().read(valueModel, valueField, text, zone);
            if (read.isEmpty()) {
                wrong(name, "type", lookup.operand().expected(valueModel, valueField, text));
                return List.of();
            }
            values.addAll(read.get());
        }
        return values;
    }
}
