package dev.hexadmin.notify.webhook;

import dev.hexadmin.application.spi.AddressKind;
import dev.hexadmin.application.spi.ChannelProvider;
import dev.hexadmin.application.spi.MessageChannel;
import dev.hexadmin.application.spi.MessageStatus;
import dev.hexadmin.application.spi.OutgoingMessage;
import dev.hexadmin.application.spi.ProviderException;
import dev.hexadmin.application.spi.SentMessage;
import dev.hexadmin.domain.notifications.Content;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.notify.tracing.TraceHeaders;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSocketFactory;

/**
 * Posts each message as a signed JSON event to a URL, as the Standard Webhooks specification 1.0.0 describes it.
 * Settings: {@code secret}, and optionally {@code allow_http}, {@code allow_private}, {@code
 * connect_timeout_seconds} and {@code timeout_seconds}.
 *
 * <p>A 2xx is a delivery. A 408, a 429, a 5xx and a call without a response are retried, at the earliest after {@code
 * Retry-After}; any other status is a final failure, including a redirect; after a 410 the URL is removed
 * from the user's preferences.
 */
public final class WebhookChannel implements MessageChannel, ChannelProvider {
    private static final System.Logger LOG = System.getLogger(WebhookChannel.class.getName());

    /** The name of the channel and of its only provider. */
    static final String NAME = "webhook";

    private static final String TAIL = "[A-Za-z0-9._~:/?@!$&'()*+,;=-]*";
    private static final String URL =
            "[A-Za-z][A-Za-z0-9+.-]*://(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]+\\])"
                    + "(?::[0-9]{1,5})?(?:[/?]" + TAIL + "(?:%[0-9A-Fa-f]{2}" + TAIL + ")*)?";
    private static final int MAX_URL_LENGTH = 2_048;
    private static final int MOST_LOOKUPS = 16;
    private static final Duration MAX_RETRY_AFTER = Duration.ofHours(1);

    /** Of all callers: a lookup cannot be interrupted, and may outlive its caller by many seconds. */
    private final Semaphore lookups = new Semaphore(MOST_LOOKUPS);

    private final InstantSource clock;
    private final WebhookClient.Resolver resolver;
    private final Supplier<SSLSocketFactory> tls; // created on first use, since it reads the trust store
    private volatile Optional<WebhookSettings> settings = Optional.empty();

    public WebhookChannel() {
        this(InstantSource.system(), InetAddress::getAllByName, () -> (SSLSocketFactory) SSLSocketFactory.getDefault());
    }

    WebhookChannel(InstantSource clock, WebhookClient.Resolver resolver, Supplier<SSLSocketFactory> tls) {
        this.clock = clock;
        this.resolver = resolver;
        this.tls = tls;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String label() {
        return "Webhook";
    }

    @Override
    public String description() {
        return "Posted as a signed JSON event to your URL, or to one the sender knows.";
    }

    @Override
    public void configure(Map<String, String> values) {
        settings = Optional.of(WebhookSettings.of(values));
    }

    @Override
    public Optional<AddressKind> address() {
        return Optional.of(AddressKind.builder("webhook_url", "webhook URL", Pattern.compile(URL))
                .longest(MAX_URL_LENGTH)
                .rule(Message.of("An https URL in ASCII is expected, without credentials and a fragment."))
                .format("uri")
                .hint(Pattern.compile("^https?://"))
                .origin(AddressKind.Origin.PREFERENCE)
                .build());
    }

    /**
     * Hosts whose addresses are not known within the time limit for connections, or while too many other hosts are looked
     * up, are checked only when they are called.
     */
    @Override
    public Map<String, Message> refused(Set<String> addresses) {
        WebhookClient client = new WebhookClient(configured(), resolver, tls);
        Map<String, Message> refused = new HashMap<>();
        Map<String, List<String>> byHost = new LinkedHashMap<>();
        for (String address : addresses) {
            URI url = URI.create(address);
            try {
                client.checkUrl(url);
                byHost.computeIfAbsent(WebhookClient.host(url), host -> new ArrayList<>())
                        .add(address);
            } catch (WebhookClient.ForbiddenTargetException e) {
                refused.put(address, e.reason());
            }
        }
        refusedHosts(client, byHost.keySet())
                .forEach((host, reason) ->
                        byHost.getOrDefault(host, List.of()).forEach(address -> refused.put(address, reason)));
        return refused;
    }

    private Map<String, Message> refusedHosts(WebhookClient client, Set<String> hosts) {
        if (configured().allowPrivate() || hosts.isEmpty()) {
            return Map.of();
        }
        Map<String, Message> refused = new ConcurrentHashMap<>();
        Queue<String> waiting = new ConcurrentLinkedQueue<>(hosts);
        List<Thread> threads = new ArrayList<>();
        while (threads.size() < hosts.size() && lookups.tryAcquire()) {
            // platform threads: resolving a name would hold the carrier of a virtual thread
            threads.add(Thread.ofPlatform().daemon().name("webhook-hosts").start(() -> {
                try {
                    for (String host = waiting.poll(); host != null; host = waiting.poll()) {
                        check(client, host, refused);
                    }
                } finally {
                    lookups.release();
                }
            }));
        }
        long end = System.nanoTime() + configured().connect().toNanos();
        try {
            for (Thread thread : threads) {
                thread.join(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        waiting.clear();
        return Map.copyOf(refused);
    }

    private static void check(WebhookClient client, String host, Map<String, Message> refused) {
        try {
            client.addresses(host);
        } catch (WebhookClient.ForbiddenTargetException e) {
            refused.put(host, e.reason());
        } catch (UnknownHostException e) {
            LOG.log(System.Logger.Level.DEBUG, "The host of a webhook is not known now");
        }
    }

    private WebhookSettings configured() {
        return settings.orElseThrow(() -> new ProviderException("'" + NAME + "' is not configured", false));
    }

    @Override
    public String render(Content content) {
        return content.title().isEmpty() ? content.body() : content.title() + "\n\n" + content.body();
    }

    @Override
    public List<ChannelProvider> providers() {
        return List.of(this);
    }

    @Override
    public boolean oneServer() {
        return false;
    }

    @Override
    public SentMessage send(OutgoingMessage message) {
        WebhookSettings now = configured();
        String to = message.to();
        if (address().filter(kind -> kind.matches(to)).isEmpty()) {
            throw new ProviderException("the address is not a URL that may be called", false);
        }
        byte[] body = WebhookEvent.json(message);
        Instant at = clock.instant();
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("content-type", "application/json");
        headers.putAll(TraceHeaders.current());
        headers.put("webhook-id", message.idempotencyKey());
        headers.put("webhook-timestamp", Long.toString(at.getEpochSecond()));
        headers.put("webhook-signature", now.signature().of(message.idempotencyKey(), at, body));
        WebhookClient client = new WebhookClient(now, resolver, tls);
        WebhookClient.Reply reply;
        try {
            reply = client.post(URI.create(to), headers, body);
        } catch (WebhookClient.ForbiddenTargetException e) {
            throw new ProviderException(String.valueOf(e.getMessage()), false, e);
        } catch (IOException e) {
            // its message may contain the address, which may contain a secret of the receiver
            throw new ProviderException(
                    "the receiver cannot be reached: " + e.getClass().getSimpleName(), true, e);
        }
        if (reply.status() / 100 == 2) {
            return new SentMessage(message.idempotencyKey(), MessageStatus.DELIVERED);
        }
        throw refusal(reply, at);
    }

    private static ProviderException refusal(WebhookClient.Reply reply, Instant now) {
        int status = reply.status();
        String text = "the receiver answered " + status;
        if (status == 408 || status == 429 || status >= 500) {
            return reply.retryAfter(now)
                    .map(wait ->
                            new ProviderException(text, wait.compareTo(MAX_RETRY_AFTER) > 0 ? MAX_RETRY_AFTER : wait))
                    .orElseGet(() -> new ProviderException(text, true));
        }
        if (status == 410) {
            return ProviderException.addressGone(text + ": it accepts no more events at this URL");
        }
        return new ProviderException(status / 100 == 3 ? text + ": redirects are not followed" : text, false);
    }
}
