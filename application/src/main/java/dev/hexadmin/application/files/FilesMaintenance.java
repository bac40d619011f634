package dev.hexadmin.application.files;

/** Periodic jobs on files. Thread-safe. */
public interface FilesMaintenance {
    /** Removes files that no record has named for a day, a bounded number per call. */
    void sweep();
}
