package dev.hexadmin.bootstrap.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Starts a server on a temporary database, sends it a sample of requests, starts it again on the same database, and ends. The launcher runs it once to record
 * the AOT cache that speeds up later starts (JEP 483, 514, 515).
 */
final class Exercise {
    static final String NAME = "exercise";

    private static final int TIMES = 120;
    private static final String EMAIL = "exercise@example.com";
    private static final Pattern TOKEN = Pattern.compile("\"access_token\":\"([^\"]+)\"");
    private static final Pattern CURSOR = Pattern.compile("\"next_cursor\":\"([^\"]+)\"");

    private static final String CONFIGURATION = "exercise.yaml";

    private Exercise() {}

    static int run(PrintWriter out, PrintWriter err) throws IOException {
        Path folder = Files.createTempDirectory("hexadmin-exercise");
        byte[] random = new byte[24];
        new SecureRandom().nextBytes(random);
        String password = Base64.getUrlEncoder().encodeToString(random);
        Path configuration = folder.resolve(CONFIGURATION);
        try (InputStream yaml = Exercise.class.getResourceAsStream(CONFIGURATION)) {
            Files.write(configuration, Objects.requireNonNull(yaml).readAllBytes());
        }
        Serving serving = new Serving(
                new Serving.Arguments(
                        Optional.of(configuration.toString()), Optional.of("127.0.0.1"), Optional.of("0"), false),
                Map.of(
                        "DATABASE_URL",
                        "sqlite:" + folder.resolve("exercise.db"),
                        "HEXADMIN_ADMIN_EMAIL",
                        EMAIL,
                        "HEXADMIN_ADMIN_PASSWORD",
                        password),
                out,
                err);
        try {
            exercise(serving.start().url(), password);
            serving.close();
            ask(serving.start().url(), "GET", "/observe/health", "", ""); // a start on an existing database
        } finally {
            serving.close();
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
