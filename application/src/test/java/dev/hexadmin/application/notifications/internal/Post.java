package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.access.AccessModels;
import dev.hexadmin.application.access.LiveRights;
import dev.hexadmin.application.identity.IdentityModels;
import dev.hexadmin.application.notifications.EmailChannel;
import dev.hexadmin.application.notifications.MailBrand;
import dev.hexadmin.application.notifications.NotificationModels;
import dev.hexadmin.application.notifications.NotificationsAssembly;
import dev.hexadmin.application.notifications.NotificationsSettings;
import dev.hexadmin.application.notifications.SendingNotifications.Mode;
import dev.hexadmin.application.notifications.SmsChannel;
import dev.hexadmin.application.notifications.port.Addressees;
import dev.hexadmin.application.notifications.port.DeliveryObserver;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.application.secrets.SecretKeys;
import dev.hexadmin.application.spi.ChannelProvider;
import dev.hexadmin.application.spi.EmailMessage;
import dev.hexadmin.application.spi.EmailProvider;
import dev.hexadmin.application.spi.EmailResult;
import dev.hexadmin.application.spi.ProviderException;
import dev.hexadmin.application.spi.SmsMessage;
import dev.hexadmin.application.spi.SmsProvider;
import dev.hexadmin.application.spi.SmsReport;
import dev.hexadmin.application.spi.SmsResult;
import dev.hexadmin.application.spi.SmsStatus;
import dev.hexadmin.application.spi.StatusCallback;
import dev.hexadmin.application.text.Texts;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Delivery;
import dev.hexadmin.domain.notifications.Message;
import dev.hexadmin.domain.notifications.Recipient;
import dev.hexadmin.domain.records.Condition;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** Notifications in memory: a clock to turn, providers with set results, everything on the caller's thread. */
final class Post {
    static final Actor OPERATOR = new Actor.Operator("test");

    final MemoryNotifications memory = new MemoryNotifications();
    final ModelRegistry registry;
    final NotificationsAssembly assembly;
    final Wire email = new Wire("smtp");
    final Wire secondEmail = new Wire("backup");
    final Wire sms = new Wire("twilio");
    final Map<UserId, Rights> rights = new HashMap<>();
    Condition policy = Condition.always();
    Instant now = Instant.parse("2026-11-20T12:00:00Z");

    Post(NotificationsSettings settings, ModelDefinition... models) {
        this(settings, noRecords(), models);
    }

    Post(NotificationsSettings settings, boolean shared) {
        this(settings, noRecords(), shared);
    }

    Post(NotificationsSettings settings, Records records, ModelDefinition... models) {
        this(settings, records, true, models);
    }

    private Post(NotificationsSettings settings, Records records, boolean shared, ModelDefinition... models) {
        List<ModelDefinition> all = new ArrayList<>(NotificationModels.definitions(settings.channels()));
        all.add(IdentityModels.users());
        all.addAll(AccessModels.definitions());
        all.addAll(Arrays.asList(models));
        registry = ModelRegistry.of(all);
        LiveRights live = new LiveRights() {
            @Override
            public Rights of(UserId user) {
                return rights.getOrDefault(user, Rights.NONE);
            }

            @Override
            public Optional<Lent> lent(UserId user, long role) {
                throw new AssertionError("no key is used here");
            }
        };
        SplittableRandom seeded = new SplittableRandom(7);
        RandomGenerator random = () -> {
            synchronized (seeded) {
                return seeded.nextLong();
            }
        };
        assembly = NotificationsAssembly.of(
                settings,
                new NotificationsAssembly.Storage(
                        memory, memory, memory, memory, memory, records, ClusterEvents.none(), shared),
                live,
                (actor, model, action) -> actor.rights().superuser() ? Condition.always() : policy,
                registry,
                new NotificationsAssembly.Execution(
                        Runnable::run,
                        () -> now,
                        random,
                        DeliveryObserver.none(),
                        SecretKeys.of(new byte[32]),
                        Texts.english(),
                        MailBrand.PRODUCT,
                        Optional.of("https://admin.example/api/notifications/unsubscribe?token=")));
    }

    private static Records noRecords() {
        return (Records) Proxy.newProxyInstance(
                Post.class.getClassLoader(), new Class<?>[] {Records.class}, (proxy, method, arguments) -> {
                    throw new UnsupportedOperationException(method.getName());
                });
    }

    /** With an e-mail and an SMS provider. */
    static Post equipped(NotificationsSettings settings) {
        Post post = new Post(settings);
        post.register(EmailChannel.provider("smtp", post.email, MailBrand.PRODUCT));
        post.assembly.providers().register(Channel.SMS, SmsChannel.provider("twilio", post.sms));
        return post;
    }

    /** Adds a provider of e-mail. */
    void register(ChannelProvider provider) {
        assembly.providers().register(Channel.EMAIL, provider);
    }

    void account(long id, String address) {
        UserId user = new UserId(id);
        memory.accounts.put(user, new Addressees.Account(user, new EmailAddress(address), Optional.empty()));
    }

    static Actor.SignedIn user(long id, Rights rights) {
        return new Actor.SignedIn(
                new UserId(id), new EmailAddress("u" + id + "@example.com"), rights, Actor.Origin.LOCAL);
    }

    Delivery send(Recipient recipient, Mode mode, String... channels) {
        Message.Builder message = Message.builder().title("The title").text("The body");
        return assembly.sending()
                .send(
                        OPERATOR,
                        recipient,
                        channels.length == 0
                                ? message.build()
                                : message.channels(channels(channels)).build(),
                        mode);
    }

    static List<Channel> channels(String... words) {
        return Stream.of(words).map(Channel::new).toList();
    }

    static Recipient to(String user, String email, String phone) {
        Recipient.Builder recipient = Recipient.builder(user);
        recipient = email.isEmpty() ? recipient : recipient.email(email);
        return (phone.isEmpty() ? recipient : recipient.phone(phone)).build();
    }

    /** What became of each channel: {@code email=sent}. */
    List<String> states(UUID delivery) {
        return states(assembly.sending().delivery(OPERATOR, delivery));
    }

    static List<String> states(Delivery delivery) {
        return delivery.channels().stream()
                .map(each -> each.channel().word() + "=" + each.status().word()
                        + each.fallbackOf().map(of -> " for " + of.word()).orElse(""))
                .toList();
    }

    void pass(Duration time) {
        now = now.plus(time);
        while (assembly.upkeep().dispatch()) {
            Thread.onSpinWait();
        }
    }

    /** A provider with set results; it accepts everything when none are left. */
    static final class Wire implements EmailProvider, SmsProvider {
        private final String name;
        final Deque<RuntimeException> failures = new ArrayDeque<>();
        final List<String> keys = new ArrayList<>();
        final List<EmailMessage> messages = new ArrayList<>();
        final List<String> texts = new ArrayList<>();
        final Map<String, SmsStatus> statuses = new LinkedHashMap<>();
        Optional<RuntimeException> always = Optional.empty();
        SmsStatus first = SmsStatus.QUEUED;
        Runnable before = () -> {};
        int asked;
        boolean withoutStatuses;
        boolean unreachable;

        Wire(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public void configure(Map<String, String> settings) {}

        @Override
        public EmailResult send(EmailMessage message) {
            take(message.idempotencyKey());
            messages.add(message);
            return new EmailResult("<" + messages.size() + "@" + name + ">");
        }

        @Override
        public SmsResult send(SmsMessage message) {
            take(message.idempotencyKey().orElseThrow());
            texts.add(message.to() + ": " + message.text());
            String id = "SM" + texts.size();
            statuses.putIfAbsent(id, first);
            return new SmsResult(id, first, message.to());
        }

        private void take(String key) {
            before.run();
            keys.add(key);
            RuntimeException failure = failures.isEmpty() ? always.orElse(null) : failures.remove();
            if (failure != null) {
                throw failure;
            }
        }

        @Override
        public SmsStatus checkStatus(String messageId) {
            asked++;
            if (unreachable) {
                throw new ProviderException("no answer", true);
            }
            return withoutStatuses
                    ? SmsProvider.super.checkStatus(messageId)
                    : statuses.getOrDefault(messageId, SmsStatus.QUEUED);
        }

        @Override
        public Optional<SmsReport> report(StatusCallback callback) {
            if (callback.header("signature").isEmpty()) {
                throw new ProviderException("the signature is missing", false);
            }
            return Optional.of(new SmsReport(
                    callback.parameters().getOrDefault("id", ""),
                    SmsStatus.valueOf(callback.parameters().getOrDefault("status", "")),
                    Optional.empty()));
        }

        static ProviderException busy() {
            return new ProviderException("421 try again later", true);
        }

        static ProviderException refusal() {
            return new ProviderException("550 no such mailbox", false);
        }
    }
}
