package dev.hexadmin.http.panel.lists;

import java.util.List;
import java.util.Map;

/**
 * The search and the filters of a list.
 *
 * @param kept parameters of the list that the form sends unchanged: its sorting, page size and columns
 * @param open whether the filters are open
 * @param choices the address with the records that references can be filtered by, for browsers without scripts; {@code ""} when the form has them
 * @param active the filters that are applied
 * @param clear the address without any filter; {@code ""} when no filter is applied
 * @param rejected values of the address that are not valid and not applied
 */
public record FilterBar(
        SearchBox search,
        Map<String, String> kept,
        List<FilterField> fields,
        boolean open,
        String choices,
        List<ActiveFilter> active,
        String clear,
        RejectedValues rejected) {

    /**
     * The search.
     *
     * @param available whether the model can be searched
     * @param error why the text is not applied, or {@code ""}
     */
    public record SearchBox(boolean available, String text, String error) {}

    /**
     * A filter that is applied.
     *
     * @param text the field and how it compares
     * @param value with what; {@code ""} for several filters that are joined
     * @param href the address without it
     */
    public record ActiveFilter(String text, String value, String href) {}

    /**
     * A value of the address that is not valid.
     *
     * @param field the id of the form's field that holds it; {@code ""} when none does
     */
    public record RejectedValue(String field, String label, String message) {}

    /**
     * The values of the address that are not valid.
     *
     * @param rest the address without them
     */
    public record RejectedValues(List<RejectedValue> values, String rest) {
        public RejectedValues {
            values = List.copyOf(values);
        }

        /** Whether each is in a field of the form. */
        public boolean allInFields() {
            return values.stream().noneMatch(value -> value.field().isEmpty());
        }
    }
}
