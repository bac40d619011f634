package dev.hexadmin.notify.console;

import dev.hexadmin.application.spi.ProviderException;
import dev.hexadmin.application.spi.SmsMessage;
import dev.hexadmin.application.spi.SmsProvider;
import dev.hexadmin.application.spi.SmsResult;
import dev.hexadmin.application.spi.SmsStatus;
import java.util.UUID;

/** Prints text messages to the log instead of sending them. For development. */
public final class ConsoleSmsProvider implements SmsProvider {
    private static final String PREFIX = "console-";
    private static final System.Logger LOG = System.getLogger(ConsoleSmsProvider.class.getName());

    @Override
    public String name() {
        return "console";
    }

    @Override
    public SmsResult send(SmsMessage message) {
        String id = PREFIX + UUID.randomUUID();
        LOG.log(System.Logger.Level.INFO, "SMS to {0}: {1} ({2})", message.to(), message.text(), id);
        return new SmsResult(id, SmsStatus.DELIVERED, message.to());
    }

    @Override
    public SmsStatus checkStatus(String messageId) {
        if (!messageId.startsWith(PREFIX)) {
            throw new ProviderException("unknown message id: " + messageId, false);
        }
        return SmsStatus.DELIVERED;
    }
}
