package dev.hexadmin.application.notifications;

import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelDefinition.Access;
import dev.hexadmin.domain.models.Operation;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** The built-in models of notifications. */
public final class NotificationModels {
    /** Notifications and their recipients; the right {@code create} allows sending. */
    public static final String NOTIFICATIONS = "admin_notifications";

    /** Deliveries: every recipient × channel; the right {@code edit} allows retrying failed ones. */
    public static final String LOGS = "admin_notification_logs";

    /** The channel preferences of users. */
    public static final String PREFERENCES = "admin_notification_preferences";
    /** All models of notifications; the panel shows them in one group. */
    public static final Set<String> NAMES = Set.of(NOTIFICATIONS, LOGS, PREFERENCES);

    private static final String GROUP = "Notifications";

    private NotificationModels() {}

    /**
     * @param channels the registered channels
     */
    public static List<ModelDefinition> definitions(MessageChannels channels) {
        List<String> names = channels.all().stream().map(Channel::word).toList();
        return List.of(notifications(), logs(names), preferences(names));
    }

    private static ModelDefinition notifications() {
        return ModelDefinition.builder(NOTIFICATIONS)
                .label("In-app message")
                .labelPlural("In-app messages")
                .display("{title}")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("user_id", FieldType.STRING, f -> f.nullable(false))
                .field("title", FieldType.STRING, f -> f.nullable(false))
                .field("body", FieldType.TEXT, f -> f.nullable(false))
                .field("channels", FieldType.STRING, f -> f.nullable(false))
                .field("data", FieldType.JSON)
                .field("delivery_id", FieldType.UUID, f -> f.nullable(false))
                .field("is_read", FieldType.BOOLEAN, f -> f.nullable(false))
                .field("read_at", FieldType.DATETIME)
                .field("created_at", FieldType.DATETIME, f -> f.nullable(false))
                .listDisplay(List.of("created_at", "user_id", "title", "is_read"))
                .searchFields(List.of("user_id", "title"))
                .listFilter(List.of("user_id", "is_read", "created_at"))
                .ordering(List.of("-id"))
                .navGroup(GROUP)
                .navOrder(960)
                .access(Access.BUILT_IN)
                .readOnly()
                .grants(Operation.CREATE, Operation.UPDATE) // to send, and to mark as read with an API key
                .build();
    }

    private static ModelDefinition logs(List<String> channels) {
        return ModelDefinition.builder(LOGS)
                .label("Delivery")
                .labelPlural("Deliveries")
                .display("{channel} to {user_id}")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("delivery_id", FieldType.UUID, f -> f.nullable(false))
                .field("batch_id", FieldType.UUID)
                .field("user_id", FieldType.STRING, f -> f.nullable(false))
                .field("notification_id", FieldType.INTEGER)
                .field("channel", FieldType.ENUM, f -> f.nullable(false).values(channels))
                .field("recipient", FieldType.STRING, f -> f.nullable(false))
                .field("provider", FieldType.STRING)
                .field(
                        "status",
                        FieldType.ENUM,
                        f -> f.nullable(false)
                                .values(Arrays.stream(DeliveryStatus.values())
                                        .map(DeliveryStatus::word)
                                        .toList()))
                .field("attempts", FieldType.INTEGER, f -> f.nullable(false))
                .field("due_at", FieldType.DATETIME)
                .field("message_id", FieldType.STRING)
                .field("error", FieldType.STRING)
                .field("fallback_of", FieldType.ENUM, f -> f.values(channels))
                .field("created_at", FieldType.DATETIME, f -> f.nullable(false))
                .field("updated_at", FieldType.DATETIME, f -> f.nullable(false))
                .listDisplay(List.of("created_at", "user_id", "channel", "recipient", "status", "attempts", "error"))
                .searchFields(List.of("user_id", "recipient", "message_id"))
                .listFilter(List.of("status", "channel", "provider", "user_id", "created_at"))
                .ordering(List.of("-id"))
                .navGroup(GROUP)
                .navOrder(970)
                .access(Access.BUILT_IN)
                .readOnly()
                .grants(Operation.UPDATE) // to retry
                .build();
    }

    private static ModelDefinition preferences(List<String> channels) {
        return ModelDefinition.builder(PREFERENCES)
                .label("Channel preference")
                .labelPlural("Channel preferences")
                .display("{user_id}: {channel}")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("user_id", FieldType.STRING, f -> f.required().maxLength(255))
                .field("channel", FieldType.ENUM, f -> f.required().values(channels))
                .field(
                        "enabled",
                        FieldType.BOOLEAN,
                        f -> f.nullable(false).defaultValue(new DefaultValue.Constant(true)))
                .field("address", FieldType.STRING, f -> f.maxLength(2_048))
                .uniqueTogether("user_id", "channel")
                .listDisplay(List.of("user_id", "channel", "enabled", "address"))
                .searchFields(List.of("user_id"))
                .listFilter(List.of("channel", "enabled"))
                .ordering(List.of("user_id", "channel"))
                .navGroup(GROUP)
                .navOrder(980)
                .access(Access.BUILT_IN)
                .build();
    }
}
