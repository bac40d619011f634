package dev.hexadmin.bootstrap;

import dev.hexadmin.application.notifications.EmailChannel;
import dev.hexadmin.application.notifications.MessageProviders;
import dev.hexadmin.application.notifications.NotificationsAssembly;
import dev.hexadmin.application.notifications.ReadingNotifications;
import dev.hexadmin.application.notifications.SendingNotifications;
import dev.hexadmin.application.notifications.SendingNotifications.Batch;
import dev.hexadmin.application.notifications.SendingNotifications.Message;
import dev.hexadmin.application.notifications.SendingNotifications.Mode;
import dev.hexadmin.application.notifications.SendingNotifications.Recipient;
import dev.hexadmin.application.notifications.SmsChannel;
import dev.hexadmin.application.spi.EmailProvider;
import dev.hexadmin.application.spi.SmsProvider;
import dev.hexadmin.bootstrap.wiring.Server;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Delivery;
import io.helidon.webserver.http.HttpService;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Messages to people, from the embedding program. Calls act with all rights. Inside a hook of a model they are part of
 * its transaction: what is rolled back is not sent, and nothing is tried before the commit. Thread-safe.
 */
public final class Notifications {
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
     * Sends to one and waits until each channel has been tried, ten seconds at most; inside a hook it does not wait.
     *
     * @throws dev.hexadmin.application.RequestRejectedException when something is wrong with the message or the recipient; nothing is sent
     */
    public Delivery notify(Recipient recipient, Message message) {
        return sending.send(PROGRAM, recipient, message, Mode.WAIT);
    }

    /**
     * Sends to 1..1 000; to nobody when something is wrong with one.
     *
     * @throws dev.hexadmin.application.RequestRejectedException with a pointer for each that is wrong
     */
    public Batch notifyMany(List<Recipient> recipients, Message message) {
        return sending.sendBatch(PROGRAM, recipients, message, Mode.WAIT);
    }

    /** Notes whether a user wants a channel. */
    public void setPreference(String userId, Channel channel, boolean enabled) {
        reading.setPreference(PROGRAM, new Addressee(userId), channel.word(), enabled, Optional.empty(), false);
    }

    /**
     * Notes where a channel reaches a user whose messages do not say, for channels whose address users set; empty text:
     * nowhere any more.
     *
     * @throws dev.hexadmin.application.RequestRejectedException when it is no such address, or the channel is another one
     */
    public void setAddress(String userId, Channel channel, String address) {
        Addressee user = new Addressee(userId);
        boolean wanted = getPreferences(userId).getOrDefault(channel, true);
        reading.setPreference(PROGRAM, user, channel.word(), wanted, Optional.of(address), false);
    }

    /** Whether a user wants each channel; what was never said is wanted. */
    public Map<Channel, Boolean> getPreferences(String userId) {
        Map<Channel, Boolean> wanted = new LinkedHashMap<>();
        reading.preferences(PROGRAM, new Addressee(userId))
                .forEach(preference -> wanted.put(preference.channel(), preference.enabled()));
        return wanted;
    }

    /** Adds a provider, configured already, or puts it in the place of the one of this name. */
    public void registerSmsProvider(String name, SmsProvider provider) {
        providers.register(SmsChannel.NAME, SmsChannel.provider(name, provider));
    }

    /** Adds a provider, configured already, or puts it in the place of the one of this name. */
    public void registerEmailProvider(String name, EmailProvider provider) {
        providers.register(EmailChannel.NAME, EmailChannel.provider(name, provider));
    }

    /**
     * The provider that is asked first.
     *
     * @throws IllegalArgumentException when there is none of this name; the message names those there are
     */
    public void setDefaultSmsProvider(String name) {
        providers.setDefault(SmsChannel.NAME, name);
    }

    /**
     * The provider that is asked first.
     *
     * @throws IllegalArgumentException when there is none of this name; the message names those there are
     */
    public void setDefaultEmailProvider(String name) {
        providers.setDefault(EmailChannel.NAME, name);
    }
}
