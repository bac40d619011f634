package dev.hexadmin.application.panel;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Markup for the panel. Texts and the values of attributes are escaped, so that data cannot become markup; elements and attributes
 * that run something or that the content security policy forbids are rejected. Immutable.
 *
 * <pre>{@code
 * Html.element("ul", products.stream()
 *         .map(product -> Html.element("li", Html.link("/admin/products/" + product.id(), product.name())))
 *         .toArray(Html[]::new));
 * }</pre>
 */
public final class Html {
    /** No markup. */
    public static final Html NOTHING = new Html("");

    private static final Pattern ELEMENT = Pattern.compile("[a-z][a-z0-9-]*");
    private static final Pattern ATTRIBUTE = Pattern.compile("[a-z][a-zA-Z0-9-]*");

    /** Elements that run or load something, or belong to the frame of the page. */
    private static final Set<String> REJECTED = Set.of(
            "script",
            "style",
            "link",
            "meta",
            "base",
            "iframe",
            "frame",
            "object",
            "embed",
            "template",
            "html",
            "head",
            "body",
            "noscript",
            "plaintext",
            "xmp");

    /** Elements without content. */
    private static final Set<String> EMPTY =
            Set.of("area", "br", "col", "hr", "img", "input", "source", "track", "wbr");

    /** Attributes with an address. */
    private static final Set<String> ADDRESSES =
            Set.of("href", "src", "action", "formaction", "cite", "poster", "data", "xlink:href");

    private static final Pattern SAFE_ADDRESS =
            Pattern.compile("(?i)(https?:|mailto:|tel:|[/#?]|[^:/?#\\s\\p{Cntrl}]*([/?#]|$)).*", Pattern.DOTALL);

    private final String markup;

    private Html(String markup) {
        this.markup = markup;
    }

    /** A text; its characters mean themselves. */
    public static Html text(String text) {
        return new Html(escaped(text));
    }

    /**
     * Markup that is taken as it is: what a template engine made that escapes by itself. Never pass data of users to it: whoever
     * can write the data could change the page for others.
     */
    public static Html trusted(String markup) {
        return new Html(markup);
    }

    /** Several parts, one after the other. */
    public static Html of(Html... parts) {
        return of(List.of(parts));
    }

    /** Several parts, one after the other. */
    public static Html of(List<Html> parts) {
        return new Html(parts.stream().map(Html::markup).collect(Collectors.joining()));
    }

    /**
     * An element.
     *
     * @param name such as {@code p}
     * @throws IllegalArgumentException for an element that runs or loads something, such as {@code script}
     */
    public static Html element(String name, Html... content) {
        return element(name, Map.of(), content);
    }

    /** An element with a text. */
    public static Html element(String name, String text) {
        return element(name, Map.of(), text(text));
    }

    /**
     * An element with attributes.
     *
     * @param attributes their values by name; {@code ""} for one without a value, such as {@code required}
     * @throws IllegalArgumentException for an element or an attribute that runs something, such as {@code onclick}, for
     *     {@code style}, which the content security policy forbids, and for an address such as {@code javascript:…}
     */
    public static Html element(String name, Map<String, String> attributes, Html... content) {
        require(
                ELEMENT.matcher(name).matches() && !REJECTED.contains(name),
                "the element '" + name + "' cannot be in a page");
        require(content.length == 0 || !EMPTY.contains(name), "the element '" + name + "' has no content");
        StringBuilder markup = new StringBuilder("<").append(name);
        new TreeMap<>(attributes).forEach((attribute, value) -> attribute(markup, name, attribute, value));
        markup.append('>');
        if (!EMPTY.contains(name)) {
            Stream.of(content).forEach(part -> markup.append(part.markup));
            markup.append("</").append(name).append('>');
        }
        return new Html(markup.toString());
    }

    /**
     * A link.
     *
     * @throws IllegalArgumentException for an address such as {@code javascript:…}
     */
    public static Html link(String address, String text) {
        return element("a", Map.of("href", address), text(text));
    }

    private static void attribute(StringBuilder markup, String element, String name, String value) {
        String lower = name.toLowerCase(Locale.ROOT);
        require(
                ATTRIBUTE.matcher(name).matches()
                        && !lower.startsWith("on")
                        && !lower.startsWith("hx-")
                        && !lower.equals("style")
                        && !lower.equals("srcdoc")
                        && !lower.equals("srcset"),
                "the attribute '" + name + "' of '" + element + "' cannot be in a page");
        require(
                !ADDRESSES.contains(lower) || SAFE_ADDRESS.matcher(value).matches(),
                "the attribute '" + name + "' of '" + element + "' is no address of a page");
        markup.append(' ').append(name);
        if (!value.isEmpty() || lower.equals("value") || lower.equals("alt")) {
            markup.append("=\"").append(escaped(value)).append('"');
        }
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&#34;");
                case '\'' -> escaped.append("&#39;");
                case '\0' -> escaped.append('\uFFFD');
                default -> escaped.append(c);
            }
        }
        return escaped.toString();
    }

    /** As browsers read it. */
    public String markup() {
        return markup;
    }

    /** Whether there is nothing to show. */
    public boolean isEmpty() {
        return markup.isEmpty();
    }

    @Override
    public String toString() {
        return markup;
    }
}
