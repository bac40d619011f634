package dev.hexadmin.notify.webhook;

import dev.hexadmin.notify.settings.KnownSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The operator's settings for webhooks.
 *
 * @param allowHttp whether URLs without TLS may be called
 * @param allowPrivate whether addresses that are not public may be called
 * @param connect time limit for a connection
 * @param total time limit for a call, from resolving the name to the headers of the response
 */
record WebhookSettings(
        WebhookSignature signature, boolean allowHttp, boolean allowPrivate, Duration connect, Duration total) {
    private static final String SECRET = "secret";
    private static final List<String> NO_OR_YES = List.of("false", "true");

    static WebhookSettings of(Map<String, String> values) {
        KnownSettings settings = new KnownSettings(
                values, List.of(SECRET, "allow_http", "allow_private", "connect_timeout_seconds", "timeout_seconds"));
        String secrets = settings.needed(SECRET);
        boolean allowPrivate = settings.word("allow_private", NO_OR_YES).equals("true");
        try {
            return new WebhookSettings(
                    WebhookSignature.with(List.of(secrets.split("[\\s,]+"))),
                    allowPrivate || settings.word("allow_http", NO_OR_YES).equals("true"),
                    allowPrivate,
                    Duration.ofSeconds(settings.number("connect_timeout_seconds", 1, 30, 5)),
                    Duration.ofSeconds(settings.number("timeout_seconds", 1, 30, 15)));
        } catch (WebhookSignature.UnusableSecretException e) {
            throw KnownSettings.wrong(SECRET, String.valueOf(e.getMessage()));
        }
    }
}
