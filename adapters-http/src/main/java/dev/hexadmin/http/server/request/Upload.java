package dev.hexadmin.http.server.request;

import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.server.problem.Problem;
import dev.hexadmin.http.server.uri.PercentEncoding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A form with files, {@code multipart/form-data} (RFC 7578), read as a stream: first the fields, then a file, of which
 * only one buffer is in memory, then the fields and the file after it. Used by one thread.
 *
 * <p>Helidon's own reader is not available for the version of Helidon used here: see {@code docs/choices.md}.
 */
public final class Upload {
    /** The media type. */
    public static final String TYPE = "multipart/form-data";

    private static final Pattern BOUNDARY = Pattern.compile(
            "boundary=(?:\"([^\"\\\\]{1,70})\"|([A-Za-z0-9'()+_,./:=?-]{1,70}))", Pattern.CASE_INSENSITIVE);
    private static final int BUFFER = 32 * 1024;
    private static final int LARGEST_TEXTS = 1024 * 1024;
    private static final int MOST_FIELDS = 5_000;
    private static final int LARGEST_HEAD = 8 * 1024;
    private static final int LARGEST_REST = 256 * 1024;
    private static final int LONGEST_NAME = 200;
    private static final int END = -1;

    private final InputStream in;
    private final byte[] delimiter;
    private final byte[] buffer = new byte[BUFFER];
    private final Map<String, List<String>> fields = new LinkedHashMap<>();
    private int texts;
    private boolean closed;
    private int at;
    private int filled;
    private boolean ended;
    private @Nullable String fileName;
    private String rawFileName = "";
    private String fileField = "";

    private Upload(InputStream in, String boundary) {
        this.in = in;
        this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.US_ASCII);
    }

    /** Whether the request says that its body is one. */
    public static boolean isSentBy(RequestContext request) {
        return request.header("Content-Type")
                .map(type -> type.split(";", 2)[0].strip().equalsIgnoreCase(TYPE))
                .orElse(false);
    }

    /**
     * Reads up to the file.
     *
     * @param in opens the body, once it is known to be one
     * @throws Problem 415 for another media type, 400 when it cannot be read
     */
    public static Upload read(RequestContext request, Supplier<InputStream> in) {
        Matcher boundary = BOUNDARY.matcher(request.header("Content-Type").orElse(""));
        if (!isSentBy(request) || !boundary.find()) {
            throw new Problem(
                    415,
                    "unsupported_media_type",
                    Message.of("Content-Type has to be {type}.").with("type", TYPE),
                    List.of(),
                    Map.of("Accept", TYPE));
        }
        Upload upload = new Upload(in.get(), boundary.group(1) == null ? boundary.group(2) : boundary.group(1));
        upload.readFields();
        return upload;
    }

    /** The value of a field that came before the file. */
    public Optional<String> text(String name) {
        return Optional.ofNullable(fields.get(name)).map(List::getFirst);
    }

    /** All fields that have been read. */
    public Map<String, List<String>> texts() {
        return new LinkedHashMap<>(fields);
    }

    /**
     * Skips the rest of the file, and reads up to the next one.
     *
     * @return false when there is none; then all fields have been read
     */
    public boolean another() {
        skip(LARGEST_REST);
        toNextFile();
        return fileName != null;
    }

    /**
     * Reads all fields, and skips all files.
     *
     * @param most bytes of files to skip, with the heads of their parts; more throws a 413
     * @return the names of the files that were chosen, as sent, by the names of their fields
     */
    public Map<String, String> skipFiles(long most) {
        Map<String, String> skipped = new LinkedHashMap<>();
        long left = most;
        while (fileName != null) {
            if (!rawFileName.isEmpty()) {
                skipped.put(fileField, rawFileName);
            }
            left -= skip(left) + LARGEST_HEAD; // so that empty ones come to an end, too
            toNextFile();
        }
        return skipped;
    }

    private long skip(long most) {
        if (fileName == null) {
            return 0;
        }
        byte[] skipped = new byte[BUFFER];
        long all = 0;
        try (InputStream rest = file(most)) {
            for (int some = rest.read(skipped); some >= 0; some = rest.read(skipped)) {
                all += some; // a file that is not wanted
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    private void toNextFile() {
        fileName = null;
        fileField = "";
        rawFileName = "";
        if (!closed) {
            ended = false;
            readParts();
        }
    }

    /** The file's name without folders; empty when none was chosen. */
    public Optional<String> fileName() {
        return Optional.ofNullable(fileName).filter(name -> !name.isEmpty());
    }

    /** The file's name as the client sent it; {@code ""} when none was chosen. */
    public String rawFileName() {
        return rawFileName;
    }

    /** The name of the field that holds the file; {@code ""} without a file. */
    public String fileField() {
        return fileField;
    }

    /**
     * The file's content, to be read once.
     *
     * @param most bytes; reading more throws a 413
     */
    public InputStream file(long most) {
        return new InputStream() {
            private long read;

            @Override
            public int read() {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? END : one[0] & 0xff;
            }

            @Override
            public int read(byte[] into, int from, int length) {
                int given = fileName == null ? END : part(into, from, length);
                read += Math.max(0, given);
                if (read > most) {
                    throw new Problem(
                            413,
                            "payload_too_large",
                            Message.of(
                                            "{limit, plural, one {The file is larger than # byte.} other {The file is larger than # bytes.}}")
                                    .with("limit", most),
                            List.of(),
                            Problem.CLOSE);
                }
                return given;
            }
        };
    }

    /** Passes over what follows the file. */
    public void finish() {
        int left = LARGEST_REST;
        while (left > 0 && fill()) {
            left -= filled - at;
            at = filled;
        }
    }

    private void readFields() {
        // the first delimiter has no line break before it
        for (int i = 2; i < delimiter.length; i++) {
            if (next() != delimiter[i]) {
                throw malformed(Message.of("The form does not begin with its boundary."));
            }
        }
        readParts();
    }

    /** The fields up to the next file. */
    private void readParts() {
        while (anotherPart()) {
            Map<String, String> head = head();
            String name = head.getOrDefault("name", "");
            Optional<String> file = fileName(head);
            if (file.isPresent()) {
                rawFileName = file.get();
                fileName = plain(rawFileName);
                fileField = name;
                return;
            }
            if (fields.size() == MOST_FIELDS) {
                throw malformed(Message.of("The form has too many fields."));
            }
            fields.computeIfAbsent(name, first -> new ArrayList<>(1)).add(value());
        }
    }

    /** Some clients send the name in the form of RFC 8187, too, beside one that is not in UTF-8. */
    private static Optional<String> fileName(Map<String, String> head) {
        return Optional.ofNullable(head.get("filename*"))
                .map(EXTENDED::matcher)
                .filter(Matcher::matches)
                .flatMap(value -> PercentEncoding.decode(value.group(1)))
                .or(() -> Optional.ofNullable(head.get("filename")));
    }

    /** After a delimiter: whether a part follows. */
    private boolean anotherPart() {
        int first = next();
        int second = next();
        if (first == '-' && second == '-') {
            ended = true;
            closed = true;
            return false;
        }
        while (first == ' ' || first == '\t') { // transport padding
            first = second;
            second = next();
        }
        if (first != '\r' || second != '\n') {
            throw malformed(Message.of("The form has something behind a boundary."));
        }
        return true;
    }

    /** The parameters of the part's content disposition. */
    private Map<String, String> head() {
        Map<String, String> parameters = new LinkedHashMap<>();
        int left = LARGEST_HEAD;
        String line = line(left);
        while (!line.isEmpty()) {
            left -= line.length() + 2;
            if (line.toLowerCase(Locale.ROOT).startsWith("content-disposition:")) {
                parameters(line.substring(line.indexOf(':') + 1), parameters);
            }
            line = line(left);
        }
        return parameters;
    }

    private static final Pattern EXTENDED = Pattern.compile("(?i:UTF-8)'[^']*'(.*)");

    // the quantifier is possessive because the matcher would call itself for each character of a long name
    private static final Pattern PARAMETER =
            Pattern.compile(";\\s*([A-Za-z*]+)\\s*=\\s*(?:\"((?:[^\"\\\\]|\\\\.)*+)\"|([^;\\s]*))");

    private static void parameters(String header, Map<String, String> into) {
        Matcher parameter = PARAMETER.matcher(header);
        while (parameter.find()) {
            String value = parameter.group(2) == null
                    ? parameter.group(3)
                    : parameter.group(2).replaceAll("\\\\([\"\\\\])", "$1").replace("%22", "\"");
            into.put(parameter.group(1).toLowerCase(Locale.ROOT), value);
        }
    }

    private String line(int left) {
        byte[] line = new byte[Math.max(0, left)];
        int length = 0;
        int b = next();
        while (b != '\r') {
            if (length == line.length) {
                throw malformed(Message.of("The form has a head that is too long."));
            }
            line[length++] = (byte) b;
            b = next();
        }
        if (next() != '\n') {
            throw malformed(Message.of("The form has a bare carriage return in a head."));
        }
        return new String(line, 0, length, StandardCharsets.UTF_8);
    }

    private String value() {
        ByteArrayOutputStream value = new ByteArrayOutputStream();
        byte[] some = new byte[1024];
        int given = part(some, 0, some.length);
        while (given >= 0) {
            value.write(some, 0, given);
            texts += given;
            if (texts > LARGEST_TEXTS) {
                throw malformed(Message.of("The form has too much text."));
            }
            given = part(some, 0, some.length);
        }
        return value.toString(StandardCharsets.UTF_8);
    }

    /** What people see of a name: some browsers of old gave the whole path. */
    private static String plain(String name) {
        String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
                .replaceAll("[\\p{Cntrl}\\p{Cs}]", "")
                .strip();
        return last.length() > LONGEST_NAME ? last.substring(last.length() - LONGEST_NAME) : last;
    }

    /** Bytes of the part, up to its delimiter, which is taken. */
    private int part(byte[] into, int from, int length) {
        if (ended) {
            return END;
        }
        while (true) {
            int found = find();
            int data = found < 0 ? filled - at - delimiter.length + 1 : found - at;
            if (data > 0) {
                int given = Math.min(data, length);
                System.arraycopy(buffer, at, into, from, given);
                at += given;
                return given;
            }
            if (found >= 0) {
                at += delimiter.length;
                if (fileName != null) {
                    ended = true;
                }
                return END;
            }
            if (!fill()) {
                throw new Problem(400, "incomplete_body", "The body did not come whole.", List.of(), Problem.CLOSE);
            }
        }
    }

    private int find() {
        for (int i = at; i + delimiter.length <= filled; i++) {
            if (buffer[i] == delimiter[0] && matches(i)) {
                return i;
            }
        }
        return END;
    }

    private boolean matches(int from) {
        for (int i = 1; i < delimiter.length; i++) {
            if (buffer[from + i] != delimiter[i]) {
                return false;
            }
        }
        return true;
    }

    private int next() {
        if (at == filled && !fill()) {
            throw new Problem(400, "incomplete_body", "The body did not come whole.", List.of(), Problem.CLOSE);
        }
        return buffer[at++] & 0xff;
    }

    /** Appends more bytes to the buffer; false at the end. */
    private boolean fill() {
        System.arraycopy(buffer, at, buffer, 0, filled - at);
        filled -= at;
        at = 0;
        try {
            int given = in.read(buffer, filled, buffer.length - filled);
            filled += Math.max(0, given);
            return given > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Problem malformed(Message text) {
        return new Problem(400, "malformed", text, List.of(), Problem.CLOSE);
    }
}
