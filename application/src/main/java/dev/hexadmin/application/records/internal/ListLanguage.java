package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads query parameters into a {@link ListQuery}: the list language of the contract, sections 3 and 12. Everything that
 * is wrong is collected and refused together; nothing is passed over. Thread-safe.
 */
final class ListLanguage {
    private static final int LONGEST_Q = 200;
    private static final int MOST_VALUES = 1_000;
    private static final int MOST_FILTERS = 50;
    private static final int MOST_STEPS = 5;
    private static final int MOST_SORTED_THROUGH = 10;
    private static final Set<String> PARAMETERS =
            Set.of("page", "per_page", "cursor", "count", "ordering", "q", "fields", "expand");
    private static final Set<String> PARAMETERS_OF_PAGES = Set.of("page", "per_page", "cursor", "count", "expand");
    private static final Position FIRST = new Position.Page(1);

    private final AccessScope accessScope;
    private final Shapes shapes;
    private final Cursors cursors;

    ListLanguage(AccessScope accessScope, Shapes shapes, Cursors cursors) {
        this.accessScope = accessScope;
        this.shapes = shapes;
        this.cursors = cursors;
    }

    /**
     * What a client asked for.
     *
     * @param list which list it is, whatever the page and the fields shown: what cursors are bound to
     */
    record Reading(ListQuery query, String list) {}

    /**
     * A page of records. The actor may view the model.
     *
     * @param usual how records are counted when the parameters do not say
     */
    Reading list(Actor actor, Model model, Map<String, String> parameters, CountMode usual) {
        return new Request(actor, model).list(parameters, usual);
    }

    /** The records of a list, on whatever page. The actor may view the model. */
    Condition selected(Actor actor, Model model, Map<String, String> parameters) {
        Map<String, String> selecting = new HashMap<>(parameters);
        selecting.keySet().removeIf(name -> PARAMETERS.contains(name) && !name.equals("q"));
        return list(actor, model, selecting, CountMode.NONE).query().condition();
    }

    /**
     * All records of a list, for reading in batches: by the primary key unless the client asks for an order, without a
     * page, a count or anything expanded.
     *
     * @param batch records at once
     */
    ListQuery whole(Actor actor, Model model, Map<String, String> parameters, int batch) {
        Request request = new Request(actor, model);
        for (String name : parameters.keySet()) {
            if (PARAMETERS_OF_PAGES.contains(name)) {
                request.wrong(name, "unknown_parameter", "There is no such parameter here.");
            }
        }
        ListQuery query = request.list(parameters, CountMode.NONE).query();
        List<Order> ordering = parameters.getOrDefault("ordering", "").isEmpty()
                ? model.key().stream().map(key -> new Order(key, false)).toList()
                : query.ordering();
        return new ListQuery(query.shape(), query.condition(), ordering, FIRST, batch, CountMode.NONE);
    }

    /** What is shown of a single record. The actor may view the model. */
    Shape single(Actor actor, Model model, Map<String, String> parameters) {
        if (parameters.isEmpty()) {
            return shapes.visible(actor, model);
        }
        Request request = new Request(actor, model);
        for (String name : parameters.keySet()) {
            if (!name.equals("fields") && !name.equals("expand")) {
                request.wrong(name, "unknown_parameter", "There is no such parameter here.");
            }
        }
        Shape shape = request.shape(parameters);
        request.refuseWrong();
        return shape;
    }

    /** One request while it is read. */
    private final class Request {
        private final Actor actor;
        private final Model model;
        private final List<Violation> wrong = new ArrayList<>();
        private final List<Violation> hidden = new ArrayList<>();

        Request(Actor actor, Model model) {
            this.actor = actor;
            this.model = model;
        }

        private void wrong(String parameter, String code, String message) {
            wrong.add(new Violation("?" + parameter, code, message));
        }

        private void hidden(String parameter, String what) {
            hidden.add(new Violation("?" + parameter, "hidden", "You may not view " + what + "."));
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

        Reading list(Map<String, String> parameters, CountMode usual) {
            Condition condition = accessScope.condition(actor, model, Action.VIEW);
            Map<String, String> filters = new TreeMap<>();
            for (Map.Entry<String, String> parameter : parameters.entrySet()) {
                if (!PARAMETERS.contains(parameter.getKey())) {
                    filters.put(parameter.getKey(), parameter.getValue());
                }
            }
            if (filters.size() > MOST_FILTERS) {
                throw RequestRejectedException.malformed(
                        "invalid_query",
                        "At most " + MOST_FILTERS + " filters are allowed.",
                        List.of(new Violation("?", "too_many", "At most " + MOST_FILTERS + " filters are allowed.")));
            }
            for (Map.Entry<String, String> filter : filters.entrySet()) {
                condition = condition.and(filter(filter.getKey(), filter.getValue()));
            }
            @Nullable String q = parameters.get("q");
            if (q != null) {
                condition = condition.and(search(q));
            }
            List<Order> ordering = ordering(parameters.getOrDefault("ordering", ""));
            int perPage = number(
                    parameters,
                    "per_page",
                    ModelDefinition.MAX_PAGE_SIZE,
                    model.definition().pageSize());
            CountMode count = count(parameters.get("count"), usual);
            Shape shape = shape(parameters);
            String list = name(filters, q, ordering);
            Position position = position(parameters, list, ordering);
            refuseWrong();
            return new Reading(new ListQuery(shape, condition, ordering, position, perPage, count), list);
        }

        private Position position(Map<String, String> parameters, String list, List<Order> ordering) {
            int page = number(parameters, "page", Integer.MAX_VALUE, 1);
            @Nullable String cursor = parameters.get("cursor");
            if (cursor == null) {
                return page == 1 ? FIRST : new Position.Page(page);
            }
            if (parameters.containsKey("page")) {
                wrong("cursor", "with_page", "'page' and 'cursor' cannot be used together.");
                return FIRST;
            }
            if (!wrong.isEmpty() || !hidden.isEmpty()) {
                return FIRST; // what the cursor is bound to is not certain
            }
            return cursors.decode(list, cursor, model, ordering)
                    .orElseThrow(() -> RequestRejectedException.malformed(
                            "invalid_cursor",
                            "The cursor is not one of this list.",
                            List.of(new Violation(
                                    "?cursor",
                                    "invalid_cursor",
                                    "It has been changed, or belongs to other filters or another ordering."))));
        }

        private int number(Map<String, String> parameters, String name, int most, int otherwise) {
            @Nullable String text = parameters.get(name);
            if (text == null) {
                return otherwise;
            }
            try {
                int number = Integer.parseInt(text);
                if (number >= 1 && number <= most) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // said below
            }
            wrong(name, "range", "A whole number from 1 to " + most + " is expected.");
            return otherwise;
        }

        private CountMode count(@Nullable String text, CountMode usual) {
            return switch (text) {
                case null -> usual;
                case "exact" -> CountMode.EXACT;
                case "estimated" -> CountMode.ESTIMATED;
                case "none" -> CountMode.NONE;
                default -> {
                    wrong("count", "enum", "One of exact, estimated, none is expected.");
                    yield CountMode.NONE;
                }
            };
        }

        private List<Order> ordering(String text) {
            Set<String> paths = new HashSet<>();
            List<Order> ordering = new ArrayList<>();
            if (text.isEmpty()) {
                for (SortKey key : model.definition().ordering()) {
                    FieldDefinition field = model.fieldNamed(key.field());
                    // what the caller may not view must not show through the order
                    if (actor.rights().allows(Action.VIEW, model, field)) {
                        if (paths.add(field.name())) {
                            ordering.add(new Order(field, key.descending()));
                        }
                    }
                }
            } else {
                for (String part : text.split(",", -1)) {
                    order(SortKey.parse(part.strip())).ifPresent(order -> {
                        if (paths.add(order.path())) {
                            ordering.add(order);
                        } else {
                            wrong("ordering", "repeated", "'" + order.path() + "' is named twice.");
                        }
                    });
                }
                if (ordering.stream()
                                .filter(order -> !order.through().isEmpty())
                                .count()
                        > MOST_SORTED_THROUGH) {
                    wrong(
                            "ordering",
                            "too_many",
                            "At most " + MOST_SORTED_THROUGH + " fields of referenced records are sorted by.");
                }
            }
            // the tie-break runs the way of the last field, so that one index serves both
            boolean descending = !ordering.isEmpty() && ordering.getLast().descending();
            for (FieldDefinition key : model.key()) {
                if (!paths.contains(key.name())) {
                    ordering.add(new Order(key, descending));
                }
            }
            return ordering;
        }

        /** A sort field, own or of a referenced record; empty when it is none that the caller may sort by. */
        private Optional<Order> order(SortKey key) {
            Optional<FieldPath> found = ModelRegistry.path(model, key.field())
                    .filter(path -> path.field().queryable()
                            && path.field().type().isOrdered()
                            && path.through().size() <= MOST_STEPS
                            && path.through().stream().allMatch(step -> step.type() == FieldType.REFERENCE));
            if (found.isEmpty()) {
                wrong("ordering", "unknown_field", "'" + shorten(key.field()) + "' is no field to sort by.");
                return Optional.empty();
            }
            List<Step> through = new ArrayList<>();
            Model at = model;
            for (FieldDefinition step : found.get().through()) {
                if (!viewable("ordering", at, step)) {
                    return Optional.empty();
                }
                at = at.target(step);
                if (!actor.rights().allows(Action.VIEW, at)) {
                    hidden("ordering", "'" + at.name() + "'");
                    return Optional.empty();
                }
                through.add(new Step(step, accessScope.condition(actor, at, Action.VIEW)));
            }
            return viewable("ordering", at, found.get().field())
                    ? Optional.of(new Order(through, found.get().field(), key.descending()))
                    : Optional.empty();
        }

        private String name(Map<String, String> filters, @Nullable String q, List<Order> ordering) {
            StringBuilder name = new StringBuilder(model.name());
            for (Order order : ordering) {
                name.append(order.descending() ? " -" : " ").append(order.path());
            }
            filters.forEach((field, value) -> name.append('\n')
                    .append(field)
                    .append(' ')
                    .append(value.length())
                    .append(' ')
                    .append(value));
            if (q != null && !q.isBlank()) {
                name.append('\n').append(q);
            }
            return name.toString();
        }

        Shape shape(Map<String, String> parameters) {
            Shape visible = shapes.visible(actor, model);
            @Nullable String fields = parameters.get("fields");
            String expand = parameters.getOrDefault("expand", "");
            if (fields == null && expand.isEmpty()) {
                return visible;
            }
            List<FieldDefinition> shown = fields == null ? visible.fields() : fields(fields, visible);
            Map<String, Shape.Expansion> expanded = expand.isEmpty() ? Map.of() : expand(expand, shown);
            return wrong.isEmpty() && hidden.isEmpty() ? shapes.keep(new Shape(model, shown, expanded)) : visible;
        }

        private List<FieldDefinition> fields(String text, Shape visible) {
            Set<String> names = new LinkedHashSet<>();
            for (String part : text.split(",", -1)) {
                String name = part.strip();
                Optional<FieldDefinition> field = model.field(name);
                if (field.isEmpty() || field.get().writeOnly()) {
                    wrong("fields", "unknown_field", "There is no field '" + shorten(name) + "' to show.");
                } else if (!actor.rights().allows(Action.VIEW, model, field.get())) {
                    hidden("fields", "'" + name + "'");
                } else {
                    names.add(name);
                }
            }
            return visible.fields().stream()
                    .filter(field -> names.contains(field.name()))
                    .toList();
        }

        private Map<String, Shape.Expansion> expand(String text, List<FieldDefinition> shown) {
            Map<String, Shape.Expansion> expanded = new HashMap<>();
            for (String part : text.split(",", -1)) {
                String name = part.strip();
                Optional<FieldDefinition> relation =
                        ModelRegistry.relation(model, name).filter(field -> !field.writeOnly());
                if (relation.isEmpty()) {
                    wrong("expand", "unknown_field", "There is no relation '" + shorten(name) + "'.");
                    continue;
                }
                FieldDefinition field = relation.get();
                Model target = model.target(field);
                if (!actor.rights().allows(Action.VIEW, model, field)) {
                    hidden("expand", "'" + field.name() + "'");
                } else if (!actor.rights().allows(Action.VIEW, target)) {
                    hidden("expand", "'" + target.name() + "'");
                } else if (!shown.contains(field)) {
                    wrong("expand", "not_shown", "'" + field.name() + "' is not among 'fields'.");
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

        private Condition search(String q) {
            if (model.searchPaths().isEmpty()) {
                wrong("q", "unknown_parameter", "This model has no search fields.");
                return Condition.never();
            }
            if (q.length() > LONGEST_Q) {
                wrong("q", "max_length", "At most " + LONGEST_Q + " characters are allowed.");
                return Condition.never();
            }
            if (!storable(q)) {
                wrong("q", "characters", "It holds a character that is never stored.");
                return Condition.never();
            }
            if (q.isBlank()) {
                return Condition.always();
            }
            // the model's owner chose the fields: those that this caller may not view are not looked at
            List<FieldPath> paths =
                    model.searchPaths().stream().filter(this::searchable).toList();
            return paths.isEmpty()
                    ? Condition.never()
                    : new Condition.Matches(paths, List.of(q.strip().split("\\s+")));
        }

        private boolean searchable(FieldPath path) {
            Model at = model;
            for (FieldDefinition step : path.through()) {
                if (!actor.rights().allows(Action.VIEW, at, step)) {
                    return false;
                }
                at = at.target(step);
                if (!actor.rights().allows(Action.VIEW, at)
                        || !accessScope.condition(actor, at, Action.VIEW).equals(Condition.always())) {
                    return false;
                }
            }
            return actor.rights().allows(Action.VIEW, at, path.field());
        }

        /** A filter as it is written: a path, and a lookup that is {@code exact} when left out. */
        private record Filter(FieldPath path, Lookup lookup) {}

        private Optional<Filter> resolve(String name) {
            Optional<FieldPath> path = ModelRegistry.path(model, name);
            if (path.isPresent()) {
                return path.map(p -> new Filter(p, Lookup.EXACT));
            }
            int cut = name.lastIndexOf("__");
            if (cut <= 0) {
                return Optional.empty();
            }
            return Lookup.ofWord(name.substring(cut + 2))
                    .flatMap(lookup ->
                            ModelRegistry.path(model, name.substring(0, cut)).map(p -> new Filter(p, lookup)));
        }

        private Condition filter(String name, String value) {
            Optional<Filter> found = resolve(name);
            if (found.isEmpty() && name.startsWith("filter_")) {
                found = resolve(name.substring("filter_".length()));
            }
            if (found.isEmpty()) {
                int cut = name.lastIndexOf("__");
                if (cut > 0 && ModelRegistry.path(model, name.substring(0, cut)).isPresent()) {
                    wrong(name, "unknown_lookup", "There is no such lookup.");
                } else {
                    wrong(name, "unknown_parameter", "There is no such parameter or field.");
                }
                return Condition.never();
            }
            FieldPath path = found.get().path();
            Lookup lookup = found.get().lookup();
            if (path.through().size() > MOST_STEPS) {
                wrong(name, "too_deep", "At most " + MOST_STEPS + " relations are followed.");
                return Condition.never();
            }
            Optional<Condition> policy = along(name, path);
            if (policy.isEmpty()) {
                return Condition.never();
            }
            return compare(name, path, lookup, value).map(policy.get()::and).orElseGet(Condition::never);
        }

        /** What binds the records on the way; empty when the caller may not go there, which has been noted. */
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
                    hidden(name, "'" + target.name() + "'");
                    return Optional.empty();
                }
                many |= step.type() == FieldType.REFERENCES;
                Condition own = accessScope.condition(actor, target, Action.VIEW);
                FieldPath link = new FieldPath(model, List.copyOf(through), step);
                through.add(step);
                if (!own.equals(Condition.always())) {
                    if (many) {
                        // the filter and the policy would have to hold for the same linked record
                        hidden(name, "all of '" + target.name() + "', and so cannot filter through a list of them");
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
            if (!field.queryable()) {
                wrong(name, "unknown_field", "'" + field.name() + "' cannot be filtered by.");
                return false;
            }
            if (!actor.rights().allows(Action.VIEW, owner, field)) {
                hidden(name, "'" + field.name() + "'");
                return false;
            }
            return true;
        }

        /** The same condition, looked at from this request's model. */
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

        private Optional<Condition> compare(String name, FieldPath path, Lookup lookup, String value) {
            Model owner = path.owner();
            FieldDefinition field = path.field();
            // values of a relation are keys of its target
            Model valueModel = owner;
            FieldDefinition valueField = field;
            while (valueField.reference().isPresent()) {
                valueModel = valueModel.target(valueField);
                valueField = valueModel.key().getFirst();
            }
            FieldType type = field.type() == FieldType.REFERENCES ? FieldType.REFERENCES : valueField.type();
            if (!lookup.appliesTo(type)) {
                wrong(name, "unknown_lookup", "'" + lookup.word() + "' does not apply to this field.");
                return Optional.empty();
            }
            if (!storable(value)) {
                wrong(name, "characters", "It holds a character that is never stored.");
                return Optional.empty();
            }
            List<String> texts = switch (lookup) {
                case IN, RANGE -> split(value);
                case EXACT,
                        IEXACT,
                        NE,
                        CONTAINS,
                        ICONTAINS,
                        STARTSWITH,
                        ISTARTSWITH,
                        ENDSWITH,
                        IENDSWITH,
                        GT,
                        GTE,
                        LT,
                        LTE,
                        ISNULL -> List.of(value);
            };
            if (lookup == Lookup.RANGE && texts.size() != 2) {
                wrong(name, "range", "Two values are expected, separated by a comma.");
                return Optional.empty();
            }
            if (texts.size() > MOST_VALUES) {
                wrong(name, "too_many", "At most " + MOST_VALUES + " values are allowed.");
                return Optional.empty();
            }
            List<Object> values = new ArrayList<>(texts.size());
            for (String text : texts) {
                Optional<Object> parsed = parse(valueModel, valueField, lookup, text);
                if (parsed.isEmpty()) {
                    wrong(
                            name,
                            "type",
                            lookup == Lookup.ISNULL
                                    ? "true or false is expected."
                                    : FieldInput.expectation(valueModel, valueField));
                    return Optional.empty();
                }
                values.add(parsed.get());
            }
            return Optional.of(new Condition.Compare(path, lookup, values));
        }
    }

    private static Optional<Object> parse(Model model, FieldDefinition field, Lookup lookup, String text) {
        return switch (lookup) {
            case ISNULL ->
                switch (text) {
                    case "true", "1" -> Optional.of(true);
                    case "false", "0" -> Optional.of(false);
                    default -> Optional.empty();
                };
            case IEXACT, CONTAINS, ICONTAINS, STARTSWITH, ISTARTSWITH, ENDSWITH, IENDSWITH -> Optional.of(text);
            case EXACT, NE, GT, GTE, LT, LTE, RANGE, IN -> FieldText.parse(model, field, text);
        };
    }

    /** Splits at commas; {@code \,} is a literal one. */
    static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length() && text.charAt(i + 1) == ',') {
                part.append(',');
                i++;
            } else if (c == ',') {
                parts.add(part.toString());
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        parts.add(part.toString());
        return parts;
    }

    /** Whether a database could hold it: PostgreSQL knows no NUL, and a lone surrogate has no UTF-8 form. */
    private static boolean storable(String text) {
        return text.codePoints()
                .noneMatch(c -> c == 0 || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE));
    }

    private static String shorten(String name) {
        return name.length() <= 60 ? name : name.substring(0, 60) + "…";
    }
}
