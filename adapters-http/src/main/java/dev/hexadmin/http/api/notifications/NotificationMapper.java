package dev.hexadmin.http.api.notifications;

import dev.hexadmin.application.notifications.ReadingNotifications.Preference;
import dev.hexadmin.application.notifications.SendingNotifications.Batch;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.ChannelDelivery;
import dev.hexadmin.domain.notifications.DeadLetter;
import dev.hexadmin.domain.notifications.Delivery;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import dev.hexadmin.domain.notifications.InboxNotification;
import dev.hexadmin.http.server.json.ResponseMapping;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.mapstruct.Mapper;
import org.mapstruct.Mapping;

@Mapper(config = ResponseMapping.class)
interface NotificationMapper {
    @Mapping(target = "userId", expression = "java(userId.json())")
    SentResponse sent(Delivery delivery, SentId userId);

    default SentBatchResponse sent(Batch batch, List<SentId> userIds) {
        return new SentBatchResponse(
                batch.id(),
                IntStream.range(0, userIds.size())
                        .mapToObj(i -> sent(batch.deliveries().get(i), userIds.get(i)))
                        .toList());
    }

    @Mapping(target = "success", expression = "java(attempted.success())")
    SentResponse.Attempt attempt(ChannelDelivery attempted);

    @Mapping(target = "success", expression = "java(attempted.success())")
    DeliveryResponse.Followed followed(ChannelDelivery attempted);

    default DeliveryResponse delivery(Delivery delivery) {
        Map<DeliveryStatus, Long> counts = new EnumMap<>(DeliveryStatus.class);
        delivery.channels().forEach(each -> counts.merge(each.status(), 1L, Long::sum));
        return delivery(delivery, DeliveryResponse.State.of(counts), DeliveryResponse.Counts.of(counts));
    }

    @Mapping(target = "userId", source = "delivery.user")
    DeliveryResponse delivery(Delivery delivery, DeliveryResponse.State state, DeliveryResponse.Counts counts);

    default BatchResponse batch(Batch batch) {
        Map<DeliveryStatus, Long> counts = batch.counts();
        return batch(batch, DeliveryResponse.State.of(counts), DeliveryResponse.Counts.of(counts));
    }

    @Mapping(target = "batchId", source = "batch.id")
    @Mapping(target = "results", source = "batch.deliveries")
    @Mapping(target = "counts", source = "counts")
    BatchResponse batch(Batch batch, DeliveryResponse.State state, DeliveryResponse.Counts counts);

    @Mapping(target = "userId", source = "user")
    BatchResponse.Result result(Delivery delivery);

    @Mapping(target = "userId", source = "destination.user")
    @Mapping(target = "channel", source = "destination.channel")
    @Mapping(target = "recipient", source = "destination.address")
    DeadLetterPageResponse.Entry deadLetter(DeadLetter letter);

    @Mapping(target = "id", source = "notification.id")
    @Mapping(target = "title", source = "notification.title")
    @Mapping(target = "body", source = "notification.body")
    @Mapping(target = "channels", source = "notification.channels")
    @Mapping(target = "data", source = "notification.data")
    @Mapping(target = "createdAt", source = "notification.createdAt")
    @Mapping(target = "read", expression = "java(item.read())")
    NotificationPageResponse.Entry entry(InboxNotification item);

    default PreferenceResponse preference(Preference preference) {
        return preference
                .address()
                .<PreferenceResponse>map(address -> address(preference, address.isEmpty() ? null : address))
                .orElseGet(() -> channel(preference));
    }

    PreferenceResponse.OfChannel channel(Preference preference);

    @Mapping(target = "channel", source = "preference.channel")
    @Mapping(target = "enabled", source = "preference.enabled")
    @Mapping(target = "address", source = "address")
    PreferenceResponse.OfAddress address(Preference preference, @Nullable String address);

    default String userId(Addressee user) {
        return user.id();
    }

    default String word(Channel channel) {
        return channel.word();
    }

    default @Nullable String fallback(Optional<Channel> channel) {
        return channel.map(Channel::word).orElse(null);
    }

    default @Nullable String text(Optional<String> text) {
        return text.orElse(null);
    }

    default @Nullable String json(Optional<JsonText> json) {
        return json.map(JsonText::text).orElse(null);
    }

    default @Nullable Instant time(Optional<Instant> time) {
        return time.orElse(null);
    }

    default @Nullable UUID uuid(Optional<UUID> id) {
        return id.orElse(null);
    }

    default @Nullable Long number(OptionalLong number) {
        return number.isPresent() ? number.getAsLong() : null;
    }
}
