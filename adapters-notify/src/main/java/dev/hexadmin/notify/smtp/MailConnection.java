package dev.hexadmin.notify.smtp;

import jakarta.mail.Address;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import java.io.OutputStream;
import org.eclipse.angus.mail.smtp.SMTPTransport;

/** A connection to a mail server that knows whether the server may have got a message. */
final class MailConnection extends SMTPTransport {
    private volatile boolean contentBegun;

    MailConnection(Session session) {
        super(session, null);
    }

    @Override
    public synchronized void sendMessage(Message message, Address[] recipients) throws MessagingException {
        contentBegun = false;
        super.sendMessage(message, recipients);
    }

    @Override
    protected OutputStream data() throws MessagingException {
        OutputStream content = super.data();
        contentBegun = true;
        return content;
    }

    /** Whether the server has let the content of the last message begin: before that it cannot have accepted it. */
    boolean contentBegun() {
        return contentBegun;
    }
}
