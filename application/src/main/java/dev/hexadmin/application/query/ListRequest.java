package dev.hexadmin.application.query;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ListOptions;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.SortKey;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.ListQuery.CountMode;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.text.LocaleChoice;
import dev.hexadmin.domain.text.Message;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A parsed request for a list of records: the list language of the contract, sections 3 and 12. Errors that do not
 * depend on the caller are in {@link #violations}; fields that the caller may not view are detected when the request is
 * executed. Immutable.
 */
public final class ListRequest {
    /** The maximum number of relations that a filter or a sort field may follow. */
    public static final int MOST_STEPS = 5;

    /** The maximum number of filters, and of comparisons in the parameter {@code filter}. */
    static final int MAX_FILTERS = 50;

    private static final int MAX_Q_LENGTH = 200;
    private static final int MAX_SORTED_RELATIONS = 10;
    private static final Pattern BEFORE_COMMA = Pattern.compile("(\\\\*),");
    private static final Pattern AT_END = Pattern.compile("(\\\\+)\\z");

    private final Model model;
    private final Map<String, String> parameters;
    private final List<Violation> violations = new ArrayList<>();
    private final List<Filter> filters = new ArrayList<>();
    private final Optional<FilterExpression> expression;
    private final List<Sort> ordering = new ArrayList<>();
    private final OptionalInt page;
    private final OptionalInt perPage;
    private final Optional<CountMode> count;
    private final boolean named;

    /**
     * A filter.
     *
     * @param parameter its name, such as {@code filter_page__gte}; in the parameter {@code filter} its place, such as
     *     {@code filter/or/1/total__gt}
     * @param path the field
     * @param values of the class that the lookup compares with; empty when {@code text} has a violation
     */
    public record Filter(String parameter, FieldPath path, Lookup lookup, String text, List<Object> values) {
        public Filter {
            values = List.copyOf(values);
        }
    }

    /**
     * A sort field, own or of a referenced record.
     *
     * @param path the field
     * @param descending largest first
     */
    public record Sort(FieldPath path, boolean descending) {}

    private ListRequest(Model model, Map<String, String> parameters) {
        this(model, parameters, false);
    }

    private ListRequest(Model model, Map<String, String> parameters, boolean named) {
        this.model = model;
        this.named = named;
        this.parameters = new TreeMap<>(parameters);
        this.expression = readFilters();
        readQ();
        readOrdering();
        this.page = number(ListParameter.PAGE, Integer.MAX_VALUE);
        this.perPage = number(ListParameter.PER_PAGE, ListOptions.MAX_PAGE_SIZE);
        this.count = readCount();
    }

    /**
     * Parses parameters.
     *
     * @param parameters decoded; each name once
     */
    public static ListRequest of(Model model, Map<String, String> parameters) {
        return new ListRequest(model, parameters);
    }

    /**
     * Parses parameters for a list in which each reference is expanded to the fields that name its record, as far as the
     * actor may view them; {@code expand} is ignored.
     */
    public static ListRequest named(Model model, Map<String, String> parameters) {
        return new ListRequest(model, parameters, true);
    }

    /** Parses the parameters that select records; other parameters are ignored. */
    public static ListRequest selecting(Model model, Map<String, String> parameters) {
        return new ListRequest(model, ListParameter.selecting(parameters));
    }

    /** All records, in the model's default order. */
    public static ListRequest all(Model model) {
        return new ListRequest(model, Map.of());
    }

    /** Asks for records from code. */
    public static Builder builder(Model model) {
        return new Builder(model);
    }

    /** Collects a request. Not thread-safe. */
    public static final class Builder {
        private final Model model;
        private final Map<String, String> parameters = new TreeMap<>();
        private final List<RecordFilter> filters = new ArrayList<>();

        private Builder(Model model) {
            this.model = model;
        }

        /** Records that meet a filter, in addition to earlier ones. */
        public Builder filter(RecordFilter filter) {
            filters.add(filter);
            return this;
        }

        /** Records with these words in the fields that are searched. */
        public Builder search(String words) {
            parameters.put(ListParameter.Q.word(), words);
            return this;
        }

        /** The order: names of fields, with {@code -} before one that descends. */
        public Builder orderBy(List<String> fields) {
            parameters.put(ListParameter.ORDERING.word(), String.join(",", fields));
            return this;
        }

        /** The request; its {@link #violations} name what is wrong. */
        public ListRequest build() {
            if (!filters.isEmpty()) {
                parameters.put(ListParameter.FILTER.word(), new FilterText(model).of(filters));
            }
            return new ListRequest(model, parameters);
        }
    }

    /** Whether a parameter is {@code q} or {@code filter}, or a filter by a filterable field of the model. */
    public static boolean isFilter(Model model, String parameter) {
        return ListParameter.SELECTING.contains(parameter)
                || new ListRequest(model, Map.of(parameter, ""))
                        .filters().stream()
                                .anyMatch(filter -> filter.path().field().queryable());
    }

    /** Whether it was made by {@link #named}. */
    public boolean isNamed() {
        return named;
    }

    public Model model() {
        return model;
    }

    /** All parameters that were given, by name. */
    public Map<String, String> parameters() {
        return parameters;
    }

    /** The text of a parameter. */
    public Optional<String> text(ListParameter parameter) {
        return Optional.ofNullable(parameters.get(parameter.word()));
    }

    /** The parts of a parameter with a list of names, without blanks; empty when it was not given. */
    public Optional<List<String>> names(ListParameter parameter) {
        return text(parameter)
                .map(text -> Stream.of(text.split(",", -1)).map(String::strip).toList());
    }

    /** Filters by the name of their parameter. */
    public List<Filter> filters() {
        return List.copyOf(filters);
    }

    /** The parameter {@code filter}. */
    public Optional<FilterExpression> expression() {
        return expression;
    }

    /** The requested sort fields. */
    public List<Sort> ordering() {
        return List.copyOf(ordering);
    }

    public OptionalInt page() {
        return page;
    }

    public OptionalInt perPage() {
        return perPage;
    }

    public Optional<CountMode> count() {
        return count;
    }

    /** The errors, with {@code ?name} pointers. */
    public List<Violation> violations() {
        return List.copyOf(violations);
    }

    private void wrong(String parameter, String code, Message message) {
        violations.add(new Violation("?" + parameter, code, message));
    }

    private Optional<FilterExpression> readFilters() {
        Map<String, String> given = new TreeMap<>(parameters);
        given.keySet().removeAll(ListParameter.WORDS);
        if (given.size() > MAX_FILTERS) {
            throw RequestRejectedException.malformed(
                    "invalid_query",
                    Message.of(
                                    "{limit, plural, one {At most # filter is allowed.} other {At most # filters are allowed.}}")
                            .with("limit", MAX_FILTERS),
                    List.of(new Violation(
                            "?",
                            "too_many",
                            Message.of(
                                            "{limit, plural, one {At most # filter is allowed.} other {At most # filters are allowed.}}")
                                    .with("limit", MAX_FILTERS))));
        }
        FilterParser parser = new FilterParser(model, zone(), violations);
        given.forEach((name, text) -> parser.parameter(name, text).ifPresent(filters::add));
        return text(ListParameter.FILTER).flatMap(parser::expression);
    }

    /** The zone of days, of years, and of times without an offset. */
    private ZoneId zone() {
        Optional<String> name = text(ListParameter.TZ);
        Optional<ZoneId> zone = name.flatMap(LocaleChoice::zone);
        if (name.isPresent() && zone.isEmpty()) {
            wrong(
                    ListParameter.TZ.word(),
                    "type",
                    Message.of("A time zone of the IANA database is expected, such as Europe/Berlin."));
        }
        return zone.orElse(ZoneOffset.UTC);
    }

    /** Whether the result depends on the parameter {@code tz}: a filter compares a time with a day, a year, or a time without an offset. */
    public boolean dependsOnZone() {
        return Stream.concat(filters.stream(), expression.stream().flatMap(FilterExpression::comparisons))
                .anyMatch(filter ->
                        filter.path().field().type() == FieldType.DATETIME && filter.lookup() != Lookup.ISNULL);
    }

    private void readQ() {
        @Nullable String q = parameters.get(ListParameter.Q.word());
        if (q == null) {
            return;
        }
        if (model.searchPaths().isEmpty()) {
            wrong("q", "unknown_parameter", Message.of("This model has no search fields."));
        } else if (q.length() > MAX_Q_LENGTH) {
            wrong(
                    "q",
                    "max_length",
                    Message.of(
                                    "{limit, plural, one {At most # character is allowed.} other {At most # characters are allowed.}}")
                            .with("limit", MAX_Q_LENGTH));
        } else if (!storable(q)) {
            wrong("q", "characters", Message.of("It holds a character that is never stored."));
        }
    }

    private void readOrdering() {
        String text = parameters.getOrDefault(ListParameter.ORDERING.word(), "");
        if (text.isEmpty()) {
            return;
        }
        Set<String> paths = new java.util.HashSet<>();
        for (String part : text.split(",", -1)) {
            SortKey key = SortKey.parse(part.strip());
            Optional<FieldPath> path = ModelRegistry.path(model, key.field())
                    .filter(found -> found.field().queryable()
                            && found.field().type().isOrdered()
                            && found.through().size() <= MOST_STEPS
                            && found.through().stream().allMatch(step -> step.type() == FieldType.REFERENCE));
            if (path.isEmpty()) {
                wrong(
                        "ordering",
                        "unknown_field",
                        Message.of("''{field}'' is no field to sort by.").with("field", shorten(key.field())));
            } else if (paths.add(path.get().text())) {
                ordering.add(new Sort(path.get(), key.descending()));
            } else {
                wrong(
                        "ordering",
                        "repeated",
                        Message.of("''{name}'' is named twice.")
                                .with("name", path.get().text()));
            }
        }
        if (ordering.stream().filter(sort -> !sort.path().through().isEmpty()).count() > MAX_SORTED_RELATIONS) {
            wrong(
                    "ordering",
                    "too_many",
                    Message.of(
                                    "{limit, plural, one {At most # field of referenced records is sorted by.} other {At most # fields of referenced records are sorted by.}}")
                            .with("limit", MAX_SORTED_RELATIONS));
        }
    }

    private OptionalInt number(ListParameter parameter, int most) {
        @Nullable String text = parameters.get(parameter.word());
        if (text == null) {
            return OptionalInt.empty();
        }
        try {
            int number = Integer.parseInt(text);
            if (number >= 1 && number <= most) {
                return OptionalInt.of(number);
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        wrong(
                parameter.word(),
                "range",
                Message.of("A whole number from 1 to {limit} is expected.").with("limit", most));
        return OptionalInt.empty();
    }

    private Optional<CountMode> readCount() {
        return switch (parameters.get(ListParameter.COUNT.word())) {
            case null -> Optional.empty();
            case "exact" -> Optional.of(CountMode.EXACT);
            case "estimated" -> Optional.of(CountMode.ESTIMATED);
            case "none" -> Optional.of(CountMode.NONE);
            default -> {
                wrong("count", "enum", Message.of("One of exact, estimated, none is expected."));
                yield Optional.empty();
            }
        };
    }

    /**
     * Splits the text of a list of values at commas. Before a comma {@code \,} is a literal one and {@code \\} a backslash;
     * anywhere else a backslash is itself.
     */
    public static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            int comma = i;
            while (comma < text.length() && text.charAt(comma) == '\\') {
                comma++;
            }
            if (comma == text.length() || text.charAt(comma) != ',') {
                part.append(text, i, Math.min(comma + 1, text.length()));
            } else {
                part.append("\\".repeat((comma - i) / 2));
                if ((comma - i) % 2 == 1) {
                    part.append(',');
                } else {
                    parts.add(part.toString());
                    part.setLength(0);
                }
            }
            i = comma;
        }
        parts.add(part.toString());
        return parts;
    }

    /** The text of a list of values, as {@link #split} reads it. */
    public static String join(List<String> values) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < values.size(); i++) {
            String value = BEFORE_COMMA.matcher(values.get(i)).replaceAll("$1$1\\\\,");
            text.append(i == values.size() - 1 ? value : AT_END.matcher(value).replaceAll("$1$1") + ",");
        }
        return text.toString();
    }

    /** Whether a database can store it: PostgreSQL does not accept NUL, and a lone surrogate has no UTF-8 form. */
    static boolean storable(String text) {
        return text.codePoints()
                .noneMatch(c -> c == 0 || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE));
    }

    /** A name for use in a message, shortened. */
    public static String shorten(String name) {
        return name.length() <= 60 ? name : name.substring(0, 60) + "…";
    }
}
