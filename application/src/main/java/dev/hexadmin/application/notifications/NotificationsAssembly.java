package dev.hexadmin.application.notifications;

import dev.hexadmin.application.records.RecordHooks;

/**
 * Notifications, put together.
 *
 * @param sending sends and looks after what did not get through
 * @param reading one's own list, live too
 * @param providers who carries messages
 * @param upkeep what every server does again and again
 * @param userHooks a rule of {@code admin_users}: what came for a user goes with them
 */
public record NotificationsAssembly(
        SendingNotifications sending,
        ReadingNotifications reading,
        MessageProviders providers,
        NotificationsUpkeep upkeep,
        RecordHooks userHooks) {}
