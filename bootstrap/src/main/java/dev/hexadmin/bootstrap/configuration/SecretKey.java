package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;

/**
 * The server's one secret, from which each purpose gets a key of its own by HKDF with SHA-256 (RFC 5869). Immutable;
 * never printed.
 */
public final class SecretKey {
    /** Characters a secret has at least. */
    public static final int SHORTEST = 32;

    /** The file, beside the embedded database, that keeps a secret made by the server. */
    static final String FILE = "secret.key";

    private static final Set<PosixFilePermission> OWN_FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");
    private static final System.Logger LOG = System.getLogger(SecretKey.class.getName());

    private final byte[] secret;

    /** What a derived key is for: each has its own, so that none can stand in for another. */
    public enum Purpose {
        /** Signing access tokens. */
        TOKENS,
        /** Signing paging cursors. */
        CURSORS,
        /** Making record versions ({@code ETag}) that tell nothing about values. */
        VERSIONS,
        /** Sealing second-factor secrets. */
        TOTP,
        /** Everything short-lived, such as the token between the two steps of a sign-in. */
        STEPS,
        /** Sealing kept answers of idempotent requests. */
        ANSWERS
    }

    private SecretKey(String secret) {
        this.secret = secret.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * The secret that the operator gave, or the one kept beside the embedded database, made now if there is none.
     *
     * @throws ConfigurationException when the kept one cannot be read, or is too short
     * @throws UncheckedIOException when none can be written
     */
    public static SecretKey of(Settings settings) {
        Optional<String> secret = settings.find(Setting.SECRET_KEY);
        if (secret.isPresent()) {
            return new SecretKey(secret.get());
        }
        return switch (settings.connection()) {
            case DatabaseSettings.Embedded(String product, Path file) ->
                kept(file.resolveSibling(FILE), new SecureRandom());
            case DatabaseSettings.Server server -> throw missing(server);
            case DatabaseSettings.Given given -> throw missing(given);
        };
    }

    private static IllegalStateException missing(DatabaseSettings database) {
        return new IllegalStateException("settings without a secret on " + database);
    }

    /** A secret of at least {@link #SHORTEST} characters, such as a former one. */
    public static SecretKey of(String secret) {
        if (secret.length() < SHORTEST) {
            throw new IllegalArgumentException("a secret key has at least " + SHORTEST + " characters");
        }
        return new SecretKey(secret);
    }

    static SecretKey kept(Path file, SecureRandom random) {
        try {
            if (!Files.exists(file)) {
                make(file, random);
            }
            if (isOpen(file)) {
                LOG.log(System.Logger.Level.WARNING, "{0} can be read by others than its owner; chmod 600 it", file);
            }
            String text = Files.readString(file).strip();
            if (text.length() < SHORTEST) {
                Problems problems = new Problems();
                problems.add(
                        Problems.Place.file(file.toString()),
                        "",
                        "the kept secret key is too short; put the right one back, or remove the file to sign everybody out");
                problems.check();
            }
            return new SecretKey(text);
        } catch (IOException e) {
            throw new UncheckedIOException("the secret key " + file + " can be neither read nor made", e);
        }
    }

    /** Written whole beside its place, then linked there: two servers that start at once end up with one secret. */
    private static void make(Path file, SecureRandom random) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null) {
            throw new IOException("no folder");
        }
        boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        if (!Files.isDirectory(folder)) {
            if (posix) {
                Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(OWN_FOLDER));
            } else {
                Files.createDirectories(folder);
            }
        }
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        String text = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes) + "\n";
        Path fresh = posix
                ? Files.createTempFile(folder, FILE, ".new", PosixFilePermissions.asFileAttribute(OWNER_ONLY))
                : Files.createTempFile(folder, FILE, ".new");
        try {
            try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
                ByteBuffer buffer = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                channel.force(true);
            }
            try {
                Files.createLink(file, fresh);
            } catch (FileAlreadyExistsException e) {
                LOG.log(System.Logger.Level.DEBUG, "another server made the secret key first");
            } catch (UnsupportedOperationException e) {
                Files.move(fresh, file);
            }
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    private static boolean isOpen(Path file) throws IOException {
        if (!Files.getFileStore(file).supportsFileAttributeView("posix")) {
            return false;
        }
        Set<PosixFilePermission> others = EnumSet.copyOf(Files.getPosixFilePermissions(file));
        others.removeAll(OWNER_ONLY);
        return !others.isEmpty();
    }

    /** The 32-byte key for a purpose. */
    public byte[] derived(Purpose purpose) {
        return derived("hexadmin " + purpose.name().toLowerCase(Locale.ROOT));
    }

    /** A short public name of this secret: the {@code kid} of tokens. It tells nothing about the secret. */
    public String id() {
        return HexFormat.of().formatHex(derived("hexadmin key id"), 0, 4);
    }

    private byte[] derived(String info) {
        try {
            // The provider is named: without a name all of them are loaded, Bouncy Castle's thousand algorithms among
            // them,
            // and that takes longer than the rest of the start.
            return KDF.getInstance("HKDF-SHA256", "SunJCE")
                    .deriveData(HKDFParameterSpec.ofExtract()
                            .addIKM(secret)
                            .thenExpand(info.getBytes(StandardCharsets.US_ASCII), 32));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("HKDF-SHA256 is part of every Java 25", e);
        }
    }

    @Override
    public String toString() {
        return "SecretKey[" + id() + "]";
    }
}
