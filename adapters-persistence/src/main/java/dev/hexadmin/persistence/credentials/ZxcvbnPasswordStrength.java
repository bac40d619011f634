package dev.hexadmin.persistence.credentials;

import com.nulabinc.zxcvbn.Strength;
import com.nulabinc.zxcvbn.Zxcvbn;
import dev.hexadmin.application.identity.port.PasswordStrength;
import dev.hexadmin.domain.text.Message;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** zxcvbn: guesses by dictionaries, keyboards, dates and repetition. Thread-safe. */
public final class ZxcvbnPasswordStrength implements PasswordStrength {
    /** The sentences of zxcvbn, as keys of our translations. */
    private static final Map<String, Message> WARNINGS = Stream.of(
                    Message.of("This is a top-10 common password."),
                    Message.of("This is a top-100 common password."),
                    Message.of("This is a very common password."),
                    Message.of("This is similar to a commonly used password."),
                    Message.of("A word by itself is easy to guess."),
                    Message.of("Names and surnames by themselves are easy to guess."),
                    Message.of("Common names and surnames are easy to guess."),
                    Message.of("Straight rows of keys are easy to guess."),
                    Message.of("Short keyboard patterns are easy to guess."),
                    Message.of("Repeats like \"aaa\" are easy to guess."),
                    Message.of("Repeats like \"abcabcabc\" are only slightly harder to guess than \"abc\"."),
                    Message.of("Sequences like abc or 6543 are easy to guess."),
                    Message.of("Recent years are easy to guess."),
                    Message.of("Dates are often easy to guess."))
            .collect(Collectors.toUnmodifiableMap(Message::text, Function.identity()));

    /** Reads its dictionaries once, when a password is first rated, so that the start does not wait for them. */
    private static final class Dictionaries {
        static final Zxcvbn LOADED = new Zxcvbn();
    }

    @Override
    public Rating rate(String password, List<String> own) {
        Strength strength = Dictionaries.LOADED.measure(password, own);
        Optional<String> warning = Optional.ofNullable(strength.getFeedback().getWarning(Locale.ENGLISH))
                .filter(text -> !text.isEmpty());
        return new Rating(
                strength.getScore(), warning.map(text -> WARNINGS.getOrDefault(text, Message.verbatim(text))));
    }
}
