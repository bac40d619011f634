package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.FileReference.Dimensions;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.Reference.OnDelete;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files over the JSON API: uploads, records with files, downloads, and files that are rejected. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FilesApiContract {
    private static final String BOUNDARY = "xXbOuNdArYx";
    private static final int LARGE = 20_000_000;

    private final HttpClient client = HttpClient.newHttpClient();
    private RunningServer server;
    private String token;

    abstract DatabaseSettings database(Path folder);

    /** Where the files are. */
    Hexadmin.Builder store(Hexadmin.Builder builder, Path folder) {
        return builder.set(Setting.FILES_PATH, folder.resolve("files"));
    }

    @BeforeAll
    void start(@TempDir Path folder) {
        server = RunningServer.start(
                database(folder),
                builder -> store(builder, folder)
                        .register(ModelDefinition.builder("things")
                                .field("id", FieldType.INTEGER, field -> field.primaryKey())
                                .field("name", FieldType.STRING)
                                .field("owner_id", FieldType.INTEGER)
                                .field("manual", FieldType.FILE)
                                .field(
                                        "sheet",
                                        FieldType.FILE,
                                        field -> field.accept("text/csv", "application/pdf")
                                                .maxBytes(50))
                                .field(
                                        "photo",
                                        FieldType.IMAGE,
                                        field -> field.sizes(java.util.Map.of("small", new Dimensions(40, 40))))
                                .build())
                        .register(ModelDefinition.builder("folders")
                                .field("id", FieldType.INTEGER, field -> field.primaryKey())
                                .field("name", FieldType.STRING)
                                .inlines("scans")
                                .build())
                        .register(ModelDefinition.builder("scans")
                                .field("id", FieldType.INTEGER, field -> field.primaryKey())
                                .field(
                                        "folder_id",
                                        FieldType.REFERENCE,
                                        field -> field.required().to("folders").onDelete(OnDelete.CASCADE))
                                .field("page", FieldType.FILE, field -> field.required())
                                .build()));
        token = server.token();
    }

    @AfterAll
    void stop() {
        client.close();
        server.close();
    }

    private HttpResponse<String> upload(String by, String field, String name, InputStream content, String... headers) {
        return upload(by, "things", field, name, content, headers);
    }

    private HttpResponse<String> upload(
            String by, String model, String field, String name, InputStream content, String[] headers) {
        String head = part("model", model) + part("field", field) + "--" + BOUNDARY
                + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + name
                + "\"\r\nContent-Type: text/html\r\n\r\n";
        InputStream body = new SequenceInputStream(
                new SequenceInputStream(stream(head), content), stream("\r\n--" + BOUNDARY + "--\r\n"));
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri("/admin/api/files/"))
                .header("Authorization", "Bearer " + by)
                .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                .POST(HttpRequest.BodyPublishers.ofInputStream(() -> body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String part(String name, String value) {
        return "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n";
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        try {
            return client.send(request, handler);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private JsonNode uploaded(String field, String name, byte[] content) {
        HttpResponse<String> answer = upload(token, field, name, new ByteArrayInputStream(content));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return RunningServer.json(answer);
    }

    private void refused(int status, String code, String field, String name, byte[] content) {
        HttpResponse<String> answer = upload(token, field, name, new ByteArrayInputStream(content));
        assertThat(answer.statusCode()).as(name + " " + answer.body()).isEqualTo(status);
        assertThat(RunningServer.json(answer).get("code").textValue()).as(name).isEqualTo(code);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] image(String format, int width, int height) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.ORANGE);
        graphics.fillRect(0, 0, width, height / 2);
        graphics.dispose();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, format, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private HttpResponse<byte[]> get(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private JsonNode json(String method, String path, String by, String body, int status) {
        HttpResponse<String> answer = server.send(method, "/admin/api/" + path, by, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return answer.body().isEmpty() ? RunningServer.JSON.nullNode() : RunningServer.json(answer);
    }

    private static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    @Test
    void an_upload_is_named_by_a_record_and_read_with_its_facts_and_signed_address() {
        JsonNode file = uploaded("manual", "Über \"uns\".txt".replace("\"", "'"), bytes("hello"));
        assertThat(file.get("size").intValue()).isEqualTo(5);
        assertThat(file.get("content_type").textValue()).isEqualTo("text/plain");
        assertThat(file.get("sha256").textValue())
                .isEqualTo("2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");

        JsonNode record =
                json("POST", "things/", token, "{\"manual\":\"" + file.get("id").textValue() + "\"}", 201);
        assertThat(record.get("manual").get("name").textValue()).isEqualTo("Über 'uns'.txt");
        assertThat(record.get("photo").isNull()).isTrue();
        String url = json("GET", "things/" + record.get("id"), token, "", 200)
                .get("manual")
                .get("url")
                .textValue();

        HttpResponse<byte[]> content = get(url);
        assertThat(content.statusCode()).isEqualTo(200);
        assertThat(content.body()).isEqualTo(bytes("hello"));
        assertThat(header(content, "Content-Disposition"))
                .isEqualTo("attachment; filename=\"_ber 'uns'.txt\"; filename*=UTF-8''%C3%9Cber%20%27uns%27.txt");
        assertThat(header(content, "Content-Security-Policy")).contains("sandbox");
        assertThat(header(content, "X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(get(url, "If-None-Match", header(content, "ETag")).statusCode())
                .isEqualTo(304);
        assertThat(json("GET", "things/?manual=" + file.get("id").textValue(), token, "", 200)
                        .get("total")
                        .intValue())
                .isEqualTo(1);
        // what was read can be sent back
        json("PATCH", "things/" + record.get("id"), token, "{\"manual\":" + record.get("manual") + "}", 200);
    }

    @Test
    void the_address_alone_opens_a_file_and_only_this_one() {
        String url = uploaded("manual", "a.txt", bytes("a")).get("url").textValue();

        assertThat(get(url).statusCode()).isEqualTo(200);
        assertThat(get(url.replaceFirst("expires=\\d", "expires=9")).statusCode())
                .isEqualTo(403);
        assertThat(get(url.replace("version=original", "version=small")).statusCode())
                .isEqualTo(403);
        assertThat(get(url.substring(0, url.length() - 2)).statusCode()).isEqualTo(403);
        assertThat(get(url.substring(0, url.indexOf('?'))).statusCode()).isEqualTo(401);
        assertThat(get("/admin/api/files/nothing?signature=x").statusCode()).isEqualTo(403);
        assertThat(get(url.replaceFirst("expires=\\d+", "expires=1")).statusCode())
                .isEqualTo(403);
    }

    @Test
    void without_a_signature_the_rights_on_the_record_decide() {
        String policy = "{\"name\":\"Owners %s\",\"permissions\":{\"things\":[\"view\"]},"
                + "\"row_policies\":{\"things\":\"owner_id = 1\"}}";
        JsonNode role = json("POST", "roles/", token, policy.formatted(System.nanoTime()), 201);
        String email = "reader" + System.nanoTime() + "@example.com";
        json(
                "POST",
                "admin_users/",
                token,
                "{\"email\":\"" + email + "\",\"password\":\"" + RunningServer.PASSWORD + "\",\"roles\":["
                        + role.get("id") + "]}",
                201);
        String reader = server.token(email, RunningServer.PASSWORD);
        String seen = uploaded("manual", "a.txt", bytes("a")).get("id").textValue();
        String hidden = uploaded("manual", "b.txt", bytes("b")).get("id").textValue();
        String loose = uploaded("manual", "c.txt", bytes("c")).get("id").textValue();
        json("POST", "things/", token, "{\"owner_id\":1,\"manual\":\"" + seen + "\"}", 201);
        json("POST", "things/", token, "{\"owner_id\":2,\"manual\":\"" + hidden + "\"}", 201);

        assertThat(get("/admin/api/files/" + seen, "Authorization", "Bearer " + reader)
                        .statusCode())
                .isEqualTo(200);
        for (String other : List.of(hidden, loose)) {
            assertThat(get("/admin/api/files/" + other, "Authorization", "Bearer " + reader)
                            .statusCode())
                    .isEqualTo(404);
            assertThat(get("/admin/api/files/" + other, "Authorization", "Bearer " + token)
                            .statusCode())
                    .isEqualTo(200);
        }
        assertThat(upload(reader, "manual", "a.txt", stream("a")).statusCode()).isEqualTo(403);
    }

    @Test
    void a_range_of_a_large_file_is_read() {
        byte[] content = new byte[LARGE];
        for (int i = 0; i < LARGE; i += 1000) {
            content[i] = (byte) (i / 1000);
        }
        String url = uploaded("manual", "large.bin", content).get("url").textValue();

        assertThat(get(url).body()).isEqualTo(content);
        HttpResponse<byte[]> part = get(url, "Range", "bytes=10000000-10000003");
        assertThat(part.statusCode()).isEqualTo(206);
        assertThat(part.body()).isEqualTo(new byte[] {(byte) 10000, 0, 0, 0});
        assertThat(header(part, "Content-Range")).isEqualTo("bytes 10000000-10000003/" + LARGE);
        assertThat(get(url, "Range", "bytes=-1").body()).hasSize(1);
        assertThat(get(url, "Range", "bytes=19999990-").body()).hasSize(10);
        assertThat(get(url, "Range", "bytes=20000000-").statusCode()).isEqualTo(416);
        assertThat(get(url, "Range", "bytes=0-1,5-6").statusCode()).isEqualTo(200);
        assertThat(get(url, "Range", "bytes=0-1", "If-Range", "\"other\"").statusCode())
                .isEqualTo(200);
        assertThat(uploaded("manual", "empty", new byte[0]).get("size").intValue())
                .isZero();
        assertThat(uploaded("manual", "one", new byte[1]).get("size").intValue())
                .isEqualTo(1);
    }

    private HttpResponse<String> tus(String method, String path, byte[] body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(path))
                .method(method, HttpRequest.BodyPublishers.ofByteArray(body))
                .header("Authorization", "Bearer " + token);
        List<String> names = Arrays.asList(headers);
        if (!names.contains("Tus-Resumable")) {
            request.header("Tus-Resumable", "1.0.0");
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<String> answer = send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (!method.equals("GET")) { // which is not of the protocol
            assertThat(answer.headers().firstValue("Tus-Resumable")).contains("1.0.0");
        }
        return answer;
    }

    private static String metadata(String field, String name) {
        return "model " + base64("things") + ",field " + base64(field) + ",filename " + base64(name);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(bytes(text));
    }

    private HttpResponse<String> begin(String field, String name, long length, String... headers) {
        List<String> all = new ArrayList<>(List.of(headers));
        all.addAll(List.of("Upload-Length", Long.toString(length), "Upload-Metadata", metadata(field, name)));
        return tus("POST", "/admin/api/files/uploads/", new byte[0], all.toArray(String[]::new));
    }

    private String begun(String field, String name, long length) {
        HttpResponse<String> answer = begin(field, name, length);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        assertThat(answer.headers().firstValue("Upload-Expires").orElseThrow()).endsWith("GMT");
        return header(answer, "Location");
    }

    private HttpResponse<String> append(String upload, long offset, byte[] content) {
        return tus(
                "PATCH",
                upload,
                content,
                "Upload-Offset",
                Long.toString(offset),
                "Content-Type",
                "application/offset+octet-stream");
    }

    private long offset(String upload) {
        HttpResponse<String> answer = tus("HEAD", upload, new byte[0]);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(header(answer, "Cache-Control")).isEqualTo("no-store");
        return Long.parseLong(header(answer, "Upload-Offset"));
    }

    private static void problem(HttpResponse<String> answer, int status, String code) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(RunningServer.json(answer).get("code").textValue()).isEqualTo(code);
    }

    private byte[] contentOf(String upload) {
        JsonNode state = RunningServer.json(tus("GET", upload, new byte[0]));
        assertThat(state.get("offset")).isEqualTo(state.get("length"));
        JsonNode file = state.get("file");
        assertThat(upload).endsWith(file.get("id").textValue());
        json("POST", "things/", token, "{\"manual\":\"" + file.get("id").textValue() + "\"}", 201);
        return get(file.get("url").textValue()).body();
    }

    @Test
    void an_upload_in_several_requests_becomes_a_file() {
        byte[] content = new byte[LARGE];
        new SplittableRandom(1).nextBytes(content);
        String upload = begun("manual", "large.bin", LARGE);

        assertThat(offset(upload)).isZero();
        assertThat(append(upload, 0, Arrays.copyOf(content, 1)).statusCode()).isEqualTo(204);
        assertThat(offset(upload)).isEqualTo(1);
        assertThat(append(upload, 1, Arrays.copyOfRange(content, 1, 15_000_000)).statusCode())
                .isEqualTo(204);
        assertThat(offset(upload)).isEqualTo(15_000_000);
        assertThat(RunningServer.json(tus("GET", upload, new byte[0]))
                        .get("file")
                        .isNull())
                .isTrue();
        problem(append(upload, 1, new byte[5]), 409, "offset_mismatch");
        HttpResponse<String> last = append(upload, 15_000_000, Arrays.copyOfRange(content, 15_000_000, LARGE));
        assertThat(last.statusCode()).as(last.body()).isEqualTo(204);
        assertThat(header(last, "Upload-Offset")).isEqualTo(Long.toString(LARGE));

        assertThat(offset(upload)).isEqualTo(LARGE);
        assertThat(contentOf(upload)).isEqualTo(content);
        problem(append(upload, LARGE, new byte[1]), 404, "not_found");
        assertThat(contentOf(begun("manual", "empty", 0))).isEmpty();
        String one = begun("manual", "one", 1);
        assertThat(append(one, 0, new byte[] {7}).statusCode()).isEqualTo(204);
        assertThat(contentOf(one)).containsExactly(7);
    }

    @Test
    void the_request_that_begins_an_upload_may_have_its_first_bytes() {
        HttpResponse<String> answer = tus(
                "POST",
                "/admin/api/files/uploads/",
                bytes("abc"),
                "Upload-Length",
                "5",
                "Upload-Metadata",
                metadata("manual", "a.txt"),
                "Content-Type",
                "application/offset+octet-stream",
                "Idempotency-Key",
                "begun-with-bytes");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        assertThat(header(answer, "Upload-Offset")).isEqualTo("3");
        String upload = header(answer, "Location");

        assertThat(append(upload, 3, bytes("de")).statusCode()).isEqualTo(204);
        assertThat(contentOf(upload)).isEqualTo(bytes("abcde"));
        problem(
                tus(
                        "POST",
                        "/admin/api/files/uploads/",
                        bytes("GIF89a"),
                        "Upload-Length",
                        "6",
                        "Upload-Metadata",
                        metadata("sheet", "a.csv"),
                        "Content-Type",
                        "application/offset+octet-stream"),
                415,
                "unsupported_media_type");
    }

    private HttpResponse<String> checked(String upload, long offset, String content, String checksum) {
        return tus(
                "PATCH",
                upload,
                bytes(content),
                "Upload-Offset",
                Long.toString(offset),
                "Upload-Checksum",
                checksum,
                "Content-Type",
                "application/offset+octet-stream");
    }

    @Test
    void bytes_are_stored_only_with_the_checksum_of_their_request() {
        String upload = begun("manual", "checked.txt", 6);
        problem(checked(upload, 0, "abd", "sha1 qZk+NkcGgWq6PiVxeFDCbJzQ2J0="), 460, "checksum_mismatch");
        assertThat(offset(upload)).isZero();
        problem(checked(upload, 0, "abc", "crc32 NSRBwg=="), 400, "invalid_upload_header");
        problem(checked(upload, 0, "abc", "sha1 ?"), 400, "invalid_upload_header");
        assertThat(checked(upload, 0, "abc", "sha1 qZk+NkcGgWq6PiVxeFDCbJzQ2J0=")
                        .statusCode())
                .isEqualTo(204);
        assertThat(checked(upload, 3, "abc", "sha256 ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
                        .statusCode())
                .isEqualTo(204);
        assertThat(contentOf(upload)).isEqualTo(bytes("abcabc"));
        HttpResponse<String> options = tus("OPTIONS", "/admin/api/files/uploads", new byte[0]);
        assertThat(header(options, "Tus-Extension"))
                .isEqualTo("creation,creation-with-upload,expiration,checksum,termination");
        assertThat(header(options, "Tus-Checksum-Algorithm")).isEqualTo("sha1,sha256");
    }

    @Test
    void what_came_before_a_connection_broke_is_kept() throws IOException {
        byte[] content = new byte[1_000_000];
        new SplittableRandom(2).nextBytes(content);
        String upload = begun("manual", "broken.bin", content.length);
        try (Socket socket = new Socket("127.0.0.1", server.uri("/").getPort())) {
            String head = "PATCH " + upload + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token
                    + "\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: application/offset+octet-stream"
                    + "\r\nContent-Length: 1000000\r\n\r\n";
            socket.getOutputStream().write(bytes(head));
            socket.getOutputStream().write(content, 0, 600_000);
            socket.shutdownOutput();
            socket.getInputStream().readAllBytes();
        }

        int offset = (int) offset(upload);
        assertThat(offset).isEqualTo(600_000);
        assertThat(append(upload, offset, Arrays.copyOfRange(content, offset, content.length))
                        .statusCode())
                .isEqualTo(204);
        assertThat(contentOf(upload)).isEqualTo(content);
    }

    @Test
    void an_upload_in_several_requests_is_under_the_rules_of_every_upload() {
        problem(begin("sheet", "a.csv", 51), 413, "payload_too_large");
        problem(begin("name", "a.csv", 1), 422, "invalid");
        problem(begin("manual", "../a", 1), 422, "invalid");
        problem(begin("manual", "a", -1), 400, "invalid_upload_header");
        problem(
                tus(
                        "POST",
                        "/admin/api/files/uploads",
                        new byte[0],
                        "Upload-Length",
                        "1",
                        "Upload-Metadata",
                        "model ?"),
                400,
                "invalid_upload_header");
        problem(tus("HEAD", "/admin/api/files/uploads/x", new byte[0], "Tus-Resumable", "0.2.2"), 412);
        String wrong = begun("sheet", "a.csv", 6);
        problem(append(wrong, 0, bytes("GIF89a")), 415, "unsupported_media_type");
        problem(tus("DELETE", wrong, new byte[0]), 404, "not_found");
        String program = begun("manual", "large.bin", 9_000_000);
        byte[] start = new byte[100_000];
        start[0] = 'M';
        start[1] = 'Z';
        problem(append(program, 0, start), 415, "unsupported_media_type");
        String damaged = begun("photo", "a.png", 60);
        problem(append(damaged, 0, Arrays.copyOf(image("png", 50, 50), 60)), 422, "unreadable_image");
        String more = begun("manual", "a.txt", 2);
        problem(append(more, 0, bytes("abc")), 413, "payload_too_large");
        assertThat(tus("HEAD", more, new byte[0]).headers().firstValue("Upload-Offset"))
                .contains("0");
        problem(
                tus("PATCH", more, bytes("a"), "Upload-Offset", "0", "Content-Type", "text/plain"),
                415,
                "unsupported_media_type");
        String cancelled = begun("manual", "a.txt", 2);
        assertThat(tus("DELETE", cancelled, new byte[0]).statusCode()).isEqualTo(204);
        problem(append(cancelled, 0, bytes("ab")), 404, "not_found");
        byte[] photo = image("png", 90, 60);
        String image = begun("photo", "a.png", photo.length);
        assertThat(append(image, 0, Arrays.copyOf(photo, 30)).statusCode()).isEqualTo(204);
        assertThat(append(image, 30, Arrays.copyOfRange(photo, 30, photo.length))
                        .statusCode())
                .isEqualTo(204);
        JsonNode file = RunningServer.json(tus("GET", image, new byte[0])).get("file");
        assertThat(file.get("width").intValue()).isEqualTo(90);
        assertThat(get(file.get("thumbnails").get("small").textValue()).statusCode())
                .isEqualTo(200);
    }

    private static void problem(HttpResponse<String> answer, int status) {
        assertThat(answer.statusCode()).isEqualTo(status);
    }

    @Test
    void an_upload_belongs_to_its_user() {
        String upload = begun("manual", "a.txt", 2);
        String email = "other" + System.nanoTime() + "@example.com";
        json(
                "POST",
                "admin_users/",
                token,
                "{\"email\":\"" + email + "\",\"password\":\"" + RunningServer.PASSWORD + "\",\"is_superuser\":true}",
                201);
        String own = token;
        token = server.token(email, RunningServer.PASSWORD);
        try {
            problem(append(upload, 0, bytes("ab")), 404, "not_found");
            problem(tus("GET", upload, new byte[0]), 404, "not_found");
            problem(tus("DELETE", upload, new byte[0]), 404, "not_found");
        } finally {
            token = own;
        }
        assertThat(offset(upload)).isZero();
    }

    @Test
    void child_records_have_files() {
        String first = scan("first.txt");
        String folder = "folders/"
                + json("POST", "folders/", token, "{\"scans\":{\"create\":[{\"page\":\"" + first + "\"}]}}", 201)
                        .get("id");
        JsonNode scan = scans(folder).get(0);
        assertThat(scan.get("page").get("name").textValue()).isEqualTo("first.txt");
        assertThat(get(scan.get("page").get("url").textValue()).body()).isEqualTo(bytes("first.txt"));

        json(
                "PATCH",
                folder,
                token,
                "{\"scans\":{\"update\":[{\"id\":" + scan.get("id") + ",\"page\":\"" + scan("second.txt")
                        + "\"}],\"create\":[{\"page\":" + scan.get("page") + "}]}}",
                200);
        assertThat(scans(folder).findValuesAsText("name")).containsExactly("second.txt", "first.txt");

        String foreign = uploaded("manual", "a.txt", bytes("a")).get("id").textValue();
        for (String wrong : List.of(foreign, "01a20a5b-0000-7000-8000-000000000000")) {
            JsonNode problem =
                    json("PATCH", folder, token, "{\"scans\":{\"create\":[{\"page\":\"" + wrong + "\"}]}}", 409);
            assertThat(problem.get("code").textValue()).isEqualTo("reference_not_found");
            assertThat(problem.get("errors").get(0).get("pointer").textValue()).isEqualTo("/scans/create/0/page");
        }
        assertThat(json("PATCH", folder, token, "{\"scans\":{\"create\":[{\"page\":\"x\"}]}}", 422)
                        .get("errors")
                        .get(0)
                        .get("pointer")
                        .textValue())
                .isEqualTo("/scans/create/0/page");
        assertThat(scans(folder)).hasSize(2);
    }

    private JsonNode scans(String folder) {
        return json("GET", folder + "?expand=scans", token, "", 200).get("scans");
    }

    /** An upload for a page; the content is its name. */
    private String scan(String name) {
        HttpResponse<String> answer =
                upload(token, "scans", "page", name, new ByteArrayInputStream(bytes(name)), new String[0]);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return RunningServer.json(answer).get("id").textValue();
    }

    @Test
    void an_upload_with_a_key_is_made_once() {
        String key = "k" + System.nanoTime();
        HttpResponse<String> first = uploadWithKey(key, "same");
        HttpResponse<String> again = uploadWithKey(key, "same");
        assertThat(first.statusCode()).as(first.body()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.headers().firstValue("Idempotent-Replayed")).contains("true");
        problem(uploadWithKey(key, "other"), 422, "idempotency_mismatch");
        assertThat(header(begin("manual", "a", 5, "Idempotency-Key", key + "t"), "Location"))
                .isEqualTo(header(begin("manual", "a", 5, "Idempotency-Key", key + "t"), "Location"));
        problem(begin("manual", "a", 6, "Idempotency-Key", key + "t"), 422, "idempotency_mismatch");
    }

    private HttpResponse<String> uploadWithKey(String key, String content) {
        return upload(token, "manual", "a.txt", stream(content), "Idempotency-Key", key);
    }

    @Test
    void an_upload_says_which_part_of_the_form_is_wrong() {
        byte[] content = bytes("hello");
        wrongPart("/model", "unknown_model", upload(token, "nothings", "manual", "a.txt", in(content), new String[0]));
        wrongPart("/field", "unknown_field", upload(token, "nothing", "a.txt", in(content)));
        wrongPart("/field", "unknown_field", upload(token, "name", "a.txt", in(content)));
        wrongPart("/model", "required", form(part("field", "manual") + file("file")));
        wrongPart("/field", "required", form(part("model", "things") + file("file")));
        String target = part("model", "things") + part("field", "manual");
        wrongPart("/file", "required", form(target + file("content")));
        wrongPart("/colour", "unknown_field", form(target + part("colour", "red") + file("file")));
        wrongPart("/colour", "unknown_field", form(target + file("file") + part("colour", "red")));
        wrongPart("/second", "unknown_field", form(target + file("file") + file("second")));
        assertThat(form(target + file("file") + part("csrf_token", "x")).statusCode())
                .isEqualTo(201);
    }

    private static InputStream in(byte[] content) {
        return new ByteArrayInputStream(content);
    }

    private static String file(String name) {
        return "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + name
                + "\"; filename=\"a.txt\"\r\n\r\nhello\r\n";
    }

    private HttpResponse<String> form(String parts) {
        return send(
                HttpRequest.newBuilder(server.uri("/admin/api/files/"))
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                        .POST(HttpRequest.BodyPublishers.ofString(parts + "--" + BOUNDARY + "--\r\n"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static void wrongPart(String pointer, String code, HttpResponse<String> answer) {
        problem(answer, 422, "invalid");
        assertThat(RunningServer.json(answer).at("/errors/0/pointer").textValue())
                .isEqualTo(pointer);
        assertThat(RunningServer.json(answer).at("/errors/0/code").textValue())
                .as(pointer)
                .isEqualTo(code);
    }

    /** The store is not part of the transaction. */
    @Test
    void an_upload_has_no_dry_run() {
        problem(upload(token, "manual", "a.txt", in(bytes("hello")), "Prefer", "tx=rollback"), 400, "invalid_query");
        problem(begin("manual", "a.txt", 5, "Prefer", "tx=rollback"), 400, "invalid_query");
        String upload = begun("manual", "a.txt", 2);
        problem(tus("DELETE", upload, new byte[0], "Prefer", "tx=rollback"), 400, "invalid_query");
        assertThat(append(upload, 0, bytes("ab")).statusCode()).isEqualTo(204);
    }

    @Test
    void the_content_decides_what_is_accepted() {
        uploaded("sheet", "a.csv", bytes("a,b\n1,2\n"));
        uploaded("sheet", "named-wrongly.txt", bytes("%PDF-1.4\n"));
        refused(415, "unsupported_media_type", "sheet", "a.pdf", bytes("just text"));
        refused(415, "unsupported_media_type", "sheet", "a.csv", bytes("GIF89a"));
        refused(413, "payload_too_large", "sheet", "a.csv", bytes("a,b\n".repeat(20)));
        refused(415, "unsupported_media_type", "manual", "setup.txt", bytes("MZ" + "\0".repeat(100)));
        refused(415, "unsupported_media_type", "manual", "run.txt", bytes("#!/bin/sh\nrm -rf /\n"));
        refused(415, "unsupported_media_type", "photo", "a.png", bytes("<svg xmlns=\"http://www.w3.org/2000/svg\"/>"));
        refused(415, "unsupported_media_type", "photo", "a.png", bytes("no image"));
        refused(422, "invalid", "manual", "..", bytes("x"));
        refused(422, "invalid", "manual", "a/../../etc/passwd", bytes("x"));
        refused(422, "invalid", "manual", "x".repeat(300), bytes("x"));
        refused(422, "invalid", "name", "a.txt", bytes("x"));
    }

    @Test
    void what_a_browser_could_run_is_given_as_bytes_to_be_saved() {
        for (String text : List.of(
                "<!DOCTYPE html><script>alert(1)</script>",
                "<?xml version=\"1.0\"?><!DOCTYPE svg [<!ENTITY size \"9\">]><svg xmlns=\"http://www.w3.org/2000/svg\">"
                        + "<style>a{fill:red}</style><a href=\"https://example.com/\"><circle r=\"&size;\"/></a></svg>")) {
            HttpResponse<byte[]> answer =
                    get(uploaded("manual", "page.html", bytes(text)).get("url").textValue());
            assertThat(header(answer, "Content-Type")).isEqualTo("application/octet-stream");
            assertThat(header(answer, "Content-Disposition")).startsWith("attachment;");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<script>alert(1)</script>",
                "<s:script xmlns:s=\"http://www.w3.org/2000/svg\"/>",
                "<g onclick=\"alert(1)\"/>",
                "<a href=\" java&#10;script:alert(1)\"/>",
                "<a xmlns:x=\"http://www.w3.org/1999/xlink\" x:href=\"JavaScript:alert(1)\"/>",
                "<set attributeName=\"href\" to=\"javascript:alert(1)\"/>",
                "<foreignObject><iframe xmlns=\"http://www.w3.org/1999/xhtml\" src=\"x\"/></foreignObject>",
                "&run;",
                "<g>"
            })
    void a_drawing_with_scripts_is_refused(String content) {
        String svg =
                "<!DOCTYPE svg [<!ENTITY run \"<script>alert(1)</script>\">]><svg xmlns=\"http://www.w3.org/2000/svg\">"
                        + content + "</svg>";
        refused(415, "unsupported_media_type", "manual", "a.svg", bytes(svg));
        refused(415, "unsupported_media_type", "manual", "a.svg", ("\uFEFF" + svg).getBytes(StandardCharsets.UTF_16LE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.ps1", "a.LNK", "a.b.cmd", "a.exe"})
    void a_name_that_a_system_runs_is_refused(String name) {
        HttpResponse<String> refused =
                upload(token, "manual", name, new ByteArrayInputStream(bytes("%PDF-1.7\n%%EOF")));
        assertThat(refused.statusCode()).isEqualTo(415);
        assertThat(RunningServer.json(refused).get("detail").textValue())
                .isEqualTo("Programs cannot be uploaded; the name of the file ends with "
                        + name.substring(name.lastIndexOf('.')).toLowerCase(Locale.ROOT) + ".");
    }

    @Test
    void an_image_is_encoded_again_and_scaled() throws IOException {
        byte[] jpeg = image("jpg", 200, 100);
        byte[] hidden = bytes("<script>alert(1)</script>");
        ByteArrayOutputStream polyglot = new ByteArrayOutputStream();
        polyglot.write(jpeg, 0, 2);
        polyglot.write(orientation(6));
        polyglot.write(jpeg, 2, jpeg.length - 2);
        polyglot.write(hidden);
        JsonNode file = uploaded("photo", "photo.jpeg", polyglot.toByteArray());

        assertThat(file.get("width").intValue()).as("the camera was turned").isEqualTo(100);
        assertThat(file.get("height").intValue()).isEqualTo(200);
        byte[] original = get(file.get("url").textValue()).body();
        assertThat(new String(original, StandardCharsets.ISO_8859_1)).doesNotContain("script", "Exif");
        HttpResponse<byte[]> small = get(file.get("thumbnails").get("small").textValue());
        assertThat(header(small, "Content-Type")).isEqualTo("image/jpeg");
        assertThat(header(small, "Content-Disposition")).startsWith("inline;");
        BufferedImage thumbnail = ImageIO.read(new ByteArrayInputStream(small.body()));
        assertThat(thumbnail.getWidth()).isEqualTo(20);
        assertThat(thumbnail.getHeight()).isEqualTo(40);
        // the upper half was orange before the turn, so the right half is
        assertThat(new Color(thumbnail.getRGB(17, 20)).getRed()).isGreaterThan(200);
        assertThat(new Color(thumbnail.getRGB(2, 20)).getRed()).isLessThan(60);
        assertThat(uploaded("photo", "a.gif", image("gif", 10, 10)).get("name").textValue())
                .isEqualTo("a.png");
    }

    @Test
    void a_file_of_two_types_is_neither_run_nor_kept_as_it_is() {
        byte[] gifAndScript = bytes("GIF89a/*\0\0*/=1;alert(1)//");
        refused(422, "unreadable_image", "photo", "a.gif", gifAndScript);
        HttpResponse<byte[]> stored =
                get(uploaded("manual", "a.js", gifAndScript).get("url").textValue());
        assertThat(header(stored, "Content-Type")).isEqualTo("application/octet-stream");
        assertThat(header(stored, "Content-Disposition")).startsWith("attachment;");
        HttpResponse<byte[]> pdf = get(uploaded("sheet", "a.pdf", bytes("%PDF-1.4\n<html><script>alert(1)</script>"))
                .get("url")
                .textValue());
        assertThat(header(pdf, "Content-Type")).isEqualTo("application/pdf");
        assertThat(header(pdf, "Content-Disposition")).startsWith("attachment;");
        assertThat(header(pdf, "Content-Security-Policy")).contains("default-src 'none'; sandbox");
        ByteArrayOutputStream jpegAndArchive = new ByteArrayOutputStream();
        jpegAndArchive.writeBytes(image("jpg", 20, 20));
        jpegAndArchive.writeBytes(bytes("PK\u0003\u0004hidden"));
        byte[] pixels = get(uploaded("photo", "a.jpg", jpegAndArchive.toByteArray())
                        .get("url")
                        .textValue())
                .body();
        assertThat(new String(pixels, StandardCharsets.ISO_8859_1)).doesNotContain("PK\u0003\u0004", "hidden");
        refused(
                415,
                "unsupported_media_type",
                "photo",
                "a.svg",
                bytes("<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>"));
    }

    @Test
    void text_in_an_image_that_grows_when_it_is_read_is_left_out() throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        text.writeBytes(bytes("Comment\0\0"));
        try (DeflaterOutputStream deflated = new DeflaterOutputStream(text)) {
            byte[] megabyte = new byte[1_000_000];
            for (int i = 0; i < 200; i++) {
                deflated.write(megabyte);
            }
        }
        byte[] plain = image("png", 30, 30);
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        bomb.write(plain, 0, 33); // the signature and the header
        bomb.writeBytes(chunk("zTXt", text.toByteArray()));
        bomb.write(plain, 33, plain.length - 33);

        JsonNode file = uploaded("photo", "bomb.png", bomb.toByteArray());

        assertThat(file.get("size").longValue()).isLessThan(10_000);
        assertThat(new String(get(file.get("url").textValue()).body(), StandardCharsets.ISO_8859_1))
                .doesNotContain("zTXt");
    }

    private static byte[] chunk(String type, byte[] content) {
        CRC32 crc = new CRC32();
        crc.update(bytes(type));
        crc.update(content);
        return ByteBuffer.allocate(content.length + 12)
                .putInt(content.length)
                .put(bytes(type))
                .put(content)
                .putInt((int) crc.getValue())
                .array();
    }

    @Test
    void a_name_that_is_dangerous_on_some_system_is_rejected() {
        for (String name : List.of(
                "a/b",
                "a\\\\b",
                "C:a",
                "a\u0001b",
                "gpj.\u202Eexe",
                "x".repeat(300),
                "x".repeat(7_000),
                "CON",
                "nul.txt",
                "com1.tar.gz",
                "LPT9 .x")) {
            refused(422, "invalid", "manual", name, bytes("x"));
        }
        uploaded("manual", "console.txt", bytes("x"));
        uploaded("manual", "com10.txt", bytes("x"));
    }

    private static byte[] orientation(int value) {
        byte[] tiff = {'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, (byte) value, 0, 0, 0, 0, 0, 0};
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int length = 2 + 6 + tiff.length;
        out.writeBytes(new byte[] {(byte) 0xFF, (byte) 0xE1, (byte) (length >> 8), (byte) length});
        out.writeBytes(bytes("Exif\0\0"));
        out.writeBytes(tiff);
        return out.toByteArray();
    }

    @Test
    void images_with_too_many_pixels_or_damage_are_rejected_before_they_are_decoded() {
        byte[] bomb = image("png", 2, 2);
        // the width and the height of the header, and its checksum
        for (int at : new int[] {16, 20}) {
            bomb[at + 1] = 0x01; // 65 536 and more
        }
        CRC32 crc = new CRC32();
        crc.update(bomb, 12, 17);
        for (int i = 0; i < 4; i++) {
            bomb[29 + i] = (byte) (crc.getValue() >>> (24 - 8 * i));
        }
        refused(422, "unreadable_image", "photo", "bomb.png", bomb);
        byte[] cut = image("png", 50, 50);
        refused(422, "unreadable_image", "photo", "cut.png", Arrays.copyOf(cut, 60));
    }

    @Test
    void exported_files_are_addresses_that_an_import_takes_back() throws IOException {
        String id = uploaded("manual", "exported.txt", bytes("x")).get("id").textValue();
        json("POST", "things/", token, "{\"name\":\"exported\",\"manual\":\"" + id + "\"}", 201);
        try (PanelVisitor visitor = PanelVisitor.signedIn(server)) {
            String csv = new String(
                    visitor.download("/admin/things/export?format=csv&name=exported")
                            .body(),
                    StandardCharsets.UTF_8);
            assertThat(csv).contains("\"/admin/api/files/" + id + "\"");
            String json = new String(
                    visitor.download("/admin/things/export?format=json&name=exported")
                            .body(),
                    StandardCharsets.UTF_8);
            assertThat(RunningServer.JSON
                            .readTree(json)
                            .get(0)
                            .get("manual")
                            .get("name")
                            .textValue())
                    .isEqualTo("exported.txt");
            assertThat(visitor.download("/admin/things/export?format=xlsx&name=exported")
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void the_schema_and_the_audit_log_describe_files() {
        JsonNode schema = json("GET", "schema/things/", token, "", 200);
        assertThat(schema.get("properties").get("sheet").get("x-accept").toString())
                .isEqualTo("[\"text/csv\",\"application/pdf\"]");
        assertThat(schema.get("$defs")
                        .get("create")
                        .get("properties")
                        .get("photo")
                        .get("format")
                        .textValue())
                .isEqualTo("uuid");
        JsonNode file = uploaded("manual", "logged.txt", bytes("x"));
        json("POST", "things/", token, "{\"manual\":\"" + file.get("id").textValue() + "\"}", 201);
        List<String> changes = new ArrayList<>();
        json("GET", "admin_audit_log/?model=things&per_page=200", token, "", 200)
                .get("items")
                .forEach(item -> changes.add(item.get("changes").toString()));
        assertThat(changes)
                .anyMatch(change -> change.contains("logged.txt")
                        && change.contains(file.get("sha256").textValue()));
    }
}
