package dev.hexadmin.application.notifications;

import dev.hexadmin.application.access.LiveRights;
import dev.hexadmin.application.access.RowPolicies;
import dev.hexadmin.application.notifications.internal.NotificationsFactory;
import dev.hexadmin.application.notifications.port.Addressees;
import dev.hexadmin.application.notifications.port.Feeds;
import dev.hexadmin.application.notifications.port.Outbox;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.application.port.ServerRegistry;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.models.ModelRegistry;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/**
 * Notifications, put together.
 *
 * @param sending sends and looks after what did not get through
 * @param reading one's own list, live too
 * @param providers who carries messages
 * @param upkeep what every server does again and again
 * @param userHooks a rule of {@code admin_users}, after the others: what came for a user goes with them
 * @param changeNotices makes of a model's own rules the same rules with change notices after them; for every model that
 *     is not built in
 */
public record NotificationsAssembly(
        SendingNotifications sending,
        ReadingNotifications reading,
        MessageProviders providers,
        NotificationsMaintenance upkeep,
        RecordHooks userHooks,
        UnaryOperator<RecordHooks> changeNotices) {

    /**
     * What is kept, and where; all in one database.
     *
     * @param events to other servers on it
     * @param shared whether there can be other servers on it, heard of or not
     */
    public record Storage(
            UnitOfWork unitOfWork,
            Feeds feeds,
            Addressees addressees,
            Outbox outbox,
            ServerRegistry servers,
            Records records,
            ClusterEvents events,
            boolean shared) {}

    /**
     * Puts it together.
     *
     * @param registry all models, {@link NotificationModels#definitions} among them
     * @param executor runs each task on a thread of its own, which may block: a virtual thread
     * @param random thread-safe and unpredictable
     */
    public static NotificationsAssembly of(
            NotificationsSettings settings,
            Storage storage,
            LiveRights rights,
            RowPolicies policies,
            ModelRegistry registry,
            Executor executor,
            InstantSource clock,
            RandomGenerator random) {
        return NotificationsFactory.assemble(settings, storage, rights, policies, registry, executor, clock, random);
    }
}
