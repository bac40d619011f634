package dev.hexadmin.notify.twilio;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.hexadmin.application.spi.ProviderException;
import dev.hexadmin.application.spi.SmsMessage;
import dev.hexadmin.application.spi.SmsProvider;
import dev.hexadmin.application.spi.SmsReport;
import dev.hexadmin.application.spi.SmsResult;
import dev.hexadmin.application.spi.SmsStatus;
import dev.hexadmin.application.spi.StatusCallback;
import dev.hexadmin.notify.tracing.TraceHeaders;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Sends text messages over Twilio's REST interface (2010-04-01), or a gateway that speaks it. Settings: {@code
 * account_sid}, {@code auth_token}, {@code from_number}, and optionally {@code base_url} and {@code
 * status_callback_url}, where the gateway reports what became of a message.
 *
 * <p>Each request carries the message's idempotency key in {@code I-Twilio-Idempotency-Token}; a gateway that ignores
 * it sends a repeated message twice.
 */
public final class TwilioSmsProvider implements SmsProvider, AutoCloseable {
    private static final JsonFactory JSON = new JsonFactory();
    private static final Pattern MESSAGE_ID = Pattern.compile("[A-Za-z0-9]{1,64}");
    private static final Duration MAX_RETRY_AFTER = Duration.ofHours(1);
    private static final int MAX_TEXT_LENGTH = 200;

    private final Limits limits;
    private volatile Optional<Connected> connected = Optional.empty();

    private record Connected(Account account, Signature signature, HttpClient client) {}

    public TwilioSmsProvider() {
        this(Limits.USUAL);
    }

    TwilioSmsProvider(Limits limits) {
        this.limits = limits;
    }

    @Override
    public String name() {
        return "twilio";
    }

    @Override
    public void configure(Map<String, String> settings) {
        Account account = Account.of(settings);
        close();
        connected = Optional.of(new Connected(
                account,
                new Signature(account.token()),
                HttpClient.newBuilder()
                        .connectTimeout(limits.connect())
                        .followRedirects(HttpClient.Redirect.NEVER) // keeps credentials safe
                        .version(HttpClient.Version.HTTP_1_1)
                        .executor(task -> Thread.ofVirtual().name("twilio").start(task))
                        .build()));
    }

    @Override
    public SmsResult send(SmsMessage message) {
        Connected now = now();
        Map<String, String> form = new LinkedHashMap<>();
        form.put("To", message.to());
        form.put("From", now.account().from());
        form.put("Body", message.text());
        now.account().statusCallback().ifPresent(url -> form.put("StatusCallback", url.toString()));
        HttpRequest.Builder request = request(now, ".json")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(encoded(form)));
        message.idempotencyKey().ifPresent(key -> request.header("I-Twilio-Idempotency-Token", key));
        TraceHeaders.current().forEach(request::header);
        Map<String, String> answer = answer(now, request);
        String sid = answer.getOrDefault("sid", "");
        if (!MESSAGE_ID.matcher(sid).matches()) {
            throw new ProviderException("the gateway accepted the message without an id", false);
        }
        return new SmsResult(sid, status(answer.getOrDefault("status", "")), message.to());
    }

    @Override
    public SmsStatus checkStatus(String messageId) {
        if (!MESSAGE_ID.matcher(messageId).matches()) {
            throw new ProviderException("this is not a message id of the gateway", false);
        }
        Connected now = now();
        return status(answer(now, request(now, "/" + messageId + ".json").GET()).getOrDefault("status", ""));
    }

    @Override
    public Optional<SmsReport> report(StatusCallback callback) {
        Connected now = now();
        // the gateway signs the address that it was configured with; behind a proxy the request's address differs
        Set<String> urls = Signature.spellings(
                now.account().statusCallback().map(URI::toString).orElse(callback.url()));
        if (!now.signature().isOn(callback, urls)) {
            throw new ProviderException("this report is not signed by the gateway", false);
        }
        Map<String, String> reported = callback.parameters();
        @Nullable String sid = reported.getOrDefault("MessageSid", reported.get("SmsSid"));
        @Nullable String status = reported.getOrDefault("MessageStatus", reported.get("SmsStatus"));
        if (sid == null || status == null || !MESSAGE_ID.matcher(sid).matches()) {
            throw new ProviderException("this is not a status report of a message", false);
        }
        return Optional.of(new SmsReport(
                sid,
                status(status),
                Optional.ofNullable(reported.get("ErrorCode"))
                        .filter(code -> !code.isEmpty() && !code.equals("0"))
                        .map(code -> cleaned(
                                now.account(), (code + " " + reported.getOrDefault("ErrorMessage", "")).strip()))));
    }

    /** All statuses of the interface; an unknown status is not final. */
    private static SmsStatus status(String word) {
        return switch (word) {
            case "sent" -> SmsStatus.SENT;
            case "delivered", "partially_delivered", "read", "receiving", "received" -> SmsStatus.DELIVERED;
            case "failed", "undelivered", "canceled" -> SmsStatus.FAILED;
            case "accepted", "scheduled", "queued", "sending" -> SmsStatus.QUEUED;
            default -> SmsStatus.QUEUED;
        };
    }

    private Connected now() {
        return connected.orElseThrow(() -> new ProviderException("'twilio' is not configured", false));
    }

    private HttpRequest.Builder request(Connected now, String rest) {
        return HttpRequest.newBuilder(now.account().messages(rest))
                .timeout(limits.total())
                .header("Accept", "application/json")
                .header("Authorization", now.account().authorization());
    }

    /** The texts and numbers of the response object. */
    private Map<String, String> answer(Connected now, HttpRequest.Builder request) {
        CompletableFuture<HttpResponse<byte[]>> exchange = now.client()
                .sendAsync(request.build(), BodyHandlers.limiting(BodyHandlers.ofByteArray(), limits.bytes()));
        try {
            // the request's own time-out ends when the response headers arrive
            HttpResponse<byte[]> response = exchange.get(limits.total().toMillis(), TimeUnit.MILLISECONDS);
            if (response.statusCode() / 100 != 2) {
                throw refused(now.account(), response);
            }
            Map<String, String> members = members(response.body());
            if (members.isEmpty()) {
                throw new ProviderException("the gateway's response is not valid; check 'base_url'", false);
            }
            return members;
        } catch (TimeoutException e) {
            throw new ProviderException(
                    "the gateway took longer than " + limits.total().toSeconds() + " s", true);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProviderException("interrupted while asking the gateway", true);
        } catch (ExecutionException e) {
            throw new ProviderException(
                    "the gateway cannot be reached: " + cleaned(now.account(), String.valueOf(e.getMessage())),
                    true,
                    e);
        } finally {
            exchange.cancel(true);
        }
    }

    private static ProviderException refused(Account account, HttpResponse<byte[]> response) {
        int status = response.statusCode();
        Map<String, String> members = members(response.body());
        String text = "the gateway answered " + status
                + Optional.ofNullable(members.get("code"))
                        .map(code -> ", code " + code)
                        .orElse("")
                + Optional.ofNullable(members.get("message"))
                        .map(message -> ": " + message)
                        .orElse("");
        String cleaned = cleaned(account, text);
        if (status == 429 || status == 408 || status >= 500) {
            return retryAfter(response)
                    .map(wait -> new ProviderException(cleaned, wait))
                    .orElseGet(() -> new ProviderException(cleaned, true));
        }
        return new ProviderException(cleaned, false);
    }

    /** Seconds (RFC 9110, 10.2.3); gateways do not send the other form, a date. */
    private static Optional<Duration> retryAfter(HttpResponse<?> response) {
        return response.headers()
                .firstValue("Retry-After")
                .filter(text -> text.matches("[0-9]{1,9}"))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)))
                .map(wait -> wait.compareTo(MAX_RETRY_AFTER) > 0 ? MAX_RETRY_AFTER : wait);
    }

    /** The parsed object; empty when the text is not a JSON object. */
    private static Map<String, String> members(byte[] body) {
        Map<String, String> members = new HashMap<>();
        try (JsonParser parser = JSON.createParser(body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return Map.of();
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (value == JsonToken.VALUE_STRING || value == JsonToken.VALUE_NUMBER_INT) {
                    members.put(name, parser.getText());
                }
                parser.skipChildren();
            }
            return members;
        } catch (IOException e) {
            return Map.of();
        }
    }

    /** A line for the delivery log, shortened, without credentials that the gateway may repeat. */
    private static String cleaned(Account account, String text) {
        String line = text;
        for (String secret : List.of(account.authorization().substring("Basic ".length()), account.token())) {
            line = line.replace(secret, "…");
        }
        line = line.replaceAll("\\p{Cntrl}+", " ");
        return line.length() > MAX_TEXT_LENGTH ? line.substring(0, MAX_TEXT_LENGTH) + "…" : line;
    }

    private static String encoded(Map<String, String> form) {
        return form.entrySet().stream()
                .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    @Override
    public void close() {
        connected.ifPresent(now -> now.client().shutdownNow());
    }
}
