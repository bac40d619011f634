package dev.hexadmin.http.panel.frame;

import gg.jte.Content;
import gg.jte.TemplateOutput;
import gg.jte.html.HtmlInterceptor;
import gg.jte.html.HtmlTemplateOutput;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A page in UTF-8, in one array that grows: templates write thousands of short texts. Values are escaped for where they
 * stand, as the OWASP cheat sheet on cross-site scripting says; no template writes a value into a script, a style or an
 * event handler, which would need other rules.
 */
final class PageOutput implements HtmlTemplateOutput {
    static final HtmlInterceptor NO_INTERCEPTOR = new HtmlInterceptor() {
        @Override
        public void onHtmlTagOpened(String name, Map<String, Object> attributes, TemplateOutput out) {}

        @Override
        public void onHtmlTagClosed(String name, TemplateOutput out) {}
    };

    private static final int USUAL = 48 * 1024;
    private static final int LARGEST_KEPT = 256 * 1024;
    private static final int ASCII = 0x80;

    private static final byte[] @Nullable [] IN_TEXT = escapes(Map.of('&', "&amp;", '<', "&lt;", '>', "&gt;"));
    private static final byte[] @Nullable [] IN_ATTRIBUTE =
            escapes(Map.of('&', "&amp;", '<', "&lt;", '"', "&#34;", '\'', "&#39;"));

    /** The array of the last page, for the next one. */
    private static final AtomicReference<byte @Nullable []> SPARE = new AtomicReference<>();

    private byte[] bytes;
    private int size;
    private @Nullable String tag;
    private @Nullable String attribute;

    private PageOutput(byte[] bytes) {
        this.bytes = bytes;
    }

    private static byte[] @Nullable [] escapes(Map<Character, String> escapes) {
        byte[] @Nullable [] table = new byte[ASCII] @Nullable [];
        escapes.forEach((character, escape) -> table[character] = escape.getBytes(StandardCharsets.US_ASCII));
        return table;
    }

    /** Escaped markup in UTF-8. */
    static byte[] html(Content content) {
        byte @Nullable [] spare = SPARE.getAndSet(null);
        PageOutput out = new PageOutput(spare == null ? new byte[USUAL] : spare);
        content.writeTo(out);
        byte[] html = Arrays.copyOf(out.bytes, out.size);
        if (out.bytes.length <= LARGEST_KEPT) {
            SPARE.set(out.bytes);
        }
        return html;
    }

    @Override
    public void setContext(@Nullable String tagName, @Nullable String attributeName) {
        this.tag = tagName;
        this.attribute = attributeName;
    }

    @Override
    public void writeUserContent(@Nullable String value) {
        if (value == null) {
            return;
        }
        if (attribute == null) {
            if ("script".equals(tag) || "style".equals(tag)) {
                throw new IllegalStateException("a value in <" + tag + ">, which no escape is for");
            }
            encode(value, IN_TEXT);
        } else {
            if (attribute.startsWith("on") || attribute.equals("style")) {
                throw new IllegalStateException("a value in the attribute " + attribute + ", which no escape is for");
            }
            if (!attribute.equals("href") || !isScript(value)) {
                encode(value, IN_ATTRIBUTE);
            }
        }
    }

    /** Whether a browser would take an address for a script; it skips white space and control characters in it. */
    private static boolean isScript(String address) {
        if (address.startsWith("/") || address.startsWith("?") || address.startsWith("#")) {
            return false;
        }
        int colon = address.indexOf(':');
        return colon > 0
                && address.substring(0, colon)
                        .replaceAll("[\\s\\p{Cntrl}]", "")
                        .toLowerCase(Locale.ROOT)
                        .equals("javascript");
    }

    @Override
    public void writeUserContent(@Nullable Content content) {
        if (content == null) {
            return;
        }
        if (attribute != null) {
            throw new IllegalStateException("markup in the attribute " + attribute);
        }
        content.writeTo(this);
    }

    /** @param escapes by character; null for characters that stand for themselves */
    private void encode(String text, byte[] @Nullable [] escapes) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        int written = 0;
        for (int i = 0; i < utf8.length; i++) {
            byte @Nullable [] escape = utf8[i] < 0 ? null : escapes[utf8[i]];
            if (escape != null) {
                write(utf8, written, i);
                writeBinaryContent(escape);
                written = i + 1;
            }
        }
        write(utf8, written, utf8.length);
    }

    private void write(byte[] content, int from, int to) {
        int length = to - from;
        if (bytes.length - size < length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + length));
        }
        System.arraycopy(content, from, bytes, size, length);
        size += length;
    }

    @Override
    public void writeContent(String text) {
        writeContent(text, 0, text.length());
    }

    @Override
    public void writeContent(String text, int from, int to) {
        writeBinaryContent(text.substring(from, to).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void writeBinaryContent(byte[] content) {
        write(content, 0, content.length);
    }
}
