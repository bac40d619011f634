package dev.hexadmin.http.docs;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** The files of the documentation pages, kept zipped: a quarter of their size. Immutable. */
final class Assets {
    /** Below this, a version and a file. */
    static final String PATH = "/docs/assets/";

    private static final String SWAGGER_UI = "META-INF/resources/webjars/swagger-ui/5.34.1/";
    private static final String OWN = "META-INF/dev.hexadmin.http/docs/";
    private static final Map<String, String> FILES = Map.of(
            "swagger-ui-bundle.js", SWAGGER_UI,
            "swagger-ui.css", SWAGGER_UI,
            "favicon-32x32.png", SWAGGER_UI,
            "start.js", OWN,
            "page.css", OWN);

    private final String version;
    private final byte[] page;
    private final Map<String, File> files;

    private Assets(String version, byte[] page, Map<String, File> files) {
        this.version = version;
        this.page = page;
        this.files = files;
    }

    /**
     * One file.
     *
     * @param type its media type
     * @param zipped its content, in gzip form (RFC 1952)
     * @param zippedTag the entity tag of that form
     * @param plainTag the entity tag of the content as it is
     */
    record File(String type, byte[] zipped, String zippedTag, String plainTag) {
        byte[] plain() {
            try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
                return in.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static Assets read() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            Map<String, File> files = new LinkedHashMap<>();
            FILES.keySet().stream().sorted().forEach(name -> {
                byte[] content = resource(FILES.getOrDefault(name, OWN) + name);
                digest.update(content);
                byte[] zipped = zip(content);
                files.put(name, new File(type(name), zipped, Conditional.tag(zipped), Conditional.tag(content)));
            });
            String version = HexFormat.of().formatHex(digest.digest(), 0, 8);
            byte[] page = new String(resource(OWN + "index.html"), StandardCharsets.UTF_8)
                    .replace("{assets}", PATH + version)
                    .getBytes(StandardCharsets.UTF_8);
            return new Assets(version, page, files);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Changes whenever a file does. */
    String version() {
        return version;
    }

    /** The page of Swagger UI. */
    byte[] page() {
        return page;
    }

    Optional<File> file(String version, String name) {
        return version.equals(this.version) ? Optional.ofNullable(files.get(name)) : Optional.empty();
    }

    private static String type(String name) {
        if (name.endsWith(".js")) {
            return "text/javascript; charset=utf-8";
        }
        return name.endsWith(".css") ? "text/css; charset=utf-8" : "image/png";
    }

    private static byte[] resource(String path) {
        // through the class loader: the webjar is another module, and META-INF is open in every one
        ClassLoader loader = Assets.class.getClassLoader();
        try (@Nullable
                InputStream in = loader == null
                        ? ClassLoader.getSystemResourceAsStream(path)
                        : loader.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("the file " + path + " is missing");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] zip(byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(content.length / 3);
        try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
            zip.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
