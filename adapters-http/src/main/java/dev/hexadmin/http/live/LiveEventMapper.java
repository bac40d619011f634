package dev.hexadmin.http.live;

import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Notification;
import dev.hexadmin.http.server.json.ResponseMapping;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mapstruct.Mapper;

@Mapper(config = ResponseMapping.class)
interface LiveEventMapper {
    LiveEvent.SentNotification notification(Notification notification);

    default String word(Channel channel) {
        return channel.word();
    }

    default @Nullable String json(Optional<JsonText> json) {
        return json.map(JsonText::text).orElse(null);
    }
}
