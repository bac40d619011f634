package dev.hexadmin.bootstrap.command;

import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.bootstrap.wiring.Platform;
import dev.hexadmin.bootstrap.wiring.Registrations;
import dev.hexadmin.bootstrap.wiring.Server;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Starts a server on a temporary database, sends it a sample of requests, and ends. The launcher runs it once to record
 * the AOT cache that speeds up later starts (JEP 483, 514, 515).
 */
final class Exercise {
    static final String NAME = "exercise";

    private static final int TIMES = 120;
    private static final String EMAIL = "exercise@example.com";
    private static final Pattern TOKEN = Pattern.compile("\"access_token\":\"([^\"]+)\"");
    private static final Pattern CURSOR = Pattern.compile("\"next_cursor\":\"([^\"]+)\"");

    private static final Settings.Text CONFIGURATION = new Settings.Text("the exercise's hexadmin.yaml", """
            notifications: { default_sms_provider: console, default_email_provider: console }
            dashboard:
              - { type: count, model: items }
              - { type: recent_changes, limit: 6 }
            models:
              tags:
                display: "{name}"
                fields:
                  id: { type: integer, primary_key: true }
                  name: { type: string, max_length: 40, required: true, unique: true }
                  colour: { type: string, max_length: 7, pattern: "^#[0-9a-f]{6}$" }
                list_display: [name, colour]
                search_fields: [name]
              items:
                display: "{name}"
                fields:
                  id: { type: integer, primary_key: true }
                  name: { type: string, max_length: 120, required: true }
                  price: { type: decimal, precision: 10, scale: 2, minimum: 0, required: true }
                  status: { type: enum, values: [draft, active], default: draft }
                  tag_id: { type: reference, to: tags, on_delete: restrict }
                  details: { type: json }
                  listed: { type: boolean, default: true }
                  released_on: { type: date }
                  created_at: { type: datetime, default: now, read_only: true }
                list_filter: [status, tag_id, released_on]
                search_fields: [name]
                ordering: [-created_at]
            """);

    private Exercise() {}

    static int run() throws IOException {
        Path folder = Files.createTempDirectory("hexadmin-exercise");
        byte[] random = new byte[24];
        new SecureRandom().nextBytes(random);
        String password = Base64.getUrlEncoder().encodeToString(random);
        Settings settings = Settings.load(
                Map.of(
                        "database.url",
                        "sqlite:" + folder.resolve("exercise.db"),
                        "server.host",
                        "127.0.0.1",
                        "server.port",
                        "0",
                        "admin_email",
                        EMAIL,
                        "admin_password",
                        password),
                Map.of(),
                folder,
                CONFIGURATION);
        try (Server server = Server.open(settings, Registrations.NONE, Platform.DEFAULT)) {
            server.start();
            exercise(server.url(), password);
        } finally {
            delete(folder);
        }
        return 0;
    }

    private static void exercise(URI url, String password) throws IOException {
        String body = "{\"email\":\"" + EMAIL + "\",\"password\":\"" + password + "\"}";
        String token = found(TOKEN, ask(url, "POST", "/admin/api/auth/login", "", body));
        for (int i = 0; i < TIMES; i++) {
            ask(url, "POST", "/admin/api/tags/", token, "{\"name\":\"Tag " + i + "\",\"colour\":\"#123456\"}");
        }
        String list = "/admin/api/tags/?fields=id,name,colour&count=none&per_page=20";
        String cursor = found(CURSOR, ask(url, "GET", list, token, ""));
        for (String path :
                List.of("/openapi.json", "/docs", "/admin/api/schema/", "/admin/api/auth/me", "/observe/metrics")) {
            ask(url, "GET", path, token, "");
        }
        for (int i = 1; i <= TIMES; i++) {
            ask(url, "GET", "/observe/health/live", "", "");
            ask(url, "GET", "/admin/api/tags/" + i, token, "");
            ask(url, "GET", list + "&cursor=" + cursor, token, "");
            ask(url, "GET", "/admin/api/tags/?q=tag&name__icontains=1&ordering=-name", token, "");
            ask(url, "PATCH", "/admin/api/tags/" + i, token, "{\"colour\":\"#654321\"}");
        }
        ask(url, "DELETE", "/admin/api/tags/1", token, "");
    }

    /** Sends one request on a new connection and returns the whole response as text. */
    private static String ask(URI url, String method, String path, String token, String body) throws IOException {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String head = method + " " + path + " HTTP/1.1\r\nHost: " + url.getAuthority() + "\r\nConnection: close\r\n"
                + (token.isEmpty() ? "" : "Authorization: Bearer " + token + "\r\n")
                + (content.length == 0
                        ? ""
                        : "Content-Type: application/json\r\nContent-Length: " + content.length + "\r\n")
                + "\r\n";
        try (Socket socket = new Socket(url.getHost(), url.getPort());
                InputStream in = socket.getInputStream()) {
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(content);
            socket.getOutputStream().flush();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String found(Pattern pattern, String answer) {
        Matcher matcher = pattern.matcher(answer);
        if (!matcher.find()) {
            throw new IllegalStateException(
                    "unexpected answer: " + answer.lines().findFirst().orElse(""));
        }
        return matcher.group(1);
    }

    private static void delete(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.sorted(java.util.Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
    }
}
