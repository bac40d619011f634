package dev.hexadmin.application.notifications;

import dev.hexadmin.application.spi.ChannelProvider;
import dev.hexadmin.domain.notifications.Channel;
import java.util.List;

/**
 * Who sends the messages of each channel, by name. Thread-safe; may change at any time. The default provider of a channel is
 * asked first, then the others in the order they were registered. Without a default the first one registered is it. Each
 * method throws {@link IllegalArgumentException} for a channel that is not registered, or into which messages are stored.
 */
public interface MessageProviders {
    /** Adds a provider of a channel, or puts it in the place of the one of its name. It is configured already. */
    void register(Channel channel, ChannelProvider provider);

    /** @throws IllegalArgumentException when there is none of this name; the message names those there are */
    void setDefault(Channel channel, String name);

    /** The names in the order they are asked. */
    List<String> names(Channel channel);
}
