package dev.hexadmin.persistence.settings;

/**
 * What a new Argon2id hash (RFC 9106) costs, with one lane.
 *
 * @param memoryKib memory in KiB, at least 8
 * @param iterations passes over the memory, at least 1
 */
public record PasswordCost(int memoryKib, int iterations) {
    /** The parameters of the OWASP Password Storage cheat sheet. */
    public static final PasswordCost OWASP = new PasswordCost(12_288, 3);

    public PasswordCost {
        if (memoryKib < 8 || iterations < 1) {
            throw new IllegalArgumentException("Argon2id needs 8 KiB and one iteration at least");
        }
    }
}
