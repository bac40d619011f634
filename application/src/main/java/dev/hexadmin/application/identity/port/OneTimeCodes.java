package dev.hexadmin.application.identity.port;

/** One-time codes of RFC 4226: HMAC-SHA-1, six digits. Thread-safe. */
@FunctionalInterface
public interface OneTimeCodes {
    /** The code of a counter; for RFC 6238 the counter is the time step. */
    String code(byte[] secret, long counter);
}
