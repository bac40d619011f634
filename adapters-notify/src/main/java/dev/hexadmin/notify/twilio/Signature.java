package dev.hexadmin.notify.twilio;

import dev.hexadmin.application.spi.StatusCallback;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Verifies that a request comes from the gateway: {@code X-Twilio-Signature}, the Base64 of an HMAC-SHA1 with the
 * account's token over the address and, in the order of their names, each parameter's name and value ("Validating
 * Signatures from Twilio" in Twilio's guide to webhook security).
 */
final class Signature {
    private static final String HEADER = "x-twilio-signature";
    private static final String ALGORITHM = "HmacSHA1";

    private final SecretKeySpec key;

    Signature(String token) {
        this.key = new SecretKeySpec(token.getBytes(StandardCharsets.UTF_8), ALGORITHM);
    }

    /** Whether the callback is signed for one of these addresses. */
    boolean isOn(StatusCallback callback, Set<String> urls) {
        byte[] given = callback.header(HEADER).orElse("").getBytes(StandardCharsets.UTF_8);
        boolean signed = false;
        for (String url : urls) {
            signed |= MessageDigest.isEqual(
                    of(url, callback).getBytes(StandardCharsets.UTF_8), given); // in constant time
        }
        return signed;
    }

    private String of(String url, StatusCallback callback) {
        StringBuilder text = new StringBuilder(url);
        new TreeMap<>(callback.parameters())
                .forEach((name, value) -> text.append(name).append(value));
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return Base64.getEncoder()
                    .encodeToString(mac.doFinal(text.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM supports " + ALGORITHM, e);
        }
    }

    /** The address as it is, with its default port, and without a port: the gateway signs one of these. */
    static Set<String> spellings(String url) {
        Set<String> spellings = new LinkedHashSet<>();
        spellings.add(url);
        try {
            URI parsed = new URI(url);
            int usual = "https".equals(parsed.getScheme()) ? 443 : 80;
            if (parsed.getHost() != null && (parsed.getPort() == -1 || parsed.getPort() == usual)) {
                String begin = parsed.getScheme() + "://" + parsed.getHost();
                String rest = url.substring((begin + (parsed.getPort() == -1 ? "" : ":" + usual)).length());
                spellings.add(begin + rest);
                spellings.add(begin + ":" + usual + rest);
            }
        } catch (URISyntaxException e) {
            // not a valid URI: only the address itself
        }
        return spellings;
    }
}
