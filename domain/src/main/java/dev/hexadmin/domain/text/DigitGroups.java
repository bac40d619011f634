package dev.hexadmin.domain.text;

/** Groups of three digits, as English writes numbers. */
public final class DigitGroups {
    private static final int GROUP = 3;

    private DigitGroups() {}

    /** {@code 1,284.5} of the plain text of a number; any other text as it is. */
    public static String of(String plain) {
        int start = plain.startsWith("-") ? 1 : 0;
        int end = start;
        while (end < plain.length() && Character.isDigit(plain.charAt(end))) {
            end++;
        }
        if (end - start <= GROUP || (end < plain.length() && plain.charAt(end) != '.')) {
            return plain;
        }
        StringBuilder text = new StringBuilder(plain.length() + (end - start) / GROUP);
        text.append(plain, 0, start);
        for (int i = start; i < end; i++) {
            if (i > start && (end - i) % GROUP == 0) {
                text.append(',');
            }
            text.append(plain.charAt(i));
        }
        return text.append(plain, end, plain.length()).toString();
    }
}
