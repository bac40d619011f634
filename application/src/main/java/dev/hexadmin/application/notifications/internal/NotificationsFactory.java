package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.Uuids;
import dev.hexadmin.application.access.LiveRights;
import dev.hexadmin.application.access.RowPolicies;
import dev.hexadmin.application.notifications.NotificationModels;
import dev.hexadmin.application.notifications.NotificationsAssembly;
import dev.hexadmin.application.notifications.NotificationsAssembly.Execution;
import dev.hexadmin.application.notifications.NotificationsAssembly.Storage;
import dev.hexadmin.application.notifications.NotificationsSettings;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.random.RandomGenerator;

/** The parts of {@link NotificationsAssembly}. */
public final class NotificationsFactory {
    private NotificationsFactory() {}

    /** Creates the parts. */
    public static NotificationsAssembly assemble(
            NotificationsSettings settings,
            Storage storage,
            LiveRights rights,
            RowPolicies policies,
            ModelRegistry registry,
            Execution execution) {
        InstantSource clock = execution.clock();
        RandomGenerator random = execution.random();
        Uuids uuids = new Uuids(clock, random);
        RegisteredProviders providers = new RegisteredProviders(settings);
        EventHub hub = new EventHub(
                storage.feeds(),
                storage.events(),
                storage.shared(),
                execution.executor(),
                NotificationsSettings.EVENTS_PER_USER);
        SealedContent sealing = new SealedContent(execution.keys(), random);
        UnsubscribeLinks links = new UnsubscribeLinks(execution.keys(), random, execution.unsubscribing());
        Inbox inbox = new Inbox(storage.feeds(), hub);
        ChannelSender sender =
                new ChannelSender(providers, execution.observer(), settings, sealing, links, clock, random);
        OutcomeRecorder recorder = new OutcomeRecorder(
                uuids.next(),
                storage.outbox(),
                storage.addressees(),
                new FallbackPlanner(storage.outbox(), storage.addressees(), inbox, settings.channels()),
                storage.unitOfWork(),
                settings,
                execution.observer(),
                clock);
        Deliveries deliveries =
                new Deliveries(recorder, sender, settings, providers::severalServers, execution.executor(), clock);
        DeliveryPlanner planner = new DeliveryPlanner(
                storage.addressees(), storage.outbox(), inbox, settings, uuids, sealing, execution.observer());
        ChangeNoticeHooks.Noticing noticing = new ChangeNoticeHooks.Noticing(
                settings.channels(),
                planner,
                storage.addressees(),
                storage.records(),
                policies,
                rights,
                storage.unitOfWork(),
                clock);
        return new NotificationsAssembly(
                new SendingService(
                        new Composer(settings, storage.addressees(), storage.unitOfWork()::running),
                        planner,
                        deliveries,
                        new StatusReports(providers, sender, storage.outbox(), deliveries),
                        storage.outbox(),
                        storage.unitOfWork(),
                        clock,
                        new SendingRights(
                                model(registry, NotificationModels.NOTIFICATIONS),
                                model(registry, NotificationModels.LOGS))),
                new ReadingService(
                        storage.feeds(),
                        storage.addressees(),
                        hub,
                        links,
                        storage.unitOfWork(),
                        clock,
                        settings.channels(),
                        model(registry, NotificationModels.NOTIFICATIONS)),
                providers,
                new OutboxPoller(deliveries, hub, storage, settings, clock),
                new AddresseeHooks(storage.feeds(), storage.addressees(), storage.outbox(), clock),
                own -> RecordHooks.inOrder(List.of(own, new ChangeNoticeHooks(own, noticing, execution.texts()))),
                new AccountMailer(
                        planner,
                        deliveries,
                        providers,
                        settings.channels().inbox(),
                        execution.texts(),
                        execution.brand(),
                        storage.unitOfWork(),
                        clock),
                new CommentNotifier(
                        planner,
                        deliveries,
                        settings,
                        execution.texts(),
                        execution.brand(),
                        storage.unitOfWork(),
                        clock));
    }

    private static Model model(ModelRegistry registry, String name) {
        return registry.model(name)
                .orElseThrow(() -> new IllegalArgumentException("the model '" + name + "' is not registered"));
    }
}
