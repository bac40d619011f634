package dev.hexadmin.testing.messages;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import jakarta.mail.Header;
import jakarta.mail.MessagingException;
import jakarta.mail.Part;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A mail server on a port that it keeps while it is down, and what it was sent. */
public final class Mailbox implements AutoCloseable {
    private static final String USER = "app";
    private static final String PASSWORD = "correct-horse-battery";

    private final List<Mail> before = new ArrayList<>();
    private GreenMail server;
    private int port;

    /**
     * A message that arrived.
     *
     * @param texts by media type
     * @param images by {@code Content-ID}
     * @param headers of the message, by name
     */
    public record Mail(
            String id,
            String from,
            String to,
            String subject,
            Map<String, String> texts,
            Map<String, byte[]> images,
            Map<String, String> headers) {}

    public Mailbox() {
        server = started();
    }

    private GreenMail started() {
        GreenMail started = new GreenMail(new ServerSetup(port, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        started.setUser(USER + "@example.com", USER, PASSWORD);
        started.start();
        port = started.getSmtp().getPort();
        return started;
    }

    public Map<String, String> settings() {
        return Map.of(
                "host",
                "localhost",
                "port",
                String.valueOf(port),
                "username",
                USER,
                "password",
                PASSWORD,
                "from_address",
                "no-reply@example.com",
                "tls",
                "none");
    }

    /** Every connection is refused until {@link #comesBack}. */
    public synchronized void goesDown() {
        before.addAll(now());
        server.stop();
    }

    public synchronized void comesBack() {
        server = started();
    }

    /** All that arrived so far. */
    public synchronized List<Mail> mails() {
        List<Mail> all = new ArrayList<>(before);
        all.addAll(now());
        return all;
    }

    private List<Mail> now() {
        return server.isRunning()
                ? Arrays.stream(server.getReceivedMessages()).map(Mailbox::mail).toList()
                : List.of();
    }

    private static Mail mail(MimeMessage message) {
        try {
            Map<String, String> texts = new TreeMap<>();
            Map<String, byte[]> images = new TreeMap<>();
            read(message, texts, images);
            Map<String, String> headers = new TreeMap<>();
            for (Header header : Collections.list(message.getAllHeaders())) {
                headers.put(header.getName(), header.getValue());
            }
            return new Mail(
                    message.getMessageID(),
                    message.getHeader("From", ","),
                    message.getHeader("To", ","),
                    message.getSubject(),
                    texts,
                    images,
                    headers);
        } catch (MessagingException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void read(Part part, Map<String, String> texts, Map<String, byte[]> images)
            throws MessagingException, IOException {
        if (part.getContent() instanceof MimeMultipart parts) {
            for (int i = 0; i < parts.getCount(); i++) {
                read(parts.getBodyPart(i), texts, images);
            }
        } else if (part.isMimeType("image/*")) {
            images.put(part.getHeader("Content-ID")[0], part.getInputStream().readAllBytes());
        } else {
            texts.put(
                    part.getContentType().split(";", 2)[0],
                    part.getContent().toString().replace("\r\n", "\n"));
        }
    }

    @Override
    public synchronized void close() {
        server.stop();
    }
}
