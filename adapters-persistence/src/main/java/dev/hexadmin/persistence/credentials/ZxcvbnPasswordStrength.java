package dev.hexadmin.persistence.credentials;

import com.nulabinc.zxcvbn.Strength;
import com.nulabinc.zxcvbn.Zxcvbn;
import dev.hexadmin.application.identity.port.PasswordStrength;
import java.util.List;
import java.util.Locale;

/** zxcvbn: guesses by dictionaries, keyboards, dates and repetition. Thread-safe. */
public final class ZxcvbnPasswordStrength implements PasswordStrength {
    /** Reads its dictionaries once, when a password is first rated, so that the start does not wait for them. */
    private static final class Dictionaries {
        static final Zxcvbn LOADED = new Zxcvbn();
    }

    @Override
    public Rating rate(String password, List<String> own) {
        Strength strength = Dictionaries.LOADED.measure(password, own);
        String advice = strength.getFeedback().getWarning(Locale.ENGLISH);
        return new Rating(strength.getScore(), advice == null ? "" : sentence(advice));
    }

    private static String sentence(String advice) {
        return advice.isEmpty() || advice.endsWith(".") ? advice : advice + ".";
    }
}
