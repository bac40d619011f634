package dev.hexadmin.persistence.files;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.files.port.FileContents;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Content in a folder: {@code ab/cd/<id>/<part>}, by the last digits of the id, which are random. Folders are 0700 and
 * files 0600. A part is written beside its place, forced to the disk, and renamed.
 */
public final class DiskFileContents implements FileContents {
    private static final int BUFFER = 64 * 1024;
    private static final String UNFINISHED = ".part";
    private static final String JOINED = "joined" + UNFINISHED;

    private final Path root;
    private final boolean posix;

    /** @param root created when the first file is written */
    public DiskFileContents(Path root) {
        this.root = root.toAbsolutePath();
        this.posix = root.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** The folder of a file, and those that it is in, the root last. */
    private List<Path> folders(UUID file) {
        String id = file.toString();
        int end = id.length();
        Path outer = root.resolve(id.substring(end - 2));
        Path inner = outer.resolve(id.substring(end - 4, end - 2));
        return List.of(inner.resolve(id), inner, outer, root);
    }

    private Path folder(UUID file) {
        return folders(file).getFirst();
    }

    private FileAttribute<?>[] only(String permissions) {
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    @Override
    public void write(UUID file, String part, InputStream content) {
        Path folder = folder(file);
        try {
            Files.createDirectories(folder, only("rwx------"));
            Path unfinished = Files.createTempFile(folder, part, UNFINISHED, only("rw-------"));
            try {
                copy(content, unfinished);
                Files.move(unfinished, folder.resolve(part), StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(unfinished);
            }
            folders(file).forEach(DiskFileContents::force);
        } catch (IOException e) {
            throw failed("written", e);
        }
    }

    /**
     * Appends one piece after the other to a file, and removes each when it is on the disk: at most one of them is there
     * twice. The system releases the lock of a process that ends.
     */
    @Override
    public void join(UUID file, List<Piece> pieces, String part) {
        Path folder = folder(file);
        Path joined = folder.resolve(JOINED);
        try {
            Files.createDirectories(folder, only("rwx------"));
            try (FileChannel out = FileChannel.open(
                            joined, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), only("rw-------"));
                    FileLock lock = out.tryLock()) {
                if (lock == null) {
                    throw new OverlappingFileLockException();
                }
                if (Files.exists(folder.resolve(part))) {
                    Files.deleteIfExists(joined);
                    return;
                }
                long end = 0;
                for (Piece piece : pieces) {
                    append(folder.resolve(piece.part()), end, out);
                    end += piece.size();
                }
                if (out.size() != end) {
                    throw new IOException("the pieces have another size than their rows");
                }
                out.force(true);
                Files.move(joined, folder.resolve(part), StandardCopyOption.ATOMIC_MOVE);
            }
            folders(file).forEach(DiskFileContents::force);
        } catch (OverlappingFileLockException e) {
            throw new ServiceUnavailableException("Another request joins the pieces of the file", e);
        } catch (IOException e) {
            throw failed("written", e);
        }
    }

    /** @param start where the piece begins; one that is not there any more was appended before a crash */
    private static void append(Path piece, long start, FileChannel out) throws IOException {
        if (!Files.exists(piece)) {
            return;
        }
        if (out.size() < start) {
            throw new NoSuchFileException(piece.toString(), null, "a piece before it is missing");
        }
        out.truncate(start);
        out.position(start);
        try (FileChannel in = FileChannel.open(piece, StandardOpenOption.READ)) {
            long size = in.size();
            for (long at = 0; at < size; ) {
                at += in.transferTo(at, size - at, out);
            }
        }
        out.force(true);
        Files.delete(piece);
    }

    /** What the content throws is not a failure of the store. */
    private static void copy(InputStream content, Path to) throws IOException {
        try (FileChannel channel = FileChannel.open(to, StandardOpenOption.WRITE)) {
            byte[] buffer = new byte[BUFFER];
            int given = content.read(buffer);
            while (given >= 0) {
                ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, given);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                given = content.read(buffer);
            }
            channel.force(true);
        }
    }

    /** A rename survives a crash once its folder is on the disk. */
    private static void force(Path folder) {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // no folders are opened on this system, where it is not needed either
        }
    }

    @Override
    public Optional<InputStream> read(UUID file, String part, long from, long length) {
        try {
            SeekableByteChannel channel = Files.newByteChannel(folder(file).resolve(part));
            channel.position(from);
            return Optional.of(new Bounded(Channels.newInputStream(channel), length));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw failed("read", e);
        }
    }

    @Override
    public Optional<Long> size(UUID file, String part) {
        try {
            return Optional.of(Files.size(folder(file).resolve(part)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw failed("read", e);
        }
    }

    @Override
    public void remove(UUID file, String part) {
        try {
            Files.deleteIfExists(folder(file).resolve(part));
        } catch (IOException e) {
            throw failed("removed", e);
        }
    }

    @Override
    public void removeAll(UUID file, String prefix) {
        Path folder = folder(file);
        try (DirectoryStream<Path> parts = Files.newDirectoryStream(folder)) {
            for (Path part : parts) {
                String name = part.getFileName().toString();
                if (name.startsWith(prefix) || name.endsWith(UNFINISHED)) {
                    Files.deleteIfExists(part);
                }
            }
            Files.deleteIfExists(folder);
        } catch (NoSuchFileException | DirectoryNotEmptyException e) {
            // there is nothing to remove, or other parts stay
        } catch (IOException e) {
            throw failed("removed", e);
        }
    }

    private static ServiceUnavailableException failed(String what, IOException e) {
        return new ServiceUnavailableException("A file could not be " + what, e);
    }

    /** The first bytes of a stream. */
    private static final class Bounded extends FilterInputStream {
        private long left;

        Bounded(InputStream in, long most) {
            super(in);
            this.left = most;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            if (left == 0) {
                return -1;
            }
            int given = in.read(into, from, (int) Math.min(length, left));
            left -= Math.max(0, given);
            return given;
        }
    }
}
