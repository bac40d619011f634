package dev.hexadmin.http.branding;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The colour of buttons, links and marks, and the shades that are derived from it. All of them have the contrast that WCAG 2.2
 * asks for: 4.5:1 for texts, 3:1 for parts of controls. Immutable.
 */
public final class AccentColour {
    /** For parts of controls (WCAG 2.2, 1.4.11). */
    private static final double CONTROL = 3;

    /** For texts (WCAG 2.2, 1.4.3). */
    private static final double TEXT = 4.5;

    private static final double MOST_TINT = 0.14;
    private static final double MOST_TINT_DARK = 0.3;

    private final Shades light;
    private final Shades dark;

    /**
     * The colours of the panel that stay as they are: {@code 10-base.css} has them as tokens.
     *
     * @param away the direction in which contrast to the grounds grows
     * @param faint the text with the least contrast
     */
    record Theme(String word, Rgb away, Rgb faint, Rgb surface, List<Rgb> grounds) {
        static final Theme LIGHT =
                of("light", Rgb.BLACK, "#606876", "#ffffff", "#f5f6f8", "#f7f8fa", "#ffffff", "#f2f3f6");
        static final Theme DARK = of(
                "dark", Rgb.WHITE, "#949caa", "#15181d", "#0e1014", "#111318", "#15181d", "#191c22", "#1d2128",
                "#1d2127");

        private static Theme of(String word, Rgb away, String faint, String surface, String... grounds) {
            return new Theme(
                    word,
                    away,
                    Rgb.parse(faint),
                    Rgb.parse(surface),
                    Stream.of(grounds).map(Rgb::parse).toList());
        }
    }

    /**
     * The shades in one theme.
     *
     * @param accent the ground of buttons
     * @param on the text on it
     * @param hover the ground under the pointer
     * @param soft a tinted ground
     * @param selected the ground of selected rows
     * @param link texts in the colour
     * @param focus the ring around what has the focus
     */
    record Shades(Rgb accent, Rgb on, Rgb hover, Rgb soft, Rgb selected, Rgb link, Rgb focus) {
        static Shades of(Rgb accent, Theme theme) {
            // one of them always has 4.5:1
            Rgb on = accent.contrast(Rgb.WHITE) >= TEXT ? Rgb.WHITE : Rgb.BLACK;
            double most = theme.equals(Theme.LIGHT) ? MOST_TINT : MOST_TINT_DARK;
            Rgb soft = tinted(accent, theme, most);
            Rgb selected = tinted(accent, theme, most / 2);
            List<Rgb> grounds = new ArrayList<>(theme.grounds);
            grounds.add(soft);
            grounds.add(selected);
            return new Shades(
                    accent,
                    on,
                    accent.mixed(on.equals(Rgb.WHITE) ? Rgb.BLACK : Rgb.WHITE, 0.18),
                    soft,
                    selected,
                    accent.towards(theme.away, TEXT, grounds),
                    accent.towards(theme.away, CONTROL, grounds));
        }

        /** The surface with as much of the colour as all texts can be read on. */
        private static Rgb tinted(Rgb accent, Theme theme, double most) {
            for (double share = most; share > 0; share -= 0.01) {
                Rgb tinted = theme.surface.mixed(accent, share);
                if (theme.faint.contrast(tinted) >= TEXT) {
                    return tinted;
                }
            }
            return theme.surface;
        }
    }

    /**
     * Checks the colour of the light theme.
     *
     * @throws IllegalArgumentException that names the contrast and the nearest colour that has enough
     */
    public static void check(String colour) {
        check(Rgb.parse(colour), Theme.LIGHT);
    }

    /**
     * Checks the colour of the dark theme.
     *
     * @throws IllegalArgumentException that names the contrast and the nearest colour that has enough
     */
    public static void checkDark(String colour) {
        check(Rgb.parse(colour), Theme.DARK);
    }

    private static void check(Rgb colour, Theme theme) {
        double contrast = colour.leastContrast(theme.grounds);
        if (contrast < CONTROL) {
            throw new IllegalArgumentException("the contrast of '" + colour.hex() + "' to the " + theme.word
                    + " background is " + ratio(contrast)
                    + ", and 3:1 is needed (WCAG 2.2); the nearest colour with it is '"
                    + colour.towards(theme.away, CONTROL, theme.grounds).hex() + "'");
        }
    }

    /** Rounded down, so that a ratio that is too small does not look like enough. */
    private static String ratio(double contrast) {
        return BigDecimal.valueOf(contrast)
                        .setScale(2, RoundingMode.DOWN)
                        .stripTrailingZeros()
                        .toPlainString()
                + ":1";
    }

    /**
     * The colour with its shades.
     *
     * @param dark that of the dark theme; empty: the nearest one that has enough contrast
     * @throws IllegalArgumentException when it has too little contrast
     */
    public static AccentColour of(String light, Optional<String> dark) {
        check(light);
        dark.ifPresent(AccentColour::checkDark);
        Rgb colour = Rgb.parse(light);
        return new AccentColour(
                colour, dark.map(Rgb::parse).orElseGet(() -> colour.towards(Rgb.WHITE, CONTROL, Theme.DARK.grounds)));
    }

    private AccentColour(Rgb light, Rgb dark) {
        this.light = Shades.of(light, Theme.LIGHT);
        this.dark = Shades.of(dark, Theme.DARK);
    }

    Shades light() {
        return light;
    }

    Shades dark() {
        return dark;
    }

    /** The ground of buttons in the light theme, as in a style sheet. */
    public String ground() {
        return light.accent.hex();
    }

    /** What is written and drawn on {@link #ground}. */
    public String onGround() {
        return light.on.hex();
    }

    /** The tokens of the panel in these shades. */
    String styleSheet() {
        return "@layer tokens {\n:root {\n"
                + token("accent", light.accent, dark.accent)
                + token("on-accent", light.on, dark.on)
                + token("accent-hover", light.hover, dark.hover)
                + token("accent-soft", light.soft, dark.soft)
                + token("selected", light.selected, dark.selected)
                + token("link", light.link, dark.link)
                + token("focus", light.focus, dark.focus)
                + token("scene", light.accent.mixed(Rgb.BLACK, 0.55), dark.accent.mixed(Rgb.BLACK, 0.75))
                + "--scene-lit: " + dark.link.hex() + "52;\n--scene-spark: #ffffff33;\n}\n}\n";
    }

    private static String token(String name, Rgb light, Rgb dark) {
        return "--" + name + ": light-dark(" + light.hex() + ", " + dark.hex() + ");\n";
    }
}
