package dev.hexadmin.notify.console;

import dev.hexadmin.application.spi.EmailMessage;
import dev.hexadmin.application.spi.EmailProvider;
import dev.hexadmin.application.spi.EmailResult;
import java.util.UUID;

/** Prints e-mails to the log instead of sending them. For development. */
public final class ConsoleEmailProvider implements EmailProvider {
    private static final System.Logger LOG = System.getLogger(ConsoleEmailProvider.class.getName());

    @Override
    public String name() {
        return "console";
    }

    @Override
    public EmailResult send(EmailMessage message) {
        String id = "<" + UUID.randomUUID() + "@console.invalid>";
        LOG.log(
                System.Logger.Level.INFO,
                "E-mail to {0}: {1} ({2})\n{3}",
                message.to(),
                message.subject(),
                id,
                message.text());
        return new EmailResult(id);
    }
}
