package dev.hexadmin.http.panel.session;

import dev.hexadmin.http.panel.frame.PanelUrls;
import dev.hexadmin.http.server.problem.Problem;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.request.Upload;
import io.helidon.http.Method;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A form that a user sent after their session had ended. It is shown again, filled in, after they have signed in, and is
 * never processed before they send it again. Only forms of this server's pages that name {@link Form#RESUMABLE} can be
 * shown again.
 *
 * @param path the address that the form is sent to
 */
public record InterruptedForm(String path, List<Field> fields) {
    private static final int LARGEST = 512 * 1024;
    private static final int LARGEST_FILES = 32 * 1024 * 1024; // what is read to find the fields behind them

    /** A value that was sent. */
    public record Field(String name, String value) {}

    public InterruptedForm {
        fields = List.copyOf(fields);
    }

    /** The form of a request; empty when it has none that can be shown again. */
    static Optional<InterruptedForm> of(RequestContext request) {
        if (!request.method().equals(Method.POST)
                || !request.fromOwnPage()
                || request.header("HX-Request").isPresent()
                || !PanelUrls.isLocal(request.path())) {
            return Optional.empty();
        }
        return sent(request).flatMap(form -> of(request.path(), form));
    }

    /** The fields of a form that can be shown again, with the names of its files, which have to be chosen once more. */
    private static Optional<Form> sent(RequestContext request) {
        try {
            if (!request.takesUpload() || !Upload.isSentBy(request)) {
                return Optional.of(request.form()).filter(form -> form.has(Form.RESUMABLE));
            }
            Upload upload = request.upload();
            if (upload.text(Form.RESUMABLE).isEmpty()) {
                return Optional.empty(); // its files need not be read
            }
            Map<String, String> files = upload.skipFiles(LARGEST_FILES);
            Map<String, List<String>> texts = upload.texts();
            files.forEach((field, name) -> texts.put(field, List.of(name)));
            return Optional.of(Form.of(texts));
        } catch (Problem unreadable) {
            return Optional.empty();
        }
    }

    private static Optional<InterruptedForm> of(String path, Form form) {
        Set<String> left =
                new HashSet<>(Arrays.asList(form.textOrEmpty(Form.RESUMABLE).split(",", -1)));
        left.add(Form.TOKEN);
        left.add(Form.RESUMED);
        List<Field> fields = new ArrayList<>();
        for (String name : form.names()) {
            if (!left.contains(name)) {
                form.all(name).forEach(value -> fields.add(new Field(name, value)));
            }
        }
        InterruptedForm interrupted = new InterruptedForm(path, fields);
        return interrupted.text().length() > LARGEST ? Optional.empty() : Optional.of(interrupted);
    }

    /** For a hidden field of the pages in between. */
    String text() {
        StringBuilder text = new StringBuilder(encode(path));
        fields.forEach(field ->
                text.append('&').append(encode(field.name())).append('=').append(encode(field.value())));
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(text.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Reads {@link #text}; empty when the text is not valid. */
    static Optional<InterruptedForm> parse(String text) {
        try {
            String[] parts = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8).split("&", -1);
            List<Field> fields = new ArrayList<>();
            for (int i = 1; i < parts.length; i++) {
                String[] pair = parts[i].split("=", 2);
                fields.add(new Field(decode(pair[0]), pair.length == 1 ? "" : decode(pair[1])));
            }
            String path = decode(parts[0]);
            return PanelUrls.isLocal(path) ? Optional.of(new InterruptedForm(path, fields)) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
