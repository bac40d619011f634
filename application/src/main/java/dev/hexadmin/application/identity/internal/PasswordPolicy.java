package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.identity.port.PasswordStrength;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Accepts passwords that are long enough and hard to guess, also for an attacker who knows the user's name and address
 * (NIST SP 800-63B section 5.1.1.2, OWASP Authentication cheat sheet). There are no rules about kinds of characters.
 * Thread-safe.
 */
public final class PasswordPolicy {
    static final int LEAST = 12;
    static final int MAX_LENGTH = 256;
    private static final int ENOUGH = 3;
    /** Only the beginning is measured: if it is strong, the password is strong, and measuring more is slow. */
    private static final int MEASURED = 72;

    private final PasswordStrength strength;

    public PasswordPolicy(PasswordStrength strength) {
        this.strength = strength;
    }

    /** Throws {@code INVALID} when the password is not acceptable. */
    void require(String password, String email, String fullName) {
        List<Violation> violations = check(password, email, fullName);
        if (!violations.isEmpty()) {
            throw RequestRejectedException.invalid(violations);
        }
    }

    /** The violations, at {@code /password}. */
    public List<Violation> check(String password, String email, String fullName) {
        int length = password.codePointCount(0, password.length());
        if (length < LEAST) {
            return List.of(Violation.at(
                    "password",
                    "min_length",
                    Message.of(
                                    "{limit, plural, one {At least # character is needed.} other {At least # characters are needed.}}")
                            .with("limit", LEAST)));
        }
        if (length > MAX_LENGTH) {
            return List.of(Violation.at(
                    "password",
                    "max_length",
                    Message.of(
                                    "{limit, plural, one {At most # character is allowed.} other {At most # characters are allowed.}}")
                            .with("limit", MAX_LENGTH)));
        }
        String measured = password.substring(0, Math.min(password.length(), MEASURED));
        List<String> own = own(email, fullName);
        PasswordStrength.Rating rating = strength.rate(measured, own);
        if (rating.score() >= ENOUGH) {
            // the measure takes a few words that the attacker knows, one after the other, for a secret
            String rest = without(own, measured);
            if (rest.length() == measured.length()) {
                return List.of();
            }
            rating = strength.rate(rest, List.of());
            if (rating.score() >= ENOUGH) {
                return List.of();
            }
        }
        return List.of(Violation.at(
                "password",
                "too_weak",
                rating.advice()
                        .map(advice ->
                                Message.of("It is too easy to guess. {advice}").with("advice", advice))
                        .orElseGet(() -> Message.of("It is too easy to guess."))));
    }

    private static String without(List<String> own, String password) {
        String longestFirst = own.stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .map(Pattern::quote)
                .collect(Collectors.joining("|"));
        return Pattern.compile(longestFirst, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE)
                .matcher(password)
                .replaceAll("");
    }

    /** The address, its parts, and the names, each also without blanks. */
    private static List<String> own(String email, String fullName) {
        Set<String> own = new LinkedHashSet<>();
        own.add(email);
        for (String part : email.split("[@._+\\-]+", -1)) {
            own.add(part);
        }
        for (String part : fullName.split("\\s+", -1)) {
            own.add(part);
        }
        own.add(fullName.replaceAll("\\s+", ""));
        List<String> words = new ArrayList<>(own);
        words.removeIf(word -> word.length() < 3);
        return words;
    }
}
