package dev.hexadmin.application.spi;

import dev.hexadmin.domain.models.FieldInput;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A kind of address to which a channel sends. Channels with the same field share a kind.
 *
 * @param field the member of a call's body that has the address, such as {@code phone}, and the code of a violation:
 *     {@code [a-z][a-z0-9_]*}
 * @param noun its name in a sentence for users: {@code phone number}
 * @param pattern a regular expression for the whole address, with the same meaning in Java and in ECMA-262
 * @param longest maximum length of an address, in characters
 * @param rule the message for a text that does not match, as a sentence
 * @param format of JSON Schema, such as {@code uri}
 * @param hint a regular expression for texts that are probably meant as such an address, even if not valid
 * @param origin the source of the address when a call does not give it
 * @since 0.1
 */
public record AddressKind(
        String field,
        String noun,
        Pattern pattern,
        int longest,
        String rule,
        Optional<String> format,
        Pattern hint,
        Origin origin) {

    /** The source of an address that a call does not give. */
    public enum Origin {
        /** None: the call must give it. */
        CALL,
        /** The user's account: their e-mail address. */
        ACCOUNT,
        /** The user's preferences: users set it for the channel. */
        PREFERENCE
    }

    /** Whether the text is a valid address. */
    public boolean matches(String address) {
        return address.length() <= longest
                && FieldInput.isStorable(address)
                && pattern.matcher(address).matches();
    }
}
