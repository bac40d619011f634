package dev.hexadmin.http.panel.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.history.ReviewingChanges.Shown;
import dev.hexadmin.http.panel.history.Cell.Line;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LinePairsTest {
    private static Shown text(String text) {
        return new Shown.Text(text, true);
    }

    private static List<String> marked(List<Line> lines) {
        return lines.stream().map(line -> line.mark() + "|" + line.text()).toList();
    }

    @Test
    void lines_that_only_one_text_has_are_marked() {
        LinePairs pairs = LinePairs.of(text("a\nb\nc\nd"), text("a\nx\nc\nd\ne"));
        assertThat(marked(pairs.before())).containsExactly("|a", "del|b", "|c", "|d");
        assertThat(marked(pairs.after())).containsExactly("|a", "ins|x", "|c", "|d", "ins|e");
    }

    @Test
    void equal_texts_have_no_marks_and_different_ones_nothing_else() {
        assertThat(marked(LinePairs.of(text("a\r\nb"), text("a\nb")).after())).containsExactly("|a", "|b");
        LinePairs pairs = LinePairs.of(text("a\n\nb"), text("c"));
        assertThat(marked(pairs.before())).containsExactly("del|a", "del|", "del|b");
        assertThat(marked(pairs.after())).containsExactly("ins|c");
    }

    @Test
    void a_text_beside_nothing_or_of_very_many_lines_has_no_marks() {
        assertThat(marked(LinePairs.of(new Shown.Nothing(), text("a\nb")).after()))
                .containsExactly("|a", "|b");
        String many = IntStream.range(0, 501).mapToObj(Integer::toString).collect(Collectors.joining("\n"));
        assertThat(LinePairs.of(text(many), text("a")).before())
                .hasSize(501)
                .allSatisfy(line -> assertThat(line.mark()).isEmpty());
    }
}
