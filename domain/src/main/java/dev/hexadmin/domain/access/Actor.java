package dev.hexadmin.domain.access;

import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.LocaleChoice;
import java.util.Optional;

/** The caller on whose behalf an operation runs. It is the first parameter of every operation of the application. */
public sealed interface Actor {

    /** The caller's rights. */
    Rights rights();

    /** Where the call came from. */
    Origin origin();

    /** Whether the actor is not an API key. */
    default boolean inPerson() {
        return true;
    }

    /**
     * An unauthenticated caller.
     *
     * @param origin where the call came from
     */
    record Anonymous(Origin origin) implements Actor {
        @Override
        public Rights rights() {
            return Rights.NONE;
        }
    }

    /**
     * An authenticated user with their current rights.
     *
     * @param id the user
     * @param email for audit rows
     * @param rights as read for this request
     * @param origin where the call came from
     * @param key the API key that authenticated the call; empty for the user in person
     * @param locale how the user reads texts and times
     */
    record SignedIn(
            UserId id, EmailAddress email, Rights rights, Origin origin, Optional<ApiKey> key, LocaleChoice locale)
            implements Actor {

        /** A user who has chosen neither language nor zone. */
        public SignedIn(UserId id, EmailAddress email, Rights rights, Origin origin, Optional<ApiKey> key) {
            this(id, email, rights, origin, key, LocaleChoice.NONE);
        }

        /** A user in person. */
        public SignedIn(UserId id, EmailAddress email, Rights rights, Origin origin) {
            this(id, email, rights, origin, Optional.empty());
        }

        /** The same user with this choice of language and zone. */
        public SignedIn reading(LocaleChoice choice) {
            return new SignedIn(id, email, rights, origin, key, choice);
        }

        @Override
        public boolean inPerson() {
            return key.isEmpty();
        }

        /** The actor's name in audit rows: the address, followed by the API key if the call used one. */
        public String name() {
            return key.map(by -> email.value() + " by " + by.prefix()).orElseGet(email::value);
        }
    }

    /**
     * An API key of a user, used by a program.
     *
     * @param prefix the visible beginning of the key, such as {@code hx_3fVq0a}
     * @param role the name of the role whose rights it has
     */
    record ApiKey(String prefix, String role) {}

    /**
     * Hexadmin itself or its operator: command line, start-up or embedding program.
     *
     * @param name for audit rows, such as {@code createsuperuser}
     */
    record Operator(String name) implements Actor {
        @Override
        public Rights rights() {
            return Rights.ALL;
        }

        @Override
        public Origin origin() {
            return Origin.LOCAL;
        }
    }

    /**
     * Where a call came from.
     *
     * @param address the client's address as text, of IPv6 in eight groups; empty for calls inside the process
     * @param requestId the request's id; empty for calls inside the process
     * @param client the program of the user, if the operation needs to know it
     */
    record Origin(String address, String requestId, Client client) {
        /** A call inside the process. */
        public static final Origin LOCAL = new Origin("", "");

        /** A call of which nothing more is known. */
        public Origin(String address, String requestId) {
            this(address, requestId, Client.UNKNOWN);
        }

        /** The same call of this program. */
        public Origin from(Client program) {
            return new Origin(address, requestId, program);
        }
    }

    /**
     * The program with which a user signs in.
     *
     * @param userAgent the header {@code User-Agent}; empty if there was none
     * @param device a secret that the browser keeps for later sign-ins; empty for programs without one
     * @param language in which the user reads
     */
    record Client(String userAgent, String device, Language language) {
        /** An unknown program. */
        public static final Client UNKNOWN = new Client("", "", Language.ENGLISH);

        @Override
        public String toString() {
            return "Client[" + userAgent + "]";
        }
    }
}
