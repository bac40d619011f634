package dev.hexadmin.domain.text;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The syntax of messages: the part of ICU's MessageFormat that they need.
 *
 * <pre>
 * {name}                                           an argument
 * {n, plural, =0 {no keys} one {# key} other {# keys}}   by the plural category of a number; # is the number
 * {kind, select, user {…} other {…}}               by a text
 * </pre>
 *
 * <p>Choices need the part {@code other}. Braces are quoted with apostrophes; an apostrophe that is not before a brace,
 * {@code #} or another apostrophe stands for itself.
 *
 * <p>Not ICU itself, because the domain has no libraries, and because ICU's formats are built again or locked for each use.
 */
public final class MessageSyntax {
    private static final char FIRST_STRONG_ISOLATE = '\u2068';
    private static final char POP_ISOLATE = '\u2069';

    private MessageSyntax() {}

    /**
     * A message in the language of the rules.
     *
     * @throws IllegalArgumentException when its text is not well-formed, or an argument is missing
     */
    public static String render(Message message, MessageRules rules) {
        Map<Language, String> own = message.translations();
        String text =
                own.isEmpty() ? rules.translated(message.text()) : new Label(message.text(), own).in(rules.language());
        return message.arguments().isEmpty() ? text : render(text, message.arguments(), rules);
    }

    /**
     * The text of a message.
     *
     * @throws IllegalArgumentException when the pattern is not well-formed, or an argument is missing
     */
    public static String render(String pattern, Map<String, Object> arguments, MessageRules rules) {
        StringBuilder out = new StringBuilder(pattern.length() + 16);
        new Parser(pattern, arguments, rules, Set.of(), false).run(out);
        return out.toString();
    }

    /**
     * The names of the arguments of a pattern.
     *
     * @throws IllegalArgumentException when the pattern is not well-formed
     */
    public static Set<String> names(String pattern) {
        Set<String> names = new TreeSet<>();
        new Parser(pattern, Map.of(), MessageRules.ENGLISH, names, true).run(new StringBuilder());
        return names;
    }

    /** Reads a pattern once, from its beginning to its end. */
    private static final class Parser {
        private final String pattern;
        private final Map<String, Object> arguments;
        private final MessageRules rules;
        private final Set<String> names;
        private final boolean checking;
        private int at;

        Parser(String pattern, Map<String, Object> arguments, MessageRules rules, Set<String> names, boolean checking) {
            this.pattern = pattern;
            this.arguments = arguments;
            this.rules = rules;
            this.names = names;
            this.checking = checking;
        }

        private void run(StringBuilder out) {
            text(out, null);
            if (at < pattern.length()) {
                throw wrong("a brace is closed that was not opened");
            }
        }

        /** Reads to the end, or to the brace that closes this part. */
        private void text(StringBuilder out, @Nullable Number counted) {
            while (at < pattern.length()) {
                char c = pattern.charAt(at);
                if (c == '}') {
                    return;
                }
                at++;
                if (c == '{') {
                    argument(out);
                } else if (c == '#' && counted != null) {
                    out.append(rules.number(counted));
                } else if (c == '\'') {
                    quoted(out);
                } else {
                    out.append(c);
                }
            }
        }

        private void quoted(StringBuilder out) {
            char next = at < pattern.length() ? pattern.charAt(at) : ' ';
            if (next == '\'') {
                out.append('\'');
                at++;
            } else if (next == '{' || next == '}' || next == '#') {
                int end = pattern.indexOf('\'', at);
                if (end < 0) {
                    throw wrong("a quotation is not closed");
                }
                out.append(pattern, at, end);
                at = end + 1;
            } else {
                out.append('\'');
            }
        }

        private void argument(StringBuilder out) {
            String name = word();
            if (checking) {
                names.add(name);
            }
            if (take('}')) {
                append(out, value(name));
                return;
            }
            expect(',');
            String kind = word();
            expect(',');
            switch (kind) {
                case "plural" -> plural(out, name);
                case "select" -> select(out, name);
                default -> throw wrong("'" + kind + "' is not plural or select");
            }
            expect('}');
        }

        private void plural(StringBuilder out, String name) {
            Number number;
            if (checking) {
                number = 0;
            } else if (value(name) instanceof Number given) {
                number = given;
            } else {
                throw wrong("the argument '" + name + "' is not a number");
            }
            choose(out, "=" + number, rules.plural(number), number);
        }

        private void select(StringBuilder out, String name) {
            String chosen = checking ? "other" : value(name).toString();
            choose(out, chosen, chosen, null);
        }

        private void choose(StringBuilder out, String exact, String category, @Nullable Number counted) {
            String best = null;
            String other = null;
            blanks();
            while (at < pattern.length() && pattern.charAt(at) != '}') {
                String key = key();
                expect('{');
                boolean matches = key.equals(exact) || (key.equals(category) && best == null);
                boolean last = key.equals("other");
                if (matches || last || checking) {
                    StringBuilder part = new StringBuilder();
                    text(part, counted);
                    best = matches ? part.toString() : best;
                    other = last ? part.toString() : other;
                } else {
                    pass();
                }
                expect('}');
                blanks();
            }
            if (other == null) {
                throw wrong("a choice has no part 'other'");
            }
            out.append(best == null ? other : best);
        }

        /** Reads a part that is not chosen, to the brace that closes it. */
        private void pass() {
            StringBuilder passed = new StringBuilder();
            int open = 0;
            while (at < pattern.length() && (open > 0 || pattern.charAt(at) != '}')) {
                char c = pattern.charAt(at++);
                if (c == '{') {
                    open++;
                } else if (c == '}') {
                    open--;
                } else if (c == '\'') {
                    quoted(passed);
                }
            }
        }

        private Object value(String name) {
            Object value = arguments.get(name);
            if (value == null) {
                if (checking) {
                    return "";
                }
                throw wrong("there is no argument '" + name + "'");
            }
            return value;
        }

        private void append(StringBuilder out, Object value) {
            switch (value) {
                case Number number -> out.append(rules.number(number));
                case MessageTime time -> isolated(out, time.in(rules));
                case Message message -> out.append(render(message, rules));
                case Label label ->
                    isolated(out, label.message() ? rules.translated(label.text()) : label.in(rules.language()));
                default -> isolated(out, value.toString());
            }
        }

        /** Text of another direction does not move what stands beside it (Unicode Standard Annex 9). */
        private void isolated(StringBuilder out, String text) {
            if (rules.language().rightToLeft()) {
                out.append(FIRST_STRONG_ISOLATE).append(text).append(POP_ISOLATE);
            } else {
                out.append(text);
            }
        }

        private String key() {
            int start = at;
            while (at < pattern.length() && pattern.charAt(at) != '{' && !Character.isWhitespace(pattern.charAt(at))) {
                at++;
            }
            String key = pattern.substring(start, at);
            if (key.isEmpty()) {
                throw wrong("a choice has no name");
            }
            return key;
        }

        private String word() {
            blanks();
            int start = at;
            while (at < pattern.length()
                    && (Character.isLetterOrDigit(pattern.charAt(at)) || pattern.charAt(at) == '_')) {
                at++;
            }
            if (start == at) {
                throw wrong("an argument has no name");
            }
            String word = pattern.substring(start, at);
            blanks();
            return word;
        }

        private void blanks() {
            while (at < pattern.length() && Character.isWhitespace(pattern.charAt(at))) {
                at++;
            }
        }

        private boolean take(char c) {
            if (at < pattern.length() && pattern.charAt(at) == c) {
                at++;
                return true;
            }
            return false;
        }

        private void expect(char c) {
            blanks();
            if (!take(c)) {
                throw wrong("'" + c + "' is expected at character " + at);
            }
        }

        private IllegalArgumentException wrong(String why) {
            return new IllegalArgumentException("The message '" + pattern + "': " + why);
        }
    }
}
