package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.notifications.port.Outbox.ClaimedDelivery;
import dev.hexadmin.application.secrets.SecretKeys;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Links by which recipients turn a channel off without signing in. The token of a link is the recipient and the channel,
 * encrypted and authenticated (AES-256-GCM): it shows neither, and only the server can make one. It does not expire, since
 * mails are kept for years. Thread-safe.
 */
final class UnsubscribeLinks {
    /** Longer links do not fit into a line of a mail's header, which has at most 998 characters (RFC 5322, 2.1.1). */
    private static final int LONGEST = 950;

    private static final String USE = "unsubscribe";

    private final SecretKeys keys;
    private final RandomGenerator random;
    private final Optional<String> address;

    /**
     * @param random cryptographically strong
     * @param address of the page, to which the token is added; empty: there are no links
     */
    UnsubscribeLinks(SecretKeys keys, RandomGenerator random, Optional<String> address) {
        this.keys = keys.derived(USE);
        this.random = random;
        this.address = address;
    }

    /** What a link turns off. */
    record Unsubscription(Addressee user, Channel channel) {}

    /** The link of a message; only those of a batch have one. */
    Optional<String> of(ClaimedDelivery row) {
        return address.filter(any -> row.delivery().batchId().isPresent())
                .map(page -> page + token(new Unsubscription(row.user(), row.channel())))
                .filter(link -> link.length() <= LONGEST);
    }

    private String token(Unsubscription unsubscription) {
        String plain = unsubscription.channel() + "/" + unsubscription.user(); // no name of a channel has a slash
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(keys.seal(plain.getBytes(StandardCharsets.UTF_8), USE, random));
    }

    /** What the link with this token turns off; empty when the server has not made it. */
    Optional<Unsubscription> read(String token) {
        byte[] sealed;
        try {
            sealed = Base64.getUrlDecoder().decode(token);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        return keys.open(sealed, USE).map(bytes -> {
            String[] plain = new String(bytes, StandardCharsets.UTF_8).split("/", 2);
            return new Unsubscription(new Addressee(plain[1]), new Channel(plain[0]));
        });
    }
}
