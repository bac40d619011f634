package dev.hexadmin.application.notifications;

import dev.hexadmin.application.spi.ChannelProvider;
import dev.hexadmin.domain.notifications.Channel;
import java.util.List;

/**
 * The providers of each channel, by name. Thread-safe; may change at any time. The default provider of a channel is
 * called first, then the others in the order of registration. Without a default, the first registered one is called
 * first. Each method throws {@link IllegalArgumentException} for a channel that is not registered, or that has no
 * providers.
 */
public interface MessageProviders {
    /** Adds a configured provider of a channel, or replaces the one with its name. */
    void register(Channel channel, ChannelProvider provider);

    /**
     * @throws IllegalArgumentException when there is no provider of this name; the message names the existing ones
     */
    void setDefault(Channel channel, String name);

    /** The names in the order of calls. */
    List<String> names(Channel channel);
}
