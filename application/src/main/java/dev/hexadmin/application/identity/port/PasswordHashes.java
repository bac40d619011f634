package dev.hexadmin.application.identity.port;

/** Hashes and checks passwords. Thread-safe; each call takes tens of milliseconds of one core on purpose. */
public interface PasswordHashes {
    /** A new hash with its own salt and parameters, as one string. */
    String hash(String password);

    /** Whether the password is the hash's; false, after the same work, for a hash of unknown form. */
    boolean matches(String password, String hash);

    /** Whether the hash was made with weaker parameters than today's and should be made again. */
    boolean outdated(String hash);

    /** Does the work of one check against nothing, so that an unknown user costs as much as a known one. */
    void matchesNothing(String password);
}
