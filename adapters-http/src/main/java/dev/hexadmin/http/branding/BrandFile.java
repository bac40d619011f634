package dev.hexadmin.http.branding;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * A file of the operator that browsers get. What it is, is found by its content, not by its name. Immutable.
 *
 * @param extension {@code svg}, {@code png}, {@code ico} or {@code css}
 */
public record BrandFile(String extension, byte[] content) {
    /** A file is loaded by each browser once, before or beside the first page. */
    private static final int MOST_BYTES = 256 * 1_024;

    private static final int MOST_PIXELS = 4_096;
    private static final byte[] PNG = HexFormat.of().parseHex("89504e470d0a1a0a");
    private static final byte[] ICO = HexFormat.of().parseHex("00000100");

    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern IMPORT = Pattern.compile("@import\\b", Pattern.CASE_INSENSITIVE);

    /** An address that is neither a path of this server nor a part of the document. */
    private static final Pattern ELSEWHERE =
            Pattern.compile("url\\(\\s*+['\"]?+(?!\\s*(#|/(?!/)))", Pattern.CASE_INSENSITIVE);

    /**
     * Reads an SVG or PNG file.
     *
     * @throws IllegalArgumentException that says what is wrong with it
     */
    public static BrandFile mark(Path path) {
        byte[] content = read(path);
        return checked(() -> picture(content), path);
    }

    /**
     * Reads a PNG file.
     *
     * @throws IllegalArgumentException that says what is wrong with it
     */
    public static BrandFile mailMark(Path path) {
        byte[] content = read(path);
        return checked(
                () -> {
                    if (!startsWith(content, PNG)) {
                        throw new IllegalArgumentException(
                                "its content is no PNG picture, and mail programs show no other");
                    }
                    return picture(content);
                },
                path);
    }

    /**
     * Reads an SVG, PNG or ICO file.
     *
     * @throws IllegalArgumentException that says what is wrong with it
     */
    public static BrandFile icon(Path path) {
        byte[] content = read(path);
        return checked(() -> startsWith(content, ICO) ? new BrandFile("ico", content) : picture(content), path);
    }

    /**
     * Reads a style sheet.
     *
     * @throws IllegalArgumentException that says what is wrong with it
     */
    public static BrandFile styles(Path path) {
        byte[] content = read(path);
        return checked(() -> css(content), path);
    }

    private interface Check {
        BrandFile passed();
    }

    private static BrandFile checked(Check check, Path path) {
        try {
            return check.passed();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the file '" + path + "' cannot be used: " + e.getMessage(), e);
        }
    }

    private static byte[] read(Path path) {
        try (InputStream in = Files.newInputStream(path)) {
            byte[] content = in.readNBytes(MOST_BYTES + 1);
            if (content.length > MOST_BYTES) {
                throw new IllegalArgumentException(
                        "the file '" + path + "' has more than " + MOST_BYTES / 1_024 + " KiB");
            }
            if (content.length == 0) {
                throw new IllegalArgumentException("the file '" + path + "' is empty");
            }
            return content;
        } catch (IOException e) {
            throw new IllegalArgumentException("there is no readable file '" + path + "'", e);
        }
    }

    private static BrandFile picture(byte[] content) {
        if (startsWith(content, PNG)) {
            requirePng(content);
            return new BrandFile("png", content);
        }
        String start = new String(content, 0, Math.min(content.length, 1_024), StandardCharsets.UTF_8)
                .replace("\ufeff", "")
                .stripLeading();
        if (!start.startsWith("<")) {
            throw new IllegalArgumentException("its content is neither an SVG nor a PNG picture");
        }
        SafeSvg.check(content);
        return new BrandFile("svg", content);
    }

    private static boolean startsWith(byte[] content, byte[] start) {
        return content.length >= start.length && Arrays.equals(content, 0, start.length, start, 0, start.length);
    }

    /** Follows the chunks (ISO/IEC 15948) from the first to the last one, behind which nothing may follow. */
    private static void requirePng(byte[] content) {
        ByteBuffer buffer = ByteBuffer.wrap(content, PNG.length, content.length - PNG.length);
        String kind = "";
        while (!kind.equals("IEND")) {
            int length = buffer.remaining() < 12 ? -1 : buffer.getInt();
            if (length < 0 || length > buffer.remaining() - 8) {
                throw new IllegalArgumentException("it is a PNG picture that is cut off or damaged");
            }
            byte[] name = new byte[4];
            buffer.get(name);
            boolean first = kind.isEmpty();
            kind = new String(name, StandardCharsets.ISO_8859_1);
            if (first) {
                requireSize(kind, length, buffer);
            }
            buffer.position(buffer.position() + length + 4);
        }
        if (buffer.hasRemaining()) {
            throw new IllegalArgumentException("something follows the end of the PNG picture");
        }
    }

    private static void requireSize(String kind, int length, ByteBuffer buffer) {
        if (!kind.equals("IHDR") || length != 13) {
            throw new IllegalArgumentException("it is a PNG picture that is cut off or damaged");
        }
        int width = buffer.getInt(buffer.position());
        int height = buffer.getInt(buffer.position() + 4);
        if (width < 1 || height < 1 || width > MOST_PIXELS || height > MOST_PIXELS) {
            throw new IllegalArgumentException(
                    "the picture is larger than " + MOST_PIXELS + " × " + MOST_PIXELS + " pixels, or has no size");
        }
    }

    private static BrandFile css(byte[] content) {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("it is not UTF-8 text", e);
        }
        String rules = COMMENT.matcher(text).replaceAll(" ");
        if (rules.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("it is not a text");
        }
        if (IMPORT.matcher(rules).find()) {
            throw new IllegalArgumentException("it has an @import; put all rules into one file");
        }
        if (ELSEWHERE.matcher(rules).find()) {
            throw new IllegalArgumentException(
                    "it has a url(…) that does not begin with '/' or '#'; the content security policy allows files of"
                            + " this server only");
        }
        return new BrandFile("css", content);
    }
}
