package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.notifications.MessageProviders;
import dev.hexadmin.application.notifications.NotificationsSettings;
import dev.hexadmin.application.spi.ChannelProvider;
import dev.hexadmin.application.spi.MessageChannel;
import dev.hexadmin.domain.notifications.Breaker;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.text.Nearest;
import dev.hexadmin.domain.text.VisibleText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The registered providers, each with its circuit breaker. */
final class RegisteredProviders implements MessageProviders {
    private final Map<Channel, Register> registers = new LinkedHashMap<>();

    RegisteredProviders(NotificationsSettings settings) {
        for (Channel channel : settings.channels().outside()) {
            MessageChannel one = settings.channels().get(channel);
            Register register = new Register(one.label(), settings);
            one.providers().forEach(register::add);
            registers.put(channel, register);
        }
    }

    /** A provider in use. */
    static final class Carrier {
        private final ChannelProvider provider;
        private final Gate sends;
        private final Gate statusRequests;

        Carrier(ChannelProvider provider, NotificationsSettings settings) {
            this.provider = provider;
            this.sends = new Gate(provider, settings.attempts().breaker());
            this.statusRequests = new Gate(provider, settings.attempts().breaker());
        }

        String name() {
            return provider.name();
        }

        ChannelProvider provider() {
            return provider;
        }

        Gate sends() {
            return sends;
        }

        /** Separate: a gateway that cannot say what became of messages may still take new ones. */
        Gate statusRequests() {
            return statusRequests;
        }
    }

    /** The circuit breaker of calls of one kind to a provider. Thread-safe. */
    static final class Gate {
        private final ChannelProvider provider;
        private final Breaker.Rules rules;
        private Breaker breaker = Breaker.closed();

        Gate(ChannelProvider provider, Breaker.Rules rules) {
            this.provider = provider;
            this.rules = rules;
        }

        /** Whether the breaker allows a call; the caller reports its result. */
        synchronized boolean admits(Instant now) {
            if (!provider.oneServer()) {
                return true;
            }
            boolean admitted = breaker.admits(now);
            if (admitted) {
                breaker = breaker.begun(now, rules);
            }
            return admitted;
        }

        synchronized void answered() {
            breaker = breaker.answered();
        }

        synchronized void failed(Instant now) {
            breaker = breaker.failed(now, rules);
        }

        synchronized Instant worthAsking(Instant now) {
            return breaker.worthAsking(now);
        }
    }

    /** The providers of one channel. */
    private static final class Register {
        private final String label;
        private final NotificationsSettings settings;
        private final Map<String, Carrier> byName = new LinkedHashMap<>();
        private Optional<String> first = Optional.empty();
        private volatile List<Carrier> inOrder = List.of();

        Register(String label, NotificationsSettings settings) {
            this.label = label;
            this.settings = settings;
        }

        synchronized void add(ChannelProvider provider) {
            String name = provider.name();
            if (!VisibleText.isIn(name) || name.length() > 64) {
                throw new IllegalArgumentException("a provider's name has 1 to 64 characters: '" + name + "'");
            }
            byName.put(name, new Carrier(provider, settings));
            order();
        }

        synchronized void setFirst(String name) {
            if (!byName.containsKey(name)) {
                throw new IllegalArgumentException("the channel '" + label + "' has no provider '" + name
                        + "'; there are: " + byName.keySet() + Nearest.question(name, byName.keySet()));
            }
            first = Optional.of(name);
            order();
        }

        private void order() {
            List<Carrier> carriers = new ArrayList<>(byName.values());
            first.ifPresent(name -> {
                @Nullable Carrier chosen = byName.get(name);
                if (chosen != null) {
                    carriers.remove(chosen);
                    carriers.addFirst(chosen);
                }
            });
            inOrder = List.copyOf(carriers);
        }
    }

    /** The providers of a channel in the order of calls; empty for an unregistered channel. */
    List<Carrier> of(Channel channel) {
        @Nullable Register register = registers.get(channel);
        return register == null ? List.of() : register.inOrder;
    }

    /** Whether a provider of the channel calls another server for each address. */
    boolean severalServers(Channel channel) {
        return of(channel).stream().anyMatch(each -> !each.provider().oneServer());
    }

    /** The provider of a channel with this name. */
    Optional<Carrier> of(Channel channel, String name) {
        return of(channel).stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /** The providers with this name on all channels. */
    List<Carrier> named(String name) {
        return registers.keySet().stream()
                .flatMap(channel -> of(channel, name).stream())
                .toList();
    }

    private Register register(Channel channel) {
        @Nullable Register register = registers.get(channel);
        if (register == null) {
            throw new IllegalArgumentException(
                    "the channel '" + channel + "' has no providers; these have: " + registers.keySet());
        }
        return register;
    }

    @Override
    public void register(Channel channel, ChannelProvider provider) {
        register(channel).add(provider);
    }

    @Override
    public void setDefault(Channel channel, String name) {
        register(channel).setFirst(name);
    }

    @Override
    public List<String> names(Channel channel) {
        return register(channel).inOrder.stream().map(Carrier::name).toList();
    }
}
