package dev.hexadmin.notify.smtp;

import dev.hexadmin.application.spi.ProviderException;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPSenderFailedException;
import org.jspecify.annotations.Nullable;

/**
 * The reply of a server that rejected a command (RFC 5321, 4.2).
 *
 * @param code 4xx: temporary; 5xx: permanent
 * @param text of the reply; empty for a sign-in, since servers repeat parts of the credentials
 * @param ofRecipient whether it is about the recipient, and the server works
 */
record SmtpReply(int code, String text, boolean ofRecipient) {
    /** The server closes the connection; it may be the answer to any command. */
    private static final int CLOSING = 421;

    private static final Pattern LINE = Pattern.compile("\\s*([2-5][0-9]{2})[ -]?(.*)", Pattern.DOTALL);
    private static final int MAX_LENGTH = 200;

    /**
     * The reply in an exception, if there is one: that for a recipient takes precedence over that for the whole
     * message.
     */
    static Optional<SmtpReply> of(Throwable failure) {
        Optional<SmtpReply> total = Optional.empty();
        @Nullable Throwable each = failure;
        for (int depth = 0; each != null && depth < 16; depth++) {
            switch (each) {
                case SMTPAddressFailedException address
                when address.getReturnCode() > 0 -> {
                    return Optional.of(
                            new SmtpReply(address.getReturnCode(), text(address), address.getReturnCode() != CLOSING));
                }
                case SMTPSenderFailedException sender ->
                    total = Optional.of(new SmtpReply(sender.getReturnCode(), text(sender), false));
                case SMTPSendFailedException send ->
                    total = Optional.of(new SmtpReply(send.getReturnCode(), text(send), false));
                case AuthenticationFailedException sign -> {
                    Matcher line = LINE.matcher(String.valueOf(sign.getMessage()));
                    if (line.matches()) {
                        return Optional.of(new SmtpReply(Integer.parseInt(line.group(1)), "", false));
                    }
                }
                default -> {}
            }
            each = each instanceof MessagingException message ? message.getNextException() : each.getCause();
        }
        return total.filter(reply -> reply.code() >= 400);
    }

    private static String text(Throwable failure) {
        Matcher line = LINE.matcher(String.valueOf(failure.getMessage()));
        String text = (line.matches() ? line.group(2) : "")
                .replaceAll("\\p{Cntrl}+", " ")
                .strip();
        return text.length() > MAX_LENGTH ? text.substring(0, MAX_LENGTH) + "…" : text;
    }

    /**
     * The failure for the delivery log. Failures without a reply (no connection, an untrusted certificate, no STARTTLS)
     * count as temporary, as mail servers treat them.
     */
    static ProviderException failure(MailServer server, Throwable failure) {
        Optional<SmtpReply> reply = of(failure);
        if (reply.isPresent()) {
            String words = reply.get().text().isEmpty() ? "" : " " + reply.get().text();
            String message =
                    "the mail server " + server + " answered " + reply.get().code() + words;
            boolean temporary = reply.get().code() < 500;
            return temporary && reply.get().ofRecipient()
                    ? ProviderException.addressBusy(message)
                    : new ProviderException(message, temporary);
        }
        return new ProviderException(
                "the mail server " + server + " cannot be used: " + reason(failure), true, failure);
    }

    /** The message of the root cause; the outer exceptions repeat it. */
    private static String reason(Throwable failure) {
        Throwable bottom = failure;
        for (int depth = 0; depth < 16; depth++) {
            @Nullable
            Throwable next =
                    bottom instanceof MessagingException message ? message.getNextException() : bottom.getCause();
            if (next == null) {
                break;
            }
            bottom = next;
        }
        String words = (bottom.getClass().getSimpleName() + ": " + bottom.getMessage()).replaceAll("\\p{Cntrl}+", " ");
        return words.length() > MAX_LENGTH ? words.substring(0, MAX_LENGTH) + "…" : words;
    }
}
