package dev.hexadmin.application.files;

import dev.hexadmin.application.Uuids;
import dev.hexadmin.application.files.internal.FileDownloads;
import dev.hexadmin.application.files.internal.FileHooks;
import dev.hexadmin.application.files.internal.FileUploads;
import dev.hexadmin.application.files.internal.FormerFiles;
import dev.hexadmin.application.files.internal.ImageQueue;
import dev.hexadmin.application.files.internal.UnusedFiles;
import dev.hexadmin.application.files.internal.UploadsInPieces;
import dev.hexadmin.application.files.port.FileContents;
import dev.hexadmin.application.files.port.FileFormats;
import dev.hexadmin.application.files.port.Files;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.application.secrets.SecretKeys;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Assembles the driving ports of files.
 *
 * @param uploading uploads
 * @param resuming uploads in several requests
 * @param downloading downloads
 * @param recorded files that records have had
 * @param links signs addresses
 * @param upkeep periodic jobs of every server
 * @param hooks notes which files records name; empty for a model without files
 */
public record FilesAssembly(
        UploadingFiles uploading,
        ResumingUploads resuming,
        DownloadingFiles downloading,
        RecordedFiles recorded,
        FileLinks links,
        FilesMaintenance upkeep,
        HooksOfModels hooks) {

    /** How long an image waits for its turn to be decoded. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** The hooks of models with files. */
    @FunctionalInterface
    public interface HooksOfModels {
        Optional<RecordHooks> of(Model model);
    }

    /** Whether an actor may view a field of a record that names a file. */
    @FunctionalInterface
    public interface Visibility {
        boolean shows(Actor actor, Model model, FieldDefinition field, UUID file);
    }

    /** Where files are. */
    public record Storage(Files files, FileContents contents, FileFormats formats, Records records, UnitOfWork work) {}

    /**
     * Assembles the ports.
     *
     * @param keys sign addresses
     * @param random thread-safe and unpredictable, for ids
     */
    public static FilesAssembly of(
            ModelRegistry models,
            Storage storage,
            Visibility visibility,
            SecretKeys keys,
            InstantSource clock,
            RandomGenerator random) {
        FileLinks links = new FileLinks(keys, clock);
        Uuids uuids = new Uuids(clock, random);
        ImageQueue images = new ImageQueue(
                storage.formats(), Math.max(1, Runtime.getRuntime().availableProcessors() / 4), PATIENCE);
        UploadingFiles uploading = new FileUploads(storage, images, uuids, clock);
        return new FilesAssembly(
                uploading,
                new UploadsInPieces(models, storage, images, uploading, uuids, clock),
                new FileDownloads(models, storage, images, links, visibility),
                new FormerFiles(storage),
                links,
                new UnusedFiles(models, storage, clock),
                model -> model.fields().stream().anyMatch(FieldDefinition::holdsFile)
                        ? Optional.of(new FileHooks(storage.files(), visibility, clock))
                        : Optional.empty());
    }
}
