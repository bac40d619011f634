package dev.hexadmin.domain.models.type;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.text.Message;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** An uploaded file, by its id. */
abstract class UploadType extends ValueType {
    UploadType() {
        super(FileReference.class, Option.FILES);
    }

    @Override
    public boolean isOrdered() {
        return false;
    }

    @Override
    public boolean canBeKey() {
        return false;
    }

    @Override
    Optional<Object> scalar(String text) {
        return text.length() == 36 ? Optional.of(FileReference.of(UUID.fromString(text))) : Optional.empty();
    }

    /** The id, or an object with it, as records are read. */
    @Override
    public Optional<Object> convert(Model model, FieldDefinition field, Object input) {
        return input instanceof Map<?, ?> file && file.get("id") instanceof String id
                ? parse(id)
                : super.convert(model, field, input);
    }

    /** No file exists before the first upload. */
    @Override
    public Optional<Object> constant(FieldDefinition field, String text) {
        return Optional.empty();
    }

    @Override
    public Message expected(Model model, FieldDefinition field) {
        return Message.of("The id of an uploaded file is expected.");
    }

    @Override
    public Message expectedLiteral(Model model, FieldDefinition field) {
        return Message.of("the id of a file in single quotes");
    }
}
