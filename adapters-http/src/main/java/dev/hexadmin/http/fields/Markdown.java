package dev.hexadmin.http.fields;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.http.fields.MarkdownMention.MentionParser;
import gg.jte.Content;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.commonmark.Extension;
import org.commonmark.ext.autolink.AutolinkExtension;
import org.commonmark.ext.gfm.strikethrough.StrikethroughExtension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.task.list.items.TaskListItemMarker;
import org.commonmark.ext.task.list.items.TaskListItemsExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Block;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.html.HtmlWriter;
import org.jspecify.annotations.Nullable;

/**
 * CommonMark with the tables, strikethrough, task lists and bare links of GitHub, as HTML for a page. HTML in the source
 * is shown as text. Links lead only to {@code http}, {@code https} and {@code mailto}; images are links. Text that is
 * nested too deeply is shown without its marks. Thread-safe.
 */
public final class Markdown {
    /** Characters of a source that HTML is made of: for some texts the time grows with their square. */
    static final int LONGEST = 20_000;

    /** Brackets that may begin a link or HTML, for each of which the parser reads on to the end. */
    static final int MOST_OPENINGS = 1_000;

    /** Characters of the source that the text of a cell is made of. */
    private static final int LONGEST_SUMMARY = 1_000;

    private static final int LONGEST_ADDRESS = 2_000;
    private static final int MOST_BLOCKS = 50;
    private static final int DEEPEST = 100;

    private static final Pattern ALLOWED = Pattern.compile("(?:https?://|mailto:)[^\\s\\p{Cntrl}]+");

    private static final List<Extension> EXTENSIONS = List.of(
            TablesExtension.create(),
            StrikethroughExtension.create(),
            TaskListItemsExtension.create(),
            AutolinkExtension.create());

    private static final Parser PARSER = parser().build();

    private static final Parser COMMENTS = parser().customInlineContentParserFactory(new MentionParser.Factory())
            .build();

    private static final HtmlRenderer RENDERER = HtmlRenderer.builder()
            .escapeHtml(true)
            .sanitizeUrls(true)
            .nodeRendererFactory(PageRenderer::new)
            .extensions(EXTENSIONS)
            .build();

    private Markdown() {}

    private static Parser.Builder parser() {
        return Parser.builder()
                .maxOpenBlockParsers(MOST_BLOCKS)
                // before those of the extensions, which go through the document recursively
                .postProcessor(Markdown::flattened)
                .extensions(EXTENSIONS);
    }

    /** Whether the source is too long for HTML, or would take too much time. */
    public static boolean isShownAsText(String source) {
        return source.length() > LONGEST
                || source.chars().filter(each -> each == '[' || each == '<').count() > MOST_OPENINGS;
    }

    /**
     * The source as HTML.
     *
     * @param source not shown as text
     */
    public static Content html(String source) {
        return output -> output.writeContent(rendered(source));
    }

    static String rendered(String source) {
        return RENDERER.render(parsed(PARSER, source));
    }

    /**
     * The source of a comment as HTML.
     *
     * @param mentioned the names of the mentioned users that exist, by what follows the {@code @}, in lower case
     */
    public static Content comment(String source, Map<String, String> mentioned) {
        return output -> output.writeContent(rendered(source, mentioned));
    }

    static String rendered(String source, Map<String, String> mentioned) {
        Node document = parsed(COMMENTS, source);
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(CustomNode node) {
                if (node instanceof MarkdownMention mention) {
                    mention.resolve(mentioned);
                } else {
                    visitChildren(node);
                }
            }
        });
        return RENDERER.render(document);
    }

    private static Node parsed(Parser parser, String source) {
        if (isShownAsText(source)) {
            throw new IllegalArgumentException("a text of " + source.length() + " characters");
        }
        return parser.parse(source);
    }

    /** The beginning of the text without marks, in one line. */
    static String plain(String source) {
        String beginning = source.length() <= LONGEST_SUMMARY
                ? source
                : source.substring(0, source.offsetByCodePoints(0, LONGEST_SUMMARY / 2));
        String text = words(PARSER.parse(beginning)).strip();
        return beginning.length() == source.length() ? text : text + "…";
    }

    /** The document with texts in place of what is nested too deeply. */
    private static Node flattened(Node document) {
        int depth = 0;
        @Nullable Node node = document;
        while (node != null) {
            if (depth == DEEPEST && node.getFirstChild() != null) {
                Text text = new Text(words(node));
                while (node.getFirstChild() != null) {
                    node.getFirstChild().unlink();
                }
                node.appendChild(text);
            }
            if (depth < DEEPEST && node.getFirstChild() != null) {
                node = node.getFirstChild();
                depth++;
                continue;
            }
            while (depth > 0 && node.getNext() == null) {
                node = node.getParent();
                depth--;
            }
            node = depth == 0 ? null : node.getNext();
        }
        return document;
    }

    /** The text below a node, without recursion. */
    private static String words(Node root) {
        StringBuilder text = new StringBuilder();
        Deque<Node> left = new ArrayDeque<>();
        left.push(root);
        while (!left.isEmpty()) {
            Node node = left.pop();
            switch (node) {
                case Text one -> text.append(one.getLiteral());
                case Code one -> text.append(one.getLiteral());
                case HtmlInline one -> text.append(one.getLiteral());
                case MarkdownMention one -> text.append(one.literal());
                case FencedCodeBlock one -> word(text, one.getLiteral().replace('\n', ' '));
                case IndentedCodeBlock one -> word(text, one.getLiteral().replace('\n', ' '));
                case HtmlBlock one -> word(text, one.getLiteral().replace('\n', ' '));
                case SoftLineBreak _ -> word(text, "");
                case HardLineBreak _ -> word(text, "");
                case Block _ -> word(text, "");
                default -> {}
            }
            for (Node child = node.getLastChild(); child != null; child = child.getPrevious()) {
                left.push(child);
            }
        }
        return text.toString();
    }

    private static void word(StringBuilder text, String next) {
        if (!text.isEmpty() && text.charAt(text.length() - 1) != ' ') {
            text.append(' ');
        }
        text.append(next);
    }

    private static Optional<String> allowed(String address) {
        return address.length() <= LONGEST_ADDRESS
                        && ALLOWED.matcher(address.toLowerCase(Locale.ROOT)).matches()
                ? Optional.of(address)
                : Optional.empty();
    }

    /** Headings, links, images, tasks and mentions as pages have them. Used for one document. */
    private static final class PageRenderer implements NodeRenderer {
        /** The title of the page is the only {@code h1}. */
        private int level = 1;

        private final HtmlNodeRendererContext context;
        private final HtmlWriter html;

        PageRenderer(HtmlNodeRendererContext context) {
            this.context = context;
            this.html = context.getWriter();
        }

        @Override
        public Set<Class<? extends Node>> getNodeTypes() {
            return Set.of(Heading.class, Link.class, Image.class, TaskListItemMarker.class, MarkdownMention.class);
        }

        @Override
        public void render(Node node) {
            switch (node) {
                case Heading heading -> heading(heading);
                case Link link -> link(link, link.getDestination(), link.getTitle(), () -> children(link));
                case Image image -> image(image);
                case TaskListItemMarker task -> task(task);
                case MarkdownMention mention -> mention(mention);
                default -> throw new IllegalArgumentException(node.toString());
            }
        }

        /** One level at most below the one before. */
        private void heading(Heading heading) {
            level = Math.min(6, Math.min(heading.getLevel() + 1, level + 1));
            html.line();
            html.tag("h" + level);
            children(heading);
            html.tag("/h" + level);
            html.line();
        }

        private void link(Node node, String address, @Nullable String title, Runnable content) {
            Optional<String> href = allowed(address);
            if (href.isEmpty()) {
                content.run();
                return;
            }
            Map<String, String> attributes = new LinkedHashMap<>();
            attributes.put("href", context.encodeUrl(href.get()));
            attributes.put("rel", "noopener noreferrer nofollow");
            if (title != null) {
                attributes.put("title", title);
            }
            html.tag("a", context.extendAttributes(node, "a", attributes));
            content.run();
            html.tag("/a");
        }

        /** Pages load no image of another host. */
        private void image(Image image) {
            String alternative = words(image).strip();
            Runnable shown = () -> html.text(alternative.isEmpty() ? image.getDestination() : alternative);
            if (isInLink(image)) {
                shown.run();
            } else {
                link(image, image.getDestination(), image.getTitle(), shown);
            }
        }

        private static boolean isInLink(Node node) {
            for (Node above = node.getParent(); above != null; above = above.getParent()) {
                if (above instanceof Link) {
                    return true;
                }
            }
            return false;
        }

        private void task(TaskListItemMarker task) {
            Map<String, String> attributes = new LinkedHashMap<>();
            attributes.put("class", "task");
            attributes.put("role", "img");
            attributes.put("aria-label", task.isChecked() ? text("Done") : text("To do"));
            html.tag("span", attributes);
            html.text(task.isChecked() ? "☑" : "☐");
            html.tag("/span");
            html.text(" ");
        }

        private void mention(MarkdownMention mention) {
            if (mention.user().isEmpty()) {
                html.text(mention.literal());
                return;
            }
            Map<String, String> attributes = new LinkedHashMap<>();
            attributes.put("class", "mention");
            attributes.put("title", mention.user().get());
            html.tag("bdi", attributes);
            html.text(mention.literal());
            html.tag("/bdi");
        }

        private void children(Node node) {
            for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
                context.render(child);
            }
        }
    }
}
