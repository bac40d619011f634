package dev.hexadmin.http.panel.frame;

import gg.jte.Content;
import gg.jte.TemplateOutput;
import gg.jte.html.HtmlInterceptor;
import gg.jte.html.OwaspHtmlTemplateOutput;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/** A page in UTF-8, in one array that grows: templates write hundreds of short texts. */
final class PageOutput implements TemplateOutput {
    static final HtmlInterceptor NO_INTERCEPTOR = new HtmlInterceptor() {
        @Override
        public void onHtmlTagOpened(String name, Map<String, Object> attributes, TemplateOutput out) {}

        @Override
        public void onHtmlTagClosed(String name, TemplateOutput out) {}
    };

    private static final int USUAL = 48 * 1024;

    private byte[] bytes = new byte[USUAL];
    private int size;

    private PageOutput() {}

    /** Escaped markup in UTF-8. */
    static byte[] html(Content content) {
        PageOutput out = new PageOutput();
        content.writeTo(new OwaspHtmlTemplateOutput(out));
        return Arrays.copyOf(out.bytes, out.size);
    }

    @Override
    public void writeContent(String text) {
        writeContent(text, 0, text.length());
    }

    @Override
    public void writeContent(String text, int from, int to) {
        grow(to - from);
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                writeBinaryContent(text.substring(i, to).getBytes(StandardCharsets.UTF_8));
                return;
            }
            bytes[size++] = (byte) c;
        }
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
