package dev.hexadmin.application.search.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RankingTest {
    private static double score(String label, String text, String phrase) {
        return Ranking.score(label, List.of(text), phrase, List.of(phrase.split(" ")));
    }

    @Test
    void exact_then_beginning_then_word_then_inside_then_other_fields() {
        assertThat(List.of(
                        score("iron", "", "IRON"),
                        score("iron maiden", "", "iron"),
                        score("the iron", "", "iron"),
                        score("environment", "", "iron"),
                        score("maiden of iron", "", "iron maiden"),
                        score("steel", "iron", "iron"),
                        score("steel", "some iron", "iron"),
                        score("steel", "environ", "iron"),
                        score("steel", "", "iron")))
                .isSortedAccordingTo((a, b) -> Double.compare(b, a))
                .doesNotHaveDuplicates()
                .allMatch(score -> score > 0 && score <= 1);
    }

    @Test
    void of_equals_the_shorter_name_is_better_and_never_better_than_a_better_match() {
        assertThat(score("iron a", "", "iron")).isGreaterThan(score("iron abcdefgh", "", "iron"));
        assertThat(score("i", "", "i")).isLessThanOrEqualTo(1);
        assertThat(score("iron" + "x".repeat(5000), "", "iron")).isGreaterThan(score("1 iron", "", "iron"));
    }

    @Test
    void a_snippet_is_one_line_around_the_first_match() {
        String text = "word ".repeat(100) + "needle\n\n in  the\thay " + "stack ".repeat(100);
        String snippet = Ranking.snippet(List.of("nothing", text), List.of("NEEDLE"));
        assertThat(snippet).startsWith("…word").contains("needle in the hay").endsWith("…");
        assertThat(snippet.length()).isBetween(100, 160);
        assertThat(Ranking.snippet(List.of("A needle"), List.of("needle"))).isEqualTo("A needle");
        assertThat(Ranking.snippet(List.of("x".repeat(160)), List.of("x"))).isEqualTo("x".repeat(160));
        assertThat(Ranking.snippet(List.of("x".repeat(161)), List.of("x")))
                .hasSize(160)
                .endsWith("x…");
        assertThat(Ranking.snippet(List.of(), List.of("x"))).isEmpty();
    }

    @Test
    void a_snippet_never_cuts_a_character_in_two() {
        for (int lead = 0; lead < 6; lead++) {
            String text = "y".repeat(lead) + "😀".repeat(200) + "z" + "😀".repeat(200);
            String snippet = Ranking.snippet(List.of(text), List.of("z"));
            assertThat(snippet.length()).isLessThanOrEqualTo(160);
            assertThat(snippet.codePoints().noneMatch(c -> c >= 0xD800 && c <= 0xDFFF))
                    .isTrue();
        }
    }
}
