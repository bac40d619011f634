package dev.hexadmin.application.notifications;

import dev.hexadmin.application.spi.MessageChannel;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Content;
import dev.hexadmin.domain.text.Message;

/** The user's inbox. Its messages are stored in the transaction that accepts them, so it has no provider. */
public final class InAppChannel implements MessageChannel {
    InAppChannel() {}

    @Override
    public String name() {
        return Channel.IN_APP.word();
    }

    @Override
    public String label() {
        return Message.of("In the panel").english();
    }

    @Override
    public String description() {
        return Message.of("Listed here and counted at the bell.").english();
    }

    @Override
    public String render(Content content) {
        return content.body();
    }
}
