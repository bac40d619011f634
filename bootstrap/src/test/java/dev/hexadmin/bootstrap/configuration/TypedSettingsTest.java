package dev.hexadmin.bootstrap.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.bootstrap.Hexadmin;
import dev.hexadmin.bootstrap.RateLimit;
import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.domain.notifications.Channel;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program can set is what an operator can say, each with the type that its key has. */
class TypedSettingsTest {
    @TempDir
    Path folder;

    private static Map<String, String> typed() throws IllegalAccessException {
        Map<String, String> types = new LinkedHashMap<>();
        for (var field : Setting.class.getFields()) {
            if (Modifier.isStatic(field.getModifiers()) && field.get(null) instanceof Setting<?> setting) {
                String type = ((ParameterizedType) field.getGenericType()).getActualTypeArguments()[0].getTypeName();
                assertThat(types.put(setting.key(), type)).as(setting.key()).isNull();
            }
        }
        return types;
    }

    @Test
    void every_key_that_a_variable_can_say_has_a_typed_setting() throws Exception {
        Map<String, String> types = typed();
        assertThat(types.keySet())
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(Key.values())
                        .filter(key -> key.variable().isPresent())
                        .map(Key::path)
                        .toList());
        for (Key key : Key.values()) {
            String type = types.getOrDefault(key.path(), "");
            switch (key.kind()) {
                case NUMBER -> assertThat(type).as(key.path()).isIn("java.lang.Integer", "java.time.Duration");
                case SWITCH -> assertThat(type).as(key.path()).isEqualTo("java.lang.Boolean");
                case WORD -> assertThat(type).as(key.path()).startsWith(Setting.class.getName() + "$");
                case LIST, SECRET_LIST -> assertThat(type).as(key.path()).startsWith("java.util.List<");
                case TEXT, SECRET, PATH ->
                    assertThat(type).as(key.path()).isIn("java.lang.String", "java.nio.file.Path");
                case TREE, MAPPINGS -> assertThat(type).isEmpty();
            }
        }
    }

    @Test
    void every_word_of_a_key_is_a_constant() {
        assertThat(words(Setting.Schema.values())).isEqualTo(Key.DATABASE_SCHEMA.words());
        assertThat(words(Setting.Outage.values())).isEqualTo(Key.RATE_LIMIT_ON_OUTAGE.words());
        assertThat(words(Setting.Visibility.values()))
                .isEqualTo(Key.OPENAPI.words())
                .isEqualTo(Key.METRICS.words());
        assertThat(words(Setting.LogFormat.values())).isEqualTo(Key.LOG_FORMAT.words());
        assertThat(words(Setting.Tls.values())).isEqualTo(Key.SMTP_TLS.words());
    }

    private static List<String> words(Enum<?>[] constants) {
        return Arrays.stream(constants)
                .map(constant -> constant.name().toLowerCase(java.util.Locale.ROOT))
                .toList();
    }

    @Test
    void values_of_every_type_are_taken_and_what_is_wrong_is_told_all_at_once() {
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
                .rateLimit(new RateLimit(
                        "writes",
                        List.of("/admin/api/**"),
                        Set.of("POST"),
                        RateLimit.Per.USER,
                        10,
                        Duration.ofMinutes(1)));
        fine.build();
        assertThatThrownBy(() -> fine.set(Setting.PORT, 1)).isInstanceOf(IllegalArgumentException.class);
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
                        .rateLimit(new RateLimit(
                                "x", List.of("nowhere"), Set.of(), RateLimit.Per.ADDRESS, 1, Duration.ofSeconds(1)))
                        .build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("builder: rate limit x");
        assertThatThrownBy(() -> new RateLimit(
                        "x", List.of("/x"), Set.of("FETCH"), RateLimit.Per.ADDRESS, 1, Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () -> new RateLimit("x", List.of("/x"), Set.of(), RateLimit.Per.ADDRESS, 1, Duration.ofDays(2)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
