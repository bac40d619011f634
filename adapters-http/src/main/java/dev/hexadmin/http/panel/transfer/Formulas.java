package dev.hexadmin.http.panel.transfer;

/**
 * Prevents spreadsheets from reading a text of a CSV file as a formula (OWASP, CSV Injection), with an apostrophe before the
 * text. A text that already starts like that gets another apostrophe, so that removing one restores the original text.
 */
final class Formulas {
    private static final String DANGEROUS = "=+-@\t\r\n＝＋－＠";

    private Formulas() {}

    static String neutralised(String text) {
        return dangerous(text) ? "'" + text : text;
    }

    static String restored(String cell) {
        return cell.startsWith("'") && dangerous(cell) ? cell.substring(1) : cell;
    }

    /** Whether the text starts like a formula, after any number of apostrophes. */
    private static boolean dangerous(String text) {
        int at = 0;
        while (at < text.length() && text.charAt(at) == '\'') {
            at++;
        }
        return at < text.length() && DANGEROUS.indexOf(text.charAt(at)) >= 0;
    }
}
