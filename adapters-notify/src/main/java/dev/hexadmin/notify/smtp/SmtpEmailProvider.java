package dev.hexadmin.notify.smtp;

import dev.hexadmin.application.spi.EmailMessage;
import dev.hexadmin.application.spi.EmailProvider;
import dev.hexadmin.application.spi.EmailResult;
import dev.hexadmin.application.spi.ProviderException;
import jakarta.mail.Address;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.net.IDN;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import org.simplejavamail.MailException;
import org.simplejavamail.api.email.Email;
import org.simplejavamail.api.email.EmailPopulatingBuilder;
import org.simplejavamail.converter.EmailConverter;
import org.simplejavamail.email.EmailBuilder;
import org.simplejavamail.mailer.MailerHelper;

/**
 * Sends e-mail through a mail server (RFC 5321; STARTTLS: RFC 3207). Settings: {@code host}, {@code from_address}, and
 * optionally {@code port} (587), {@code username} with {@code password}, {@code from_name}, and {@code tls}: {@code starttls} (the
 * default: without it nothing is sent), {@code tls} or {@code none}. Certificates and host names are checked.
 *
 * <p>A message has the id {@code <idempotencyKey@domain of from_address>}. When the server does not respond after it
 * got the whole message, it may have accepted it: the next attempt has the same id, so that mailboxes detect the
 * duplicate.
 */
public final class SmtpEmailProvider implements EmailProvider, AutoCloseable {
    private final Limits limits;
    private final Optional<SSLSocketFactory> trust;
    private volatile Optional<Connected> connected = Optional.empty();

    private record Connected(MailServer server, SmtpConnectionPool connections) {}

    public SmtpEmailProvider() {
        this(Limits.USUAL, Optional.empty());
    }

    /** With {@code trust} instead of the JVM's trust store. */
    SmtpEmailProvider(Limits limits, Optional<SSLSocketFactory> trust) {
        this.limits = limits;
        this.trust = trust;
    }

    @Override
    public String name() {
        return "smtp";
    }

    @Override
    public void configure(Map<String, String> settings) {
        MailServer server = new MailServer(settings, limits, trust);
        close();
        connected = Optional.of(new Connected(server, new SmtpConnectionPool(server, limits)));
    }

    @Override
    public EmailResult send(EmailMessage message) {
        Connected now = connected.orElseThrow(() -> new ProviderException("'smtp' is not configured", false));
        String id = now.server().messageId(message.idempotencyKey());
        InternetAddress to = recipient(message.to());
        MimeMessage composed = compose(message, to, id, now.server());
        // a separate thread: on a time-out, interrupting it closes the socket that it waits for
        FutureTask<@Nullable Void> exchange = new FutureTask<>(() -> {
            now.connections().send(composed, new Address[] {to});
            return null;
        });
        Thread.ofVirtual().name("smtp").start(exchange);
        try {
            exchange.get(limits.total().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new ProviderException(
                    "the mail server " + now.server() + " took longer than "
                            + limits.total().toSeconds() + " s",
                    true);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProviderException("interrupted while sending", true);
        } catch (ExecutionException e) {
            throw SmtpReply.failure(now.server(), e.getCause() == null ? e : e.getCause());
        } finally {
            exchange.cancel(true);
        }
        return new EmailResult(id);
    }

    private static MimeMessage compose(EmailMessage message, InternetAddress to, String id, MailServer server) {
        try {
            EmailPopulatingBuilder builder = EmailBuilder.startingBlank()
                    .from(server.fromName().orElse(null), server.from())
                    .to(null, to.getAddress())
                    .withSubject(message.subject().replaceAll("\\p{Cntrl}", " "))
                    .withPlainText(message.text())
                    .withHeader("Auto-Submitted", "auto-generated") // RFC 3834: suppresses automatic replies
                    .fixingMessageId(id);
            message.headers().forEach((name, value) -> builder.withHeader(name, value));
            message.html().ifPresent(builder::withHTMLText);
            message.images()
                    .forEach(image -> builder.withEmbeddedImage(image.name(), image.content(), image.mediaType()));
            Email email = builder.buildEmail();
            MailerHelper.scanForInjectionAttacks(email);
            return EmailConverter.emailToMimeMessage(email, server.session());
        } catch (MailException e) {
            // its message may contain parts of the e-mail
            throw new ProviderException(
                    "the message cannot be sent: " + e.getClass().getSimpleName(), false);
        }
    }

    /** Parses one address; converts the host's name to ASCII. */
    private static InternetAddress recipient(String text) {
        try {
            int at = text.lastIndexOf('@');
            String address = at < 0 ? text : text.substring(0, at + 1) + IDN.toASCII(text.substring(at + 1));
            if (MailServer.isAddress(address)) {
                return new InternetAddress(address, true);
            }
        } catch (AddressException | IllegalArgumentException e) {
            // reported below
        }
        throw new ProviderException("this is not a valid e-mail address", false);
    }

    @Override
    public void close() {
        connected.ifPresent(now -> now.connections().close());
    }
}
