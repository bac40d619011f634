package dev.hexadmin.http.branding;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A colour of the sRGB space.
 *
 * @param red 0 to 255
 * @param green 0 to 255
 * @param blue 0 to 255
 */
record Rgb(int red, int green, int blue) {
    static final Rgb WHITE = new Rgb(255, 255, 255);
    static final Rgb BLACK = new Rgb(0, 0, 0);

    private static final Pattern FORM = Pattern.compile("#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})");
    private static final int STEPS = 256;

    /** @throws IllegalArgumentException when it is not of the form {@code #rgb} or {@code #rrggbb} */
    static Rgb parse(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("a colour such as '#1f6feb' is expected, not '" + text + "'");
        }
        String digits = text.length() == 4 ? text.replaceAll("[0-9a-fA-F]", "$0$0") : text;
        int value = Integer.parseInt(digits.substring(1), 16);
        return new Rgb(value >> 16, value >> 8 & 0xFF, value & 0xFF);
    }

    /** The relative luminance (WCAG 2.2), from 0 to 1. */
    double luminance() {
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    }

    private static double linear(int channel) {
        double share = channel / 255.0;
        return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    }

    /** The contrast ratio (WCAG 2.2), from 1 to 21. */
    double contrast(Rgb other) {
        double one = luminance();
        double two = other.luminance();
        return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
    }

    /** @param share of the other colour, from 0 to 1 */
    Rgb mixed(Rgb other, double share) {
        return new Rgb(mixed(red, other.red, share), mixed(green, other.green, share), mixed(blue, other.blue, share));
    }

    private static int mixed(int one, int other, double share) {
        return (int) Math.round(one + (other - one) * share);
    }

    /** The colour that is nearest on the way to another one and has this contrast to all grounds. */
    Rgb towards(Rgb end, double contrast, Iterable<Rgb> grounds) {
        for (int step = 0; step < STEPS; step++) {
            Rgb mixed = mixed(end, step / (double) STEPS);
            if (mixed.leastContrast(grounds) >= contrast) {
                return mixed;
            }
        }
        return end;
    }

    /** The contrast to the ground from which it differs least. */
    double leastContrast(Iterable<Rgb> grounds) {
        double least = Double.MAX_VALUE;
        for (Rgb ground : grounds) {
            least = Math.min(least, contrast(ground));
        }
        return least;
    }

    /** As in a style sheet. */
    String hex() {
        return String.format(Locale.ROOT, "#%02x%02x%02x", red, green, blue);
    }
}
