package dev.hexadmin.application.query;

import dev.hexadmin.domain.models.FieldDefinition;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The parameters of a list that are not the name of a field; their names are reserved, see {@link #filter}. */
public enum ListParameter {
    Q,
    FILTER,
    TZ,
    PAGE,
    PER_PAGE,
    CURSOR,
    COUNT,
    ORDERING,
    FIELDS,
    EXPAND;

    /** The prefix for the name of a field that is equal to the name of a parameter */
    public static final String FILTER_PREFIX = "filter_";

    /** The object of the OpenAPI document whose members are filters. */
    public static final String LOOKUPS = "lookups";

    /** The names of all parameters. */
    public static final Set<String> WORDS =
            Arrays.stream(values()).map(ListParameter::word).collect(Collectors.toUnmodifiableSet());

    /** The names of the parameters that select records, as filters do. */
    static final Set<String> SELECTING = Set.of(Q.word(), FILTER.word(), TZ.word());

    private final String word = name().toLowerCase(Locale.ROOT);

    /** The name in a query, such as {@code per_page}. */
    public String word() {
        return word;
    }

    /** Whether it controls which page of the list is returned and in which form. */
    public boolean isOfPage() {
        return switch (this) {
            case PAGE, PER_PAGE, CURSOR, COUNT, EXPAND -> true;
            case Q, FILTER, TZ, ORDERING, FIELDS -> false;
        };
    }

    /** The name of the parameter that filters by a field. */
    public static String filter(FieldDefinition field) {
        return WORDS.contains(field.name()) ? FILTER_PREFIX + field.name() : field.name();
    }

    /** The filter in the name of a parameter: clients that are generated send {@code lookups[price__gte]}, too. */
    static String filterIn(String name) {
        return name.startsWith(LOOKUPS + "[") && name.endsWith("]")
                ? name.substring(LOOKUPS.length() + 1, name.length() - 1)
                : name;
    }

    /**
     * The parameters that select records: filters, {@code filter}, {@code tz} and {@code q}. Names with a dot belong to a page and not
     * to its list: no field has one.
     */
    public static Map<String, String> selecting(Map<String, String> parameters) {
        Map<String, String> selecting = new LinkedHashMap<>(parameters);
        selecting
                .keySet()
                .removeIf(name -> name.indexOf('.') >= 0 || (WORDS.contains(name) && !SELECTING.contains(name)));
        return selecting;
    }
}
