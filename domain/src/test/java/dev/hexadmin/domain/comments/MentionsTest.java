package dev.hexadmin.domain.comments;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MentionsTest {
    @Test
    void a_mention_is_an_at_sign_before_a_name() {
        assertThat(Mentions.in("@ada, please ask @Bob.Miller+shop and (@carla_9)"))
                .containsExactly("ada", "bob.miller+shop", "carla_9");
    }

    @Test
    void the_end_of_a_sentence_does_not_belong_to_the_name() {
        assertThat(Mentions.in("Thanks @ada. Or was it @bob...? @carla-")).containsExactly("ada", "bob", "carla");
    }

    @Test
    void a_whole_address_is_a_name() {
        assertThat(Mentions.in("cc @ada@example.com.")).containsExactly("ada@example.com");
    }

    @Test
    void names_have_letters_of_every_alphabet() {
        assertThat(Mentions.in("@zoë und @иван")).containsExactly("zoë", "иван");
    }

    @Test
    void a_name_counts_once() {
        assertThat(Mentions.in("@ada @Ada\n@ADA")).containsExactly("ada");
    }

    @Test
    void a_mention_at_a_place_has_the_name_as_it_is_written() {
        assertThat(Mentions.at("cc @Ada@example.com. Thanks", 3)).contains("Ada@example.com");
        assertThat(Mentions.at("x@ada", 1)).isEmpty();
        assertThat(Mentions.at("@ ada", 0)).isEmpty();
    }

    @Test
    void no_mention_is_longer_than_the_limit() {
        String name = "a".repeat(64) + "@" + "b".repeat(189);
        assertThat(Mentions.at("@" + name + "c", 0).map(String::length)).contains(Mentions.LONGEST - 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ada@example.com",
                "https://example.com/@ada",
                "a-@ada",
                "\\@ada",
                "@",
                "@ ada",
                "`@ada`",
                "``a ` @ada``",
                "a `span\n@ada` of code",
                "```\n@ada\n```",
                "~~~ text\n@ada\n\n@ada",
                "```\n~~~\n@ada",
                "    @ada",
                "text\n\n\t@ada\n    @ada"
            })
    void no_mention(String text) {
        assertThat(Mentions.in(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a ` alone @ada",
                "`code` @ada `code`",
                "one `\n\n@ada ` two",
                "```\ncode\n```\n@ada",
                "``` a`b\n@ada",
                "text\n    @ada",
                "> @ada",
                "- @ada",
                "**@ada**",
                "\"@ada\""
            })
    void a_mention_beside_code_and_marks(String text) {
        assertThat(Mentions.in(text)).containsExactly("ada");
    }

    @Test
    void a_long_text_of_backticks_takes_no_time_to_speak_of() {
        String text = "`a``b```c".repeat(1_100) + " @ada";
        assertThat(org.junit.jupiter.api.Assertions.assertTimeoutPreemptively(
                        Duration.ofSeconds(20), () -> Mentions.in(text)))
                .hasSizeLessThan(2);
    }
}
