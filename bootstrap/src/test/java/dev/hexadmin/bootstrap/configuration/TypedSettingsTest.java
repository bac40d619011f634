package dev.hexadmin.bootstrap.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.bootstrap.Hexadmin;
import dev.hexadmin.bootstrap.RateLimit;
import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.domain.notifications.Channel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program can set is what an operator can say, each with the type that its key has. */
class TypedSettingsTest {
    @TempDir
    Path folder;

    @Test
    void every_setting_that_has_a_variable_is_a_constant_with_a_type_that_reads_what_it_writes() {
        List<SettingDefinition<?>> typed = SettingTable.all().stream()
                .filter(setting -> setting.variable().isPresent())
                .toList();
        assertThat(typed).hasSizeGreaterThan(60).hasSameSizeAs(Setting.class.getFields());
        typed.forEach(TypedSettingsTest::readsWhatItWrites);
    }

    private static <T> void readsWhatItWrites(SettingDefinition<T> setting) {
        setting.defaultValue().ifPresent(value -> {
            String written = SettingDefinition.write(setting, value);
            assertThat(setting.type().read(setting.texts(written), (message, nearest) -> {
                        throw new AssertionError(setting + ": " + message);
                    }))
                    .as(setting.key())
                    .contains(value);
        });
    }

    @Test
    void every_word_of_a_setting_is_a_constant() {
        assertThat(described(Setting.DATABASE_SCHEMA)).isEqualTo("`manage`, `existing`");
        assertThat(described(Setting.RATE_LIMIT_ON_OUTAGE)).isEqualTo("`open`, `local`");
        assertThat(described(Setting.OPENAPI))
                .isEqualTo("`public`, `signed_in`, `off`")
                .isEqualTo(described(Setting.METRICS));
        assertThat(described(Setting.LOG_FORMAT)).isEqualTo("`text`, `json`");
        assertThat(described(Setting.SMTP_TLS)).isEqualTo("`starttls`, `tls`, `none`");
    }

    private static String described(Setting<?> setting) {
        return SettingDefinition.of(setting).type().description();
    }

    @Test
    void a_setting_of_the_programs_own_making_is_refused() {
        Setting<String> own = () -> "server.host";
        assertThatThrownBy(() -> Hexadmin.builder().set(own, "::1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("server.host");
    }

    @Test
    void values_of_every_type_are_accepted_and_all_errors_are_reported_at_once() {
        Hexadmin.Builder fine = Hexadmin.builder()
                .folder(folder)
                .set(Setting.HOST, "127.0.0.1")
                .set(Setting.PORT, 0)
                .set(Setting.CACHE_ENABLED, false)
                .set(Setting.ACCESS_TOKEN_TTL, Duration.ofMinutes(1))
                .set(Setting.TRUSTED_PROXIES, List.of("10.0.0.0/8", "::1"))
                .set(Setting.NOTIFICATIONS_DEFAULT_CHANNELS, List.of(Channel.IN_APP, Channel.EMAIL))
                .set(Setting.DATABASE_SCHEMA, Setting.Schema.EXISTING)
                .set(Setting.SMTP_TLS, Setting.Tls.NONE)
                .rateLimit(RateLimit.builder("writes")
                        .paths("/admin/api/**")
                        .methods("POST")
                        .per(RateLimit.Per.USER)
                        .calls(10, Duration.ofMinutes(1))
                        .build());
        fine.build();
        fine.set(Setting.PORT, 70_000).set(Setting.PORT, 1).build(); // the later value counts
        assertThatThrownBy(() -> Hexadmin.builder().set(Setting.CACHE_TTL, Duration.ofMillis(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cache_ttl");
        assertThatThrownBy(() -> Hexadmin.builder()
                        .folder(folder)
                        .set(Setting.PORT, 70_000)
                        .set(Setting.SECRET_KEY, "short")
                        .set(Setting.TRUSTED_PROXIES, List.of("nobody"))
                        .build())
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        error -> assertThat(error.problems())
                                .extracting(problem -> problem.source() + " " + problem.key())
                                .containsExactlyInAnyOrder(
                                        "builder server.port", "builder secret_key", "builder trusted_proxies"));
    }

    @Test
    void limits_of_a_program_are_held_against_those_that_are_there() {
        assertThatThrownBy(() -> Hexadmin.builder()
                        .folder(folder)
                        .rateLimit(RateLimit.builder("x")
                                .paths("nowhere")
                                .calls(1, Duration.ofSeconds(1))
                                .build())
                        .build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("builder: rate limit x");
        assertThatThrownBy(() -> RateLimit.builder("x")
                        .paths("/x")
                        .methods("FETCH")
                        .calls(1, Duration.ofSeconds(1))
                        .build())
                .hasMessage("rate limit 'x': methods are GET, POST, PUT, PATCH, DELETE");
        assertThatThrownBy(() -> RateLimit.builder("x")
                        .paths("/x")
                        .calls(1, Duration.ofDays(2))
                        .build())
                .hasMessageContaining("rate limit 'x': a window is 1 second to 1 day");
        assertThatThrownBy(() -> RateLimit.builder("x").paths("/x").build())
                .hasMessage("rate limit 'x': calls are 1 to 10000");
    }
}
