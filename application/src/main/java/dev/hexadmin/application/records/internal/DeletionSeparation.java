package dev.hexadmin.application.records.internal;

import dev.hexadmin.domain.records.StoredRecord;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds the records of a selection that cannot be deleted, by halves: a half that can be deleted needs no further attempt.
 * Used by one thread.
 */
final class DeletionSeparation {
    private static final int ATTEMPTS = 500;

    private final List<StoredRecord> roots;
    private final Predicate<List<StoredRecord>> deletes;
    private final Set<StoredRecord> blocked = new LinkedHashSet<>();
    private int attempts;

    /** @param deletes whether these records can be deleted together */
    DeletionSeparation(List<StoredRecord> roots, Predicate<List<StoredRecord>> deletes) {
        this.roots = roots;
        this.deletes = deletes;
    }

    /**
     * @param within whether records of the model refer to one another, so that one may be deleted only with another
     * @return whether the attempts were enough
     */
    boolean run(boolean within) {
        if (!split(roots)) {
            return false;
        }
        boolean again = within;
        while (again) {
            again = false;
            for (StoredRecord record : List.copyOf(blocked)) {
                if (++attempts > ATTEMPTS) {
                    return false;
                }
                List<StoredRecord> together = new ArrayList<>(deletable());
                together.add(record);
                if (deletes.test(together)) {
                    blocked.remove(record);
                    again = true;
                }
            }
        }
        return true;
    }

    List<StoredRecord> blocked() {
        return List.copyOf(blocked);
    }

    List<StoredRecord> deletable() {
        return roots.stream().filter(record -> !blocked.contains(record)).toList();
    }

    private boolean split(List<StoredRecord> some) {
        if (some.isEmpty()) {
            return true;
        }
        if (++attempts > ATTEMPTS) {
            return false;
        }
        if (deletes.test(some)) {
            return true;
        }
        if (some.size() == 1) {
            blocked.add(some.getFirst());
            return true;
        }
        int half = some.size() / 2;
        return split(some.subList(0, half)) && split(some.subList(half, some.size()));
    }
}
