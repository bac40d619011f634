package dev.hexadmin.http.texts;

import dev.hexadmin.domain.text.Label;
import dev.hexadmin.domain.text.Message;
import gg.jte.Content;
import gg.jte.html.HtmlContent;
import gg.jte.html.HtmlTemplateOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A sentence with elements in it, so that translations can put them where they belong:
 *
 * <pre>
 * {@code <strong>{who}</strong> created {record}.}    elements without attributes: bdi, code, strong
 * {@code <list>Back to the list</list>}               a link to the address that is the argument "list"
 * {@code {when}}                                      an argument may be a {@link Content}
 * </pre>
 *
 * <p>Markup is recognised in the text of the message only, never in its arguments.
 */
public final class Markup implements HtmlContent {
    private static final Set<String> ELEMENTS = Set.of("bdi", "code", "strong");
    private static final Pattern PARTS = Pattern.compile("</?[a-z]+>|[\uE001-\uE0FF]");

    /** Stands for a {@code <} of an argument; the characters after it stand for content (Unicode: private use). */
    private static final char LESS = '\uE000';

    private static final Pattern PRIVATE = Pattern.compile("[\uE000-\uE0FF]");

    private final String text;
    private final Map<String, Object> arguments;
    private final List<Content> contents;

    private Markup(String text, Map<String, Object> arguments, List<Content> contents) {
        this.text = text;
        this.arguments = arguments;
        this.contents = contents;
    }

    /** The message in the language of the request. */
    public static Content markup(Message message) {
        List<Content> contents = new ArrayList<>();
        Message plain = new Message(message.text(), Map.of(), message.translations());
        for (Map.Entry<String, Object> argument : message.arguments().entrySet()) {
            plain = plain.with(argument.getKey(), plain(argument.getValue(), contents));
        }
        return new Markup(Localized.text(plain), message.arguments(), contents);
    }

    private static Object plain(Object value, List<Content> contents) {
        return switch (value) {
            case Number number -> number;
            case Content content -> {
                contents.add(content);
                yield Character.toString(LESS + contents.size());
            }
            case Message message -> escaped(Localized.text(message));
            case Label label -> escaped(Localized.text(label));
            default -> escaped(value.toString());
        };
    }

    private static String escaped(String text) {
        return PRIVATE.matcher(text).replaceAll("\uFFFD").replace('<', LESS);
    }

    @Override
    public void writeTo(HtmlTemplateOutput out) {
        Matcher part = PARTS.matcher(text);
        int at = 0;
        while (part.find()) {
            write(out, text.substring(at, part.start()));
            at = part.end();
            String found = part.group();
            if (found.charAt(0) == '<') {
                element(out, found);
            } else {
                out.writeUserContent(contents.get(found.charAt(0) - LESS - 1));
            }
        }
        write(out, text.substring(at));
    }

    private static void write(HtmlTemplateOutput out, String text) {
        out.writeUserContent(text.replace(LESS, '<'));
    }

    private void element(HtmlTemplateOutput out, String tag) {
        boolean opened = tag.charAt(1) != '/';
        String name = tag.substring(opened ? 1 : 2, tag.length() - 1);
        if (ELEMENTS.contains(name)) {
            out.writeContent(tag);
        } else if (!(arguments.get(name) instanceof String address)) {
            out.writeUserContent(tag);
        } else if (opened) {
            out.writeContent("<a href=\"");
            out.setContext("a", "href");
            out.writeUserContent(address);
            out.setContext("a", null);
            out.writeContent("\">");
        } else {
            out.writeContent("</a>");
        }
    }
}
