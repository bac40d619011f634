package dev.hexadmin.application.identity.port;

import dev.hexadmin.domain.text.Message;
import java.util.List;
import java.util.Optional;

/** Estimates how many guesses a password would withstand. Thread-safe. */
public interface PasswordStrength {
    /**
     * Rates a password.
     *
     * @param own words that an attacker of this user would try first: name, address
     */
    Rating rate(String password, List<String> own);

    /**
     * A rating.
     *
     * @param score 0 (guessed at once) to 4
     * @param advice a sentence for the user
     */
    record Rating(int score, Optional<Message> advice) {}
}
