package dev.hexadmin.persistence.database.sqlite;

import dev.hexadmin.application.ServiceUnavailableException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The files of an embedded database, which hold password hashes and everything else: other users of the machine may not
 * read them. SQLite gives the files that it adds the permissions of the database. Where there are no POSIX permissions,
 * nothing is done about them.
 */
final class DatabaseFiles {
    private static final System.Logger LOG = System.getLogger(DatabaseFiles.class.getName());
    private static final FileAttribute<Set<PosixFilePermission>> OWN_FOLDER = attribute("rwx------");
    private static final FileAttribute<Set<PosixFilePermission>> OWN_FILE = attribute("rw-------");
    private static final Set<PosixFilePermission> OTHERS = PosixFilePermissions.fromString("------rwx");
    private static final List<String> BESIDE = List.of("-wal", "-shm", "-journal");

    private DatabaseFiles() {}

    private static FileAttribute<Set<PosixFilePermission>> attribute(String permissions) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
    }

    /**
     * Creates the file and its folder if they are missing.
     *
     * @throws ServiceUnavailableException when they cannot be created
     */
    static void create(Path file) {
        boolean posix = posix(file);
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null && !Files.isDirectory(folder)) {
                if (posix) {
                    Files.createDirectories(folder, OWN_FOLDER);
                } else {
                    Files.createDirectories(folder);
                }
            }
            if (posix && !Files.exists(file)) {
                Files.createFile(file, OWN_FILE);
            }
        } catch (FileAlreadyExistsException e) {
            LOG.log(System.Logger.Level.DEBUG, "Another process has created {0}", file);
        } catch (IOException e) {
            throw new ServiceUnavailableException(
                    ServiceUnavailableException.Reason.DATABASE_UNAVAILABLE,
                    "the database's file or folder cannot be made",
                    e);
        }
    }

    /** Removes the access of other users to a database's existing files. */
    static void close(Path file) {
        if (posix(file)) {
            closeOne(file);
            for (String suffix : BESIDE) {
                closeOne(file.resolveSibling(file.getFileName() + suffix));
            }
        }
    }

    private static boolean posix(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static void closeOne(Path file) {
        try {
            Set<PosixFilePermission> permissions = Files.exists(file)
                    ? Files.getPosixFilePermissions(file)
                    : EnumSet.noneOf(PosixFilePermission.class);
            if (permissions.removeAll(OTHERS)) {
                Files.setPosixFilePermissions(file, permissions);
                LOG.log(
                        System.Logger.Level.WARNING,
                        "{0} was open to every user of this machine and is now open to its owner and group only ({1}); let"
                                + " other programs that use it run as this user or in this group",
                        file,
                        PosixFilePermissions.toString(permissions));
            }
        } catch (IOException | UnsupportedOperationException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0} may be open to other users of this machine, and its permissions cannot be changed: {1}",
                    file,
                    String.valueOf(e.getMessage()));
        }
    }
}
