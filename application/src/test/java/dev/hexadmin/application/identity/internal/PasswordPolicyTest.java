package dev.hexadmin.application.identity.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.identity.port.PasswordStrength.Rating;
import dev.hexadmin.domain.text.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PasswordPolicyTest {
    private final List<String> rated = new ArrayList<>();
    private final List<String> own = new ArrayList<>();
    private int score = 4;
    private final PasswordPolicy policy = new PasswordPolicy((password, words) -> {
        rated.add(password);
        own.addAll(words);
        return new Rating(score, Optional.of(Message.of("Add a word.")));
    });

    private List<String> codes(String password) {
        return policy.check(password, "ada.king@example.com", "Ada  King Lovelace").stream()
                .map(violation -> violation.pointer() + " " + violation.code() + " " + violation.message())
                .toList();
    }

    @Test
    void length_is_counted_in_characters_and_comes_first() {
        assertThat(codes("😀".repeat(11))).containsExactly("/password min_length At least 12 characters are needed.");
        assertThat(codes("x".repeat(257))).containsExactly("/password max_length At most 256 characters are allowed.");
        assertThat(rated).isEmpty();
        assertThat(codes("😀".repeat(12))).isEmpty();
        assertThat(codes("x".repeat(256))).isEmpty();
        assertThat(rated.getLast()).hasSize(72);
    }

    @Test
    void what_the_attacker_knows_adds_no_strength() {
        assertThat(codes("walnut-ADA-kettle-Lovelace-39")).isEmpty();
        assertThat(rated).containsExactly("walnut-ADA-kettle-Lovelace-39", "walnut--kettle--39");
    }

    @Test
    void a_score_of_three_is_enough() {
        score = 3;
        assertThat(codes("long enough password")).isEmpty();
        score = 2;
        assertThat(codes("long enough password"))
                .containsExactly("/password too_weak It is too easy to guess. Add a word.");
    }

    @Test
    void name_and_address_are_the_first_guesses_whole_and_in_parts() {
        codes("long enough password");
        assertThat(own)
                .containsExactlyInAnyOrder(
                        "ada.king@example.com",
                        "ada",
                        "king",
                        "example",
                        "com",
                        "Ada",
                        "King",
                        "Lovelace",
                        "AdaKingLovelace");
    }
}
