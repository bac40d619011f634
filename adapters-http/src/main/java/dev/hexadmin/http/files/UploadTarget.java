package dev.hexadmin.http.files;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.util.List;
import java.util.Optional;

/**
 * The field that an upload is for.
 *
 * @param field one of the model, of type file or image
 */
record UploadTarget(Model model, FieldDefinition field) {
    /**
     * The field of these names.
     *
     * @param expectedModel what to say when no model is named
     * @param expectedField what to say when no field that holds files is named
     * @throws RequestRejectedException {@code INVALID} with {@code required}, {@code unknown_model} or {@code unknown_field}
     */
    static UploadTarget of(
            ModelRegistry models,
            Optional<String> modelName,
            Optional<String> fieldName,
            Message expectedModel,
            Message expectedField) {
        String name = modelName
                .filter(given -> !given.isEmpty())
                .orElseThrow(() -> invalid("model", "required", expectedModel));
        Model model = models.model(name)
                .orElseThrow(() -> invalid("model", "unknown_model", Message.of("There is no model of this name.")));
        Optional<String> named = fieldName.filter(given -> !given.isEmpty());
        FieldDefinition field = named.flatMap(model::field)
                .filter(FieldDefinition::holdsFile)
                .orElseThrow(() -> invalid("field", named.isPresent() ? "unknown_field" : "required", expectedField));
        return new UploadTarget(model, field);
    }

    private static RequestRejectedException invalid(String member, String code, Message message) {
        return RequestRejectedException.invalid(List.of(Violation.at(member, code, message)));
    }
}
