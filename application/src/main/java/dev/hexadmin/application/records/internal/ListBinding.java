package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.query.FilterExpression;
import dev.hexadmin.application.query.ListParameter;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.query.ListRequest.Filter;
import dev.hexadmin.application.query.ListRequest.Sort;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.SortKey;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.ListQuery.CountMode;
import dev.hexadmin.domain.records.ListQuery.Order;
import dev.hexadmin.domain.records.ListQuery.Position;
import dev.hexadmin.domain.records.ListQuery.Step;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.text.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Binds a {@link ListRequest} to an actor: fields that the actor may not view are rejected, and row policies become
 * part of the {@link ListQuery}. All errors are reported together. Thread-safe.
 */
final class ListBinding {
    private static final Position FIRST = new Position.Page(1);

    private final AccessScope accessScope;
    private final Shapes shapes;
    private final Cursors cursors;

    ListBinding(AccessScope accessScope, Shapes shapes, Cursors cursors) {
        this.accessScope = accessScope;
        this.shapes = shapes;
        this.cursors = cursors;
    }

    /**
     * A bound request.
     *
     * @param list identifies the list, without the page and the fields; cursors are bound to it
     */
    record Reading(ListQuery query, String list) {}

    /**
     * Binds a request for a page. The actor may view the model.
     *
     * @param usual how records are counted by default
     */
    Reading list(Actor actor, ListRequest request, CountMode usual) {
        return new Binding(actor, request).list(usual);
    }

    /** The condition of a list. The actor may view the model. */
    Condition selected(Actor actor, ListRequest request) {
        ListRequest selecting = ListRequest.selecting(request.model(), request.parameters());
        return list(actor, selecting, CountMode.NONE).query().condition();
    }

    /**
     * Binds a request for all records of a list, for reading in batches: by the primary key unless the client requests
     * an order, without a page, a count or expansion.
     *
     * @param batch maximum number of records at once
     */
    ListQuery whole(Actor actor, ListRequest request, int batch) {
        Binding binding = new Binding(actor, request);
        for (ListParameter parameter : ListParameter.values()) {
            if (parameter.isOfPage() && request.text(parameter).isPresent()) {
                binding.wrong(parameter.word(), "unknown_parameter", Message.of("There is no such parameter here."));
            }
        }
        ListQuery query = binding.list(CountMode.NONE).query();
        List<Order> ordering = request.ordering().isEmpty()
                ? request.model().totalOrder().stream()
                        .map(field -> new Order(field, false))
                        .toList()
                : query.ordering();
        return new ListQuery(query.shape(), query.condition(), ordering, FIRST, batch, CountMode.NONE);
    }

    /** The fields of a single record: {@code fields} and {@code expand}. The actor may view the model. */
    Shape single(Actor actor, ListRequest request) {
        if (request.parameters().isEmpty()) {
            return shapes.visible(actor, request.model());
        }
        Binding binding = new Binding(actor, request);
        binding.wrong.clear();
        for (String name : request.parameters().keySet()) {
            if (!name.equals(ListParameter.FIELDS.word()) && !name.equals(ListParameter.EXPAND.word())) {
                binding.wrong(name, "unknown_parameter", Message.of("There is no such parameter here."));
            }
        }
        Shape shape = binding.shape();
        binding.refuseWrong();
        return shape;
    }

    /** One request while it is bound. */
    private final class Binding {
        private final Actor actor;
        private final ListRequest request;
        private final Model model;
        private final List<Violation> wrong;
        private final List<Violation> hidden = new ArrayList<>();

        Binding(Actor actor, ListRequest request) {
            this.actor = actor;
            this.request = request;
            this.model = request.model();
            this.wrong = new ArrayList<>(request.violations());
        }

        private void wrong(String parameter, String code, Message message) {
            wrong.add(new Violation("?" + parameter, code, message));
        }

        private void hidden(String parameter, String name) {
            hidden(parameter, Message.of("You may not view ''{name}''.").with("name", name));
        }

        private void hidden(String parameter, Message message) {
            hidden.add(new Violation("?" + parameter, "hidden", message));
        }

        private void refuseWrong() {
            if (!hidden.isEmpty()) {
                throw RequestRejectedException.forbidden(
                        "field_forbidden", "The query reaches for what you may not view.", hidden);
            }
            if (!wrong.isEmpty()) {
                throw RequestRejectedException.malformed("invalid_query", "The query is not valid.", wrong);
            }
        }

        Reading list(CountMode usual) {
            Condition condition = accessScope.condition(actor, model, Action.VIEW);
            for (Filter filter : request.filters()) {
                condition = condition.and(filter(filter, true));
            }
            if (request.expression().isPresent()) {
                condition = condition.and(expression(request.expression().get(), true));
            }
            Optional<String> q = request.text(ListParameter.Q);
            if (q.isPresent()) {
                condition = condition.and(search(q.get()));
            }
            List<Order> ordering = ordering();
            int perPage = request.perPage().orElse(model.definition().list().pageSize());
            CountMode count = request.count().orElse(usual);
            Shape shape = shape();
            String list = name(q, ordering);
            Position position = position(list, ordering);
            refuseWrong();
            return new Reading(new ListQuery(shape, condition, ordering, position, perPage, count), list);
        }

        private Position position(String list, List<Order> ordering) {
            Optional<String> cursor = request.text(ListParameter.CURSOR);
            if (cursor.isEmpty()) {
                int page = request.page().orElse(1);
                return page == 1 ? FIRST : new Position.Page(page);
            }
            if (request.text(ListParameter.PAGE).isPresent()) {
                wrong("cursor", "with_page", Message.of("'page' and 'cursor' cannot be used together."));
                return FIRST;
            }
            if (!wrong.isEmpty() || !hidden.isEmpty()) {
                return FIRST; // the list is not known, so the cursor cannot be checked
            }
            return cursors.decode(list, cursor.get(), model, ordering)
                    .orElseThrow(() -> RequestRejectedException.malformed(
                            "invalid_cursor",
                            "The cursor is not one of this list.",
                            List.of(new Violation(
                                    "?cursor",
                                    "invalid_cursor",
                                    "It has been changed, or belongs to other filters or another ordering."))));
        }

        private List<Order> ordering() {
            Set<String> paths = new HashSet<>();
            List<Order> ordering = new ArrayList<>();
            if (request.text(ListParameter.ORDERING).orElse("").isEmpty()) {
                usual(model, paths, ordering, false);
            } else {
                for (Sort sort : request.ordering()) {
                    order(sort).ifPresent(order -> {
                        paths.add(order.path());
                        ordering.add(order);
                    });
                }
                if (ordering.size() == 1 && isFollowedByOrder(ordering.getFirst())) {
                    boolean backwards =
                            model.definition().list().ordering().getFirst().descending();
                    usual(model, paths, ordering, ordering.getFirst().descending() != backwards);
                }
            }
            breakTies(model, paths, ordering);
            return ordering;
        }

        private boolean isFollowedByOrder(Order order) {
            return order.through().isEmpty() && model.isFollowedByOrder(order.field());
        }

        /** Adds the default order of a model, or its opposite. */
        private void usual(Model listed, Set<String> paths, List<Order> ordering, boolean opposite) {
            for (SortKey key : listed.definition().list().ordering()) {
                FieldDefinition field = listed.fieldNamed(key.field());
                // the order must not reveal fields that the caller may not view
                if (actor.rights().allows(Action.VIEW, listed, field) && paths.add(field.name())) {
                    ordering.add(new Order(field, key.descending() != opposite));
                }
            }
        }

        private void breakTies(Model listed, Set<String> paths, List<Order> ordering) {
            // the tie-break has the direction of the last field, so that one index serves both
            boolean descending = !ordering.isEmpty() && ordering.getLast().descending();
            for (FieldDefinition field : listed.totalOrder()) {
                boolean shown = field.primaryKey() || actor.rights().allows(Action.VIEW, listed, field);
                if (shown && !paths.contains(field.name())) {
                    ordering.add(new Order(field, descending));
                }
            }
        }

        /** Empty when the caller may not sort by it, which has been reported. */
        private Optional<Order> order(Sort sort) {
            List<Step> through = new ArrayList<>();
            Model at = model;
            for (FieldDefinition step : sort.path().through()) {
                if (!viewable("ordering", at, step)) {
                    return Optional.empty();
                }
                at = at.target(step);
                if (!actor.rights().allows(Action.VIEW, at)) {
                    hidden("ordering", at.name());
                    return Optional.empty();
                }
                through.add(new Step(step, accessScope.condition(actor, at, Action.VIEW)));
            }
            return viewable("ordering", at, sort.path().field())
                    ? Optional.of(new Order(through, sort.path().field(), sort.descending()))
                    : Optional.empty();
        }

        private String name(Optional<String> q, List<Order> ordering) {
            StringBuilder name = new StringBuilder(model.name());
            for (Order order : ordering) {
                name.append(order.descending() ? " -" : " ").append(order.path());
            }
            Map<String, String> filters = new TreeMap<>(ListParameter.selecting(request.parameters()));
            filters.remove(ListParameter.Q.word());
            filters.forEach((field, value) -> name.append('\n')
                    .append(field)
                    .append(' ')
                    .append(value.length())
                    .append(' ')
                    .append(value));
            q.filter(text -> !text.isBlank())
                    .ifPresent(text -> name.append('\n').append(text));
            return name.toString();
        }

        Shape shape() {
            Shape visible = shapes.visible(actor, model);
            Optional<List<String>> fields = request.names(ListParameter.FIELDS);
            boolean expands = !request.isNamed()
                    && !request.text(ListParameter.EXPAND).orElse("").isEmpty();
            if (fields.isEmpty() && !expands && !request.isNamed()) {
                return visible;
            }
            List<FieldDefinition> shown =
                    fields.map(names -> fields(names, visible)).orElse(visible.fields());
            List<Shape.ChildList> children = new ArrayList<>();
            Map<String, Shape.Expansion> expanded = request.isNamed()
                    ? names(shown)
                    : expands ? expand(request.names(ListParameter.EXPAND).orElseThrow(), shown, children) : Map.of();
            return wrong.isEmpty() && hidden.isEmpty()
                    ? shapes.keep(new Shape(model, shown, expanded, children))
                    : visible;
        }

        private List<FieldDefinition> fields(List<String> given, Shape visible) {
            Set<String> names = new LinkedHashSet<>();
            for (String name : given) {
                Optional<FieldDefinition> field = model.field(name);
                if (field.isEmpty() || field.get().writeOnly()) {
                    wrong(
                            "fields",
                            "unknown_field",
                            Message.of("There is no field ''{name}'' to show.")
                                    .with("name", ListRequest.shorten(name)));
                } else if (!actor.rights().allows(Action.VIEW, model, field.get())) {
                    hidden("fields", name);
                } else {
                    names.add(name);
                }
            }
            return visible.fields().stream()
                    .filter(field -> names.contains(field.name()))
                    .toList();
        }

        /** The key and the visible fields of the name of each record that a reference points to. */
        private Map<String, Shape.Expansion> names(List<FieldDefinition> shown) {
            Map<String, Shape.Expansion> named = new HashMap<>();
            for (FieldDefinition field : shown) {
                if (field.type() != FieldType.REFERENCE) {
                    continue;
                }
                Model target = model.target(field);
                if (actor.rights().allows(Action.VIEW, target)) {
                    List<FieldDefinition> naming = Stream.concat(
                                    target.key().stream(),
                                    target.display().fields().stream()
                                            .filter(one -> actor.rights().allows(Action.VIEW, target, one)))
                            .distinct()
                            .toList();
                    named.put(
                            field.name(),
                            new Shape.Expansion(
                                    shapes.keep(new Shape(target, naming, Map.of())),
                                    accessScope.condition(actor, target, Action.VIEW)));
                }
            }
            return named;
        }

        private Map<String, Shape.Expansion> expand(
                List<String> given, List<FieldDefinition> shown, List<Shape.ChildList> children) {
            Map<String, Shape.Expansion> expanded = new HashMap<>();
            for (String name : given) {
                Optional<Model.Children> inline = model.children(name);
                if (inline.isPresent()) {
                    children(inline.get())
                            .filter(list -> !children.contains(list))
                            .ifPresent(children::add);
                    continue;
                }
                Optional<FieldDefinition> relation =
                        ModelRegistry.relation(model, name).filter(field -> !field.writeOnly());
                if (relation.isEmpty()) {
                    wrong(
                            "expand",
                            "unknown_field",
                            Message.of("There is no relation ''{name}''.").with("name", ListRequest.shorten(name)));
                    continue;
                }
                FieldDefinition field = relation.get();
                Model target = model.target(field);
                if (!actor.rights().allows(Action.VIEW, model, field)) {
                    hidden("expand", field.name());
                } else if (!actor.rights().allows(Action.VIEW, target)) {
                    hidden("expand", target.name());
                } else if (!shown.contains(field)) {
                    wrong(
                            "expand",
                            "not_shown",
                            Message.of("''{field}'' is not among 'fields'.").with("field", field.name()));
                } else {
                    expanded.put(
                            field.name(),
                            new Shape.Expansion(
                                    shapes.keep(LogRows.expandable(shapes.visible(actor, target))),
                                    accessScope.condition(actor, target, Action.VIEW)));
                }
            }
            return expanded;
        }

        /** Empty when the caller may not view the children, which has been reported. */
        private Optional<Shape.ChildList> children(Model.Children inline) {
            Model child = inline.model();
            if (!actor.rights().allows(Action.VIEW, child)) {
                hidden("expand", child.name());
                return Optional.empty();
            }
            if (!viewable("expand", child, inline.reference())) {
                return Optional.empty();
            }
            Set<String> paths = new HashSet<>();
            List<Order> ordering = new ArrayList<>();
            inline.position()
                    .filter(position -> actor.rights().allows(Action.VIEW, child, position))
                    .ifPresent(position -> {
                        paths.add(position.name());
                        ordering.add(new Order(position, false));
                    });
            usual(child, paths, ordering, false);
            breakTies(child, paths, ordering);
            return Optional.of(new Shape.ChildList(
                    inline,
                    shapes.keep(LogRows.expandable(shapes.visible(actor, child))),
                    accessScope.condition(actor, child, Action.VIEW),
                    ordering));
        }

        private Condition search(String q) {
            if (q.isBlank()) {
                return Condition.always();
            }
            // the model's owner chose the fields: fields that the caller may not view are skipped
            Map<Condition, List<FieldPath>> byPolicy = new LinkedHashMap<>();
            for (FieldPath path : model.searchPaths()) {
                if (searchable(path)) {
                    byPolicy.computeIfAbsent(along("q", path).orElseThrow(), policy -> new ArrayList<>())
                            .add(path);
                }
            }
            List<String> words = List.of(q.strip().split("\\s+"));
            if (byPolicy.size() < 2) {
                return byPolicy.isEmpty() ? Condition.never() : among(byPolicy, words);
            }
            return new Condition.All(
                    words.stream().map(word -> among(byPolicy, List.of(word))).toList());
        }

        private static Condition among(Map<Condition, List<FieldPath>> byPolicy, List<String> words) {
            List<Condition> parts = new ArrayList<>();
            byPolicy.forEach((policy, paths) -> parts.add(policy.and(new Condition.Matches(paths, words))));
            return parts.size() == 1 ? parts.getFirst() : new Condition.Any(parts);
        }

        private boolean searchable(FieldPath path) {
            Model at = model;
            boolean many = false;
            for (FieldDefinition step : path.through()) {
                if (!actor.rights().allows(Action.VIEW, at, step)) {
                    return false;
                }
                at = at.target(step);
                many |= step.type() == FieldType.REFERENCES;
                if (!actor.rights().allows(Action.VIEW, at)
                        || (many
                                && !accessScope
                                        .condition(actor, at, Action.VIEW)
                                        .equals(Condition.always()))) {
                    return false;
                }
            }
            return actor.rights().allows(Action.VIEW, at, path.field());
        }

        /**
         * Negations are carried inwards, so that a policy on the way to a field is not negated: a comparison with a
         * hidden record is false, and so is its negation.
         */
        private Condition expression(FilterExpression expression, boolean holds) {
            return switch (expression) {
                case FilterExpression.And(List<FilterExpression> parts) -> join(parts, holds, holds);
                case FilterExpression.Or(List<FilterExpression> parts) -> join(parts, !holds, holds);
                case FilterExpression.Not(FilterExpression part) -> expression(part, !holds);
                case FilterExpression.Comparison(Filter filter) -> filter(filter, holds);
            };
        }

        private Condition join(List<FilterExpression> parts, boolean all, boolean holds) {
            List<Condition> conditions =
                    parts.stream().map(part -> expression(part, holds)).toList();
            return all ? new Condition.All(conditions) : new Condition.Any(conditions);
        }

        private Condition filter(Filter filter, boolean holds) {
            Optional<Condition> policy = along(filter.parameter(), filter.path());
            if (policy.isEmpty()
                    || !filter.lookup().operand().takes(filter.values().size())) {
                return Condition.never();
            }
            // no linked record has the value, as in row policies
            boolean none = filter.lookup() == Lookup.NE && filter.path().isToMany();
            Condition compare =
                    new Condition.Compare(filter.path(), none ? Lookup.EXACT : filter.lookup(), filter.values());
            return policy.get().and(holds != none ? compare : new Condition.Not(compare));
        }

        /** The row policies on the path; empty when the caller may not follow it, which has been reported. */
        private Optional<Condition> along(String name, FieldPath path) {
            Condition policy = Condition.always();
            List<FieldDefinition> through = new ArrayList<>();
            Model at = model;
            boolean many = false;
            for (FieldDefinition step : path.through()) {
                if (!viewable(name, at, step)) {
                    return Optional.empty();
                }
                Model target = at.target(step);
                if (!actor.rights().allows(Action.VIEW, target)) {
                    hidden(name, target.name());
                    return Optional.empty();
                }
                many |= step.type() == FieldType.REFERENCES;
                Condition own = accessScope.condition(actor, target, Action.VIEW);
                FieldPath link = new FieldPath(model, List.copyOf(through), step);
                through.add(step);
                if (!own.equals(Condition.always())) {
                    if (many) {
                        // the filter and the policy must hold for the same linked record
                        hidden(
                                name,
                                Message.of(
                                                "You may not view all of ''{name}'', and so cannot filter through a list of them.")
                                        .with("name", target.name()));
                        return Optional.empty();
                    }
                    policy = policy.and(new Condition.Any(List.of(
                            new Condition.Compare(link, Lookup.ISNULL, List.of(true)),
                            from(own, List.copyOf(through)))));
                }
                at = target;
            }
            return viewable(name, at, path.field()) ? Optional.of(policy) : Optional.empty();
        }

        private boolean viewable(String name, Model owner, FieldDefinition field) {
            if (!actor.rights().allows(Action.VIEW, owner, field)) {
                hidden(name, field.name());
                return false;
            }
            return true;
        }

        /** The same condition, relative to this request's model. */
        private Condition from(Condition condition, List<FieldDefinition> through) {
            return switch (condition) {
                case Condition.All(List<Condition> parts) ->
                    new Condition.All(
                            parts.stream().map(part -> from(part, through)).toList());
                case Condition.Any(List<Condition> parts) ->
                    new Condition.Any(
                            parts.stream().map(part -> from(part, through)).toList());
                case Condition.Not(Condition part) -> new Condition.Not(from(part, through));
                case Condition.Compare(FieldPath path, Lookup lookup, List<Object> values) ->
                    new Condition.Compare(from(path, through), lookup, values);
                case Condition.Matches(List<FieldPath> paths, List<String> words) ->
                    new Condition.Matches(
                            paths.stream().map(path -> from(path, through)).toList(), words);
            };
        }

        private FieldPath from(FieldPath path, List<FieldDefinition> through) {
            List<FieldDefinition> whole = new ArrayList<>(through);
            whole.addAll(path.through());
            return new FieldPath(model, whole, path.field());
        }
    }
}
