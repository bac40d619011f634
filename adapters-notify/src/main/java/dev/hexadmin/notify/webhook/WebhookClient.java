package dev.hexadmin.notify.webhook;

import dev.hexadmin.domain.text.Message;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * One POST over HTTP/1.1 (RFC 9112) over a new connection. The JDK's client resolves names itself and might connect to
 * an address that was not checked. This client connects only to addresses that it has checked, follows no redirect, and
 * reads only the headers of the response.
 */
final class WebhookClient {
    private static final int LARGEST_HEAD = 16 * 1024;
    private static final int MOST_INTERIM = 8;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([1-5][0-9]{2})(?: .*)?", Pattern.DOTALL);

    private final WebhookSettings settings;
    private final Resolver resolver;
    private final Supplier<SSLSocketFactory> tls;

    WebhookClient(WebhookSettings settings, Resolver resolver, Supplier<SSLSocketFactory> tls) {
        this.settings = settings;
        this.resolver = resolver;
        this.tls = tls;
    }

    /** Resolves host names. */
    interface Resolver {
        /** All addresses of a host, at least one. */
        InetAddress[] all(String host) throws UnknownHostException;
    }

    /** The URL or its host must not be called; the failure is final. */
    static final class ForbiddenTargetException extends IOException {
        private static final long serialVersionUID = 1L;

        private final transient Message reason;

        ForbiddenTargetException(Message reason) {
            super(reason.english());
            this.reason = reason;
        }

        Message reason() {
            return reason;
        }
    }

    /**
     * The headers of a response.
     *
     * @param after the value of {@code Retry-After}, or empty text
     */
    record Reply(int status, String after) {
        /** Seconds, or the time until a date (RFC 9110, 10.2.3); empty when the value is neither. */
        Optional<Duration> retryAfter(Instant now) {
            if (after.matches("[0-9]{1,9}")) {
                return Optional.of(Duration.ofSeconds(Long.parseLong(after)));
            }
            try {
                Instant date = ZonedDateTime.parse(after, DateTimeFormatter.RFC_1123_DATE_TIME)
                        .toInstant();
                return Optional.of(date.isAfter(now) ? Duration.between(now, date) : Duration.ZERO);
            } catch (DateTimeException e) {
                return Optional.empty();
            }
        }
    }

    /**
     * Posts, and waits for the headers of the response.
     *
     * @throws ForbiddenTargetException when an address of the host is not public, or the port is not valid
     * @throws IOException when no response arrives in time
     */
    Reply post(URI url, Map<String, String> headers, byte[] body) throws IOException {
        Exchange exchange = new Exchange(url, headers, body);
        FutureTask<Reply> task = new FutureTask<>(exchange::run);
        Thread.ofVirtual().name("webhook").start(task);
        try {
            return task.get(settings.total().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new SocketTimeoutException("no answer within " + settings.total());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case IOException failure -> throw failure;
                case RuntimeException failure -> throw failure;
                case null, default -> throw new IOException(e);
            }
        } finally {
            exchange.close();
        }
    }

    /**
     * Checks the scheme and the port of a URL.
     *
     * @throws ForbiddenTargetException when such URLs are not called
     */
    void checkUrl(URI url) throws ForbiddenTargetException {
        if (!isSecure(url) && !(settings.allowHttp() && url.getScheme().equalsIgnoreCase("http"))) {
            throw new ForbiddenTargetException(
                    settings.allowHttp()
                            ? Message.of("Only http and https URLs are called.")
                            : Message.of("Only https URLs are called."));
        }
        @Nullable String host = url.getHost();
        if (host == null) {
            throw new ForbiddenTargetException(Message.of("The URL has no valid host name."));
        }
        if (url.getPort() == 0 || url.getPort() > 65_535) {
            throw new ForbiddenTargetException(Message.of("The URL has no port from 1 to 65535."));
        }
    }

    /**
     * The addresses of a host, all of which may be called.
     *
     * @throws ForbiddenTargetException when one of them must not be called
     * @throws UnknownHostException when none is known
     */
    InetAddress[] addresses(String host) throws UnknownHostException, ForbiddenTargetException {
        InetAddress[] addresses = resolver.all(host);
        for (InetAddress address : addresses) {
            if (!settings.allowPrivate() && !PublicAddresses.has(address)) {
                throw new ForbiddenTargetException(Message.of("The host has an address that is not public."));
            }
        }
        return addresses;
    }

    private static boolean isSecure(URI url) {
        return url.getScheme().equalsIgnoreCase("https");
    }

    /** The host of a URL, an IPv6 address without brackets. */
    static String host(URI url) {
        return url.getHost().replaceAll("[\\[\\]]", "");
    }

    /** One call; {@link #close} aborts it from another thread at any time. */
    private final class Exchange {
        private final URI url;
        private final Map<String, String> headers;
        private final byte[] body;
        private @Nullable Socket open;
        private boolean closed;

        Exchange(URI url, Map<String, String> headers, byte[] body) {
            this.url = url;
            this.headers = headers;
            this.body = body;
        }

        Reply run() throws IOException {
            checkUrl(url);
            boolean secure = isSecure(url);
            int port = url.getPort() >= 0 ? url.getPort() : secure ? 443 : 80;
            String host = host(url);
            try (Socket plain = connected(addresses(host), port);
                    Socket socket = secure ? secured(plain, host, port) : plain) {
                socket.setSoTimeout((int) settings.total().toMillis());
                OutputStream out = socket.getOutputStream();
                out.write(head().getBytes(StandardCharsets.US_ASCII));
                out.write(body);
                out.flush();
                return reply(new BufferedInputStream(socket.getInputStream()));
            }
        }

        private Socket connected(InetAddress[] addresses, int port) throws IOException {
            IOException failure = new UnknownHostException();
            for (InetAddress address : addresses) {
                Socket socket = new Socket(Proxy.NO_PROXY);
                try {
                    remember(socket);
                    socket.connect(new InetSocketAddress(address, port), (int)
                            settings.connect().toMillis());
                    return socket;
                } catch (IOException e) {
                    socket.close();
                    failure = e;
                }
            }
            throw failure;
        }

        private Socket secured(Socket plain, String host, int port) throws IOException {
            plain.setSoTimeout((int) settings.total().toMillis());
            SSLSocket secured = (SSLSocket) tls.get().createSocket(plain, host, port, true);
            SSLParameters parameters = secured.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm(
                    "HTTPS"); // the certificate must be valid for this host (RFC 9110, 4.3.4)
            secured.setSSLParameters(parameters);
            secured.startHandshake();
            return secured;
        }

        private String head() {
            String path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
            StringBuilder head = new StringBuilder("POST ")
                    .append(path)
                    .append(url.getRawQuery() == null ? "" : "?" + url.getRawQuery())
                    .append(" HTTP/1.1\r\nhost: ")
                    .append(url.getRawAuthority())
                    .append("\r\nuser-agent: Hexadmin\r\naccept: */*\r\nconnection: close\r\ncontent-length: ")
                    .append(body.length)
                    .append("\r\n");
            headers.forEach((name, value) ->
                    head.append(name).append(": ").append(value).append("\r\n"));
            return head.append("\r\n").toString();
        }

        private synchronized void remember(Socket socket) throws IOException {
            if (closed) {
                socket.close();
                throw new InterruptedIOException("closed");
            }
            open = socket;
        }

        synchronized void close() throws IOException {
            closed = true;
            if (open != null) {
                open.close();
            }
        }
    }

    /** Skips interim responses (1xx). */
    private static Reply reply(InputStream in) throws IOException {
        for (int i = 0; i <= MOST_INTERIM; i++) {
            Reply reply = head(in);
            if (reply.status() >= 200) {
                return reply;
            }
        }
        throw new ProtocolException("too many interim responses");
    }

    private static Reply head(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        int status = 0;
        String after = "";
        for (int i = 0; i < LARGEST_HEAD; i++) {
            int c = in.read();
            if (c < 0) {
                throw new ProtocolException("the connection was closed before the end of the response headers");
            }
            if (c != '\n') {
                line.append((char) c);
                continue;
            }
            String text = line.toString().strip();
            line.setLength(0);
            if (status == 0) {
                Matcher first = STATUS.matcher(text);
                if (!first.matches()) {
                    throw new ProtocolException("this is not an HTTP/1.1 response");
                }
                status = Integer.parseInt(first.group(1));
            } else if (text.isEmpty()) {
                return new Reply(status, after);
            } else if (text.toLowerCase(Locale.ROOT).startsWith("retry-after:")) {
                after = text.substring("retry-after:".length()).strip();
            }
        }
        throw new ProtocolException("the response headers are too large");
    }
}
