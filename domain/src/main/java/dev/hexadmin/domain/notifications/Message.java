package dev.hexadmin.domain.notifications;

import dev.hexadmin.domain.models.JsonText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The content of a message. Immutable. The values are checked when it is sent.
 *
 * <pre>{@code
 * Message.of("Thank you", "Your order is on the way.")
 * Message.builder().template("order_shipped").value("order_id", 17).channels(Channel.EMAIL, Channel.IN_APP).build()
 * }</pre>
 */
public final class Message {
    private final String text;
    private final Optional<List<Channel>> channels;
    private final Optional<String> title;
    private final Optional<String> template;
    private final Map<String, @Nullable Object> context;
    private final Optional<JsonText> data;

    private Message(Builder builder) {
        this.text = builder.text;
        this.channels = builder.channels;
        this.title = builder.title;
        this.template = builder.template;
        this.context = Collections.unmodifiableMap(new LinkedHashMap<>(builder.context));
        this.data = builder.data;
    }

    /** A text on the default channels of the settings. */
    public static Message of(String title, String text) {
        return builder().title(title).text(text).build();
    }

    /** A builder for a message that needs at least a text or a template. */
    public static Builder builder() {
        return new Builder();
    }

    /** The text; {@code ""} with a template, whose body takes precedence. */
    public String text() {
        return text;
    }

    /** The channels; empty: the default channels of the settings. */
    public Optional<List<Channel>> channels() {
        return channels;
    }

    /** The title, which takes precedence over the template's. */
    public Optional<String> title() {
        return title;
    }

    /** The name of a template in the settings. */
    public Optional<String> template() {
        return template;
    }

    /** Values for the template's placeholders. */
    public Map<String, @Nullable Object> context() {
        return context;
    }

    /** For programs, sent unchanged. */
    public Optional<JsonText> data() {
        return data;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Message that
                && text.equals(that.text)
                && channels.equals(that.channels)
                && title.equals(that.title)
                && template.equals(that.template)
                && context.equals(that.context)
                && data.equals(that.data);
    }

    @Override
    public int hashCode() {
        return Objects.hash(text, channels, title, template, context, data);
    }

    @Override
    public String toString() {
        return "Message[" + title.or(() -> template).orElse(text) + "]";
    }

    /** Collects one message. Not thread-safe. */
    public static final class Builder {
        private String text = "";
        private Optional<List<Channel>> channels = Optional.empty();
        private Optional<String> title = Optional.empty();
        private Optional<String> template = Optional.empty();
        private final Map<String, @Nullable Object> context = new LinkedHashMap<>();
        private Optional<JsonText> data = Optional.empty();

        private Builder() {}

        /** The text; needed unless there is a template. */
        public Builder text(String text) {
            this.text = Objects.requireNonNull(text, "text");
            return this;
        }

        /** The channels, in place of the default ones of the settings; a channel that is named twice counts once. */
        public Builder channels(Channel... channels) {
            return channels(List.of(channels));
        }

        /** {@link #channels(Channel...)} from a list. */
        public Builder channels(List<Channel> channels) {
            this.channels = Optional.of(List.copyOf(channels));
            return this;
        }

        /** The title; it takes precedence over the template's. */
        public Builder title(String title) {
            this.title = Optional.of(title);
            return this;
        }

        /** The name of a template in the settings, or of {@code Hexadmin.Builder#template}. */
        public Builder template(String name) {
            this.template = Optional.of(name);
            return this;
        }

        /**
         * A value for a placeholder of the template.
         *
         * @param value a String, Boolean, Integer, Long, Double, BigInteger or BigDecimal; any other value, including null, is
         *     a violation
         */
        public Builder value(String placeholder, @Nullable Object value) {
            context.put(placeholder, value);
            return this;
        }

        /** Values for placeholders by name, see {@link #value}. */
        public Builder values(Map<String, ? extends @Nullable Object> values) {
            context.putAll(values);
            return this;
        }

        /** A JSON document for programs, sent unchanged. */
        public Builder data(JsonText document) {
            this.data = Optional.of(document);
            return this;
        }

        /** The message. */
        public Message build() {
            return new Message(this);
        }
    }
}
