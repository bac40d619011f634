package dev.hexadmin.application.notifications;

import dev.hexadmin.application.spi.MessageChannel;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Content;

/** The user's inbox. Its messages are stored in the transaction that accepts them, so it has no provider. */
public final class InAppChannel implements MessageChannel {
    InAppChannel() {}

    @Override
    public String name() {
        return Channel.IN_APP.word();
    }

    @Override
    public String label() {
        return "In the panel";
    }

    @Override
    public String description() {
        return "Listed here and counted at the bell.";
    }

    @Override
    public String render(Content content) {
        return content.body();
    }
}
