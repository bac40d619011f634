package dev.hexadmin.http.branding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.hexadmin.http.branding.AccentColour.Shades;
import dev.hexadmin.http.branding.AccentColour.Theme;
import dev.hexadmin.http.server.content.Assets;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccentColourTest {
    @ParameterizedTest
    @CsvSource({"#000000, #ffffff, 21", "#777777, #ffffff, 4.48", "#ff0000, #ffffff, 3.998", "#3d4bcf, #fff, 6.76"})
    void a_contrast_is_that_of_the_guidelines(String one, String other, double ratio) {
        assertThat(Rgb.parse(one).contrast(Rgb.parse(other))).isCloseTo(ratio, within(0.01));
        assertThat(Rgb.parse(other).contrast(Rgb.parse(one))).isCloseTo(ratio, within(0.01));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "red", "#12", "#1234", "#12345g", "123456", "#1234567", "#fff; } body { display: none"})
    void another_text_is_no_colour(String text) {
        assertThatThrownBy(() -> AccentColour.check(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a colour such as '#1f6feb' is expected");
    }

    @Test
    void too_little_contrast_is_rejected_with_its_ratio_and_the_nearest_colour_that_has_enough() {
        assertThatThrownBy(() -> AccentColour.check("#ffd400"))
                .hasMessage("the contrast of '#ffd400' to the light background is 1.29:1, and 3:1 is needed (WCAG 2.2);"
                        + " the nearest colour with it is '#a68a00'");
        AccentColour.check("#a68a00");
        assertThatThrownBy(() -> AccentColour.checkDark("#001030"))
                .hasMessageContaining("to the dark background is 1.")
                .hasMessageContaining("the nearest colour with it is '#");
        AccentColour.checkDark("#ffd400");
    }

    @Test
    void every_shade_of_every_colour_that_is_accepted_can_be_read_and_seen() {
        Random random = new Random(7);
        int accepted = 0;
        for (int i = 0; i < 2_000; i++) {
            Rgb colour = new Rgb(random.nextInt(256), random.nextInt(256), random.nextInt(256));
            if (colour.leastContrast(Theme.LIGHT.grounds()) < 3) {
                continue;
            }
            accepted++;
            AccentColour accent = AccentColour.of(colour.hex(), Optional.empty());
            assertReadable(accent.light(), Theme.LIGHT);
            assertReadable(accent.dark(), Theme.DARK);
        }
        assertThat(accepted).isGreaterThan(500);
    }

    private static void assertReadable(Shades shades, Theme theme) {
        List<Rgb> grounds = new ArrayList<>(theme.grounds());
        assertThat(shades.accent().leastContrast(grounds)).isGreaterThanOrEqualTo(3);
        assertThat(shades.on().contrast(shades.accent())).isGreaterThanOrEqualTo(4.5);
        assertThat(shades.on().contrast(shades.hover())).isGreaterThanOrEqualTo(4.5);
        grounds.add(shades.soft());
        grounds.add(shades.selected());
        assertThat(shades.link().leastContrast(grounds)).isGreaterThanOrEqualTo(4.5);
        assertThat(shades.focus().leastContrast(grounds)).isGreaterThanOrEqualTo(3);
        assertThat(theme.faint().leastContrast(grounds)).isGreaterThanOrEqualTo(4.5);
    }

    /** The grounds and texts that are compared with are those of the panel. */
    @Test
    void the_colours_of_the_themes_are_those_of_the_style_sheet() {
        String sheet =
                new String(Assets.resource("META-INF/dev.hexadmin.http/panel/css/10-base.css"), StandardCharsets.UTF_8);
        for (String ground : List.of("bg", "sunken", "surface", "card", "raised", "hover")) {
            MatchResult token = token(sheet, ground);
            assertThat(Theme.LIGHT.grounds()).as(ground).contains(Rgb.parse(token.group(1)));
            assertThat(Theme.DARK.grounds()).as(ground).contains(Rgb.parse(token.group(2)));
        }
        assertThat(Rgb.parse(token(sheet, "surface").group(1))).isEqualTo(Theme.LIGHT.surface());
        assertThat(Rgb.parse(token(sheet, "surface").group(2))).isEqualTo(Theme.DARK.surface());
        assertThat(Rgb.parse(token(sheet, "faint").group(1))).isEqualTo(Theme.LIGHT.faint());
        assertThat(Rgb.parse(token(sheet, "faint").group(2))).isEqualTo(Theme.DARK.faint());
        for (MatchResult own : Pattern.compile("--([a-z-]+): ")
                .matcher(AccentColour.of("#0b7a5b", Optional.empty()).styleSheet())
                .results()
                .toList()) {
            assertThat(sheet).contains("    --" + own.group(1) + ": ");
        }
    }

    private static MatchResult token(String sheet, String name) {
        return Pattern.compile("--" + name + ": light-dark\\((#[0-9a-f]+), (#[0-9a-f]+)\\)")
                .matcher(sheet)
                .results()
                .findFirst()
                .orElseThrow();
    }
}
