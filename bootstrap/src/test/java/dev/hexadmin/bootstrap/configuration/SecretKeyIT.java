package dev.hexadmin.bootstrap.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.bootstrap.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretKeyIT {
    @TempDir
    Path folder;

    private SecretKey embedded() {
        return SecretKey.of(
                Settings.load(Map.of(), Map.of("DATABASE_URL", "sqlite:" + folder.resolve("data/h.db")), folder));
    }

    @Test
    void it_is_made_once_beside_the_embedded_database_and_only_its_owner_reads_it() throws IOException {
        SecretKey first = embedded();
        Path file = folder.resolve("data/secret.key");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(Files.readString(file).strip()).hasSize(43);
        assertThat(first.isGenerated()).isTrue();
        assertThat(embedded().isGenerated()).isFalse();
        assertThat(embedded().derived(SecretKey.Purpose.TOKENS)).isEqualTo(first.derived(SecretKey.Purpose.TOKENS));
        try (var files = Files.list(folder.resolve("data"))) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void servers_that_start_at_once_get_the_same_one() throws Exception {
        List<Callable<String>> starts = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            starts.add(() -> SecretKey.storedOrGenerated(folder.resolve("secret.key"), new SecureRandom())
                    .id());
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<String> ids = new ArrayList<>();
            for (Future<String> start : threads.invokeAll(starts)) {
                ids.add(start.get());
            }
            assertThat(ids.stream().distinct()).hasSize(1);
        }
    }

    @Test
    void each_purpose_has_a_separate_key() {
        SecretKey secret = SecretKey.of("0123456789abcdef0123456789abcdef");
        List<String> keys = new ArrayList<>();
        for (SecretKey.Purpose purpose : SecretKey.Purpose.values()) {
            keys.add(HexFormat.of().formatHex(secret.derived(purpose)));
        }
        assertThat(keys).doesNotHaveDuplicates().allMatch(key -> key.length() == 64);
        assertThat(secret.id())
                .hasSize(8)
                .isNotEqualTo(SecretKey.of("x".repeat(32)).id());
    }

    @Test
    void previous_secrets_follow_the_current_one_each_once() {
        String current = "0123456789abcdef0123456789abcdef";
        String former = "fedcba9876543210fedcba9876543210";
        Settings settings = Settings.load(
                Map.of("secret_key", current, "previous_secret_keys", former + "," + current + "," + former),
                Map.of(),
                folder);
        assertThat(SecretKey.all(settings).stream().map(SecretKey::id))
                .containsExactly(
                        SecretKey.of(current).id(), SecretKey.of(former).id());
    }

    @Test
    void a_truncated_secret_file_is_rejected() throws IOException {
        Files.createDirectories(folder.resolve("data"));
        Files.writeString(folder.resolve("data/secret.key"), "short");
        assertThatThrownBy(this::embedded)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("secret.key")
                .hasMessageNotContaining("short\n");
        assertThatThrownBy(() -> SecretKey.of("short")).isInstanceOf(IllegalArgumentException.class);
    }
}
