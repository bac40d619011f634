package dev.hexadmin.http.panel.history;

import dev.hexadmin.application.history.ReviewingChanges.Shown;
import dev.hexadmin.http.panel.history.Cell.Line;
import java.util.ArrayList;
import java.util.List;

/**
 * Two longer texts as lines: those that only one of them has are marked. The lines that both have are a longest common
 * subsequence, as {@code diff} has them; of very long texts no line is marked.
 */
record LinePairs(List<Line> before, List<Line> after) {
    private static final int MOST_LINES = 500;

    static LinePairs of(Shown before, Shown after) {
        List<String> old = lines(before);
        List<String> now = lines(after);
        boolean blocks = before instanceof Shown.Text && after instanceof Shown.Text;
        if (!blocks || old.size() > MOST_LINES || now.size() > MOST_LINES) {
            return new LinePairs(plain(old), plain(now));
        }
        int[][] common = new int[old.size() + 1][now.size() + 1];
        for (int i = old.size() - 1; i >= 0; i--) {
            for (int j = now.size() - 1; j >= 0; j--) {
                common[i][j] = old.get(i).equals(now.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        List<Line> left = new ArrayList<>(old.size());
        List<Line> right = new ArrayList<>(now.size());
        int i = 0;
        int j = 0;
        while (i < old.size() || j < now.size()) {
            if (i < old.size() && j < now.size() && old.get(i).equals(now.get(j))) {
                left.add(new Line("", old.get(i++)));
                right.add(new Line("", now.get(j++)));
            } else if (j == now.size() || (i < old.size() && common[i + 1][j] >= common[i][j + 1])) {
                left.add(new Line("del", old.get(i++)));
            } else {
                right.add(new Line("ins", now.get(j++)));
            }
        }
        return new LinePairs(left, right);
    }

    private static List<String> lines(Shown shown) {
        return shown instanceof Shown.Text(String text, boolean block) ? List.of(text.split("\\R", -1)) : List.of();
    }

    private static List<Line> plain(List<String> lines) {
        return lines.stream().map(line -> new Line("", line)).toList();
    }
}
