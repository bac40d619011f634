package dev.hexadmin.domain.comments;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The users whom a text in Markdown mentions: {@code @ada}, the part of an e-mail address before its {@code @}, or {@code
 * @ada@example.com}, the whole address. A mention begins at the begin of a word; in code there are none.
 */
public final class Mentions {
    /** The maximum number of characters of a mention, with its {@code @}. */
    public static final int LONGEST = 255;

    private static final String NAME = "[\\p{L}\\p{N}_][\\p{L}\\p{N}_.+-]{0,63}";
    private static final Pattern MENTION =
            Pattern.compile("(?<![\\p{L}\\p{N}_@./+\\\\-])@(" + NAME + "(?:@[\\p{L}\\p{N}][\\p{L}\\p{N}.-]{0,188})?)");
    private static final Pattern FENCE = Pattern.compile(" {0,3}(`{3,}|~{3,})(.*)");
    private static final Pattern BACKTICKS = Pattern.compile("`+");
    private static final Pattern INDENTED = Pattern.compile("(?: {4}| {0,3}\t).*");

    private Mentions() {}

    /** The names after the {@code @} in lower case, in the order of the text, each one once. */
    public static Set<String> in(String text) {
        Set<String> names = new LinkedHashSet<>();
        Matcher mentions = MENTION.matcher(withoutSpans(withoutBlocks(text)));
        while (mentions.find()) {
            names.add(name(mentions).toLowerCase(Locale.ROOT));
        }
        return names;
    }

    /** The name of the mention whose {@code @} is at a place of a text without code, as it is written there. */
    public static Optional<String> at(String text, int place) {
        Matcher mention = MENTION.matcher(text).region(place, text.length()).useTransparentBounds(true);
        return mention.lookingAt() ? Optional.of(name(mention)) : Optional.empty();
    }

    private static String name(Matcher mention) {
        String name = mention.group(1);
        int end = name.length();
        while (end > 0 && ".-+".indexOf(name.charAt(end - 1)) >= 0) {
            end--; // the end of a sentence
        }
        return name.substring(0, end);
    }

    /** The text with empty lines in place of fenced and indented code. */
    private static String withoutBlocks(String text) {
        StringBuilder out = new StringBuilder(text.length());
        String fence = "";
        boolean afterBlank = true;
        for (String line : text.split("\\R", -1)) {
            Matcher marks = FENCE.matcher(line);
            boolean mark = marks.matches();
            boolean code = true;
            if (!fence.isEmpty()) {
                if (mark && marks.group(1).startsWith(fence) && marks.group(2).isBlank()) {
                    fence = "";
                }
            } else if (mark
                    && !(marks.group(1).startsWith("`") && marks.group(2).contains("`"))) {
                fence = marks.group(1);
            } else if (!(afterBlank && INDENTED.matcher(line).matches())) {
                out.append(line);
                code = false;
            }
            out.append('\n');
            afterBlank = code || line.isBlank();
        }
        return out.toString();
    }

    /** The text with spaces in place of code spans: as many backticks end one as have begun it, in the same paragraph. */
    private static String withoutSpans(String text) {
        StringBuilder out = new StringBuilder(text);
        Matcher marks = BACKTICKS.matcher(text);
        int from = 0;
        while (marks.find(from)) {
            int start = marks.start();
            int length = marks.end() - start;
            from = marks.end();
            int paragraph = text.indexOf("\n\n", from);
            int limit = paragraph < 0 ? text.length() : paragraph;
            Matcher ends = BACKTICKS.matcher(text).region(from, limit);
            while (ends.find()) {
                if (ends.end() - ends.start() == length) {
                    for (int i = start; i < ends.end(); i++) {
                        out.setCharAt(i, ' ');
                    }
                    from = ends.end();
                    break;
                }
            }
        }
        return out.toString();
    }
}
