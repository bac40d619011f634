package dev.hexadmin.http.fields;

import dev.hexadmin.domain.comments.Mentions;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.commonmark.node.CustomNode;
import org.commonmark.parser.beta.InlineContentParser;
import org.commonmark.parser.beta.InlineContentParserFactory;
import org.commonmark.parser.beta.InlineParserState;
import org.commonmark.parser.beta.ParsedInline;
import org.commonmark.parser.beta.Position;
import org.commonmark.parser.beta.Scanner;

/** A mention in a comment. It has no children, so {@code @ada@example.com} is not searched for an address to link to. */
final class MarkdownMention extends CustomNode {
    private final String name;
    private Optional<String> user = Optional.empty();

    private MarkdownMention(String name) {
        this.name = name;
    }

    void resolve(Map<String, String> users) {
        user = Optional.ofNullable(users.get(name.toLowerCase(Locale.ROOT)));
    }

    String literal() {
        return "@" + name;
    }

    /** The name of the user; empty when there is none. */
    Optional<String> user() {
        return user;
    }

    /** Reads mentions where {@link Mentions} finds them; the parser of Markdown skips code and escaped characters. */
    static final class MentionParser implements InlineContentParser {
        static final class Factory implements InlineContentParserFactory {
            @Override
            public Set<Character> getTriggerCharacters() {
                return Set.of('@');
            }

            @Override
            public InlineContentParser create() {
                return new MentionParser();
            }
        }

        @Override
        public ParsedInline tryParse(InlineParserState state) {
            Scanner scanner = state.scanner();
            int before = scanner.peekPreviousCodePoint();
            StringBuilder text = new StringBuilder();
            if (before != Scanner.END) {
                text.appendCodePoint(before);
            }
            int place = text.length();
            Position start = scanner.position();
            while (text.length() - place < Mentions.LONGEST
                    && !Character.isWhitespace(scanner.peek())
                    && scanner.hasNext()) {
                text.append(scanner.peek());
                scanner.next();
            }
            scanner.setPosition(start);
            Optional<String> name = Mentions.at(text.toString(), place);
            if (name.isEmpty()) {
                return ParsedInline.none();
            }
            for (int i = 0; i <= name.get().length(); i++) {
                scanner.next();
            }
            return ParsedInline.of(new MarkdownMention(name.get()), scanner.position());
        }
    }
}
