package dev.hexadmin.application.identity.port;

import dev.hexadmin.domain.identity.UserId;
import java.time.Instant;

/**
 * The rows of {@code admin_known_devices}: the devices with which each user has signed in, by their hash. Thread-safe;
 * changes are only legal inside a unit of work.
 */
public interface KnownDevices {
    /** Whether the user has signed in with any device before. */
    boolean any(UserId user);

    /**
     * Stores that the user has signed in with the device now.
     *
     * @param most how many devices of the user are kept; the ones not used for the longest time are deleted
     * @return whether the device was not known
     */
    boolean seen(UserId user, String hash, Instant now, int most);
}
