package dev.hexadmin.domain.notifications;

import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.text.Language;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A recipient of a message. Immutable. The values are checked when a message is sent.
 *
 * <pre>{@code
 * Recipient.of(account)
 * Recipient.builder("customer-7").phone("+15017122661").channels(Channel.SMS).build()
 * }</pre>
 */
public final class Recipient {
    private final String userId;
    private final Map<String, String> addresses;
    private final Optional<List<Channel>> channels;
    private final Optional<Language> language;
    private final Map<String, @Nullable Object> context;

    private Recipient(Builder builder) {
        this.userId = builder.userId;
        this.addresses = Map.copyOf(builder.addresses);
        this.channels = builder.channels;
        this.language = builder.language;
        this.context = Collections.unmodifiableMap(new LinkedHashMap<>(builder.context));
    }

    /** A user of {@code admin_users}, with stored addresses, on the channels of the message. */
    public static Recipient of(UserId user) {
        return builder(user).build();
    }

    /** A user by the text form of any id, with stored addresses, on the channels of the message. */
    public static Recipient of(String userId) {
        return builder(userId).build();
    }

    /** A builder for a user of {@code admin_users}. */
    public static Builder builder(UserId user) {
        return builder(user.toString());
    }

    /**
     * A builder for a user by the text form of any id.
     *
     * @param userId the user need not exist in Hexadmin
     */
    public static Builder builder(String userId) {
        return new Builder(userId);
    }

    /** The text form of the id. */
    public String userId() {
        return userId;
    }

    /** The addresses by the field of their kind, such as {@code email}; each takes precedence over the user's stored one. */
    public Map<String, String> addresses() {
        return addresses;
    }

    /** The channels for this recipient; empty: those of the message. */
    public Optional<List<Channel>> channels() {
        return channels;
    }

    /** The language of the texts; empty: that of the user's account, or else the template's own. */
    public Optional<Language> language() {
        return language;
    }

    /** Values for placeholders, which take precedence over those of the message, by name. */
    public Map<String, @Nullable Object> context() {
        return context;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Recipient that
                && userId.equals(that.userId)
                && addresses.equals(that.addresses)
                && channels.equals(that.channels)
                && language.equals(that.language)
                && context.equals(that.context);
    }

    @Override
    public int hashCode() {
        return Objects.hash(userId, addresses, channels, language, context);
    }

    @Override
    public String toString() {
        return "Recipient[" + userId + "]";
    }

    /** Collects one recipient. Not thread-safe. */
    public static final class Builder {
        private final String userId;
        private final Map<String, String> addresses = new LinkedHashMap<>();
        private Optional<List<Channel>> channels = Optional.empty();
        private Optional<Language> language = Optional.empty();
        private final Map<String, @Nullable Object> context = new LinkedHashMap<>();

        private Builder(String userId) {
            this.userId = Objects.requireNonNull(userId, "userId");
        }

        /** The e-mail address. */
        public Builder email(String address) {
            return address("email", address);
        }

        /** The phone number, E.164 such as {@code +15017122661}. */
        public Builder phone(String number) {
            return address("phone", number);
        }

        /** An address of any kind, by the field of the kind: {@code address("webhook_url", "https://…")}. */
        public Builder address(String field, String address) {
            addresses.put(field, address);
            return this;
        }

        /** The channels for this recipient, in place of those of the message; a channel that is named twice counts once. */
        public Builder channels(Channel... channels) {
            return channels(List.of(channels));
        }

        /** {@link #channels(Channel...)} from a list. */
        public Builder channels(List<Channel> channels) {
            this.channels = Optional.of(List.copyOf(channels));
            return this;
        }

        /** The language of the texts of the template, in place of that of the user's account. */
        public Builder language(Language language) {
            this.language = Optional.of(language);
            return this;
        }

        /** A value for a placeholder of the template, see {@link Message.Builder#value}. */
        public Builder value(String placeholder, @Nullable Object value) {
            context.put(placeholder, value);
            return this;
        }

        /** Values for placeholders by name, see {@link #value}. */
        public Builder values(Map<String, ? extends @Nullable Object> values) {
            context.putAll(values);
            return this;
        }

        /** The recipient. */
        public Recipient build() {
            return new Recipient(this);
        }
    }
}
