package dev.hexadmin.http.admin.frame;

import gg.jte.Content;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What stands in the frame of a page, without anything of the visitor but the token of its forms.
 *
 * @param title in the words of the record or model
 * @param actions what can be done, beside the title; UTF-8
 * @param content UTF-8
 */
public record PageBody(String title, byte[] actions, byte[] content) {
    /** A page as its template takes it. */
    public record Framed(Frame frame, Content actions, Content content) {}

    Framed in(Frame frame) {
        return new Framed(
                frame, output -> output.writeBinaryContent(actions), output -> output.writeBinaryContent(content));
    }

    /**
     * As bytes for whoever keeps pages.
     *
     * @param mark what stands for the token in the content: a word that nobody can know before
     */
    byte[] kept(String mark) {
        List<byte[]> parts = new ArrayList<>();
        parts.add(title.getBytes(StandardCharsets.UTF_8));
        parts.add(actions);
        parts.addAll(split(content, mark.getBytes(StandardCharsets.US_ASCII)));
        ByteBuffer out = ByteBuffer.allocate(
                parts.stream().mapToInt(part -> Integer.BYTES + part.length).reduce(Integer.BYTES, Integer::sum));
        out.putInt(parts.size());
        parts.forEach(part -> out.putInt(part.length).put(part));
        return out.array();
    }

    /** What {@link #kept} made, with a token in the places of the mark. */
    static PageBody of(byte[] kept, String token) {
        ByteBuffer in = ByteBuffer.wrap(kept);
        int parts = in.getInt();
        String title = new String(next(in), StandardCharsets.UTF_8);
        byte[] actions = next(in);
        byte[] between = token.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream content = new ByteArrayOutputStream(kept.length + between.length * parts);
        for (int i = 2; i < parts; i++) {
            if (i > 2) {
                content.writeBytes(between);
            }
            content.writeBytes(next(in));
        }
        return new PageBody(title, actions, content.toByteArray());
    }

    private static byte[] next(ByteBuffer in) {
        byte[] part = new byte[in.getInt()];
        in.get(part);
        return part;
    }

    private static List<byte[]> split(byte[] content, byte[] mark) {
        List<byte[]> parts = new ArrayList<>();
        int from = 0;
        for (int at = 0; at <= content.length - mark.length; at++) {
            if (Arrays.equals(content, at, at + mark.length, mark, 0, mark.length)) {
                parts.add(Arrays.copyOfRange(content, from, at));
                at += mark.length - 1;
                from = at + 1;
            }
        }
        parts.add(Arrays.copyOfRange(content, from, content.length));
        return parts;
    }
}
