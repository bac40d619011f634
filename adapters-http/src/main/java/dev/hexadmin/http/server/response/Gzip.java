package dev.hexadmin.http.server.response;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/** The content coding gzip (RFC 9110, 8.4.1.3), and whether a client takes it. */
public final class Gzip {
    /** What differs between the entity tags of an answer and of its compressed form. */
    private static final String SUFFIX = "+gzip";

    private Gzip() {}

    /**
     * Whether {@code Accept-Encoding} (RFC 9110, 12.5.3) prefers it to no coding at all.
     *
     * @param acceptEncoding the header
     */
    public static boolean isPreferred(Optional<String> acceptEncoding) {
        if (acceptEncoding.isEmpty()) {
            return false;
        }
        double gzip = -1;
        double identity = -1;
        double any = 0;
        for (String one : acceptEncoding.get().split(",", -1)) {
            String[] parts = one.split(";", -1);
            String coding = parts[0].strip();
            if (coding.equalsIgnoreCase("gzip") || coding.equalsIgnoreCase("x-gzip")) {
                gzip = weight(parts);
            } else if (coding.equalsIgnoreCase("identity")) {
                identity = weight(parts);
            } else if (coding.equals("*")) {
                any = weight(parts);
            }
        }
        double wanted = gzip < 0 ? any : gzip;
        return wanted > 0 && wanted >= identity;
    }

    private static double weight(String[] parts) {
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip();
            if (parameter.regionMatches(true, 0, "q=", 0, 2)) {
                try {
                    return Double.parseDouble(parameter.substring(2));
                } catch (NumberFormatException e) {
                    return 0; // a weight that cannot be read asks for nothing
                }
            }
        }
        return 1;
    }

    /**
     * The compressed form.
     *
     * @param level of {@link java.util.zip.Deflater}, 1 to 9
     */
    public static byte[] compress(byte[] content, int level) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(Math.max(512, content.length / 4));
        try (GZIPOutputStream zip = new GZIPOutputStream(out) {
            {
                def.setLevel(level);
            }
        }) {
            zip.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // writing to memory
        }
        return out.toByteArray();
    }

    /** The strong entity tag of the compressed form of the answer with this tag. */
    public static String tag(String etag) {
        return etag.endsWith("\"") ? etag.substring(0, etag.length() - 1) + SUFFIX + '"' : etag;
    }

    /** The text between the quotes of the uncompressed answer's tag, from the tag of either form. */
    public static String plain(String opaque) {
        return opaque.endsWith(SUFFIX) ? opaque.substring(0, opaque.length() - SUFFIX.length()) : opaque;
    }
}
