package dev.hexadmin.http.panel.transfer;

/**
 * Keeps spreadsheets from taking a text of a CSV file for a formula (OWASP, CSV Injection): an apostrophe before it. A
 * text that looks as if it had one already gets another, so that taking one away gives back exactly what there was.
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

    /** Whether it begins with what begins a formula, behind any number of apostrophes. */
    private static boolean dangerous(String text) {
        int at = 0;
        while (at < text.length() && text.charAt(at) == '\'') {
            at++;
        }
        return at < text.length() && DANGEROUS.indexOf(text.charAt(at)) >= 0;
    }
}
