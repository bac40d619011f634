package dev.hexadmin.persistence.credentials;

import dev.hexadmin.application.identity.port.PasswordHashes;
import dev.hexadmin.persistence.settings.PasswordCost;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.generators.OpenBSDBCrypt;
import org.bouncycastle.crypto.params.Argon2Parameters;
import org.jspecify.annotations.Nullable;

/**
 * Argon2id (RFC 9106) of a given cost, in PHC string form. Hashes of
 * bcrypt ({@code $2a$ $2b$ $2y$}) from other programs are checked, too, and count as outdated. Thread-safe.
 *
 * <p>The memory of a hash is reused for the next one; otherwise it would be most of what the process
 * allocates. There are at most as many such buffers as hashes ever ran at the same time, which the caller limits.
 */
public final class Argon2PasswordHashes implements PasswordHashes {
    private static final int LANES = 1;

    /** The minimum of the cheat sheet: a hash with less memory than this, or with fewer passes over it, is outdated. */
    private static final int LEAST_MEMORY_KIB = 7_168;

    private static final int LEAST_WORK = LEAST_MEMORY_KIB * 5;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;

    /** Checking a stored hash above these limits would stop the server. Hexadmin creates no such hash. */
    private static final int MOST_MEMORY_KIB = 1 << 18;

    private static final int MOST_ITERATIONS = 32;
    private static final int MOST_LANES = 16;
    private static final int MOST_BCRYPT_COST = 15;

    private static final Pattern PHC = Pattern.compile(
            "\\$argon2id\\$v=19\\$m=([0-9]{1,7}),t=([0-9]{1,3}),p=([0-9]{1,3})\\$([A-Za-z0-9+/]{11,86})\\$([A-Za-z0-9+/]{16,172})");
    private static final Pattern BCRYPT = Pattern.compile("\\$2[aby]\\$([0-9]{2})\\$[./A-Za-z0-9]{53}");

    private final RandomGenerator random;
    private final PasswordCost cost;
    private final ConcurrentLinkedQueue<Argon2BytesGenerator.FixedBlockPool> memory = new ConcurrentLinkedQueue<>();

    /**
     * @param random cryptographically strong
     * @param cost of new hashes; every stored hash is checked with its own
     */
    public Argon2PasswordHashes(RandomGenerator random, PasswordCost cost) {
        this.random = random;
        this.cost = cost;
    }

    @Override
    public String hash(String password) {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        byte[] hash = argon2(password, cost.memoryKib(), cost.iterations(), LANES, salt, HASH_BYTES);
        Base64.Encoder text = Base64.getEncoder().withoutPadding();
        return "$argon2id$v=19$m=" + cost.memoryKib() + ",t=" + cost.iterations() + ",p=" + LANES + "$"
                + text.encodeToString(salt) + "$" + text.encodeToString(hash);
    }

    @Override
    public boolean matches(String password, String hash) {
        Optional<Phc> phc = Phc.parse(hash);
        if (phc.isPresent()) {
            Phc stored = phc.get();
            byte[] tried = argon2(
                    password,
                    stored.memory(),
                    stored.iterations(),
                    stored.lanes(),
                    stored.salt(),
                    stored.hash().length);
            return MessageDigest.isEqual(tried, stored.hash());
        }
        Matcher bcrypt = BCRYPT.matcher(hash);
        if (bcrypt.matches() && Integer.parseInt(bcrypt.group(1)) <= MOST_BCRYPT_COST) {
            try {
                return OpenBSDBCrypt.checkPassword(hash, bytes(password));
            } catch (IllegalArgumentException e) {
                return false; // a cost below 4, or invalid base64
            }
        }
        matchesNothing(password);
        return false;
    }

    @Override
    public boolean outdated(String hash) {
        return Phc.parse(hash)
                .filter(stored -> stored.memory() >= Math.min(LEAST_MEMORY_KIB, cost.memoryKib())
                        && stored.memory() * stored.iterations()
                                >= Math.min(LEAST_WORK, cost.memoryKib() * cost.iterations()))
                .isEmpty();
    }

    @Override
    public void matchesNothing(String password) {
        argon2(password, cost.memoryKib(), cost.iterations(), LANES, new byte[SALT_BYTES], HASH_BYTES);
    }

    private byte[] argon2(String password, int memoryKib, int iterations, int lanes, byte[] salt, int length) {
        Argon2Parameters.Builder parameters = new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                .withMemoryAsKB(memoryKib)
                .withIterations(iterations)
                .withParallelism(lanes)
                .withSalt(salt);
        Argon2BytesGenerator.@Nullable FixedBlockPool blocks = null;
        if (memoryKib == cost.memoryKib()) {
            blocks = memory.poll();
            if (blocks == null) {
                blocks = new Argon2BytesGenerator.FixedBlockPool(memoryKib);
            }
            parameters.withBlockPool(blocks);
        }
        Argon2BytesGenerator generator = new Argon2BytesGenerator();
        generator.init(parameters.build());
        byte[] hash = new byte[length];
        generator.generateBytes(bytes(password), hash);
        if (blocks != null) {
            memory.add(blocks);
        }
        return hash;
    }

    private static byte[] bytes(String password) {
        return password.getBytes(StandardCharsets.UTF_8);
    }

    /** The parts of a stored hash. */
    private record Phc(int memory, int iterations, int lanes, byte[] salt, byte[] hash) {
        static Optional<Phc> parse(String text) {
            Matcher parts = PHC.matcher(text);
            if (!parts.matches()) {
                return Optional.empty();
            }
            int memory = Integer.parseInt(parts.group(1));
            int iterations = Integer.parseInt(parts.group(2));
            int lanes = Integer.parseInt(parts.group(3));
            if (lanes < 1
                    || lanes > MOST_LANES
                    || memory < 8 * lanes
                    || memory > MOST_MEMORY_KIB
                    || iterations < 1
                    || iterations > MOST_ITERATIONS) {
                return Optional.empty();
            }
            try {
                Base64.Decoder decoder = Base64.getDecoder();
                return Optional.of(new Phc(
                        memory, iterations, lanes, decoder.decode(parts.group(4)), decoder.decode(parts.group(5))));
            } catch (IllegalArgumentException e) {
                return Optional.empty();
            }
        }
    }
}
