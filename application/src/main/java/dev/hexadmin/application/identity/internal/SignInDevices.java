package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.identity.port.KnownDevices;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.DeviceTrait;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import java.time.Instant;

/**
 * Remembers the devices with which users sign in, and sends a notice of a new one; not at a user's first sign-in.
 * Thread-safe.
 */
public final class SignInDevices {
    private static final int MOST_OF_A_USER = 50;

    private final KnownDevices devices;
    private final AccountMessages messages;
    private final boolean notices;

    /** @param notices whether notices are sent */
    public SignInDevices(KnownDevices devices, AccountMessages messages, boolean notices) {
        this.devices = devices;
        this.messages = messages;
        this.notices = notices;
    }

    /** A user has signed in; called inside the unit of work of the sign-in. */
    void signedIn(UserId user, EmailAddress email, Actor.Origin origin, Instant now) {
        if (!notices) {
            return;
        }
        Actor.Client client = origin.client();
        DeviceTrait trait = client.device().isEmpty()
                ? DeviceTrait.ofProgram(client.userAgent(), origin.address())
                : DeviceTrait.ofBrowser(client.device());
        boolean first = !devices.any(user);
        if (devices.seen(user, ServerSecrets.hash(trait.text()), now, MOST_OF_A_USER) && !first) {
            messages.newDevice(user, email, origin, now);
        }
    }
}
