package dev.hexadmin.application.spi;

import dev.hexadmin.domain.models.FieldInput;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A kind of address that a channel sends to. Channels may share one: both know it by its field then.
 *
 * @param field the member of a call's body that has the address, such as {@code phone}, and the code of a violation:
 *     {@code [a-z][a-z0-9_]*}
 * @param noun what people call it, inside a sentence: {@code phone number}
 * @param pattern what the whole address matches: a regular expression that means the same in Java and in ECMA-262
 * @param longest characters of an address at most
 * @param rule what is wrong with a text that does not match, as a sentence
 * @param format of JSON Schema, such as {@code uri}
 * @param hint what a text contains that is meant as such an address, right or wrong: a regular expression
 * @param origin where the address comes from when a call does not give it
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

    /** Where an address comes from that a call does not give. */
    public enum Origin {
        /** From nowhere: the call gives it. */
        CALL,
        /** From the account of the user: their e-mail address. */
        ACCOUNT,
        /** From the user, who sets it beside the preference for the channel. */
        PREFERENCE
    }

    /** Whether the text is such an address. */
    public boolean matches(String address) {
        return address.length() <= longest
                && FieldInput.isStorable(address)
                && pattern.matcher(address).matches();
    }
}
