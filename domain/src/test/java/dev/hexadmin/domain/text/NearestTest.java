package dev.hexadmin.domain.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
    @Test
    void the_word_with_the_fewest_edits_is_meant() {
        assertThat(Nearest.to("maxlength", List.of("min_length", "max_length"))).contains("max_length");
        assertThat(Nearest.to("requried", List.of("read_only", "required"))).contains("required");
        assertThat(Nearest.to("zebra", List.of("port", "host"))).isEmpty();
        assertThat(Nearest.to("x", List.of())).isEmpty();
    }

    @Test
    void a_swap_of_neighbours_is_one_edit() {
        assertThat(Nearest.distance("prot", "port")).isEqualTo(1);
        assertThat(Nearest.distance("", "port")).isEqualTo(4);
        assertThat(Nearest.distance("kitten", "sitting")).isEqualTo(3);
    }
}
