package dev.hexadmin.application.identity;

/** Work that is due from time to time. Thread-safe. */
public interface IdentityMaintenance {
    /**
     * Deletes what has expired: refresh tokens, half-done sign-ins, old login attempts; a bounded number of each, in
     * short transactions.
     *
     * @return how many rows went
     */
    int sweep();

    /** Writes down what requests leave to be written later: when API keys were used. Cheap when there is nothing. */
    void catchUp();
}
