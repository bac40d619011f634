package dev.hexadmin.domain.access;

import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import java.util.Optional;

/** On whose behalf something is done. The first parameter of every conversation with the application. */
public sealed interface Actor {

    /** What may be done. */
    Rights rights();

    /** Where the call came from. */
    Origin origin();

    /** Whether no API key stands for the actor. */
    default boolean inPerson() {
        return true;
    }

    /**
     * Nobody who is known.
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
     * A user who has proved who they are; rights as they are now.
     *
     * @param id the user
     * @param email for audit rows
     * @param rights as read for this request
     * @param origin where the call came from
     * @param key what stands for the user; empty for the user in person
     */
    record SignedIn(UserId id, EmailAddress email, Rights rights, Origin origin, Optional<ApiKey> key)
            implements Actor {

        /** A user in person. */
        public SignedIn(UserId id, EmailAddress email, Rights rights, Origin origin) {
            this(id, email, rights, origin, Optional.empty());
        }

        @Override
        public boolean inPerson() {
            return key.isEmpty();
        }

        /** For audit rows: the address, and what stands for the user if it is not themselves. */
        public String name() {
            return key.map(by -> email.value() + " by " + by.prefix()).orElseGet(email::value);
        }
    }

    /**
     * A key of a user, held by a program.
     *
     * @param prefix what people may see of it, such as {@code hx_3fVq0a}
     * @param role the name of the role whose rights it has
     */
    record ApiKey(String prefix, String role) {}

    /**
     * The product itself or its operator: command line, start-up, embedding program.
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
     */
    record Origin(String address, String requestId) {
        /** Inside this process. */
        public static final Origin LOCAL = new Origin("", "");
    }
}
