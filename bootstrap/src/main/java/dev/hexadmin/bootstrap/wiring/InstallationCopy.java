package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.bootstrap.configuration.SecretKey;
import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.persistence.copy.CopyFailedException;
import dev.hexadmin.persistence.copy.DatabaseCopy;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Copies an installation into another database. */
public final class InstallationCopy {
    private InstallationCopy() {}

    /**
     * What was copied, and what a server on the target needs.
     *
     * @param secretKey the file of the secret key, which is beside a database in a file; empty when a setting has the key
     * @param files the folder of files, if a server on the target would look for them elsewhere
     */
    public record Done(DatabaseCopy.Result copied, Optional<Path> secretKey, Optional<Path> files) {}

    /**
     * Runs the copy.
     *
     * @param target an empty database
     * @param whileRunning whether a server may be running on the source
     * @throws CopyFailedException when the databases cannot be used for it, or the target cannot hold a row
     * @throws ConfigurationException when a table does not match its model, or cannot be made in the target
     */
    public static Done run(
            Settings settings, DatabaseSettings target, boolean whileRunning, DatabaseCopy.Progress progress) {
        DatabaseSettings source = settings.connection();
        DatabaseCopy.Result copied = SettingsCheck.withCatalog(
                settings, source, (persistence, catalog) -> catalog.copyTo(target, whileRunning, progress));
        return new Done(
                copied,
                settings.find(Setting.SECRET_KEY).isPresent() ? Optional.empty() : SecretKey.file(source),
                settings.get(Setting.FILES_STORE) == Setting.FileStore.DISK
                        ? movedFiles(FileStorage.folder(settings, source), FileStorage.folder(settings, target))
                        : Optional.empty());
    }

    private static Optional<Path> movedFiles(Path before, Path after) {
        Path folder = before.toAbsolutePath().normalize();
        return Files.isDirectory(folder)
                        && !folder.equals(after.toAbsolutePath().normalize())
                ? Optional.of(folder)
                : Optional.empty();
    }
}
