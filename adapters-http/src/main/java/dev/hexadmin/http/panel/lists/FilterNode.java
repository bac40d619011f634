package dev.hexadmin.http.panel.lists;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.application.query.FilterExpression;
import dev.hexadmin.application.query.ListParameter;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.text.Message;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The filters of a list as the builder edits them. Mutable. */
sealed interface FilterNode {

    /** How the parts of a group are joined. */
    enum Join {
        ALL(Message.of("all of these")),
        ANY(Message.of("any of these")),
        NONE(Message.of("none of these"));

        @SuppressWarnings("ImmutableEnumChecker") // its arguments are not changed
        private final Message label;

        Join(Message label) {
            this.label = label;
        }

        Message label() {
            return label;
        }
    }

    /** Parts that are joined. */
    record Group(Join join, List<FilterNode> parts) implements FilterNode {
        @Override
        public Optional<ObjectNode> json() {
            List<ObjectNode> inner = new ArrayList<>();
            parts.forEach(part -> part.json().ifPresent(inner::add));
            if (inner.isEmpty()) {
                return Optional.empty();
            }
            if (inner.size() == 1 && join != Join.NONE) {
                return Optional.of(inner.getFirst());
            }
            ObjectNode group = JsonNodeFactory.instance.objectNode();
            ArrayNode list =
                    (join == Join.NONE ? group.putObject("not") : group).putArray(join == Join.ALL ? "and" : "or");
            inner.forEach(list::add);
            return Optional.of(group);
        }
    }

    /**
     * A condition.
     *
     * @param path of the field, such as {@code category__name}
     * @param text as a parameter of the list has it
     */
    record Condition(String path, Lookup lookup, String text) implements FilterNode {
        @Override
        public Optional<ObjectNode> json() {
            return text.isEmpty()
                    ? Optional.empty()
                    : Optional.of(JsonNodeFactory.instance.objectNode().put(name(), text));
        }

        /** The name in the JSON of a filter. */
        String name() {
            String name = ListParameter.FILTER_PREFIX + path;
            String plain = path.equals("and") || path.equals("or") || path.equals("not") ? name : path;
            return lookup == Lookup.EXACT ? plain : plain + "__" + lookup.word();
        }

        /** The name of the parameter of a list. */
        String parameter() {
            String plain = ListParameter.WORDS.contains(path) ? ListParameter.FILTER_PREFIX + path : path;
            return lookup == Lookup.EXACT ? plain : plain + "__" + lookup.word();
        }
    }

    /** The JSON of {@code filter}; empty when no condition has a value. */
    Optional<ObjectNode> json();

    /** The filters of a request: a group of all. */
    static Group of(ListRequest request) {
        List<FilterNode> parts = new ArrayList<>();
        request.filters().forEach(filter -> parts.add(condition(filter)));
        request.expression().ifPresent(expression -> {
            if (expression instanceof FilterExpression.And(List<FilterExpression> inner)) {
                inner.forEach(one -> parts.add(of(one)));
            } else {
                parts.add(of(expression));
            }
        });
        return parts.size() == 1 && parts.getFirst() instanceof Group only ? only : new Group(Join.ALL, parts);
    }

    /** The JSON of several filters that must all hold; {@code ""} without one. */
    static String json(List<FilterExpression> parts) {
        return group(Join.ALL, parts).json().map(ObjectNode::toString).orElse("");
    }

    private static FilterNode of(FilterExpression expression) {
        return switch (expression) {
            case FilterExpression.And(List<FilterExpression> parts) -> group(Join.ALL, parts);
            case FilterExpression.Or(List<FilterExpression> parts) -> group(Join.ANY, parts);
            case FilterExpression.Not(FilterExpression.Or(List<FilterExpression> parts)) -> group(Join.NONE, parts);
            case FilterExpression.Not(FilterExpression part) -> group(Join.NONE, List.of(part));
            case FilterExpression.Comparison(ListRequest.Filter filter) -> condition(filter);
        };
    }

    private static Group group(Join join, List<FilterExpression> parts) {
        List<FilterNode> nodes = new ArrayList<>();
        parts.forEach(part -> nodes.add(of(part)));
        return new Group(join, nodes);
    }

    private static Condition condition(ListRequest.Filter filter) {
        return new Condition(filter.path().text(), filter.lookup(), filter.text());
    }

    /** The parameters of a list with these filters: one for each condition where AND is enough, else {@code filter}. */
    static Map<String, String> parameters(Group root) {
        Map<String, String> parameters = new LinkedHashMap<>();
        boolean plain = root.join() == Join.ALL;
        for (FilterNode part : root.parts()) {
            if (part instanceof Condition condition) {
                plain &= condition.text().isEmpty() || parameters.put(condition.parameter(), condition.text()) == null;
            } else {
                plain &= part.json().isEmpty();
            }
        }
        return plain
                ? parameters
                : root.json()
                        .map(json -> Map.of(ListParameter.FILTER.word(), json.toString()))
                        .orElse(Map.of());
    }
}
