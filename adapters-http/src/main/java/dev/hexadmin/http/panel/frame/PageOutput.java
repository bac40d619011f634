package dev.hexadmin.http.panel.frame;

import gg.jte.Content;
import gg.jte.TemplateOutput;
import gg.jte.html.HtmlInterceptor;
import gg.jte.html.HtmlTemplateOutput;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
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
    private static final int LONGEST_CHARACTER = 4;

    private static final byte[] @Nullable [] IN_TEXT = escapes(Map.of('&', "&amp;", '<', "&lt;", '>', "&gt;"));
    private static final byte[] @Nullable [] IN_ATTRIBUTE =
            escapes(Map.of('&', "&amp;", '<', "&lt;", '"', "&#34;", '\'', "&#39;"));

    private static final byte[] @Nullable [] AS_IT_IS = escapes(Map.of());

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
        int length = text.length();
        int i = 0;
        while (i < length) {
            grow(length - i);
            byte[] out = bytes;
            int at = size;
            char c = 0;
            while (i < length && (c = text.charAt(i)) < ASCII && escapes[c] == null) {
                out[at++] = (byte) c;
                i++;
            }
            size = at;
            if (i < length) {
                i += c < ASCII ? escape(escapes[c]) : encode(text.codePointAt(i));
            }
        }
    }

    private int escape(byte @Nullable [] escape) {
        writeBinaryContent(Objects.requireNonNull(escape));
        return 1;
    }

    /** Writes a character beyond ASCII and returns its length in UTF-16. */
    private int encode(int point) {
        grow(LONGEST_CHARACTER);
        if (point < 0x800) {
            bytes[size++] = (byte) (0xC0 | (point >> 6));
        } else if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
            bytes[size++] = '?'; // half of a character
            return 1;
        } else {
            if (point < Character.MIN_SUPPLEMENTARY_CODE_POINT) {
                bytes[size++] = (byte) (0xE0 | (point >> 12));
            } else {
                bytes[size++] = (byte) (0xF0 | (point >> 18));
                bytes[size++] = (byte) (0x80 | ((point >> 12) & 0x3F));
            }
            bytes[size++] = (byte) (0x80 | ((point >> 6) & 0x3F));
        }
        bytes[size++] = (byte) (0x80 | (point & 0x3F));
        return Character.charCount(point);
    }

    @Override
    public void writeContent(String text) {
        writeContent(text, 0, text.length());
    }

    @Override
    public void writeContent(String text, int from, int to) {
        encode(text.substring(from, to), AS_IT_IS);
    }

    @Override
    public void writeBinaryContent(byte[] content) {
        grow(content.length);
        System.arraycopy(content, 0, bytes, size, content.length);
        size += content.length;
    }

    private void grow(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        }
    }
}
