package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.HttpCookie;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.FormElement;

/** A visitor with a browser without scripts: stores cookies, follows links and sends forms. */
final class PanelVisitor implements AutoCloseable {
    private final RunningServer server;
    private final CookieManager cookies = new CookieManager(null, CookiePolicy.ACCEPT_ALL);
    private final HttpClient client =
            HttpClient.newBuilder().cookieHandler(cookies).build();

    PanelVisitor(RunningServer server) {
        this.server = server;
    }

    /** One who has signed in as the superuser. */
    static PanelVisitor signedIn(RunningServer server) {
        return signedIn(server, RunningServer.EMAIL, RunningServer.PASSWORD);
    }

    static PanelVisitor signedIn(RunningServer server, String email, String password) {
        PanelVisitor visitor = new PanelVisitor(server);
        Page entered = visitor.get("/admin/login")
                .form()
                .set("email", email)
                .set("password", password)
                .send();
        if (entered.status() != 303) {
            throw new AssertionError("no sign-in: " + entered.status() + " " + entered.body());
        }
        return visitor;
    }

    /** An answer, not followed. */
    record Page(PanelVisitor visitor, HttpResponse<String> answer) {
        int status() {
            return answer.statusCode();
        }

        String body() {
            return answer.body();
        }

        Optional<String> header(String name) {
            return answer.headers().firstValue(name);
        }

        Document document() {
            return Jsoup.parse(answer.body(), answer.uri().toString());
        }

        /** The text of the first element, or an empty text. */
        String text(String selector) {
            Element element = document().selectFirst(selector);
            return element == null ? "" : element.text();
        }

        List<String> texts(String selector) {
            return document().select(selector).eachText();
        }

        /** The only form of the content. */
        Filled form() {
            return form("main form");
        }

        Filled form(String selector) {
            Element element = document().selectFirst(selector);
            if (!(element instanceof FormElement form)) {
                throw new AssertionError("no form " + selector + " in " + status() + " " + body());
            }
            Map<String, List<String>> fields = new LinkedHashMap<>();
            form.formData()
                    .forEach(one -> fields.computeIfAbsent(one.key(), key -> new ArrayList<>())
                            .add(one.value()));
            String method = form.attr("method").isEmpty() ? "get" : form.attr("method");
            return new Filled(
                    visitor,
                    method,
                    form.attr("action").isEmpty() ? answer.uri().toString() : form.absUrl("action"),
                    fields);
        }

        /** Where a redirect leads. */
        Page follow() {
            return visitor.get(header("Location")
                    .orElseThrow(() -> new AssertionError("no redirect: " + status() + " " + body())));
        }

        /** Follows the first link of this text. */
        Page click(String text) {
            Element link = document().select("a").stream()
                    .filter(one -> one.text().equals(text))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no link '" + text + "' in " + body()));
            return visitor.get(URI.create(link.absUrl("href")));
        }
    }

    /** A form with the values of its fields. */
    record Filled(PanelVisitor visitor, String method, String action, Map<String, List<String>> fields) {
        Filled set(String name, String... values) {
            fields.put(name, new ArrayList<>(Arrays.asList(values)));
            return this;
        }

        Filled without(String name) {
            fields.remove(name);
            return this;
        }

        Page send() {
            String body = encoded();
            return method.equalsIgnoreCase("get")
                    ? visitor.get(URI.create(action.replaceAll("[?#].*", "") + "?" + body))
                    : visitor.send("POST", URI.create(action), body);
        }

        String encoded() {
            List<String> pairs = new ArrayList<>();
            fields.forEach((name, values) -> values.forEach(value -> pairs.add(encode(name) + "=" + encode(value))));
            return String.join("&", pairs);
        }

        private static String encode(String text) {
            return URLEncoder.encode(text, StandardCharsets.UTF_8);
        }
    }

    Page get(String path, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(server.uri("/").resolve(path)).header("Accept", "text/html");
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        return call(request);
    }

    Page get(URI uri) {
        return call(HttpRequest.newBuilder(uri).header("Accept", "text/html"));
    }

    /** A form's body, as it is. */
    Page post(String path, String body, String... headers) {
        return send("POST", server.uri(path), body, headers);
    }

    Page send(String method, URI uri, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .header("Accept", "text/html")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        return call(request);
    }

    /**
     * A form with a file, as a browser sends it, with the session's token first.
     *
     * @param fields names and values, one after the other
     */
    Page upload(String path, String fileName, byte[] content, String... fields) {
        String boundary = "----visitor-of-the-panel";
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int i = 0; i < fields.length; i += 2) {
            body.writeBytes(("--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + fields[i] + "\"\r\n\r\n"
                            + fields[i + 1] + "\r\n")
                    .getBytes(StandardCharsets.UTF_8));
        }
        body.writeBytes(("--" + boundary + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + fileName
                        + "\"\r\nContent-Type: application/octet-stream\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8));
        body.writeBytes(content);
        body.writeBytes(("\r\n--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8));
        return call(HttpRequest.newBuilder(server.uri(path))
                .header("Accept", "text/html")
                .header("Content-Type", "multipart/form-data; boundary=" + boundary)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body.toByteArray())));
    }

    /** A file. */
    HttpResponse<byte[]> download(String path) {
        try {
            return client.send(
                    HttpRequest.newBuilder(server.uri("/").resolve(path)).build(),
                    HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private Page call(HttpRequest.Builder request) {
        try {
            return new Page(this, client.send(request.build(), HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Chooses the language and the time zone of the user. */
    void choose(String language, String zone) {
        Page saved = get("/admin/profile")
                .form("form[action$=/locale]")
                .set("language", language)
                .set("time_zone", zone)
                .send();
        assertThat(saved.status()).as(saved.body()).isEqualTo(303);
    }

    /** The form token of this session. */
    String csrfToken() {
        return get("/admin/login-is-not-needed")
                .document()
                .select("meta[name=csrf-token]")
                .attr("content");
    }

    /** The current value of a cookie. */
    Optional<String> cookie(String name) {
        return cookies.getCookieStore().getCookies().stream()
                .filter(cookie -> cookie.getName().equals(name))
                .map(HttpCookie::getValue)
                .findFirst();
    }

    /** Ends the session as an expiry does: the browser keeps its cookie, which is not valid any more. */
    void loseSession() {
        cookies.getCookieStore().getCookies().stream()
                .filter(cookie -> cookie.getName().equals("admin_session"))
                .forEach(cookie -> cookie.setValue("over"));
    }

    @Override
    public void close() {
        client.close();
    }
}
