package dev.hexadmin.domain.identity;

import java.util.Arrays;
import java.util.Optional;

/** How a user has proved who they are. */
public enum SignInMethod {
    /** A password, of a user without a second factor. */
    PASSWORD("password"),
    /** A password, and a code of an authenticator or a backup code. */
    PASSWORD_AND_CODE("password_code"),
    /** A password, and a passkey as the second factor. */
    PASSWORD_AND_PASSKEY("password_passkey"),
    /** A passkey that has verified the user. */
    PASSKEY("passkey"),
    /** A provider of OpenID Connect. */
    PROVIDER("provider");

    private final String word;

    SignInMethod(String word) {
        this.word = word;
    }

    /** The stored word. */
    public String word() {
        return word;
    }

    /** The method of a stored word; empty for sessions that began before methods were stored. */
    public static Optional<SignInMethod> of(String word) {
        return Arrays.stream(values())
                .filter(method -> method.word.equals(word))
                .findFirst();
    }
}
