package dev.hexadmin.bootstrap;

import dev.hexadmin.application.notifications.EmailChannel;
import dev.hexadmin.application.notifications.MessageProviders;
import dev.hexadmin.application.notifications.NotificationsAssembly;
import dev.hexadmin.application.notifications.ReadingNotifications;
import dev.hexadmin.application.notifications.SendingNotifications;
import dev.hexadmin.application.notifications.SendingNotifications.Mode;
import dev.hexadmin.application.notifications.SmsChannel;
import dev.hexadmin.application.records.Notifier;
import dev.hexadmin.application.spi.EmailProvider;
import dev.hexadmin.application.spi.SmsProvider;
import dev.hexadmin.bootstrap.wiring.Server;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Delivery;
import dev.hexadmin.domain.notifications.Message;
import dev.hexadmin.domain.notifications.Recipient;
import io.helidon.webserver.http.HttpService;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Sends notifications from the embedding program. Calls have all rights. Inside a hook of a model they are part of its
 * transaction: after a rollback nothing is sent, and delivery starts after the commit. Thread-safe.
 */
public final class Notifications implements Notifier {
    private static final Actor PROGRAM = new Actor.Operator("embedding program");

    private final Server server;
    private final SendingNotifications sending;
    private final ReadingNotifications reading;
    private final MessageProviders providers;

    Notifications(Server server) {
        NotificationsAssembly assembly = server.installation().notifications();
        this.server = server;
        this.sending = assembly.sending();
        this.reading = assembly.reading();
        this.providers = assembly.providers();
    }

    HttpService routes(String prefix) {
        return server.notifications(prefix);
    }

    /**
     * Sends to one recipient and waits up to ten seconds until each channel has been attempted; inside a hook it does
     * not wait.
     *
     * @throws dev.hexadmin.application.RequestRejectedException when the message or the recipient is not valid; nothing
     *     is sent
     */
    @Override
    public Delivery notify(Recipient recipient, Message message) {
        Objects.requireNonNull(recipient, "recipient");
        return sending.send(PROGRAM, recipient, Objects.requireNonNull(message, "message"), Mode.WAIT);
    }

    /**
     * Sends to 1..1 000 recipients; to none of them when one is not valid.
     *
     * @throws dev.hexadmin.application.RequestRejectedException with a pointer for each invalid recipient
     */
    @Override
    public List<Delivery> notifyMany(List<Recipient> recipients, Message message) {
        Objects.requireNonNull(recipients, "recipients");
        return sending.sendBatch(PROGRAM, recipients, Objects.requireNonNull(message, "message"), Mode.WAIT)
                .deliveries();
    }

    /** Stores whether a user wants a channel. */
    public void setPreference(Addressee user, Channel channel, boolean enabled) {
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(channel, "channel");
        reading.setPreference(PROGRAM, user, channel.word(), enabled, Optional.empty(), false);
    }

    /**
     * Stores the user's address for a channel, used when a message names no address, for channels whose address users
     * set; empty text removes the address.
     *
     * @throws dev.hexadmin.application.RequestRejectedException when the address is not valid, or users do not set the
     *     address of the channel
     */
    public void setAddress(Addressee user, Channel channel, String address) {
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(channel, "channel");
        Objects.requireNonNull(address, "address");
        boolean wanted = getPreferences(user).getOrDefault(channel, true);
        reading.setPreference(PROGRAM, user, channel.word(), wanted, Optional.of(address), false);
    }

    /** Whether a user wants each channel; true unless the user has opted out. */
    public Map<Channel, Boolean> getPreferences(Addressee user) {
        Objects.requireNonNull(user, "user");
        Map<Channel, Boolean> wanted = new LinkedHashMap<>();
        reading.preferences(PROGRAM, user)
                .forEach(preference -> wanted.put(preference.channel(), preference.enabled()));
        return wanted;
    }

    /**
     * Adds a configured provider, or replaces the one with this name.
     *
     * @throws IllegalArgumentException when it implements neither of the methods {@code send}
     */
    public void registerSmsProvider(String name, SmsProvider provider) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(provider, "provider");
        providers.register(Channel.SMS, SmsChannel.provider(name, provider));
    }

    /** Adds a configured provider, or replaces the one with this name. */
    public void registerEmailProvider(String name, EmailProvider provider) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(provider, "provider");
        providers.register(
                Channel.EMAIL,
                EmailChannel.provider(name, provider, server.installation().mailBrand()));
    }

    /**
     * Sets the default provider.
     *
     * @throws IllegalArgumentException when there is no provider of this name; the message names the existing ones
     */
    public void setDefaultSmsProvider(String name) {
        providers.setDefault(Channel.SMS, Objects.requireNonNull(name, "name"));
    }

    /**
     * Sets the default provider.
     *
     * @throws IllegalArgumentException when there is no provider of this name; the message names the existing ones
     */
    public void setDefaultEmailProvider(String name) {
        providers.setDefault(Channel.EMAIL, Objects.requireNonNull(name, "name"));
    }
}
