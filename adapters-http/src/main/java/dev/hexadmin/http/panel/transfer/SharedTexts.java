package dev.hexadmin.http.panel.transfer;

import dev.hexadmin.application.transfer.UnreadableFileException;
import java.util.Arrays;

/** The texts that cells refer to, as one text. Used by one thread. */
final class SharedTexts {
    private final StringBuilder all = new StringBuilder();
    private int[] ends = new int[64];
    private int count;

    void add(String text) {
        if (count == ends.length) {
            ends = Arrays.copyOf(ends, 2 * count);
        }
        all.append(text);
        ends[count++] = all.length();
    }

    String get(int index) {
        if (index < 0 || index >= count) {
            throw new UnreadableFileException("A cell points to a text that is not there.");
        }
        return all.substring(index == 0 ? 0 : ends[index - 1], ends[index]);
    }
}
