package dev.hexadmin.domain.notifications;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A recipient.
 *
 * @param userId the text form of any id; the user need not exist in Hexadmin
 * @param addresses the recipient's addresses, by the field of their kind: {@code
 *     email}, {@code phone}; each takes precedence over the user's stored one
 * @param channels replace those of the message; names, validated later; duplicates count once
 * @param context takes precedence over the message's values, by name
 */
public record Recipient(
        String userId,
        Map<String, String> addresses,
        Optional<List<String>> channels,
        Map<String, @Nullable Object> context) {
    public Recipient {
        addresses = Map.copyOf(addresses);
        channels = channels.map(List::copyOf);
        context = Collections.unmodifiableMap(new LinkedHashMap<>(context));
    }

    /** A user, with stored addresses, on the channels of the message. */
    public static Recipient of(String userId) {
        return new Recipient(userId, Map.of(), Optional.empty(), Map.of());
    }

    /** The same recipient with an address: {@code at("phone", "+15017122661")}. */
    public Recipient at(String field, String address) {
        Map<String, String> all = new LinkedHashMap<>(addresses);
        all.put(field, address);
        return new Recipient(userId, all, channels, context);
    }

    /** The same recipient on these channels. */
    public Recipient on(String... names) {
        return new Recipient(userId, addresses, Optional.of(List.of(names)), context);
    }
}
