package dev.hexadmin.http.server.content;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Gzip;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import io.helidon.http.Method;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Own code, because Helidon's static content has neither paths that name the content nor stored compressed forms.
 *
 * <p>Files for browsers, each of one or more concatenated resources or of the operator, stored compressed: a quarter of their size. Their path
 * contains a digest of their content, so clients may cache them for ever. Thread-safe.
 */
public final class Assets {
    /** A picture that is opened as a page by itself is a document, whose scripts would be those of this server. */
    private static final String NOTHING_RUNS = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

    /** A comment of a style sheet, but no licence, which begins with an exclamation mark. */
    private static final Pattern COMMENT = Pattern.compile("\\s*/\\*(?!!).*?\\*/", Pattern.DOTALL);

    private static final Map<String, String> TYPES = Map.of(
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml",
            "png", "image/png",
            "ico", "image/x-icon",
            "woff2", "font/woff2");

    /** What is in jars is the same for every server of a program, and is read once. */
    private static final Map<Map<String, List<String>>, Loaded> OF_JARS = new ConcurrentHashMap<>();

    private final String path;
    private final Supplier<Loaded> files;
    private final boolean empty;
    private volatile @Nullable Served served;

    /**
     * @param path where they are served, such as {@code /docs/assets}
     * @param parts the resources of each file, by its name
     */
    public Assets(String path, Map<String, List<String>> parts) {
        this(path, () -> OF_JARS.computeIfAbsent(Map.copyOf(parts), Assets::readFromJars), parts.isEmpty());
    }

    private Assets(String path, Supplier<Loaded> files, boolean empty) {
        this.path = path;
        this.files = files;
        this.empty = empty;
    }

    /** Files that are in memory, by their names. */
    public static Assets of(String path, Map<String, byte[]> files) {
        Loaded loaded = read(files);
        return new Assets(path, () -> loaded, files.isEmpty());
    }

    /** Whether there are any. */
    public boolean isEmpty() {
        return empty;
    }

    /** Whether a file of this name can be served: its type is known by its ending. */
    public static boolean isServed(String name) {
        return TYPES.containsKey(name.substring(name.lastIndexOf('.') + 1));
    }

    /**
     * All files.
     *
     * @param version changes whenever one of them does
     */
    private record Loaded(String version, Map<String, File> files) {}

    /** Files at an address. */
    private record Served(String base, Loaded loaded) {}

    /**
     * One file.
     *
     * @param zipped its content, in gzip form (RFC 1952)
     * @param zippedTag the entity tag of that form
     * @param plainTag the entity tag of the content as it is
     */
    private record File(String type, byte[] zipped, String zippedTag, String plainTag) {
        byte[] plain() {
            try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
                return in.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    public Route route() {
        return new Route(Method.GET, path + "/{version}/{file}", Policy.PUBLIC, Route.Media.ANY, this::file);
    }

    /** Where the files are, without a slash at the end; changes whenever one of them does. */
    public String base() {
        return served().base();
    }

    /** The address of a file. */
    public String url(String name) {
        return base() + "/" + name;
    }

    private Response file(RequestContext request) {
        // names are looked up, never put together to a path: there is nothing to climb out of
        Loaded all = served().loaded();
        File file = Optional.ofNullable(all.files().get(request.variable("file")))
                .filter(found -> all.version().equals(request.variable("version")))
                .orElseThrow(() -> RequestRejectedException.notFound("There is no such file."));
        boolean zipped = Gzip.isPreferred(request.header("Accept-Encoding"));
        Response response = new Response(
                200,
                List.of(
                        new Response.Header("Content-Type", file.type()),
                        new Response.Header("Content-Security-Policy", NOTHING_RUNS),
                        new Response.Header("Cache-Control", "public, max-age=31536000, immutable"),
                        new Response.Header("Vary", "Accept-Encoding")),
                zipped ? file.zipped() : file.plain());
        // two representations, two tags
        return zipped
                ? Conditional.answer(request, response.with("Content-Encoding", "gzip"), file.zippedTag())
                : Conditional.answer(request, response, file.plainTag());
    }

    private Served served() {
        @Nullable Served known = served;
        if (known == null) {
            Loaded loaded = files.get();
            known = new Served(path + "/" + loaded.version(), loaded);
            served = known;
        }
        return known;
    }

    private static Loaded readFromJars(Map<String, List<String>> parts) {
        Map<String, byte[]> contents = new LinkedHashMap<>();
        parts.forEach((name, resources) -> contents.put(name, content(resources)));
        return read(contents);
    }

    private static Loaded read(Map<String, byte[]> contents) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            Map<String, File> files = new LinkedHashMap<>();
            new TreeMap<>(contents).forEach((name, content) -> {
                digest.update(content);
                byte[] zipped = Gzip.compress(content, Deflater.BEST_COMPRESSION);
                files.put(name, new File(type(name), zipped, Conditional.tag(zipped), Conditional.tag(content)));
            });
            return new Loaded(HexFormat.of().formatHex(digest.digest(), 0, 8), files);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] content(List<String> resources) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (String resource : resources) {
            byte[] content = resource(resource);
            all.writeBytes(resource.endsWith(".css") ? uncommented(content) : content);
            if (resources.size() > 1) {
                all.write('\n');
            }
        }
        return all.toByteArray();
    }

    private static byte[] uncommented(byte[] styles) {
        return COMMENT.matcher(new String(styles, StandardCharsets.UTF_8))
                .replaceAll("")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String type(String name) {
        return TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "application/octet-stream");
    }

    /**
     * A resource of this module or of a webjar.
     *
     * @throws IllegalStateException when it is missing
     */
    public static byte[] resource(String path) {
        // through the class loader: a webjar is another module, and META-INF is open in every one
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
}
