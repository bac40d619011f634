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
 * Signs events as Standard Webhooks 1.0.0 says: {@code v1,} and the base64 of the HMAC-SHA256 (RFC 2104) of {@code
 * id.timestamp.body}, one for each secret, with a space between them. Immutable.
 */
final class WebhookSignature {
    private static final String PREFIX = "whsec_";
    private static final String ALGORITHM = "HmacSHA256";
    private static final int SHORTEST = 24;
    private static final int LONGEST = 64;

    private final List<SecretKeySpec> keys;

    private WebhookSignature(List<SecretKeySpec> keys) {
        this.keys = List.copyOf(keys);
    }

    /** A secret has not the form of the specification. */
    static final class UnusableSecretException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnusableSecretException() {
            super(PREFIX + " and the base64 of " + SHORTEST + " to " + LONGEST + " bytes are expected");
        }
    }

    /**
     * @param secrets {@code whsec_} and base64: the current one, and others while it is replaced
     * @throws UnusableSecretException when one is of another form; the message does not repeat it
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
        if (key.length < SHORTEST || key.length > LONGEST) {
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
            throw new IllegalStateException("every Java machine has " + ALGORITHM, e);
        }
    }

    @Override
    public String toString() {
        return "WebhookSignature[" + keys.size() + "]"; // no secrets
    }
}
