package dev.hexadmin.notify.console;

import dev.hexadmin.application.spi.EmailMessage;
import dev.hexadmin.application.spi.EmailProvider;
import dev.hexadmin.application.spi.EmailResult;
import dev.hexadmin.application.spi.ProviderException;
import java.util.UUID;
import java.util.regex.Pattern;

/** Prints e-mails to the log instead of sending them. For development. */
public final class ConsoleEmailProvider implements EmailProvider {
    private static final System.Logger LOG = System.getLogger(ConsoleEmailProvider.class.getName());
    private static final Pattern ADDRESS = Pattern.compile("[^\\s,;<>@]+@[^\\s,;<>@]+");

    @Override
    public String name() {
        return "console";
    }

    @Override
    public EmailResult send(EmailMessage message) {
        if (!ADDRESS.matcher(message.to()).matches()) {
            throw new ProviderException("this is not a valid e-mail address", false);
        }
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
