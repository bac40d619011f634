package dev.hexadmin.application.identity;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.RelyingParty;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.text.Language;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Users add, rename and remove their passkeys (Web Authentication Level 3); administrators see and remove those of
 * others. Thread-safe. Ids and challenges are in base64url without padding.
 *
 * @see dev.hexadmin.application.RequestRejectedException {@code INVALID} at {@code /current_password}, {@code FORBIDDEN
 *     not_by_key}
 */
public interface ManagingPasskeys {
    /** The maximum number of passkeys of a user. */
    int MOST = 20;

    /** The maximum length of a name, in characters. */
    int LONGEST_NAME = 80;

    /** The actor's own passkeys, oldest first. */
    List<Passkey> list(Actor.SignedIn actor);

    /** Number of the actor's unused backup codes. */
    int backupCodesLeft(Actor.SignedIn actor);

    /**
     * Begins the registration of a passkey. The caller must limit the rate of attempts: {@code wrong_password} is a
     * failed one.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code CONFLICT too_many_passkeys}
     */
    Registration begin(Actor.SignedIn actor, String currentPassword);

    /**
     * Adds a passkey. The user gets a mail.
     *
     * @param language of the mail
     * @throws dev.hexadmin.application.RequestRejectedException {@code INVALID} at {@code /ticket}, {@code /credential} or
     *     {@code /name}; {@code CONFLICT too_many_passkeys} and {@code unique}
     */
    Added add(Actor.SignedIn actor, RelyingParty party, New passkey, Language language);

    /**
     * Renames one of the actor's own passkeys.
     *
     * @param dryRun whether it is rolled back
     * @throws dev.hexadmin.application.RequestRejectedException {@code NOT_FOUND}, {@code INVALID} at {@code /name}
     */
    Passkey rename(Actor.SignedIn actor, long id, String name, boolean dryRun);

    /**
     * Removes one of the actor's own passkeys. The user gets a mail. The caller must limit the rate of attempts.
     *
     * @param dryRun whether it is rolled back
     * @throws dev.hexadmin.application.RequestRejectedException {@code NOT_FOUND}
     */
    void remove(Actor.SignedIn actor, long id, String currentPassword, Language language, boolean dryRun);

    /** The passkeys of a user. Needs the rights of {@link ManagingUsers#rightsOf}. */
    List<Passkey> of(Actor actor, UserId user);

    /**
     * Removes all passkeys of another user, who gets a mail. Needs the rights of {@link
     * ManagingUsers#removeSecondFactor}.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code CONFLICT no_passkeys}, {@code FORBIDDEN
     *     own_second_factor} and {@code escalation}
     */
    void removeAll(Actor actor, UserId user);

    /**
     * A passkey.
     *
     * @param synced whether it is copied to other devices of the user
     */
    record Passkey(long id, String name, boolean synced, Instant createdAt, Optional<Instant> lastUsedAt) {}

    /**
     * A passkey that a browser knows.
     *
     * @param transports how the browser reaches the authenticator
     */
    record Descriptor(String credentialId, List<String> transports) {
        public Descriptor {
            transports = List.copyOf(transports);
        }
    }

    /**
     * What a browser needs to create a passkey.
     *
     * @param product the name of the site
     * @param userHandle by which the authenticator knows the user
     * @param email of the user
     * @param displayName of the user
     * @param existing passkeys of the user, of which an authenticator creates no second one
     * @param ticket to be sent with the response, valid once
     */
    record Registration(
            String challenge,
            String product,
            String userHandle,
            String email,
            String displayName,
            List<Descriptor> existing,
            String ticket,
            Duration lifetime) {
        public Registration {
            existing = List.copyOf(existing);
        }

        @Override
        public String toString() {
            return "Registration[***]";
        }
    }

    /**
     * The response to a {@link Registration}, and the name that the user has chosen.
     *
     * @param ticket of the registration
     * @param credential the JSON of the authenticator's response
     */
    record New(String ticket, String name, String credential) {
        @Override
        public String toString() {
            return "New[" + name + "]";
        }
    }

    /**
     * A new passkey.
     *
     * @param backupCodes each valid once in place of a passkey; shown only once. Empty when the user has backup codes.
     */
    record Added(Passkey passkey, List<String> backupCodes) {
        public Added {
            backupCodes = List.copyOf(backupCodes);
        }

        @Override
        public String toString() {
            return "Added[" + passkey + "]";
        }
    }
}
