package dev.hexadmin.domain.text;

import java.util.Collection;
import java.util.Optional;

/** Suggests a known word for a misspelt one. */
public final class Nearest {
    private Nearest() {}

    /** The known word with the smallest edit distance, if that is less than about a third of the word. */
    public static Optional<String> to(String word, Collection<String> known) {
        Optional<String> best = Optional.empty();
        int fewest = Math.max(2, (word.length() + 2) / 3) + 1;
        for (String candidate : known) {
            int edits = distance(word, candidate);
            if (edits < fewest) {
                fewest = edits;
                best = Optional.of(candidate);
            }
        }
        return best;
    }

    /** The end of a message about an unknown word: a question with the nearest known one, or empty. */
    public static String question(String word, Collection<String> known) {
        return to(word, known).map(near -> "; did you mean '" + near + "'?").orElse("");
    }

    /** The optimal string alignment distance: insertions, deletions, replacements and swaps of neighbours. */
    static int distance(String from, String to) {
        int[][] cost = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int replaced = cost[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                cost[i][j] = Math.min(replaced, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
                if (i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1)) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[from.length()][to.length()];
    }
}
