package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.application.files.FilesAssembly;
import dev.hexadmin.application.files.port.FileContents;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.bootstrap.configuration.SecretKey;
import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.persistence.Persistence;
import dev.hexadmin.persistence.settings.BucketSettings;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Assembles files, which are stored on disk or in a bucket. */
final class FileStorage {
    private FileStorage() {}

    /** @param visibility asked when files are downloaded */
    static FilesAssembly assemble(Foundation base, Records stored, FilesAssembly.Visibility visibility) {
        Persistence persistence = base.persistence();
        return FilesAssembly.of(
                base.registry(),
                new FilesAssembly.Storage(
                        persistence.files(),
                        contents(persistence, base.settings()),
                        persistence.fileFormats(),
                        stored,
                        persistence.unitOfWork()),
                visibility,
                base.keys(SecretKey.Purpose.FILES),
                base.clock(),
                base.random());
    }

    private static FileContents contents(Persistence persistence, Settings settings) {
        if (settings.get(Setting.FILES_STORE) == Setting.FileStore.DISK) {
            return persistence.filesOnDisk(folder(settings));
        }
        Optional<URI> endpoint = settings.find(Setting.FILES_ENDPOINT);
        String prefix = settings.find(Setting.FILES_PREFIX).orElse("").replaceAll("^/+|/+$", "");
        try {
            return persistence.filesInBucket(new BucketSettings(
                    settings.find(Setting.FILES_BUCKET).orElseThrow(),
                    settings.get(Setting.FILES_REGION),
                    endpoint,
                    settings.find(Setting.FILES_PATH_STYLE).orElse(endpoint.isPresent()),
                    prefix.isEmpty() ? "" : prefix + "/",
                    settings.find(Setting.FILES_ACCESS_KEY)
                            .map(key -> new BucketSettings.Keys(
                                    key, settings.find(Setting.FILES_SECRET_KEY).orElseThrow()))));
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(new ConfigurationException.Problem(
                    "files", Setting.FILES_BUCKET.key(), String.valueOf(e.getMessage())));
        }
    }

    private static Path folder(Settings settings) {
        return folder(settings, settings.connection());
    }

    /** The folder of files with this database. */
    static Path folder(Settings settings, DatabaseSettings database) {
        return settings.find(Setting.FILES_PATH)
                .orElseGet(() -> database instanceof DatabaseSettings.Embedded(String product, Path file)
                        ? file.resolveSibling("files")
                        : Path.of("data", "files"));
    }

    /** The size of the largest file that a field takes, in bytes; 0 without such a field. */
    static long largest(List<Model> models) {
        return models.stream()
                .flatMap(model -> model.fields().stream())
                .filter(FieldDefinition::holdsFile)
                .mapToLong(field -> field.files().maximum(field.type()))
                .max()
                .orElse(0);
    }
}
