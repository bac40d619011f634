package dev.hexadmin.http.server.response;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.EditingRecords.Precondition;
import dev.hexadmin.domain.records.Version;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntityTagsTest {
    private static final Version VERSION = new Version("abcdefghijklmnopqrstuv");
    private static final String TAG = "\"abcdefghijklmnopqrstuv\"";

    private static Precondition ifMatch(String line) {
        return EntityTags.precondition(Optional.of(line), Optional.empty());
    }

    private static Precondition oneOf(String... versions) {
        return new Precondition.OneOf(Arrays.stream(versions).map(Version::new).toList());
    }

    private static boolean known(String line) {
        return EntityTags.known(Optional.of(line), TAG);
    }

    @Test
    void a_representation_has_the_version_and_a_digest() {
        byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
        assertThat(EntityTags.of(VERSION)).isEqualTo(TAG);
        assertThat(EntityTags.of(VERSION, body))
                .startsWith("\"abcdefghijklmnopqrstuv.")
                .isEqualTo(EntityTags.of(VERSION, body.clone()))
                .isNotEqualTo(EntityTags.of(VERSION, new byte[] {1}));
        assertThat(ifMatch(EntityTags.of(VERSION, body))).isEqualTo(oneOf(VERSION.value()));
    }

    @Test
    void if_match_compares_versions_strongly() {
        assertThat(EntityTags.precondition(Optional.empty(), Optional.of("\"v1\"")))
                .isEqualTo(new Precondition.None());
        assertThat(EntityTags.precondition(Optional.of("*"), Optional.of(" * ")))
                .isEqualTo(oneOf());
        assertThat(ifMatch(" * ")).isEqualTo(new Precondition.Exists());
        assertThat(ifMatch("\"a\"")).isEqualTo(oneOf("a"));
        assertThat(ifMatch("\"a.b\", W/\"c\",\t\"d\" ,\"\"")).isEqualTo(oneOf("a", "W/c", "d", ""));
        assertThat(ifMatch("W/\"a\"")).isEqualTo(oneOf("W/a"));
        assertThat(ifMatch("\"a,b\"")).isEqualTo(oneOf("a,b"));
        assertThat(ifMatch("\"a+gzip\", \"b.c+gzip\"")).isEqualTo(oneOf("a", "b"));
    }

    @Test
    void if_none_match_compares_whole_tags() {
        assertThat(EntityTags.known(Optional.empty(), TAG)).isFalse();
        assertThat(known("*")).isTrue();
        assertThat(known(TAG)).isTrue();
        assertThat(known("W/" + TAG)).isTrue();
        assertThat(known("\"abcdefghijklmnopqrstuv+gzip\"")).isTrue();
        assertThat(known("\"x\", " + TAG)).isTrue();
        assertThat(known("\"abcdefghijklmnopqrstuv.x\"")).isFalse();
        assertThat(known("\"abc\"")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "abc", "\"abc", "abc\"", "\"a\"\"b\"", "W/abc", "\"a\" b", ",", "w/\"a\"", "*, \"a\""})
    void what_is_no_list_of_tags_is_malformed(String line) {
        assertThatThrownBy(() -> ifMatch(line))
                .isInstanceOfSatisfying(
                        RequestRejectedException.class,
                        r -> assertThat(r.category()).isEqualTo(RequestRejectedException.Category.MALFORMED));
        assertThatThrownBy(() -> known(line)).isInstanceOf(RequestRejectedException.class);
    }
}
