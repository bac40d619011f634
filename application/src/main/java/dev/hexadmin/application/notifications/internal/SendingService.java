package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.notifications.SendingNotifications;
import dev.hexadmin.application.notifications.internal.Composer.Composed;
import dev.hexadmin.application.notifications.internal.DeliveryPlanner.Accepted;
import dev.hexadmin.application.notifications.internal.DeliveryPlanner.Plan;
import dev.hexadmin.application.notifications.port.Outbox;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.spi.StatusCallback;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.notifications.Content;
import dev.hexadmin.domain.notifications.DeadLetter;
import dev.hexadmin.domain.notifications.Delivery;
import dev.hexadmin.domain.notifications.Message;
import dev.hexadmin.domain.notifications.Recipient;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

/** Accepts messages, waits for their attempts on behalf of callers, and reports their status. */
final class SendingService implements SendingNotifications {
    private static final Logger LOG = System.getLogger(SendingService.class.getName());

    private final Composer composer;
    private final DeliveryPlanner planner;
    private final Deliveries deliveries;
    private final StatusReports reports;
    private final Outbox outbox;
    private final UnitOfWork work;
    private final InstantSource clock;
    private final SendingRights rights;

    SendingService(
            Composer composer,
            DeliveryPlanner planner,
            Deliveries deliveries,
            StatusReports reports,
            Outbox outbox,
            UnitOfWork work,
            InstantSource clock,
            SendingRights rights) {
        this.composer = composer;
        this.planner = planner;
        this.deliveries = deliveries;
        this.reports = reports;
        this.outbox = outbox;
        this.work = work;
        this.clock = clock;
        this.rights = rights;
    }

    @Override
    public Delivery send(Actor actor, Recipient recipient, Message message, Mode mode) {
        return sent(sending(actor, recipient, message, mode, List.of()));
    }

    @Override
    public PreparedSending<Delivery> prepareSend(
            Actor actor, Recipient recipient, Message message, Mode mode, List<Violation> misread) {
        return sending(actor, recipient, message, mode, misread);
    }

    private Sending<Delivery> sending(
            Actor actor, Recipient recipient, Message message, Mode mode, List<Violation> misread) {
        rights.requireSend(actor);
        Composed composed = composer.compose(recipient, message, misread);
        return new Sending<>(planner.plan(List.of(composed)), Optional.empty(), mode, List::getFirst);
    }

    @Override
    public Batch sendBatch(Actor actor, List<Recipient> recipients, Message message, Mode mode) {
        return sent(sending(actor, recipients, message, mode, List.of()));
    }

    @Override
    public PreparedSending<Batch> prepareBatch(
            Actor actor, List<Recipient> recipients, Message message, Mode mode, List<Violation> misread) {
        return sending(actor, recipients, message, mode, misread);
    }

    private Sending<Batch> sending(
            Actor actor, List<Recipient> recipients, Message message, Mode mode, List<Violation> misread) {
        rights.requireSend(actor);
        List<Composed> composed = composer.compose(recipients, message, misread);
        UUID id = planner.newBatch();
        return new Sending<>(
                planner.plan(composed),
                Optional.of(id),
                mode,
                all -> new Batch(id, all, all.getFirst().createdAt()));
    }

    @Override
    public Composition composition(Actor actor) {
        rights.requireSend(actor);
        return composer.composition();
    }

    @Override
    public Content preview(Actor actor, Recipient recipient, Message message) {
        rights.requireSend(actor);
        return composer.compose(recipient, message, List.of()).content();
    }

    private <T> T sent(Sending<T> sending) {
        boolean joins = work.running();
        List<Delivery> accepted = sending.accept();
        return joins || !sending.settles()
                ? sending.form.apply(accepted)
                : sending.settled(); // joined the running unit of work: not committed yet
    }

    /** Messages on their way into the outbox, and out of it. */
    private final class Sending<T> implements PreparedSending<T> {
        private final List<Plan> plans;
        private final Optional<UUID> batchId;
        private final Mode mode;
        private final Function<List<Delivery>, T> form;
        private final boolean outside;
        private final int rows;
        private final CountDownLatch ended;
        private List<Delivery> accepted = List.of();

        Sending(List<Plan> plans, Optional<UUID> batchId, Mode mode, Function<List<Delivery>, T> form) {
            this.plans = plans;
            this.batchId = batchId;
            this.mode = mode;
            this.form = form;
            this.outside = plans.stream().anyMatch(plan -> plan.message().isPresent());
            this.rows = plans.stream().mapToInt(plan -> plan.ways().size()).sum();
            this.ended = new CountDownLatch(rows);
        }

        @Override
        public boolean settles() {
            return outside && mode == Mode.WAIT;
        }

        @Override
        public T carryOut() {
            List<Delivery> all = accept();
            return form.apply(settles() ? atDeadline(all) : all);
        }

        List<Delivery> accept() {
            UnitOfWork.Work<Accepted> step = settles() ? this::writeAndBegin : this::write;
            accepted = (mode == Mode.DRY_RUN ? work.rehearse(step) : work.write(step)).deliveries();
            return accepted;
        }

        private Accepted write(UnitOfWork.Scope scope) {
            if (outside) {
                scope.afterCommit(deliveries::wake);
            }
            return planner.write(scope, plans, batchId, Optional.empty(), clock.instant());
        }

        private Accepted writeAndBegin(UnitOfWork.Scope scope) {
            Instant now = clock.instant();
            Accepted written = planner.write(scope, plans, batchId, Optional.of(deliveries.claim(now)), now);
            scope.afterCommit(() -> {
                for (int i = written.outside().size(); i < rows; i++) {
                    ended.countDown(); // nothing to wait for
                }
                deliveries.take(written.outside(), ended);
            });
            return written;
        }

        @Override
        public T settled() {
            deliveries.await(ended);
            List<Delivery> now = accepted;
            try {
                List<Delivery> read = batchId.isPresent()
                        ? outbox.batch(batchId.get())
                        : outbox.delivery(now.getFirst().id()).stream().toList();
                now = read.size() == now.size() ? read : now;
            } catch (ServiceUnavailableException e) {
                LOG.log(Level.DEBUG, "What has become of a delivery cannot be read now");
            }
            return form.apply(atDeadline(now));
        }
    }

    private static List<Delivery> atDeadline(List<Delivery> all) {
        return all.stream().map(SendingService::atDeadline).toList();
    }

    private static Delivery atDeadline(Delivery delivery) {
        return new Delivery(
                delivery.id(),
                delivery.batchId(),
                delivery.user(),
                delivery.notificationId(),
                delivery.channels().stream()
                        .map(each -> each.with(each.status().atDeadline()))
                        .toList(),
                delivery.createdAt());
    }

    @Override
    public Delivery delivery(Actor actor, UUID id) {
        rights.requireFollow(actor);
        return outbox.delivery(id).orElseThrow(() -> RequestRejectedException.notFound("There is no such delivery."));
    }

    @Override
    public Batch batch(Actor actor, UUID id) {
        rights.requireFollow(actor);
        List<Delivery> all = outbox.batch(id);
        if (all.isEmpty()) {
            throw RequestRejectedException.notFound("There is no such batch.");
        }
        return new Batch(id, all, all.getFirst().createdAt());
    }

    @Override
    public DeadLetters deadLetters(Actor actor, int limit, Optional<String> cursor) {
        rights.requireLogs(actor, Action.VIEW);
        PageCursors.check(limit);
        List<DeadLetter> found = outbox.failed(PageCursors.read(cursor), limit + 1);
        boolean more = found.size() > limit;
        List<DeadLetter> items = more ? found.subList(0, limit) : found;
        return new DeadLetters(
                items, more ? Optional.of(PageCursors.of(items.getLast().id())) : Optional.empty());
    }

    @Override
    public int retry(Actor actor, List<Long> ids, boolean dryRun) {
        rights.requireLogs(actor, Action.EDIT);
        if (ids.isEmpty() || ids.size() > MOST_RECIPIENTS) {
            throw RequestRejectedException.invalid(List.of(new Violation(
                    "/ids",
                    "items",
                    dev.hexadmin.domain.text.Message.of(
                                    "{limit, plural, one {1 id is expected.} other {1 to # ids are expected.}}")
                            .with("limit", MOST_RECIPIENTS))));
        }
        UnitOfWork.Work<Integer> step = scope -> {
            scope.afterCommit(deliveries::wake);
            return outbox.retry(ids, clock.instant());
        };
        return dryRun ? work.rehearse(step) : work.write(step);
    }

    @Override
    public void report(Actor actor, String provider, StatusCallback callback) {
        reports.accept(provider, callback);
    }
}
