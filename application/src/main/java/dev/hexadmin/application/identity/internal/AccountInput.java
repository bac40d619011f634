package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.util.List;

/** Checks what users type about accounts. */
final class AccountInput {
    private static final int MAX_NAME_LENGTH = 150;

    private AccountInput() {}

    /** An address; throws {@code INVALID} at {@code /email}. */
    static EmailAddress email(String typed) {
        return Authenticator.address(typed)
                .orElseThrow(() -> RequestRejectedException.invalid(
                        List.of(Violation.at("email", "email", "It is no e-mail address."))));
    }

    /** A name without blanks around it; throws {@code INVALID} at {@code /full_name}. */
    static String name(String typed) {
        String name = typed.strip();
        if (name.codePointCount(0, name.length()) > MAX_NAME_LENGTH || !FieldInput.isStorable(name)) {
            throw RequestRejectedException.invalid(List.of(Violation.at(
                    "full_name",
                    "max_length",
                    Message.of(
                                    "{limit, plural, one {At most # character is allowed, and no NUL.} other {At most # characters are allowed, and no NUL.}}")
                            .with("limit", MAX_NAME_LENGTH))));
        }
        return name;
    }

    /** The rejection of a link that does not exist, or is no longer valid. */
    static RequestRejectedException invalidLink() {
        return RequestRejectedException.forbidden(
                "invalid_link",
                "The link is not valid: it was used or replaced, or it has expired. Request a new one.");
    }
}
