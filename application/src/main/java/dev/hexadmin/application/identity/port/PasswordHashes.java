package dev.hexadmin.application.identity.port;

/** Hashes and checks passwords. Thread-safe; a call takes tens of milliseconds of CPU time by design. */
public interface PasswordHashes {
    /** A new hash with its own salt and parameters, as one string. */
    String hash(String password);

    /** Whether the password matches the hash; false, in the same time, for a hash of unknown form. */
    boolean matches(String password, String hash);

    /** Whether the hash was made with weaker parameters than the current ones and should be replaced. */
    boolean outdated(String hash);

    /** Takes as long as one check, so that an unknown user takes as long as a known one. */
    void matchesNothing(String password);
}
