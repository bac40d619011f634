package dev.hexadmin.http.panel.actions;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.http.panel.records.FormErrors;
import dev.hexadmin.http.panel.records.FormFields;
import dev.hexadmin.http.server.request.Form;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The content of an action's form.
 *
 * @param texts by parameter
 * @param searches the search texts, by parameter
 * @param sentence the error message, or {@code ""}
 * @param errors by parameter, or by pointer where they belong to none
 * @param found the parameter that records were searched for, or {@code ""}
 */
record ActionInput(
        Map<String, List<String>> texts,
        Map<String, String> searches,
        String sentence,
        Map<String, String> errors,
        String found) {
    static final ActionInput EMPTY = new ActionInput(Map.of(), Map.of(), "", Map.of(), "");

    private static final String PARAMETERS = "/parameters/";

    static ActionInput initial(List<FieldDefinition> fields) {
        Map<String, List<String>> texts = new LinkedHashMap<>();
        fields.forEach(field -> texts.put(field.name(), FormFields.initial(field)));
        return new ActionInput(texts, Map.of(), "", Map.of(), "");
    }

    static ActionInput of(List<FieldDefinition> fields, Form form) {
        Map<String, List<String>> texts = new LinkedHashMap<>();
        Map<String, String> searches = new LinkedHashMap<>();
        for (FieldDefinition field : fields) {
            texts.put(
                    field.name(),
                    field.writeOnly() ? List.of() : FormFields.sent(field, form).orElse(List.of()));
            searches.put(field.name(), form.textOrEmpty(FormFields.FIND + field.name()));
        }
        return new ActionInput(texts, searches, "", Map.of(), form.textOrEmpty(Form.FIND));
    }

    /**
     * The same, with the errors of a refused run.
     *
     * @param subject names the record and the field that a pointer leads to; {@code ""} where it leads to a parameter
     */
    ActionInput with(RequestRejectedException refused, Model parameters, UnaryOperator<String> subject) {
        Map<String, String> found = new LinkedHashMap<>();
        refused.violations().stream().limit(20).forEach(violation -> {
            String pointer = violation.pointer();
            found.merge(
                    parameter(pointer, parameters),
                    subject.apply(pointer) + FormErrors.said(violation, pointer.startsWith(PARAMETERS) ? 2 : 1),
                    (one, other) -> one.contains(other) ? one : one + " " + other);
        });
        boolean highlighted = refused.category() == RequestRejectedException.Category.INVALID
                && refused.code().equals("invalid")
                && found.keySet().stream().anyMatch(name -> !name.startsWith("/"));
        boolean repeated = refused.violations().stream().map(Violation::message).anyMatch(refused.detail()::equals);
        return new ActionInput(
                texts,
                searches,
                highlighted
                        ? text("Nothing was done. Fix the highlighted fields.")
                        : text("Nothing was done.") + (repeated ? "" : " " + text(refused.text())),
                found,
                "");
    }

    /** The parameter that a pointer leads to; the pointer where it leads to none. */
    private static String parameter(String pointer, Model parameters) {
        if (pointer.startsWith(PARAMETERS)) {
            String name = pointer.substring(PARAMETERS.length()).split("/", 2)[0];
            return name.isEmpty() ? pointer : name;
        }
        return pointer.startsWith("/") && parameters.field(pointer.substring(1)).isPresent()
                ? pointer.substring(1)
                : pointer;
    }
}
