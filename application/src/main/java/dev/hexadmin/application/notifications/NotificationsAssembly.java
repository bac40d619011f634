package dev.hexadmin.application.notifications;

import dev.hexadmin.application.access.LiveRights;
import dev.hexadmin.application.access.RowPolicies;
import dev.hexadmin.application.comments.port.CommentNotices;
import dev.hexadmin.application.identity.port.AccountMail;
import dev.hexadmin.application.notifications.internal.NotificationsFactory;
import dev.hexadmin.application.notifications.port.Addressees;
import dev.hexadmin.application.notifications.port.DeliveryObserver;
import dev.hexadmin.application.notifications.port.Feeds;
import dev.hexadmin.application.notifications.port.Outbox;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.application.port.ServerRegistry;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.records.Notifier;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.application.secrets.SecretKeys;
import dev.hexadmin.application.text.Texts;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.notifications.Delivery;
import dev.hexadmin.domain.notifications.Message;
import dev.hexadmin.domain.notifications.Recipient;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/**
 * Assembles notifications.
 *
 * @param sending sends messages and retries failed ones
 * @param reading a user's inbox, including live events
 * @param providers the providers of messages
 * @param upkeep periodic jobs of every server
 * @param userHooks hooks of {@code admin_users}, which run after the others: they delete a user's notifications with
 *     the user
 * @param accountMail writes mails about accounts
 * @param commentNotices notifies users of comments
 * @param changeNotices adds change notices to the hooks of a model; for every model that is not built in
 */
public record NotificationsAssembly(
        SendingNotifications sending,
        ReadingNotifications reading,
        MessageProviders providers,
        NotificationsMaintenance upkeep,
        RecordHooks userHooks,
        UnaryOperator<RecordHooks> changeNotices,
        AccountMail accountMail,
        CommentNotices commentNotices) {

    /** Sends messages of code in the transaction in which it runs, with the rights of the program. */
    public Notifier notifier() {
        Actor program = new Actor.Operator("program");
        return new Notifier() {
            @Override
            public Delivery notify(Recipient recipient, Message message) {
                return sending.send(program, recipient, message, SendingNotifications.Mode.ASYNC);
            }

            @Override
            public List<Delivery> notifyMany(List<Recipient> recipients, Message message) {
                return sending.sendBatch(program, recipients, message, SendingNotifications.Mode.ASYNC)
                        .deliveries();
            }
        };
    }

    /**
     * Storage; all in one database.
     *
     * @param events publishes to other servers
     * @param shared whether other servers may use the database, even if their events cannot be received
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
     * What runs deliveries.
     *
     * @param executor runs each task on a separate virtual thread, which may block
     * @param random thread-safe and unpredictable
     * @param keys encrypt messages that hold a secret
     * @param texts of mails in all languages
     * @param brand how mails look
     * @param unsubscribing the address of the page on which recipients turn a channel off, to which a token is added; empty:
     *     messages have no such link
     */
    public record Execution(
            Executor executor,
            InstantSource clock,
            RandomGenerator random,
            DeliveryObserver observer,
            SecretKeys keys,
            Texts texts,
            MailBrand brand,
            Optional<String> unsubscribing) {
        @Override
        public String toString() {
            return "Execution[***]";
        }
    }

    /**
     * Assembles the ports.
     *
     * @param registry all models, {@link NotificationModels#definitions} among them
     */
    public static NotificationsAssembly of(
            NotificationsSettings settings,
            Storage storage,
            LiveRights rights,
            RowPolicies policies,
            ModelRegistry registry,
            Execution execution) {
        return NotificationsFactory.assemble(settings, storage, rights, policies, registry, execution);
    }
}
