package dev.hexadmin.persistence.database.sqlite.dialect;

import dev.hexadmin.persistence.dialect.UnstorableValueException;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Decimals of any size as text whose order as text is their order as numbers, and which is equal exactly when they are:
 * for SQLite, whose numbers have 64 bits.
 *
 * <p>{@code N} (below zero), {@code O} (zero) or {@code P} (above zero), the position of the first digit as five digits
 * plus 50000, and the digits without zeros at the end. Below zero both are complemented and closed by {@code ~}.
 */
final class SortableDecimal {
    private static final int BIAS = 50_000;

    private SortableDecimal() {}

    /** The text of a number. */
    static String write(BigDecimal number) {
        if (number.signum() == 0) {
            return "O";
        }
        BigDecimal bare = number.stripTrailingZeros();
        String digits = bare.unscaledValue().abs().toString();
        int position = BIAS + digits.length() - bare.scale();
        if (position < 0 || position > 99_999) {
            throw new UnstorableValueException("a decimal with too many digits");
        }
        String text = String.format(java.util.Locale.ROOT, "%05d%s", position, digits);
        if (number.signum() > 0) {
            return "P" + text;
        }
        StringBuilder out = new StringBuilder(text.length() + 2).append('N');
        for (int i = 0; i < text.length(); i++) {
            out.append((char) ('0' + '9' - text.charAt(i)));
        }
        return out.append('~').toString();
    }

    static @Nullable BigDecimal read(String text) {
        if (text.equals("O")) {
            return BigDecimal.ZERO;
        }
        boolean negative = text.startsWith("N") && text.endsWith("~");
        if (text.length() < 7 || !(negative || text.startsWith("P"))) {
            return plain(text);
        }
        String body = negative ? text.substring(1, text.length() - 1) : text.substring(1);
        StringBuilder plain = new StringBuilder(body.length());
        for (int i = 0; i < body.length(); i++) {
            char c = body.charAt(i);
            if (c < '0' || c > '9') {
                return null;
            }
            plain.append(negative ? (char) ('0' + '9' - c) : c);
        }
        int position = Integer.parseInt(plain, 0, 5, 10) - BIAS;
        String digits = plain.substring(5);
        BigInteger unscaled = new BigInteger(digits);
        return new BigDecimal(negative ? unscaled.negate() : unscaled, digits.length() - position);
    }

    /** A decimal that another program wrote. */
    static @Nullable BigDecimal plain(String text) {
        try {
            String bare = text.strip();
            if (bare.length() > 1100) {
                return null;
            }
            BigDecimal number = new BigDecimal(bare);
            return Math.abs((long) number.scale()) > 1100 ? null : number;
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
