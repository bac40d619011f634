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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;

/**
 * The server's secret, from which HKDF with SHA-256 (RFC 5869) derives a separate key for each purpose. Immutable;
 * never printed.
 */
public final class SecretKey {
    /** The minimum length of a secret, in characters. */
    public static final int MIN_LENGTH = 32;

    /** The file next to the embedded database that stores a generated secret. */
    static final String FILE = "secret.key";

    private static final Set<PosixFilePermission> OWN_FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");
    private static final System.Logger LOG = System.getLogger(SecretKey.class.getName());

    private final byte[] secret;
    private final boolean generated;

    /**
     * The purpose of a derived key. Each purpose has a separate key, so that a signature for one is not valid for
     * another.
     */
    public enum Purpose {
        /** Signing access tokens. */
        TOKENS,
        /** Signing paging cursors. */
        CURSORS,
        /** Record versions ({@code ETag}) that reveal nothing about values. */
        VERSIONS,
        /** Encrypting second-factor secrets, and the keys of backup codes, forms and sign-ins. */
        TOTP,
        /** Encrypting stored responses of idempotent requests. */
        ANSWERS,
        /** Signing the addresses of files. */
        FILES,
        /** Encrypting mails with links while they wait in the outbox. */
        MAILS
    }

    private SecretKey(String secret) {
        this(secret, false);
    }

    private SecretKey(String secret, boolean generated) {
        this.secret = secret.getBytes(StandardCharsets.UTF_8);
        this.generated = generated;
    }

    /** Whether it was made now, and is not the one of anything stored earlier. */
    public boolean isGenerated() {
        return generated;
    }

    /**
     * The configured secret, or the one stored next to the embedded database, which is generated if it does not exist.
     *
     * @throws ConfigurationException when the stored secret cannot be read, or is too short
     * @throws UncheckedIOException when a generated secret cannot be written
     */
    public static SecretKey of(Settings settings) {
        Optional<String> secret = settings.find(Setting.SECRET_KEY);
        if (secret.isPresent()) {
            return new SecretKey(secret.get());
        }
        return switch (settings.connection()) {
            case DatabaseSettings.Embedded(String product, Path file) ->
                storedOrGenerated(file.resolveSibling(FILE), new SecureRandom());
            case DatabaseSettings.Server server -> throw missing(server);
            case DatabaseSettings.Given given -> throw missing(given);
        };
    }

    private static IllegalStateException missing(DatabaseSettings database) {
        return new IllegalStateException("settings without a secret on " + database);
    }

    /**
     * The current secret, and after it the previous ones.
     *
     * @throws ConfigurationException as {@link #of(Settings)} does
     */
    public static List<SecretKey> all(Settings settings) {
        Map<String, SecretKey> all = new LinkedHashMap<>();
        Stream.concat(
                        Stream.of(of(settings)),
                        settings.get(Setting.PREVIOUS_SECRET_KEYS).stream().map(SecretKey::of))
                .forEach(secret -> all.putIfAbsent(secret.id(), secret));
        return List.copyOf(all.values());
    }

    /** A secret of at least {@link #MIN_LENGTH} characters, such as a former one. */
    public static SecretKey of(String secret) {
        if (secret.length() < MIN_LENGTH) {
            throw new IllegalArgumentException("a secret key has at least " + MIN_LENGTH + " characters");
        }
        return new SecretKey(secret);
    }

    /** Where the secret of a database is stored if no setting has it; empty where a setting must have it. */
    public static Optional<Path> file(DatabaseSettings database) {
        return database instanceof DatabaseSettings.Embedded(String product, Path file)
                ? Optional.of(file.resolveSibling(FILE))
                : Optional.empty();
    }

    static SecretKey storedOrGenerated(Path file, SecureRandom random) {
        try {
            boolean missing = !Files.exists(file);
            if (missing) {
                make(file, random);
            }
            if (isOpen(file)) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "users other than its owner can read {0}; run chmod 600 on it",
                        file);
            }
            String text = Files.readString(file).strip();
            if (text.length() < MIN_LENGTH) {
                Problems problems = new Problems();
                problems.add(
                        Problems.Place.file(file.toString()),
                        "",
                        "the stored secret key is too short; restore the right one, or remove the file, which signs"
                                + " out all users");
                problems.check();
            }
            return new SecretKey(text, missing);
        } catch (IOException e) {
            throw new UncheckedIOException("the secret key " + file + " can be neither read nor created", e);
        }
    }

    /** Writes a temporary file and links it atomically: two servers that start at the same time use the same secret. */
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

    /** A short public identifier of this secret: the {@code kid} of tokens. It reveals nothing about the secret. */
    public String id() {
        return HexFormat.of().formatHex(derived("hexadmin key id"), 0, 4);
    }

    private byte[] derived(String info) {
        try {
            // The provider is named: otherwise the JDK loads all providers, among them Bouncy Castle with a thousand
            // algorithms,
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
