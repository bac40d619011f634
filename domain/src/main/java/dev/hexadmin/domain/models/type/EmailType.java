package dev.hexadmin.domain.models.type;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.util.List;

/** {@code email}: an e-mail address, or the empty text. */
public final class EmailType extends CharacterType {
    public EmailType() {
        super(Option.LENGTH, Option.PATTERN);
    }

    @Override
    void checkForm(FieldDefinition field, String text, List<Violation> violations) {
        if (!FieldInput.isEmailAddress(text)) {
            refuse(violations, field, "email", Message.of("It is no e-mail address."));
        }
    }
}
