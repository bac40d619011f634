package dev.hexadmin.application.files.internal;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.files.FilesAssembly.Storage;
import dev.hexadmin.application.files.FilesMaintenance;
import dev.hexadmin.application.files.port.Files;
import dev.hexadmin.application.files.port.Files.Claimed;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.StoredRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Removes files that no record names.
 *
 * <p>A file is claimed in a transaction in which the records are asked once more: other programs may write records, and
 * several records may name one file. A record cannot name a claimed file. The content is removed after the commit, and
 * the row after the content.
 */
public final class UnusedFiles implements FilesMaintenance {
    private static final System.Logger LOG = System.getLogger(UnusedFiles.class.getName());
    /** For how long a file is kept that no record names, or whose content does not come. */
    static final Duration KEPT = Duration.ofDays(1);

    private static final int BATCH = 100;
    private static final int BATCHES = 20;
    /** After so many, a sweep leaves the rest for the next one: probably no file can be removed. */
    private static final int MOST_FAILURES = 10;

    private static final int MOST_RECORDS = 2 * BATCH;

    private final ModelRegistry models;
    private final Storage storage;
    private final InstantSource clock;

    public UnusedFiles(ModelRegistry models, Storage storage, InstantSource clock) {
        this.models = models;
        this.storage = storage;
        this.clock = clock;
    }

    @Override
    public void sweep() {
        int failures = 0;
        for (UUID id : storage.files().completeWithPieces(BATCH)) {
            if (!attempt(id, () -> UploadsInPieces.removePieces(storage, id)) && ++failures == MOST_FAILURES) {
                break;
            }
        }
        failures = 0;
        Instant before = clock.instant().minus(KEPT);
        for (int i = 0; i < BATCHES; i++) {
            Batch batch = storage.work().write(scope -> claim(before));
            int removed = 0;
            for (UUID id : batch.unused()) {
                if (attempt(id, () -> remove(id))) {
                    removed++;
                } else if (++failures == MOST_FAILURES) {
                    return; // the others are claimed again
                }
            }
            if (removed > 0) {
                LOG.log(System.Logger.Level.INFO, "{0} files that no record names were removed", removed);
            }
            if (batch.claimed() < BATCH) {
                return;
            }
        }
    }

    private void remove(UUID id) {
        try {
            storage.contents().removeAll(id, "");
        } catch (RuntimeException e) {
            storage.work().write(scope -> {
                storage.files().postpone(id, clock.instant()); // it does not keep others from being claimed
                return true;
            });
            throw e;
        }
        storage.work().write(scope -> {
            storage.files().remove(id);
            return true;
        });
    }

    private static boolean attempt(UUID id, Runnable removal) {
        try {
            removal.run();
            return true;
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "The unused file " + id + " cannot be removed now", e);
            return false;
        }
    }

    /** @param claimed number of files that were looked at */
    private record Batch(int claimed, List<UUID> unused) {}

    private Batch claim(Instant before) {
        List<Claimed> claimed = storage.files().claimUnused(before, BATCH);
        List<UUID> unused = new ArrayList<>();
        Map<Files.Purpose, List<UUID>> complete = new HashMap<>();
        for (Claimed one : claimed) {
            if (one.complete()) {
                complete.computeIfAbsent(one.purpose(), first -> new ArrayList<>())
                        .add(one.id());
            } else {
                unused.add(one.id());
            }
        }
        complete.forEach((purpose, ids) -> {
            Optional<Set<UUID>> named = named(purpose, ids);
            for (UUID id : ids) {
                if (named.isEmpty()) {
                    storage.files().keep(id, Optional.of(clock.instant())); // they are asked again in a day
                } else if (named.get().contains(id)) {
                    storage.files().keep(id, Optional.empty());
                } else {
                    unused.add(id);
                }
            }
        });
        return new Batch(claimed.size(), unused);
    }

    /** Those that records name; empty when the records cannot be asked. */
    private Optional<Set<UUID>> named(Files.Purpose purpose, List<UUID> ids) {
        Optional<Model> model = models.model(purpose.model());
        Optional<FieldDefinition> field =
                model.flatMap(known -> known.field(purpose.field())).filter(FieldDefinition::holdsFile);
        if (model.isEmpty() || field.isEmpty()) {
            return Optional.empty();
        }
        Condition naming = new Condition.Compare(
                FieldPath.of(model.get(), field.get()),
                Lookup.IN,
                ids.stream().<Object>map(FileReference::of).toList());
        Set<UUID> named = new HashSet<>();
        try {
            List<StoredRecord> records = storage.work()
                    .attempt(part -> storage.records().scan(model.get(), naming, Optional.empty(), MOST_RECORDS));
            for (StoredRecord one : records) {
                if (one.value(field.get()) instanceof FileReference file) {
                    named.add(file.id());
                }
            }
            return records.size() < MOST_RECORDS ? Optional.of(named) : Optional.empty();
        } catch (ServiceUnavailableException e) {
            LOG.log(System.Logger.Level.DEBUG, "The records cannot be asked for their files", e);
            return Optional.empty();
        }
    }
}
