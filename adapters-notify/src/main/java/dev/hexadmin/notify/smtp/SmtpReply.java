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
 * What a server answered when it refused (RFC 5321, 4.2).
 *
 * @param code 4xx: not now; 5xx: not ever
 * @param text of the answer; empty when it answers a sign-in, since servers repeat parts of it
 */
record SmtpReply(int code, String text) {
    private static final Pattern LINE = Pattern.compile("\\s*([2-5][0-9]{2})[ -]?(.*)", Pattern.DOTALL);
    private static final int LONGEST = 200;

    /** The refusal in a failure, if it is one: that of a recipient before that of the whole message. */
    static Optional<SmtpReply> of(Throwable failure) {
        Optional<SmtpReply> whole = Optional.empty();
        @Nullable Throwable each = failure;
        for (int depth = 0; each != null && depth < 16; depth++) {
            switch (each) {
                case SMTPAddressFailedException address -> {
                    return Optional.of(new SmtpReply(address.getReturnCode(), text(address)));
                }
                case SMTPSenderFailedException sender ->
                    whole = Optional.of(new SmtpReply(sender.getReturnCode(), text(sender)));
                case SMTPSendFailedException send ->
                    whole = Optional.of(new SmtpReply(send.getReturnCode(), text(send)));
                case AuthenticationFailedException sign -> {
                    Matcher line = LINE.matcher(String.valueOf(sign.getMessage()));
                    if (line.matches()) {
                        return Optional.of(new SmtpReply(Integer.parseInt(line.group(1)), ""));
                    }
                }
                default -> {}
            }
            each = each instanceof MessagingException message ? message.getNextException() : each.getCause();
        }
        return whole.filter(reply -> reply.code() >= 400);
    }

    private static String text(Throwable failure) {
        Matcher line = LINE.matcher(String.valueOf(failure.getMessage()));
        String text = (line.matches() ? line.group(2) : "")
                .replaceAll("\\p{Cntrl}+", " ")
                .strip();
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
    }

    /**
     * The failure as the delivery log has it. Trouble without an answer (no connection, a certificate that is not
     * trusted, no STARTTLS) may be over the next time, as mail servers themselves see it.
     */
    static ProviderException failure(MailServer server, Throwable failure) {
        Optional<SmtpReply> reply = of(failure);
        if (reply.isPresent()) {
            String words = reply.get().text().isEmpty() ? "" : " " + reply.get().text();
            return new ProviderException(
                    "the mail server " + server + " answered " + reply.get().code() + words,
                    reply.get().code() < 500);
        }
        return new ProviderException(
                "the mail server " + server + " cannot be used: " + reason(failure), true, failure);
    }

    /** What happened at the bottom: what is above it says the same with more words. */
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
        return words.length() > LONGEST ? words.substring(0, LONGEST) + "…" : words;
    }
}
