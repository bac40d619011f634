package dev.hexadmin.application.notifications;

import dev.hexadmin.application.spi.EmailProvider;
import dev.hexadmin.application.spi.SmsProvider;
import java.util.List;

/**
 * Who carries messages, by name. Thread-safe; may change at any time. The default provider is asked first, then the
 * others in the order they were registered. Without a default the first one registered is it.
 */
public interface MessageProviders {
    /** Adds a provider, or puts it in the place of the one of this name. It is configured already. */
    void registerSms(String name, SmsProvider provider);

    /** The same for e-mail. */
    void registerEmail(String name, EmailProvider provider);

    /** @throws IllegalArgumentException when there is none of this name; the message names those there are */
    void setDefaultSms(String name);

    /** The same for e-mail. */
    void setDefaultEmail(String name);

    /** The names in the order they are asked. */
    List<String> smsNames();

    /** The same for e-mail. */
    List<String> emailNames();
}
