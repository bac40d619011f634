package dev.hexadmin.http.fields;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * Bounds of decimals in plain notation as regular expressions, since JSON Schema compares numbers and not texts. They
 * are for texts that are known to be decimals.
 */
final class DecimalPattern {
    private static final String FRACTION = "(\\.[0-9]+)?";

    private final String whole;
    private final String start;
    private final String fraction;

    private DecimalPattern(BigDecimal magnitude) {
        String[] parts = magnitude.abs().stripTrailingZeros().toPlainString().split("\\.", 2);
        whole = parts[0].equals("0") ? "" : parts[0];
        start = whole.isEmpty() ? "0+" : "0*" + whole;
        fraction = parts.length > 1 ? parts[1] : "";
    }

    /** Matches numbers that are equal to the bound or greater. */
    static String atLeast(BigDecimal bound) {
        DecimalPattern pattern = new DecimalPattern(bound);
        return bound.signum() > 0
                ? "^(" + either(pattern.greater(), pattern.equal()) + ")$"
                : "^([0-9]|-(" + either(pattern.less(), pattern.equal()) + ")$)";
    }

    /** Matches numbers that are equal to the bound or less. */
    static String atMost(BigDecimal bound) {
        DecimalPattern pattern = new DecimalPattern(bound);
        return bound.signum() < 0
                ? "^-(" + either(pattern.greater(), pattern.equal()) + ")$"
                : "^(-|(" + either(pattern.less(), pattern.equal()) + ")$)";
    }

    private static String either(List<String> alternatives, String last) {
        List<String> all = new ArrayList<>(alternatives);
        all.add(last);
        return String.join("|", all);
    }

    private String equal() {
        return fraction.isEmpty() ? start + "(\\.0+)?" : start + "\\." + fraction + "0*";
    }

    private List<String> greater() {
        List<String> all = new ArrayList<>();
        all.add("0*[1-9][0-9]{" + whole.length() + ",}" + FRACTION);
        for (int i = 0; i < whole.length(); i++) {
            if (whole.charAt(i) < '9') {
                all.add("0*" + whole.substring(0, i) + digits((char) (whole.charAt(i) + 1), '9') + rest(i) + FRACTION);
            }
        }
        for (int i = 0; i < fraction.length(); i++) {
            if (fraction.charAt(i) < '9') {
                all.add(start + "\\." + fraction.substring(0, i) + digits((char) (fraction.charAt(i) + 1), '9')
                        + "[0-9]*");
            }
        }
        all.add(start + "\\." + fraction + "[0-9]*[1-9][0-9]*");
        return all;
    }

    private List<String> less() {
        List<String> all = new ArrayList<>();
        if (whole.length() == 1) {
            all.add("0+" + FRACTION);
        } else if (whole.length() > 1) {
            all.add("0*[0-9]{1," + (whole.length() - 1) + "}" + FRACTION);
        }
        for (int i = 0; i < whole.length(); i++) {
            if (whole.charAt(i) > '0') {
                all.add("0*" + whole.substring(0, i) + digits('0', (char) (whole.charAt(i) - 1)) + rest(i) + FRACTION);
            }
        }
        if (!fraction.isEmpty()) {
            all.add(start);
        }
        for (int i = 0; i < fraction.length(); i++) {
            if (i > 0) {
                all.add(start + "\\." + fraction.substring(0, i));
            }
            if (fraction.charAt(i) > '0') {
                all.add(start + "\\." + fraction.substring(0, i) + digits('0', (char) (fraction.charAt(i) - 1))
                        + "[0-9]*");
            }
        }
        return all;
    }

    private String rest(int position) {
        int left = whole.length() - 1 - position;
        return left == 0 ? "" : "[0-9]{" + left + "}";
    }

    private static String digits(char from, char to) {
        return from == to ? Character.toString(from) : "[" + from + "-" + to + "]";
    }
}
