package dev.hexadmin.domain.access;

import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;

/** On whose behalf something is done. The first parameter of every conversation with the application. */
public sealed interface Actor {

    /** What may be done. */
    Rights rights();

    /** Where the call came from. */
    Origin origin();

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
     */
    record SignedIn(UserId id, EmailAddress email, Rights rights, Origin origin) implements Actor {}

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
     * @param address the client's address as text; empty for calls inside the process
     * @param requestId the request's id; empty for calls inside the process
     */
    record Origin(String address, String requestId) {
        /** Inside this process. */
        public static final Origin LOCAL = new Origin("", "");
    }
}
