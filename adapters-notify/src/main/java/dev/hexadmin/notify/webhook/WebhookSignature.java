package dev.hexadmin.notify.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs events as Standard Webhooks 1.0.0 specifies: {@code v1,} and the base64 of the HMAC-SHA256 (RFC 2104) of {@code
 * id.timestamp.body}, one for each secret, with a space between them. Immutable.
 */
final class WebhookSignature {
    private static final String PREFIX = "whsec_";
    private static final String ALGORITHM = "HmacSHA256";
    private static final int MIN_BYTES = 24;
    private static final int MAX_BYTES = 64;

    private final List<SecretKeySpec> keys;

    private WebhookSignature(List<SecretKeySpec> keys) {
        this.keys = List.copyOf(keys);
    }

    /** A secret does not have the form of the specification. */
    static final class UnusableSecretException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnusableSecretException() {
            super(PREFIX + " and the base64 of " + MIN_BYTES + " to " + MAX_BYTES + " bytes are expected");
        }
    }

    /**
     * @param secrets {@code whsec_} and base64: the current one, and further ones during a rotation
     * @throws UnusableSecretException when one has another form; the message does not contain it
     */
    static WebhookSignature with(List<String> secrets) {
        List<SecretKeySpec> keys = new ArrayList<>();
        for (String secret : secrets) {
            keys.add(new SecretKeySpec(bytes(secret), ALGORITHM));
        }
        return new WebhookSignature(keys);
    }

    private static byte[] bytes(String secret) {
        if (!secret.startsWith(PREFIX)) {
            throw new UnusableSecretException();
        }
        byte[] key;
        try {
            key = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
        } catch (IllegalArgumentException e) {
            throw new UnusableSecretException();
        }
        if (key.length < MIN_BYTES || key.length > MAX_BYTES) {
            throw new UnusableSecretException();
        }
        return key;
    }

    /** The value of {@code webhook-signature}. */
    String of(String id, Instant timestamp, byte[] body) {
        byte[] head = (id + "." + timestamp.getEpochSecond() + ".").getBytes(StandardCharsets.UTF_8);
        return keys.stream().map(key -> "v1," + mac(key, head, body)).collect(Collectors.joining(" "));
    }

    private static String mac(SecretKeySpec key, byte[] head, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(head);
            return Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM supports " + ALGORITHM, e);
        }
    }

    @Override
    public String toString() {
        return "WebhookSignature[" + keys.size() + "]"; // the message contains no secrets
    }
}
