package dev.hexadmin.http.panel.frame;

import gg.jte.Content;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The content in the frame of a page. The token of its forms is the only data of the visitor in it.
 *
 * @param fitted whether the page is as high as the window, and its parts scroll
 * @param title in the words of the record or model
 * @param status the state of what the page shows, beside the title
 * @param actions what can be done, beside the title
 */
public record PageBody(boolean fitted, String title, Content status, Content actions, Content content) {
    /** Nothing at all. */
    public static final Content NOTHING = output -> {};

    /** A page as its template takes it. */
    public record Framed(Frame frame, boolean fitted, Content status, Content actions, Content own, Content content) {}

    /** @param own what stands above the content for this visitor */
    Framed in(Frame frame, Content own) {
        return new Framed(frame, fitted, status, actions, own, content);
    }

    /**
     * The body as bytes for the page cache.
     *
     * @param mark the placeholder of the token in the content: an unpredictable word
     */
    byte[] kept(String mark) {
        byte[] head = title.getBytes(StandardCharsets.UTF_8);
        byte[] state = PageOutput.html(status);
        byte[] beside = PageOutput.html(actions);
        byte[] main = PageOutput.html(content);
        byte[] word = mark.getBytes(StandardCharsets.US_ASCII);
        List<Integer> marks = marks(main, word);
        int parts = marks.size() + 1;
        ByteBuffer out = ByteBuffer.allocate(1
                + Integer.BYTES * (parts + 4)
                + head.length
                + state.length
                + beside.length
                + main.length
                - word.length * marks.size());
        out.put((byte) (fitted ? 1 : 0));
        out.putInt(parts);
        out.putInt(head.length).put(head);
        out.putInt(state.length).put(state);
        out.putInt(beside.length).put(beside);
        int from = 0;
        for (int at : marks) {
            out.putInt(at - from).put(main, from, at - from);
            from = at + word.length;
        }
        out.putInt(main.length - from).put(main, from, main.length - from);
        return out.array();
    }

    /** Where the mark is in the content. */
    private static List<Integer> marks(byte[] content, byte[] word) {
        List<Integer> marks = new ArrayList<>();
        for (int at = 0; at <= content.length - word.length; at++) {
            if (content[at] == word[0] && Arrays.equals(content, at, at + word.length, word, 0, word.length)) {
                marks.add(at);
                at += word.length - 1;
            }
        }
        return marks;
    }

    /** Reads the bytes of {@link #kept}, with a token in place of each mark. */
    static PageBody of(byte[] kept, String token) {
        ByteBuffer in = ByteBuffer.wrap(kept);
        boolean fitted = in.get() == 1;
        int parts = in.getInt();
        String title = new String(next(in), StandardCharsets.UTF_8);
        byte[] status = next(in);
        byte[] actions = next(in);
        byte[] between = token.getBytes(StandardCharsets.UTF_8);
        int marks = parts - 1;
        ByteBuffer content = ByteBuffer.allocate(in.remaining() - Integer.BYTES * parts + between.length * marks);
        for (int i = 0; i < parts; i++) {
            if (i > 0) {
                content.put(between);
            }
            int length = in.getInt();
            content.put(in.slice(in.position(), length));
            in.position(in.position() + length);
        }
        return new PageBody(fitted, title, written(status), written(actions), written(content.array()));
    }

    private static Content written(byte[] markup) {
        return output -> output.writeBinaryContent(markup);
    }

    private static byte[] next(ByteBuffer in) {
        byte[] part = new byte[in.getInt()];
        in.get(part);
        return part;
    }
}
