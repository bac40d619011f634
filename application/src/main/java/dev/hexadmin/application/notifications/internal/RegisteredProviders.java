package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.notifications.MessageProviders;
import dev.hexadmin.application.notifications.NotificationsSettings;
import dev.hexadmin.application.spi.EmailProvider;
import dev.hexadmin.application.spi.SmsProvider;
import dev.hexadmin.domain.notifications.Breaker;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The providers that are there now, each with its breaker. */
final class RegisteredProviders implements MessageProviders {
    private final Register<SmsProvider> sms;
    private final Register<EmailProvider> email;

    RegisteredProviders(NotificationsSettings settings) {
        this.sms = new Register<>("SMS", settings);
        this.email = new Register<>("e-mail", settings);
    }

    /** A provider in use. */
    static final class Carrier<P> {
        private final String name;
        private final P provider;
        private final Breaker.Rules rules;
        private Breaker breaker = Breaker.closed();

        Carrier(String name, P provider, NotificationsSettings settings) {
            this.name = name;
            this.provider = provider;
            this.rules = settings.breaker();
        }

        String name() {
            return name;
        }

        P provider() {
            return provider;
        }

        /** Lets a try through, or not. */
        synchronized boolean admits(Instant now) {
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
    private static final class Register<P> {
        private final String kind;
        private final NotificationsSettings settings;
        private final Map<String, Carrier<P>> byName = new LinkedHashMap<>();
        private Optional<String> first = Optional.empty();
        private volatile List<Carrier<P>> inOrder = List.of();

        Register(String kind, NotificationsSettings settings) {
            this.kind = kind;
            this.settings = settings;
        }

        synchronized void add(String name, P provider) {
            if (name.isBlank() || name.length() > 64) {
                throw new IllegalArgumentException("a provider's name has 1 to 64 characters: '" + name + "'");
            }
            byName.put(name, new Carrier<>(name, provider, settings));
            order();
        }

        synchronized void setFirst(String name) {
            if (!byName.containsKey(name)) {
                throw new IllegalArgumentException(
                        "there is no " + kind + " provider '" + name + "'; there are: " + byName.keySet());
            }
            first = Optional.of(name);
            order();
        }

        private void order() {
            List<Carrier<P>> carriers = new ArrayList<>(byName.values());
            first.ifPresent(name -> {
                @Nullable Carrier<P> chosen = byName.get(name);
                if (chosen != null) {
                    carriers.remove(chosen);
                    carriers.addFirst(chosen);
                }
            });
            inOrder = List.copyOf(carriers);
        }

        List<String> names() {
            return inOrder.stream().map(Carrier::name).toList();
        }
    }

    List<Carrier<SmsProvider>> sms() {
        return sms.inOrder;
    }

    List<Carrier<EmailProvider>> email() {
        return email.inOrder;
    }

    Optional<Carrier<SmsProvider>> sms(String name) {
        return sms.inOrder.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    @Override
    public void registerSms(String name, SmsProvider provider) {
        sms.add(name, provider);
    }

    @Override
    public void registerEmail(String name, EmailProvider provider) {
        email.add(name, provider);
    }

    @Override
    public void setDefaultSms(String name) {
        sms.setFirst(name);
    }

    @Override
    public void setDefaultEmail(String name) {
        email.setFirst(name);
    }

    @Override
    public List<String> smsNames() {
        return sms.names();
    }

    @Override
    public List<String> emailNames() {
        return email.names();
    }
}
