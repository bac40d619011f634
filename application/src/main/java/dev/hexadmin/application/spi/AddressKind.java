package dev.hexadmin.application.spi;

import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.text.Message;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A kind of address to which a channel sends. Channels with the same field share a kind.
 *
 * <pre>{@code
 * AddressKind.builder("pager_number", "pager number", Pattern.compile("[0-9]{4}"))
 *         .longest(4)
 *         .rule("Four digits are expected.")
 *         .build()
 * }</pre>
 *
 * @param field the member of a call's body that has the address, such as {@code phone}, and the code of a violation:
 *     {@code [a-z][a-z0-9_]*}
 * @param noun its name in a sentence for users: {@code phone number}
 * @param pattern a regular expression for the whole address, with the same meaning in Java and in ECMA-262
 * @param longest maximum length of an address, in characters
 * @param ruleText the message for a text that does not match, as a sentence
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
        Message ruleText,
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

    /**
     * A builder.
     *
     * @param field the member of a call's body that has the address, such as {@code phone}: {@code [a-z][a-z0-9_]*}
     * @param noun its name in a sentence for users: {@code phone number}
     * @param pattern a regular expression for the whole address, with the same meaning in Java and in ECMA-262
     */
    public static Builder builder(String field, String noun, Pattern pattern) {
        return new Builder(field, noun, pattern);
    }

    /** The message for a text that does not match, in English. */
    public String rule() {
        return ruleText.english();
    }

    /** Whether the text is a valid address. */
    public boolean matches(String address) {
        return address.length() <= longest
                && FieldInput.isStorable(address)
                && pattern.matcher(address).matches();
    }

    /** Collects one kind. Not thread-safe. */
    public static final class Builder {
        private static final int USUAL_LENGTH = 255;

        private final String field;
        private final String noun;
        private final Pattern pattern;
        private int longest = USUAL_LENGTH;
        private Message rule;
        private Optional<String> format = Optional.empty();
        private Optional<Pattern> hint = Optional.empty();
        private Origin origin = Origin.CALL;

        private Builder(String field, String noun, Pattern pattern) {
            this.field = field;
            this.noun = noun;
            this.pattern = pattern;
            this.rule = Message.of("It is no {noun}.").with("noun", noun);
        }

        /** The maximum length of an address, in characters. Default: 255. */
        public Builder longest(int characters) {
            this.longest = characters;
            return this;
        }

        /** The message for a text that does not match, as a sentence. Default: {@code It is no phone number.} */
        public Builder rule(String sentence) {
            return rule(Message.of(sentence));
        }

        /** {@link #rule(String)} with a message that is shown in the language of the user. */
        public Builder rule(Message sentence) {
            this.rule = sentence;
            return this;
        }

        /** The format of JSON Schema, such as {@code uri}. Default: none. */
        public Builder format(String format) {
            this.format = Optional.of(format);
            return this;
        }

        /**
         * A regular expression for texts that are probably meant as such an address, even if not valid. Default: the pattern
         * of the address.
         */
        public Builder hint(Pattern hint) {
            this.hint = Optional.of(hint);
            return this;
        }

        /** The source of the address when a call does not give it. Default: {@link Origin#CALL}. */
        public Builder origin(Origin origin) {
            this.origin = origin;
            return this;
        }

        /** The kind. */
        public AddressKind build() {
            return new AddressKind(
                    field,
                    noun,
                    pattern,
                    longest,
                    rule,
                    format,
                    hint.orElseGet(() -> Pattern.compile("^(?:" + pattern.pattern() + ")$")),
                    origin);
        }
    }
}
