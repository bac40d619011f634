package dev.hexadmin.http.panel.actions;

import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.application.actions.RunningActions.Offered;
import dev.hexadmin.application.query.ListParameter;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.http.panel.records.Address;
import dev.hexadmin.http.server.problem.Problem;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.uri.QueryString;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An action, and the records that it is to be run on.
 *
 * @param keys of the records
 * @param count of a whole list, as it was shown
 * @param version as it was shown
 */
record ActionRequest(
        Model model,
        Offered offered,
        String place,
        List<String> keys,
        String query,
        Optional<Long> count,
        String version) {
    static final String KEY = "run.key";

    private static final String PLACE = "run.place";
    private static final String QUERY = "run.query";
    private static final String COUNT = "run.count";
    private static final String VERSION = "run.version";

    /** Of the form's own page. */
    static ActionRequest of(Model model, Offered offered, Form form) {
        return new ActionRequest(
                model,
                offered,
                form.textOrEmpty(PLACE),
                form.all(KEY),
                form.textOrEmpty(QUERY),
                count(form),
                form.textOrEmpty(VERSION));
    }

    /** Of a link to the form. */
    static ActionRequest of(Model model, Offered offered, Map<String, String> query) {
        return new ActionRequest(
                model,
                offered,
                query.getOrDefault("place", ""),
                Optional.ofNullable(query.get("key")).map(List::of).orElse(List.of()),
                query.getOrDefault("query", ""),
                Optional.empty(),
                "");
    }

    private static Optional<Long> count(Form form) {
        String text = form.textOrEmpty(COUNT);
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            throw new Problem(422, "invalid", "How many records are meant has to be confirmed by their number.");
        }
    }

    RecordAction action() {
        return offered.action();
    }

    Map<String, String> filters() {
        return ListParameter.selecting(Address.given(QueryString.parse(query)));
    }

    /** Whether the action is for the whole list. */
    boolean whole() {
        return action().forRecords() && keys.isEmpty();
    }

    /** The parameters of the action. */
    List<FieldDefinition> fields() {
        return offered.form().fields().stream()
                .filter(FieldDefinition::writableOnCreate)
                .toList();
    }

    ActionRequest withCount(long now) {
        return new ActionRequest(model, offered, place, keys, query, Optional.of(now), version);
    }

    ActionRequest withVersion(String now) {
        return new ActionRequest(model, offered, place, keys, query, count, now);
    }
}
